/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_same_file.h: compares the files of two names. */
#pragma once

#include <stdbool.h>

/* Returns whether writing to one name changes the other's file: both lead to one file, or, if neither exists, to one
 * name in one directory. Writing does not change a device or a pipe. */
bool ui_same_file(const char *path, const char *other);
