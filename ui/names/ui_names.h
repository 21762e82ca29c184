/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_names.h: makes the names of bins and segments: short, unique names, and full names.
 *
 * docs/naming.md describes the names of each kind of data. Names are not escaped for a terminal. */
#pragma once

#include <glib.h>

#include "ui/model/ui_labels.h"
#include "ui/model/ui_profile.h"
#include "ui/names/ui_holders.h"
#include "ui/names/ui_types.h"
#include "ui/names/ui_user_lines.h"

/* The names of all segments and bins of a profile. */
typedef struct UiNames UiNames;

/* Makes the names. debug_info: use the names in the profile (ui/model/ui_resolved.h); if it has none, use the debug
 * information of the profile's object files. The profile must outlive the result. Free it with ui_names_free(). */
UiNames *ui_names_new(const UiProfile *profile, bool debug_info);
void ui_names_free(UiNames *names);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(UiNames, ui_names_free)

/* Prints a warning on standard error for each object file that has changed since the run. */
void ui_names_warn(const UiNames *names);

/* The reason for which the program's file gave no names: it is missing or has changed. Only for names that were made with
 * debug information. NULL: it did. Owned by the caller. */
char *ui_names_problem(const UiNames *names);

/* The names by axis: UI_AXES elements, owned by `names`. */
const UiLabels *ui_names_labels(const UiNames *names);

/* The type of a bin's data; NULL: unknown. Owned by `names`. */
const UiBinType *ui_names_type(const UiNames *names, uint32_t bin);

/* The variables that hold the addresses of a heap bin's blocks; none for other bins. Owned by `names`. */
UiHolders ui_names_holders(const UiNames *names, uint32_t bin);

/* An option --no-debug-info that sets the gboolean at `off`. */
/* clang-format off */
#define UI_NAMES_OPTION(off) \
  {"no-debug-info", 0, 0, G_OPTION_ARG_NONE, off, "Name data by the place of allocation, not by variables", NULL}
/* clang-format on */

/* The program's lines into which code of libraries was inlined; see ui_user_lines(). Owned by `names`. */
const GArray *ui_names_user_lines(const UiNames *names);

/* The short name of a place: "file:line in function". Owned by the caller. */
char *ui_names_place(const UiProfile *profile, uint32_t place);

/* As ui_names_place(), but inlined code of a library begins with the program's lines: "prog.cc:20 in main
 * (vector:1126)", "prog.cc:20 or prog.cc:31 in main (vector:1126)". */
char *ui_names_user_place(const UiNames *names, uint32_t place);
