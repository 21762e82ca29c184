/* SPDX-License-Identifier: GPL-2.0-or-later
 * name_table.h: makes the names of bins and segments. Each has a short, unique name and a full name.
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

/* Makes the names of a profile. If `debug_info` is set, uses the names that the profile contains
 * (ui/profile/profile_resolved.h), or else the debug information of the object files. The profile must outlive the
 * names. The caller frees them with name_table_free(). */
NameTable *name_table_new(const Profile *profile, bool debug_info);
void name_table_free(NameTable *names);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(NameTable, name_table_free)

/* Prints a warning on standard error for each object file that was changed after the run. */
void name_table_warn(const NameTable *names);

/* Returns the reason why the program's file supplied no names, because it is missing or was changed; NULL: it supplied
 * names. The names must have been made with debug information. The caller owns the text. */
char *name_table_problem(const NameTable *names);

/* Adds the paths of all files on which the names depend to `files`, including files that do not exist, but would be read
 * if they existed. `files` owns the paths. Returns false if the names depend on further files, or were made without
 * debug information. */
bool name_table_files(const NameTable *names, GPtrArray *files);

/* Keeps the decompressed debug information of the files from which the names were made, for later runs of the tool
 * (name_inflated.h). */
void name_table_keep_inflated(const NameTable *names);

/* Returns the names by axis, as an array of VIEW_AXES elements. `names` owns the array. */
const ViewLabels *name_table_labels(const NameTable *names);

/* Returns the type of a bin's data; NULL: unknown. `names` owns the type. */
const NameBinType *name_table_type(const NameTable *names, uint32_t bin);

/* Returns the variables that hold the addresses of a heap bin's blocks. For other bins, the lists are empty. `names`
 * owns the lists. */
NamePointers name_table_holders(const NameTable *names, uint32_t bin);

/* The row for the option --no-debug-info in a table of options. The option sets the gboolean at `off`. */
/* clang-format off */
#define NAME_TABLE_OPTION(off) \
  {"no-debug-info", 0, 0, G_OPTION_ARG_NONE, off, "Name data by the place of allocation, not by variables", NULL}
/* clang-format on */

/* Returns the program's source lines into which code of libraries was inlined (see name_user_lines()). `names` owns the
 * array. */
const GArray *name_table_user_lines(const NameTable *names);

/* Returns the short name of a place, in the form "file:line in function". The caller owns the name. */
char *name_table_place(const Profile *profile, uint32_t place);

/* Stores the program's lines for a place of a library in lines[], which must have room for NAME_USER_LINES_MOST lines,
 * and returns their number: those into which its code was inlined, or else those that call it (name_user_calls_find();
 * their `place` is that of the call). 0: unknown, or the place does not belong to a library. */
guint name_table_lines_of(const NameTable *names, uint32_t place, NameUserLine *lines);

/* As name_table_place(), but the name of a library's code begins with the program's lines, if they are known, as in
 * "prog.cc:20 in main (vector:1126)", "prog.cc:20 or prog.cc:31 in main (vector:1126)" or "prog.c:9 in main (calls
 * memset)". Otherwise, it begins with the function, as in "memset (memset.S:30)". */
char *name_table_user_place(const NameTable *names, uint32_t place);
