/* measure.c: measure RESULT INPUT OUTPUT PROGRAM ARGUMENTS...
 *
 * Runs a program and writes "status user system wall peak" to the file RESULT: the status of waitpid, the times in
 * microseconds, and the peak resident memory in KB. A process inherits its peak memory over fork and exec, so the
 * process that starts the program must be small: an interpreter would change the numbers of small programs.
 * Addresses are not randomized: they are the same in every run.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/personality.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static void fail(const char *what) {
  perror(what);
  _exit(127);
}

static void redirect(const char *path, int flags, int to) {
  const int fd = open(path, flags, 0600);
  if (fd < 0 || dup2(fd, to) < 0) fail(path);
  close(fd);
}

static long long microseconds(struct timeval t) { return t.tv_sec * 1000000LL + t.tv_usec; }

static long long wall_microseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000000LL + now.tv_nsec / 1000;
}

int main(int argc, char **argv) {
  if (argc < 5) {
    fputs("usage: measure RESULT INPUT OUTPUT PROGRAM ARGUMENTS...\n", stderr);
    return 2;
  }
  const long long start = wall_microseconds();
  const pid_t child = fork();
  if (child < 0) fail("fork");
  if (child == 0) {
    redirect(argv[2], O_RDONLY, STDIN_FILENO);
    redirect(argv[3], O_WRONLY | O_CREAT | O_TRUNC, STDOUT_FILENO);
    personality(ADDR_NO_RANDOMIZE);
    execv(argv[4], argv + 4);
    fail(argv[4]);
  }
  int status;
  struct rusage used;
  if (wait4(child, &status, 0, &used) != child) fail("wait4");
  const long long wall = wall_microseconds() - start;
  FILE *result = fopen(argv[1], "w");
  if (result == NULL) fail(argv[1]);
  fprintf(result, "%d %lld %lld %lld %ld\n", status, microseconds(used.ru_utime), microseconds(used.ru_stime), wall,
          used.ru_maxrss);
  return fclose(result) == 0 ? 0 : 1;
}
