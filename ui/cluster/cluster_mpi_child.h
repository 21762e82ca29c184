/* SPDX-License-Identifier: GPL-2.0-or-later
 * cluster_mpi_child.h: memspy as a child of a rank. The child does the work, so the rank survives a crash of it. */
#pragma once

#include <stdbool.h>
#include <sys/types.h>

typedef struct {
  pid_t pid;  /* 0: there is no child */
  int errors; /* a file that receives its standard error; -1: it inherits ours */
} ClusterMpiChild;

/* The command line of memspy. */
typedef struct {
  const char *memspy; /* the program */
  const char *parts;  /* the folder of finished shares */
  char *const *words; /* the subcommand and its arguments, as the user gave them, ended by NULL */
} ClusterMpiCommand;

/* Starts the command on share `number` of `of`. quiet: discard its standard output, and store its standard error. The
 * kernel kills the child when this process ends. Returns false and sets errno if the child cannot be started. */
bool cluster_mpi_child_start(ClusterMpiChild *child, const ClusterMpiCommand *command, int number, int of, bool quiet);

/* Returns whether the child has ended; wait: wait until it has. If so, sets *status as waitpid() does, child->pid to 0,
 * and copies the start of its standard error to text[size]. */
bool cluster_mpi_child_ended(ClusterMpiChild *child, bool wait, int *status, char *text, int size);

/* Kills the child if there is one. */
void cluster_mpi_child_kill(ClusterMpiChild *child);
