/* SPDX-License-Identifier: GPL-2.0-or-later
 * session_last.c: memspy last: shows the newest profile in the current folder. */
#include <stdio.h>

#include "ui/base/ui_newest.h"
#include "ui/base/ui_subcommand.h"
#include "ui/session/session_show.h"

static int run(int n, char **args) {
  ui_subcommand_options(&n, &args, &ui_last_subcommand);
  g_autofree char *path = ui_newest_profile();
  if (path != NULL) return session_show_file(path, path);
  fputs("memspy last: this folder contains no profile with a name memspy.out.*; name the file: memspy FILE\n", stderr);
  return UI_EXIT_FAILED;
}

const UiSubcommand ui_last_subcommand = {
    .name = "last",
    .arguments = "",
    .summary = "show the newest profile in this folder",
    .help = "The profile is the file memspy.out.* that was written last. If there is such\n"
            "a file, the command memspy, without arguments, does the same. The options are those of memspy show.",
    .also = &ui_show_subcommand,
    .examples = (const char *const[]){"memspy run ./prog; memspy last", "shows the profile of the run",
                                      "memspy last -e advice", "prints the findings, and no more", NULL},
    .least = 0,
    .most = 0,
    .main = run,
};
