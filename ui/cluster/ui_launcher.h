/* ui_launcher.h: memspy started many times at once, by mpirun or srun: its work is shared over these ranks.
 *
 * The program memspy-mpi does so, with the MPI library; memspy itself does not need that library. memspy-mpi runs
 * memspy for each share, with --share and --parts, and at last on rank 0 for the whole, which takes the shares that
 * were done.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_CLUSTER_LAUNCHER_H
#define UI_CLUSTER_LAUNCHER_H

#include <glib.h>
#include <stdbool.h>

#include "ui/cluster/ui_share.h"

/* The options of work that can be shared, as the user gives them. */
typedef struct {
  char *share, *parts; /* NULL: not given */
} UiLauncherRequest;

/* For the table of options of a subcommand; request: where they are stored. */
/* clang-format off */
#define UI_LAUNCHER_OPTIONS(request, when)                                                                             \
  {"parts", 0, 0, G_OPTION_ARG_FILENAME, &(request).parts,                                                             \
   when "take what shares have finished from folder DIR; they leave it there", "DIR"},                                 \
  {"share", 0, 0, G_OPTION_ARG_STRING, &(request).share,                                                               \
   when "do share N of M only, and leave it in the folder of --parts", "N/M"}
/* clang-format on */

/* How the ranks share the work. */
typedef enum {
  UI_LAUNCHER_ONCE, /* all shares at once, then the whole */
  UI_LAUNCHER_TREE  /* shares that were done are put together by fours, in rounds */
} UiLauncherRounds;

/* Goes over to memspy-mpi if this process is one of several ranks and was not asked for a share, and does not return
 * then. args: the subcommand and its arguments as they were given. Returns true if this process is to go on with
 * *share. Else *status is the exit status, and what is wrong has been printed. */
bool ui_launcher_settle(const UiLauncherRequest *request, UiLauncherRounds rounds, char *const *args, UiShare *share,
                        int *status);

#endif
