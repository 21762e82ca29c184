/* SPDX-License-Identifier: GPL-2.0-or-later
 * cluster_mpi_child.h: memspy as a child of a rank. The child does the work, so the rank survives if the work
 * crashes. */
#pragma once

#include <stdbool.h>
#include <sys/types.h>

typedef struct {
  pid_t pid;  /* 0: there is no child */
  int errors; /* a file that receives the child's standard error; -1: the child inherits ours */
} ClusterMpiChild;

/* The command line of memspy. */
typedef struct {
  const char *memspy; /* path of the program */
  const char *parts;  /* the folder of finished shares */
  char *const *words; /* the subcommand and its arguments, as the user gave them, ended by NULL */
} ClusterMpiCommand;

/* Starts the command on share `number` of `of`. quiet: discards the child's standard output, and stores its standard
 * error. The kernel kills the child when this process ends. Returns false and sets errno if the child cannot be
 * started. */
bool cluster_mpi_child_start(ClusterMpiChild *child, const ClusterMpiCommand *command, int number, int of, bool quiet);

/* Returns whether the child has ended. wait: first waits until it has ended. If it has ended, sets *status as waitpid()
 * does, sets child->pid to 0, and copies the start of the child's standard error to text[size]. */
bool cluster_mpi_child_ended(ClusterMpiChild *child, bool wait, int *status, char *text, int size);

/* Kills the child if there is one. */
void cluster_mpi_child_kill(ClusterMpiChild *child);
