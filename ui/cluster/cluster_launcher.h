/* SPDX-License-Identifier: GPL-2.0-or-later
 * cluster_launcher.h: shares the work if a launcher such as mpirun or srun has started memspy in many ranks.
 *
 * The program memspy-mpi distributes the work. Only memspy-mpi is linked with the MPI library; memspy itself is not.
 * For each share, memspy-mpi runs memspy with the options --share and --parts. At the end, it runs memspy on rank 0 for
 * the whole work. This last run reads the results of all shares. */
#pragma once

#include <glib.h>
#include <stdbool.h>

#include "ui/cluster/cluster_share.h"

/* The values of the options for shared work, as the user gave them. */
typedef struct {
  char *share, *parts; /* values of --share and --parts; NULL: not given */
} ClusterLauncherRequest;

/* The rows for these options in the table of a subcommand. `request` is the ClusterLauncherRequest that stores the
 * values. `when` is the condition with which the help text begins. */
/* clang-format off */
#define CLUSTER_LAUNCHER_OPTIONS(request, when)                                                                             \
  {"parts", 0, 0, G_OPTION_ARG_FILENAME, &(request).parts,                                                             \
   when "read and write the results of shares in folder DIR", "DIR"},                                                  \
  {"share", 0, 0, G_OPTION_ARG_STRING, &(request).share,                                                               \
   when "do only share N of M, and write its result to the folder of --parts", "N/M"}
/* clang-format on */

/* The way in which the ranks share the work. */
typedef enum {
  CLUSTER_LAUNCHER_ONCE, /* one round of shares, followed by the whole work */
  CLUSTER_LAUNCHER_TREE  /* several rounds, each of which combines four results of the previous round */
} ClusterLauncherRounds;

/* If this process is one of several ranks and has no --share, executes memspy-mpi and does not return. `args` contains
 * the subcommand and its arguments, as the user gave them. Returns true if the caller must do *share itself. Returns
 * false if there is nothing to do, or after printing an error; then *status is the exit status. */
bool cluster_launcher_settle(const ClusterLauncherRequest *request, ClusterLauncherRounds rounds, char *const *args,
                             ClusterShare *share, int *status);
