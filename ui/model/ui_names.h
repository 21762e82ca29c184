/* ui_names.h: what bins and segments are called: short names that are unique, and full names.
 *
 * docs/profile-format.md says what the names are made of. Names are raw: not yet escaped for a terminal.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_UI_NAMES_H
#define UI_UI_NAMES_H

#include "ui/model/ui_profile.h"

/* The short names of all bins, by number, no two alike: `function:line` of the allocation for heap and
 * anonymous mmap bins, else the name with its kind. Where two would be alike, each gets as much of its call
 * path as tells it apart, "NewMatrix:31 (main:12)", or, where that is the same too, its number, "x #7". The
 * array ends with NULL; the caller frees it with g_strfreev(). */
char **ui_names_bins(const UiProfile *profile);

/* The same for all segments. Where two are alike, file and line, or the object, tell them apart. */
char **ui_names_segments(const UiProfile *profile);

/* The full name of a bin: the paper's "Proc.line.Proc.line" from the outermost frame in, for bins with a call
 * path. Two bins may share one. Owned by the caller. */
char *ui_names_bin_full(const UiProfile *profile, uint32_t bin);

/* The full name of a segment: "function (file:line, object)". Owned by the caller. */
char *ui_names_segment_full(const UiProfile *profile, uint32_t segment);

/* A place: "file:line in function", as short as that. Owned by the caller. */
char *ui_names_place(const UiProfile *profile, uint32_t place);

#endif
