/* ui_subcommand.c: see ui_subcommand.h.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "ui/base/ui_subcommand.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void ui_subcommand_options(int *n, char ***args, const GOptionEntry *options, const char *usage, const char *help,
                           int least, int most) {
  /* In the words of the user, who need not have said "show". */
  g_autofree char *program = g_strdup_printf("memspy %s", (*args)[0]);
  g_set_prgname(program);
  GOptionContext *context = g_option_context_new(usage);
  g_option_context_set_description(context, help);
  g_option_context_add_main_entries(context, options, NULL);
  GError *error = NULL;
  bool good = g_option_context_parse(context, n, args, &error);
  g_option_context_free(context);
  if (*n > 1 && strcmp((*args)[1], "--") == 0) {
    memmove(*args + 1, *args + 2, sizeof **args * (size_t)(*n - 1));
    --*n;
  }
  if (good && (*n - 1 < least || *n - 1 > most)) {
    good = false;
    g_set_error(&error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, "the arguments should be: %s", usage);
  }
  if (good) return;
  fprintf(stderr, "%s: %s (see %s --help)\n", program, error->message, program);
  exit(UI_EXIT_USAGE);
}

int ui_subcommand_fail(GError *error) {
  fprintf(stderr, "memspy: %s\n", error->message);
  g_error_free(error);
  return UI_EXIT_FAILED;
}
