/* processes.c: starts and ends processes in the way that its first argument names; see the table at the end of this
 * file.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

enum { WORDS = 1000 };
static volatile long parent_words[WORDS], child_words[WORDS];

__attribute__((noinline)) static void parent_work(void) {
  for (int i = 0; i < WORDS; i++) parent_words[i] = i;
}

__attribute__((noinline)) static void child_work(void) {
  for (int i = 0; i < WORDS; i++) child_words[i] = i;
}

static int wait_for(pid_t child) {
  int status;
  if (child < 0 || waitpid(child, &status, 0) != child) return 99;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 100 + WTERMSIG(status);
}

/* Prints the child's process id for the test. */
static int do_fork(char **argv) {
  (void)argv;
  parent_work();
  const pid_t child = fork();
  if (child == 0) {
    child_work();
    exit(3);
  }
  printf("%d %d\n", (int)getpid(), (int)child);
  return wait_for(child);
}

static int do_fork_twice(char **argv) {
  (void)argv;
  const pid_t child = fork();
  if (child == 0) {
    const pid_t grandchild = fork();
    child_work();
    if (grandchild == 0) exit(0);
    exit(wait_for(grandchild));
  }
  parent_work();
  return wait_for(child);
}

static int do_vfork(char **argv) {
  parent_work();
  const pid_t child = vfork();
  if (child == 0) {
    execv(argv[0], argv);
    _exit(98);
  }
  return wait_for(child);
}

static int do_spawn(char **argv) {
  pid_t child;
  parent_work();
  if (posix_spawn(&child, argv[0], NULL, NULL, argv, environ) != 0) return 97;
  return wait_for(child);
}

static int do_exec(char **argv) {
  parent_work();
  execv(argv[0], argv);
  child_work(); /* the call failed */
  return 5;
}

static int do_system(char **argv) {
  parent_work();
  return WEXITSTATUS(system(argv[0]));
}

/* Dies of the signal with this number; signals of faults are caused by a fault. */
static int do_die(char **argv) {
  const int signal_number = atoi(argv[0]);
  parent_work();
  if (signal_number == SIGSEGV) *(volatile int *)mmap(NULL, 1, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) = 1;
  if (signal_number == SIGABRT) abort();
  kill(getpid(), signal_number);
  return 95;
}

/* A signal that is handled does not end the process. */
static volatile int handled;
static void handle(int signal_number) { handled = signal_number; }

static int do_handle(char **argv) {
  (void)argv;
  signal(SIGTERM, handle);
  raise(SIGTERM);
  parent_work();
  return handled == SIGTERM ? 0 : 1;
}

/* Changes to another folder. */
static int do_chdir(char **argv) {
  parent_work();
  return chdir(argv[0]) == 0 ? 0 : 1;
}

/* Prints that it runs, and does nothing else. */
static int do_wait(char **argv) {
  (void)argv;
  parent_work();
  puts("running");
  fflush(stdout);
  while (pause() != 0) continue;
  return 95;
}

static int do_work(char **argv) {
  (void)argv;
  parent_work();
  puts("worked");
  return 0;
}

static int do_exit_now(char **argv) {
  (void)argv;
  parent_work();
  _exit(7);
}

static const struct {
  const char *name;
  int (*run)(char **argv);
} ways[] = {{"fork", do_fork},   {"fork-twice", do_fork_twice},
            {"vfork", do_vfork}, {"spawn", do_spawn},
            {"exec", do_exec},   {"system", do_system},
            {"die", do_die},     {"handle", do_handle},
            {"chdir", do_chdir}, {"wait", do_wait},
            {"work", do_work},   {"exit-now", do_exit_now}};

int main(int argc, char **argv) {
  for (size_t i = 0; argc > 1 && i < sizeof ways / sizeof ways[0]; i++)
    if (strcmp(argv[1], ways[i].name) == 0) return ways[i].run(argv + 2);
  return 96;
}
