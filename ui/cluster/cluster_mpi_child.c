/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/cluster/cluster_mpi_child.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

/* Executes memspy in the child process, after fork(). The function can only make system calls. */
static void execute(char *const *words, pid_t parent, int errors) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  signal(SIGUSR1, SIG_DFL);
  if (getppid() != parent) _exit(1); /* the parent ended before prctl() took effect */
  if (errors >= 0) {
    const int nothing = open("/dev/null", O_RDWR);
    dup2(nothing, STDIN_FILENO);
    dup2(nothing, STDOUT_FILENO);
    dup2(errors, STDERR_FILENO);
  }
  execv(words[0], words);
  _exit(127);
}

/* Returns the words of the command line. --share and --parts precede the user's arguments. The caller frees the array,
 * but not the texts. */
static char **make_words(const ClusterMpiCommand *command, char *share, char *parts) {
  size_t n = 0;
  while (command->words[n] != NULL) n++;
  char **words = calloc(n + 4, sizeof *words);
  if (words == NULL) return NULL;
  words[0] = (char *)command->memspy;
  words[1] = command->words[0];
  words[2] = share;
  words[3] = parts;
  memcpy(words + 4, command->words + 1, n * sizeof *words);
  return words;
}

bool cluster_mpi_child_start(ClusterMpiChild *child, const ClusterMpiCommand *command, int number, int of, bool quiet) {
  char share[64], *parts;
  snprintf(share, sizeof share, "--share=%d/%d", number, of);
  if (asprintf(&parts, "--parts=%s", command->parts) < 0) return false;
  char **words = make_words(command, share, parts);
  child->errors = quiet ? memfd_create("errors", MFD_CLOEXEC) : -1;
  const pid_t parent = getpid();
  child->pid = words != NULL && (!quiet || child->errors >= 0) ? fork() : -1;
  if (child->pid == 0) execute(words, parent, child->errors);
  free(words);
  free(parts);
  if (child->pid > 0) return true;
  if (child->errors >= 0) close(child->errors);
  child->pid = 0;
  return false;
}

bool cluster_mpi_child_ended(ClusterMpiChild *child, bool wait, int *status, char *text, int size) {
  if (waitpid(child->pid, status, wait ? 0 : WNOHANG) != child->pid) return false;
  child->pid = 0;
  ssize_t n = 0;
  if (child->errors >= 0) {
    n = pread(child->errors, text, (size_t)size - 1, 0);
    close(child->errors);
  }
  if (size > 0) text[n > 0 ? n : 0] = '\0';
  return true;
}

void cluster_mpi_child_kill(ClusterMpiChild *child) {
  if (child->pid == 0) return;
  kill(child->pid, SIGKILL);
  waitpid(child->pid, NULL, 0);
  if (child->errors >= 0) close(child->errors);
  child->pid = 0;
}
