/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_same_file.h: determines whether two paths lead to the same file. */
#pragma once

#include <stdbool.h>

/* Returns whether writing to one path would change the file of the other path. This is so if both paths lead to the
 * same file, or if neither file exists, and both paths lead to the same name in the same directory. Devices and pipes
 * count as different, because writing does not change them. */
bool ui_same_file(const char *path, const char *other);
