/* SPDX-License-Identifier: GPL-2.0-or-later
 * name_table.h: makes the names of bins and segments: short, unique names, and full names.
 *
 * docs/naming.md describes the names of each kind of data. Names are not escaped for a terminal. */
#pragma once

#include <glib.h>

#include "ui/names/name_pointers.h"
#include "ui/names/name_types.h"
#include "ui/names/name_user_lines.h"
#include "ui/profile/profile.h"
#include "ui/view/view_labels.h"

/* The names of all segments and bins of a profile. */
typedef struct NameTable NameTable;

/* Makes the names. debug_info: use the names in the profile (ui/profile/profile_resolved.h); if it has none, use the
 * debug information of the profile's object files. The profile must outlive the result. Free it with
 * name_table_free(). */
NameTable *name_table_new(const Profile *profile, bool debug_info);
void name_table_free(NameTable *names);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(NameTable, name_table_free)

/* Prints a warning on standard error for each object file that has changed since the run. */
void name_table_warn(const NameTable *names);

/* Returns the reason for which the program's file gave no names: it is missing or has changed. NULL: it gave names.
 * Only for names that were made with debug information. The caller owns the text. */
char *name_table_problem(const NameTable *names);

/* Returns the names by axis: VIEW_AXES elements, owned by `names`. */
const ViewLabels *name_table_labels(const NameTable *names);

/* Returns the type of a bin's data; NULL: unknown. Owned by `names`. */
const NameBinType *name_table_type(const NameTable *names, uint32_t bin);

/* Returns the variables that hold the addresses of a heap bin's blocks; an empty list for other bins. Owned by
 * `names`. */
NamePointers name_table_holders(const NameTable *names, uint32_t bin);

/* An option --no-debug-info that sets the gboolean at `off`. */
/* clang-format off */
#define NAME_TABLE_OPTION(off) \
  {"no-debug-info", 0, 0, G_OPTION_ARG_NONE, off, "Name data by the place of allocation, not by variables", NULL}
/* clang-format on */

/* The program's lines into which code of libraries was inlined; see name_user_lines(). Owned by `names`. */
const GArray *name_table_user_lines(const NameTable *names);

/* Returns the short name of a place: "file:line in function". Owned by the caller. */
char *name_table_place(const Profile *profile, uint32_t place);

/* As name_table_place(), but inlined code of a library begins with the program's lines: "prog.cc:20 in main
 * (vector:1126)", "prog.cc:20 or prog.cc:31 in main (vector:1126)". */
char *name_table_user_place(const NameTable *names, uint32_t place);
