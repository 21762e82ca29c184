/* SPDX-License-Identifier: GPL-2.0-or-later
 * launch_names_main.c: memspy names: adds the names of functions and variables to profiles without names. */
#include <stdio.h>

#include "ui/analysis/analysis_resolve.h"
#include "ui/base/ui_fail.h"
#include "ui/base/ui_subcommand.h"
#include "ui/base/ui_text.h"

/* Reads the names from the program's files and adds them to the profile. */
static bool add(const char *path, const Profile *profile, GError **error) {
  g_autoptr(NameTable) names = name_table_new(profile, true);
  g_autofree char *problem = name_table_problem(names), *printable = ui_text_escaped(path);
  if (problem != NULL)
    return ui_fail(error, G_FILE_ERROR, G_FILE_ERROR_NOENT, "cannot add names to %s: %s", printable, problem);
  if (!analysis_resolve_add(path, profile, names, false, error)) return false;
  name_table_warn(names);
  printf("%s has names now\n", printable);
  return true;
}

static bool name_file(const char *path, GError **error) {
  g_autoptr(Profile) profile = profile_load(path, error);
  if (profile == NULL) return false;
  if (profile->resolved == NULL) return add(path, profile, error);
  g_autofree char *printable = ui_text_escaped(path);
  printf("%s has names already\n", printable);
  return true;
}

static int run_names(int n, char **args) {
  ui_subcommand_options(&n, &args, &ui_names_subcommand);
  int status = UI_EXIT_GOOD;
  for (int i = 1; i < n; i++) {
    GError *error = NULL;
    if (!name_file(args[i], &error)) status = ui_subcommand_fail(error);
  }
  return status;
}

const UiSubcommand ui_names_subcommand = {
    .name = "names",
    .arguments = "FILE...",
    .summary = "add names to a profile, so that it needs no program",
    .help =
        "Reads variables, types, fields and the source lines with counts from the program's files, and adds them to\n"
        "the profile. After that the program can be rebuilt or removed. memspy run does this at the end of each run;\n"
        "profiles of valgrind and memspy replay have no names. A profile with names stays unchanged; a profile whose\n"
        "program has changed or is missing is refused.",
    .examples = (const char *const[]){"memspy names memspy.out.1234", "prepares a profile for archiving or sending",
                                      NULL},
    .least = 1,
    .most = G_MAXUINT,
    .main = run_names,
};
