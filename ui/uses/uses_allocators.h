/* SPDX-License-Identifier: GPL-2.0-or-later
 * uses_allocators.h: recognizes allocation functions by their names. */
#pragma once

#include <stdbool.h>

/* Returns whether the function allocates the block that it returns. Also recognizes names such as xmalloc or g_strdup.
 * function: a name from the source, or a symbol. */
bool uses_allocates(const char *function);

/* Returns whether the function stores the address of the block that it allocates through its first argument. */
bool uses_allocates_there(const char *function);

/* Returns whether the function returns its first argument. */
bool uses_returns_first(const char *function);

/* Returns whether the function is a method of the C++ library that allocates memory for a container. */
bool uses_grows(const char *method);

/* Returns whether the function is a method of the C++ library that returns a reference to the content of a
 * container. */
bool uses_gives_content(const char *method);
