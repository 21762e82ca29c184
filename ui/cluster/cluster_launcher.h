/* SPDX-License-Identifier: GPL-2.0-or-later
 * cluster_launcher.h: mpirun or srun starts memspy many times; the ranks share its work.
 *
 * The program memspy-mpi distributes the work. It links the MPI library; memspy itself does not. memspy-mpi runs memspy
 * for each share, with --share and --parts. At the end it runs memspy on rank 0 for the whole work: this run reads the
 * results of the shares. */
#pragma once

#include <glib.h>
#include <stdbool.h>

#include "ui/cluster/cluster_share.h"

/* The options of work that can be shared, as the user gives them. */
typedef struct {
  char *share, *parts; /* NULL: not given */
} ClusterLauncherRequest;

/* Rows for the table of options of a subcommand. request: the ClusterLauncherRequest that stores the values. when: the
 * condition that the help names first. */
/* clang-format off */
#define CLUSTER_LAUNCHER_OPTIONS(request, when)                                                                             \
  {"parts", 0, 0, G_OPTION_ARG_FILENAME, &(request).parts,                                                             \
   when "read and write the results of shares in folder DIR", "DIR"},                                                  \
  {"share", 0, 0, G_OPTION_ARG_STRING, &(request).share,                                                               \
   when "do only share N of M, and write its result to the folder of --parts", "N/M"}
/* clang-format on */

/* How the ranks share the work. */
typedef enum {
  CLUSTER_LAUNCHER_ONCE, /* one round of shares, then the whole work */
  CLUSTER_LAUNCHER_TREE  /* several rounds; each round combines results of the previous round, four at a time */
} ClusterLauncherRounds;

/* If this process is one of several ranks and has no --share, executes memspy-mpi and does not return. args: the
 * subcommand and its arguments as given. Returns true if the caller must do *share itself. Returns false if there is
 * nothing to do, or if an error was printed: *status is then the exit status. */
bool cluster_launcher_settle(const ClusterLauncherRequest *request, ClusterLauncherRounds rounds, char *const *args,
                             ClusterShare *share, int *status);
