/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/base/ui_dispatch.h"

#include <stdio.h>
#include <string.h>

#include "ui/base/ui_config.h"
#include "ui/base/ui_nearest.h"
#include "ui/base/ui_text.h"

/* Reports that the name of a nested subcommand is missing or unknown. */
static int fail_part(const UiSubcommand *subcommand, const char *name) {
  fprintf(stderr, "memspy %s: ", subcommand->name);
  if (name == NULL) {
    fprintf(stderr, "the arguments should be: %s", subcommand->arguments);
  } else {
    UiNearest nearest;
    ui_nearest_start(&nearest, name);
    for (const UiSubcommand *const *part = subcommand->parts; *part != NULL; part++)
      ui_nearest_offer(&nearest, (*part)->name);
    const char *near = ui_nearest_take(&nearest);
    g_autofree char *printable = ui_text_escaped(name);
    fprintf(stderr, "there is no '%s'", printable);
    if (near != NULL) fprintf(stderr, "; the nearest is '%s'", near);
  }
  fprintf(stderr, " (see memspy %s --help)\n", subcommand->name);
  return UI_EXIT_USAGE;
}

/* Moves the name of a nested subcommand before options that precede it. */
static void move_part(const UiSubcommand *subcommand, int n, char **args) {
  if (n < 2 || args[1][0] != '-') return;
  for (int i = 2; i < n; i++)
    for (const UiSubcommand *const *part = subcommand->parts; *part != NULL; part++) {
      if (strcmp((*part)->name, args[i]) != 0) continue;
      char *name = args[i];
      memmove(args + 2, args + 1, sizeof *args * (size_t)(i - 1));
      args[1] = name;
      return;
    }
}

/* Runs a subcommand or a part that has a main(), with the user's defaults. */
static int run_row(const UiSubcommand *row, char **args, const UiSubcommand *const *subcommands) {
  GError *error = NULL;
  g_autofree char **all = ui_config_apply(row, args, subcommands, &error);
  return all != NULL ? row->main((int)g_strv_length(all), all) : ui_subcommand_fail(error);
}

static int run_part(const UiSubcommand *subcommand, int n, char **args, const UiSubcommand *const *subcommands) {
  if (n > 1 && (strcmp(args[1], "--help") == 0 || strcmp(args[1], "-h") == 0)) {
    ui_subcommand_help(subcommand, subcommand->name);
    return UI_EXIT_GOOD;
  }
  move_part(subcommand, n, args);
  if (n < 2) return fail_part(subcommand, NULL);
  for (const UiSubcommand *const *part = subcommand->parts; *part != NULL; part++) {
    if (strcmp((*part)->name, args[1]) != 0) continue;
    g_autofree char *words = g_strdup_printf("%s %s", args[0], args[1]);
    args[1] = words;
    return run_row(*part, args + 1, subcommands);
  }
  return fail_part(subcommand, args[1]);
}

int ui_dispatch(const UiSubcommand *const *subcommands, int n, char **args) {
  for (const UiSubcommand *const *row = subcommands; *row != NULL; row++) {
    if (strcmp((*row)->name, args[0]) != 0) continue;
    return (*row)->parts != NULL ? run_part(*row, n, args, subcommands) : run_row(*row, args, subcommands);
  }
  return -1;
}
