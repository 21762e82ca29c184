/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_stack.c: runs code on a large stack, in another thread. Raising the stack limit of this process instead is not
 * possible: a hard limit cannot be raised, and a raised soft limit would also apply to the program that `memspy run`
 * starts. */
#include "ui/base/ui_stack.h"

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <sys/resource.h>

enum { ENOUGH = 2 * 1024 * 1024, STACK = 8 * 1024 * 1024 }; /* bytes */

typedef struct {
  void (*work)(void *closure);
  void *closure;
  sigset_t mask; /* signal mask of the calling thread */
} Task;

static void *run_task(void *closure) {
  const Task *task = closure;
  pthread_sigmask(SIG_SETMASK, &task->mask, NULL);
  task->work(task->closure);
  return NULL;
}

bool ui_stack_call(size_t size, void (*work)(void *closure), void *closure) {
  Task task = {.work = work, .closure = closure};
  pthread_t thread;
  pthread_attr_t attributes;
  sigset_t all;
  sigfillset(&all);
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, size);
  pthread_sigmask(SIG_BLOCK, &all, &task.mask);
  const bool good = pthread_create(&thread, &attributes, run_task, &task) == 0;
  pthread_attr_destroy(&attributes);
  if (good) pthread_join(thread, NULL);
  pthread_sigmask(SIG_SETMASK, &task.mask, NULL);
  return good;
}

/* ---- a stack for the whole command ---- */

typedef struct {
  int (*work)(int n, char **args);
  int n;
  char **args;
  int status;
} Command;

static void run_command(void *closure) {
  Command *command = closure;
  command->status = command->work(command->n, command->args);
}

/* Sets the default stack size of threads to STACK. Without this, it is the stack limit of the process. */
static void give_stacks(void) {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, STACK);
  pthread_setattr_default_np(&attributes);
  pthread_attr_destroy(&attributes);
}

int ui_stack_run(int (*work)(int n, char **args), int n, char **args, int failure) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur >= ENOUGH) return work(n, args);
  Command command = {.work = work, .n = n, .args = args};
  give_stacks();
  if (ui_stack_call(STACK, run_command, &command)) return command.status;
  fprintf(stderr,
          "memspy: the stack limit is %llu KB, and no memory is left for a larger stack: allow %d KB (ulimit -s %d)\n",
          (unsigned long long)limit.rlim_cur / 1024, ENOUGH / 1024, ENOUGH / 1024);
  return failure;
}
