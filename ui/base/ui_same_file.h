/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_same_file.h: whether two names are of one file. */
#ifndef UI_UI_SAME_FILE_H
#define UI_UI_SAME_FILE_H

#include <stdbool.h>

/* Returns whether writing to one of the names changes the file of the other: after links, both lead to one file, or, if
 * neither exists, to one name in one directory. A device or a pipe is not changed by writing. */
bool ui_same_file(const char *path, const char *other);

#endif
