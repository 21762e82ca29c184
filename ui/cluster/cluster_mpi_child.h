/* SPDX-License-Identifier: GPL-2.0-or-later
 * cluster_mpi_child.h: runs memspy as a child process of a rank. The child does the work, so that the rank survives if
 * the child crashes. */
#pragma once

#include <stdbool.h>
#include <sys/types.h>

typedef struct {
  pid_t pid;  /* process id of the child; 0: there is no child */
  int errors; /* descriptor of a file that receives the child's standard error; -1: the child uses the standard error of
                 this process */
} ClusterMpiChild;

/* The command line with which a rank runs memspy. */
typedef struct {
  const char *memspy; /* path of the memspy program */
  const char *parts;  /* path of the folder for the results of finished shares */
  char *const *words; /* the subcommand and its arguments as the user gave them, ended by NULL */
} ClusterMpiCommand;

/* Starts the command for share `number` of `of`. If `quiet` is set, discards the child's standard output and stores its
 * standard error. If this process ends, the kernel kills the child. Returns false and sets errno if the child cannot be
 * started. */
bool cluster_mpi_child_start(ClusterMpiChild *child, const ClusterMpiCommand *command, int number, int of, bool quiet);

/* Returns whether the child has ended. If `wait` is set, first waits for the child's end. If it has ended, sets *status
 * as waitpid() does, sets child->pid to 0, and copies the start of the child's standard error to text[size]. */
bool cluster_mpi_child_ended(ClusterMpiChild *child, bool wait, int *status, char *text, int size);

/* Kills the child if there is one. */
void cluster_mpi_child_kill(ClusterMpiChild *child);
