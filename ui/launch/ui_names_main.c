/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_names_main.c: memspy names: adds names to profiles that have none. */
#include <stdio.h>

#include "ui/analysis/ui_resolve.h"
#include "ui/base/ui_subcommand.h"
#include "ui/base/ui_text.h"

/* Adds the names that the files of the program tell. */
static bool add(const char *path, const UiProfile *profile, GError **error) {
  UiNames *names = ui_names_new(profile, true);
  g_autofree char *problem = ui_names_problem(names);
  g_autofree char *printable = ui_text_escaped(path);
  bool good = problem == NULL;
  if (good) {
    good = ui_resolve_add(path, profile, names, error);
  } else {
    g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_NOENT, "%s gets no names: %s", printable, problem);
  }
  if (good) {
    ui_names_warn(names);
    printf("%s has names now\n", printable);
  }
  ui_names_free(names);
  return good;
}

static bool name_file(const char *path, GError **error) {
  UiProfile *profile = ui_profile_load(path, error);
  if (profile == NULL) return false;
  bool good = true;
  if (profile->resolved == NULL) {
    good = add(path, profile, error);
  } else {
    g_autofree char *printable = ui_text_escaped(path);
    printf("%s has names already\n", printable);
  }
  ui_profile_free(profile);
  return good;
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

/* GLib adds --help. */
static const GOptionEntry options[] = {G_OPTION_ENTRY_NULL};

const UiSubcommand ui_names_subcommand = {
    .name = "names",
    .arguments = "FILE...",
    .summary = "add names to a profile, so that it stands alone",
    .help =
        "Reads variables, types, fields and the source lines that have counts from the program's files and adds them to\n"
        "the profile. From then on the program can be rebuilt or removed. memspy run does this at the end of each run;\n"
        "profiles of valgrind and memspy replay have no names. A profile that has names stays as it is; one whose program\n"
        "has changed or is gone is refused.",
    .options = options,
    .examples = (const char *const[]){"memspy names memspy.out.1234", "makes a profile fit to be kept or sent", NULL},
    .least = 1,
    .most = G_MAXUINT,
    .main = run_names,
};
