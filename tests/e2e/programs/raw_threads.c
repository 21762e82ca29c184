/* raw_threads.c: threads that clone() makes without thread-local storage of their own (no CLONE_SETTLS): the C library
 * takes them for the thread that made them. The first argument names the way; see the table at the end of this file.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <limits.h>
#include <linux/futex.h>
#include <sched.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "tests/e2e/programs/threads.h"

enum { THREADS = 3, STACK_BYTES = 1 << 18 };

static atomic_int numbers[THREADS]; /* thread ids; the kernel clears each when its thread ends */
static atomic_int gate;
static volatile long sums[THREADS];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void wait_while(atomic_int *word, int value) {
  while (atomic_load(word) == value) syscall(SYS_futex, word, FUTEX_WAIT, value, NULL, NULL, 0);
}

static void start_raw(int (*run)(void *), long i) {
  char *stack = mmap(NULL, STACK_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  EXPECT(stack != MAP_FAILED);
  atomic_store(&numbers[i], -1);
  EXPECT(clone(run, stack + STACK_BYTES,
               CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD | CLONE_SYSVSEM | CLONE_PARENT_SETTID |
                   CLONE_CHILD_CLEARTID,
               (void *)i, &numbers[i], NULL, &numbers[i]) > 0);
}

static void join_raw(long i) {
  for (int now; (now = atomic_load(&numbers[i])) != 0;) wait_while(&numbers[i], now);
}

static int compute(void *number) {
  wait_while(&gate, 0);
  for (int i = 0; i < 20000; i++) sums[(long)number]++;
  syscall(SYS_exit, 0);
  return 0;
}

static void do_compute(int n) {
  for (long i = 0; i < n && i < THREADS; i++) start_raw(compute, i);
  usleep(1000);
  atomic_store(&gate, 1);
  syscall(SYS_futex, &gate, FUTEX_WAKE, INT_MAX, NULL, NULL, 0);
  for (long i = 0; i < n && i < THREADS; i++) join_raw(i);
  for (long i = 0; i < n && i < THREADS; i++) EXPECT(sums[i] == 20000);
}

static int take_lock(void *argument) {
  (void)argument;
  pthread_mutex_lock(&lock);
  syscall(SYS_exit, 0);
  return 0;
}

/* Never ends. */
static void do_deadlock(int n) {
  (void)n;
  pthread_mutex_lock(&lock);
  start_raw(take_lock, 0);
  join_raw(0);
}

static const way ways[] = {{"compute", do_compute}, {"deadlock", do_deadlock}};

int main(int argc, char **argv) { return run_way(ways, sizeof ways / sizeof ways[0], argc, argv); }
