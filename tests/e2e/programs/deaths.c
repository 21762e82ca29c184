/* deaths.c: ends the process while its threads compute and wait, in the way that the first argument names; see the
 * table at the end of this file.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <unistd.h>

#include "tests/e2e/programs/threads.h"

enum { MOST = 100, WORDS = 1000 };

static volatile long shares[MOST][WORDS];
static atomic_int filled;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t never = PTHREAD_COND_INITIALIZER;

__attribute__((noinline)) static void fill_share(volatile long *share) {
  for (int i = 0; i < WORDS; i++) share[i] = i;
}

static void *compute(void *number) {
  fill_share(shares[(long)number]);
  atomic_fetch_add(&filled, 1);
  for (volatile long count = 0;; count++) continue;
  return NULL;
}

static void *wait_forever(void *number) {
  fill_share(shares[(long)number]);
  pthread_mutex_lock(&mutex);
  atomic_fetch_add(&filled, 1);
  for (;;) pthread_cond_wait(&never, &mutex);
  return NULL;
}

/* Half of the threads compute, the other half wait; then one more thread ends all of them. */
static void end_by(void *(*end)(void *), int n) {
  for (long i = 0; i < n; i++) start(i % 2 == 0 ? compute : wait_forever, (void *)i);
  while (atomic_load(&filled) < n) usleep(1000);
  join(start(end, NULL));
}

static void *call_abort(void *argument) {
  abort();
  return argument;
}

static volatile int *volatile wild;

static void *follow_wild_pointer(void *argument) {
  *wild = 1;
  return argument;
}

static void *call_exit(void *argument) {
  exit(3);
  return argument;
}

static void *call_quick_exit(void *argument) {
  _exit(4);
  return argument;
}

static void *kill_process(void *argument) {
  kill(getpid(), SIGTERM);
  for (;;) pause();
  return argument;
}

static void *sleep_long(void *argument) {
  for (;;) sleep(1000);
  return argument;
}

/* Sends SIGKILL itself: to a thread, or to the process, while another thread is in a system call. */
static void *kill_itself(void *argument) {
  start(sleep_long, NULL);
  usleep(10000);
  raise(SIGKILL);
  return argument;
}

static void *kill_all(void *argument) {
  start(sleep_long, NULL);
  usleep(10000);
  kill(getpid(), SIGKILL);
  return argument;
}

static void do_abort(int n) { end_by(call_abort, n); }
static void do_segv(int n) { end_by(follow_wild_pointer, n); }
static void do_exit(int n) { end_by(call_exit, n); }
static void do_quick_exit(int n) { end_by(call_quick_exit, n); }
static void do_kill(int n) { end_by(kill_process, n); }
static void do_kill_itself(int n) { end_by(kill_itself, n); }
static void do_kill_all(int n) { end_by(kill_all, n); }

/* main() returns while other threads run. */
static void do_return(int n) {
  for (long i = 0; i < n; i++) start(i % 2 == 0 ? compute : wait_forever, (void *)i);
  while (atomic_load(&filled) < n) usleep(1000);
}

/* ---- the process waits to be ended from outside: it tells that all its threads have come so far ---- */

static void tell(const char *name) {
  puts(name);
  fflush(stdout);
}

/* All threads sleep. */
static void do_asleep(int n) {
  for (long i = 0; i < n; i++) start(wait_forever, (void *)i);
  while (atomic_load(&filled) < n) usleep(1000);
  pthread_mutex_lock(&mutex); /* the last thread waits */
  tell("asleep");
  for (;;) pthread_cond_wait(&never, &mutex);
}

/* All threads compute. */
static void do_busy(int n) {
  for (long i = 0; i < n; i++) start(compute, (void *)i);
  while (atomic_load(&filled) < n) usleep(1000);
  tell("busy");
  for (volatile long count = 0;; count++) continue;
}

/* All threads repeat a system call. */
static void yield(void) { sched_yield(); }

static int nowhere;
static void write_nowhere(void) {
  if (write(nowhere, "", 1) != 1) abort();
}

static void wait_for_signals(void) { pause(); }

static void (*repeated)(void);

static void *repeat(void *number) {
  fill_share(shares[(long)number]);
  atomic_fetch_add(&filled, 1);
  for (;;) repeated();
  return NULL;
}

static void repeat_all(void (*call)(void), const char *name, int n) {
  repeated = call;
  for (long i = 0; i < n; i++) start(repeat, (void *)i);
  while (atomic_load(&filled) < n) usleep(1000);
  tell(name);
  for (;;) call();
}

static void do_yielding(int n) { repeat_all(yield, "yielding", n); }
static void do_kept(int n) { repeat_all(wait_for_signals, "kept", n); }
static void do_writing(int n) {
  nowhere = open("/dev/null", O_WRONLY);
  repeat_all(write_nowhere, "writing", n);
}

/* Each thread holds a mutex and waits for the mutex of the next thread. */
static pthread_mutex_t ring[MOST];
static atomic_int taken;

static void *take_two(void *number) {
  const long i = (long)number, n = atomic_load(&filled);
  fill_share(shares[i]);
  pthread_mutex_lock(&ring[i]);
  atomic_fetch_add(&taken, 1);
  while (atomic_load(&taken) < n) sched_yield();
  pthread_mutex_lock(&ring[(i + 1) % n]);
  return NULL;
}

static void do_deadlock(int n) {
  pthread_t last = pthread_self();
  atomic_store(&filled, n);
  for (int i = 0; i < n; i++) pthread_mutex_init(&ring[i], NULL);
  for (long i = 0; i < n; i++) last = start(take_two, (void *)i);
  join(last);
}

static const way ways[] = {
    {"abort", do_abort},       {"segv", do_segv},
    {"exit", do_exit},         {"quick-exit", do_quick_exit},
    {"kill", do_kill},         {"kill-itself", do_kill_itself},
    {"kill-all", do_kill_all}, {"return", do_return},
    {"asleep", do_asleep},     {"busy", do_busy},
    {"yielding", do_yielding}, {"kept", do_kept},
    {"writing", do_writing},   {"deadlock", do_deadlock},
};

int main(int argc, char **argv) { return run_way(ways, sizeof ways / sizeof ways[0], argc, argv); }
