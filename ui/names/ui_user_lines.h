/* ui_user_lines.h: the program's own lines for which a library's code was inlined.
 *
 * What a header of a library does stands in the header: `hashtable_policy.h:1270` is no line that the user can change.
 * Debug information tells into which line of which function it was inlined.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_UI_USER_LINES_H
#define UI_UI_USER_LINES_H

#include "ui/names/ui_debug.h"

/* A line of the program's own, for a place in a library's file. */
typedef struct {
  uint32_t place, file; /* numbers of the profile */
  uint64_t line;        /* from 1 */
} UiUserLine;

enum { UI_USER_LINES_MOST = 4 };

/* Is a source file a library's? Those below /usr are, and what Rust brings with it. */
bool ui_user_lines_is_library(const char *path);

/* Of places in a library's files, in functions of the program's own: the lines of the nearest file that is none, into
 * which they were inlined there, one behind the other, in the order of places. Where that are more than
 * UI_USER_LINES_MOST, there is none. GArray of UiUserLine, owned by the caller. */
GArray *ui_user_lines(const UiProfile *profile, UiDebug *debug);

/* Those of a place, *n of them. They belong to `lines`. */
const UiUserLine *ui_user_lines_of(const GArray *lines, uint32_t place, guint *n);

#endif
