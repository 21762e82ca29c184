/* ui_stack.c: see ui_stack.h.
 *
 * The process gets no further stack by asking for it: a hard limit cannot be raised, and one that is raised holds for
 * the program that `memspy run` starts.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "ui/base/ui_stack.h"

#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/resource.h>

enum { ENOUGH = 2 * 1024 * 1024, STACK = 8 * 1024 * 1024 }; /* bytes */

typedef struct {
  int (*work)(int n, char **args);
  int n;
  char **args;
  int status;
  sigset_t mask; /* of signals that work() has blocked */
} Call;

static void *run_call(void *closure) {
  Call *call = closure;
  pthread_sigmask(SIG_SETMASK, &call->mask, NULL);
  call->status = call->work(call->n, call->args);
  return NULL;
}

/* Runs the call on a thread, to which all signals of the process go. Returns whether there could be one. */
static bool run_apart(Call *call) {
  pthread_t thread;
  pthread_attr_t attributes;
  sigset_t all;
  sigfillset(&all);
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, STACK);
  pthread_setattr_default_np(&attributes);
  pthread_sigmask(SIG_BLOCK, &all, &call->mask);
  const bool good = pthread_create(&thread, &attributes, run_call, call) == 0;
  pthread_attr_destroy(&attributes);
  if (good) pthread_join(thread, NULL);
  pthread_sigmask(SIG_SETMASK, &call->mask, NULL);
  return good;
}

int ui_stack_run(int (*work)(int n, char **args), int n, char **args, int failure) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur >= ENOUGH) return work(n, args);
  Call call = {.work = work, .n = n, .args = args};
  if (run_apart(&call)) return call.status;
  fprintf(stderr,
          "memspy: the stack may have %llu KB, and there is no memory for another one: allow %d KB (ulimit -s %d)\n",
          (unsigned long long)limit.rlim_cur / 1024, ENOUGH / 1024, ENOUGH / 1024);
  return failure;
}
