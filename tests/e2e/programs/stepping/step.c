/* step.c: runs a program instruction by instruction, and prints how many it executes between two addresses each.
 * Usage: step PROGRAM LOW-HIGH... (link-time addresses in hexadecimal, of a program that is not relocated)
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include <stdio.h>
#include <stdlib.h>
#include <sys/ptrace.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST = 64 };

int main(int n, char **args) {
  unsigned long low[MOST], high[MOST], counts[MOST] = {0};
  const int ranges = n - 2;
  if (ranges < 1 || ranges > MOST) return 2;
  for (int i = 0; i < ranges; i++)
    if (sscanf(args[i + 2], "%lx-%lx", &low[i], &high[i]) != 2) return 2;
  const pid_t pid = fork();
  if (pid == 0) {
    ptrace(PTRACE_TRACEME, 0, NULL, NULL);
    execl(args[1], args[1], (char *)NULL);
    _exit(127);
  }
  int status;
  while (waitpid(pid, &status, 0) == pid && !WIFEXITED(status) && !WIFSIGNALED(status)) {
    struct user_regs_struct registers;
    if (ptrace(PTRACE_GETREGS, pid, NULL, &registers) != 0) break;
    for (int i = 0; i < ranges; i++) counts[i] += registers.rip >= low[i] && registers.rip < high[i];
    if (ptrace(PTRACE_SINGLESTEP, pid, NULL, NULL) != 0) break;
  }
  if (!WIFEXITED(status) || WEXITSTATUS(status) == 127) return 1;
  for (int i = 0; i < ranges; i++) printf("%s %lu\n", args[i + 2], counts[i]);
  return 0;
}
