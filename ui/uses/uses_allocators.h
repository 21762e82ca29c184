/* SPDX-License-Identifier: GPL-2.0-or-later
 * uses_allocators.h: recognizes allocation functions by their names. */
#pragma once

#include <stdbool.h>

/* Returns whether the function allocates the block that it returns; names such as xmalloc or g_strdup are recognized
 * too. function: a name from the source, or a symbol. */
bool uses_allocates(const char *function);

/* Returns whether it stores the address of the block through its first argument. */
bool uses_allocates_there(const char *function);

/* Returns whether it returns its first argument. */
bool uses_returns_first(const char *function);

/* Returns whether it is a method of the C++ library that allocates memory of a container. */
bool uses_grows(const char *method);

/* Returns whether it is a method of the C++ library that returns a reference to a container's content. */
bool uses_gives_content(const char *method);
