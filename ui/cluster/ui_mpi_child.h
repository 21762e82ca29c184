/* ui_mpi_child.h: memspy as a child of a rank: the child does the work, so that the rank lives on when it dies.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_CLUSTER_MPI_CHILD_H
#define UI_CLUSTER_MPI_CHILD_H

#include <stdbool.h>
#include <sys/types.h>

typedef struct {
  pid_t pid;  /* 0: there is no child */
  int errors; /* what it writes to standard error; -1: that is ours */
} UiMpiChild;

/* What memspy is started with. */
typedef struct {
  const char *memspy; /* the program */
  const char *parts;  /* the folder of finished shares */
  char *const *words; /* the subcommand and its arguments, as the user gave them, ended by NULL */
} UiMpiCommand;

/* Starts the command on share `number` of `of`; `quiet`: its standard output is dropped, and its standard error kept.
 * The child is killed when this process ends. Returns false, with errno, if it cannot be started. */
bool ui_mpi_child_start(UiMpiChild *child, const UiMpiCommand *command, int number, int of, bool quiet);

/* Whether the child has ended; *status is as waitpid() has it then, and there is no child any more. `wait`: waits for
 * that. What it wrote to standard error goes to text[size], as far as there is room. */
bool ui_mpi_child_ended(UiMpiChild *child, bool wait, int *status, char *text, int size);

/* Ends the child if there is one. */
void ui_mpi_child_kill(UiMpiChild *child);

#endif
