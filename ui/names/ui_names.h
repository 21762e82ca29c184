/* ui_names.h: what bins and segments are called: short names that are unique, and full names.
 *
 * docs/naming.md says how each kind of data gets its name. Names are raw: not yet escaped for a terminal.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_UI_NAMES_H
#define UI_UI_NAMES_H

#include <glib.h>

#include "ui/model/ui_labels.h"
#include "ui/model/ui_profile.h"
#include "ui/names/ui_holders.h"
#include "ui/names/ui_types.h"
#include "ui/names/ui_user_lines.h"

/* The names of all segments and bins of a profile. */
typedef struct UiNames UiNames;

/* Makes up the names. With `debug_info`, they are those that the profile holds (ui/model/ui_resolved.h); if it holds
 * none, objects that the profile names are opened, and the debug information in them tells variables and types. The
 * profile must outlive the names. Free them with ui_names_free(). */
UiNames *ui_names_new(const UiProfile *profile, bool debug_info);
void ui_names_free(UiNames *names);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(UiNames, ui_names_free)

/* Prints to standard error what is to be told of objects that are not what they were when the profile was made. */
void ui_names_warn(const UiNames *names);

/* Why the names are not those that the files of the program tell: it is not there, or is another one. Of names that
 * were made with debug information. NULL: they are. Owned by the caller. */
char *ui_names_problem(const UiNames *names);

/* The names by axis: UI_AXES elements, which belong to `names`. */
const UiLabels *ui_names_labels(const UiNames *names);

/* What is known of the data of a bin; NULL when nothing is. It belongs to `names`. */
const UiBinType *ui_names_type(const UiNames *names, uint32_t bin);

/* What holds the address of a bin's blocks; nothing of bins that are not of the heap. It belongs to `names`. */
UiHolders ui_names_holders(const UiNames *names, uint32_t bin);

/* An option --no-debug-info that sets the gboolean at `off`. */
/* clang-format off */
#define UI_NAMES_OPTION(off) \
  {"no-debug-info", 0, 0, G_OPTION_ARG_NONE, off, "Call data by where it was allocated, not by variables", NULL}
/* clang-format on */

/* The program's own lines for which code of libraries was inlined; see ui_user_lines(). They belong to `names`. */
const GArray *ui_names_user_lines(const UiNames *names);

/* A place: "file:line in function", as short as that. Owned by the caller. */
char *ui_names_place(const UiProfile *profile, uint32_t place);

/* The same with the program's own lines first, where code of a library was inlined: "prog.cc:20 in main (vector:1126)",
 * "prog.cc:20 or prog.cc:31 in main (vector:1126)". */
char *ui_names_user_place(const UiNames *names, uint32_t place);

#endif
