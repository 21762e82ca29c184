/* waits.c: threads wait for each other, in the way that the first argument names; see the table at the end of this
 * file. Each way ends without an error only if all waits end as they should.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <errno.h>
#include <sched.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "tests/e2e/programs/threads.h"

enum { MOST = 100, ROUNDS = 50 };

static pthread_t threads[MOST];
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static long counter;
static atomic_int arrived, flag;

/* Starts n threads, numbered from 0, and waits for their ends. */
static void run_all(void *(*run)(void *), int n) {
  for (long i = 0; i < n; i++) threads[i] = start(run, (void *)i);
  for (int i = 0; i < n; i++) join(threads[i]);
}

/* Returns the time at this distance from now. */
static struct timespec from_now(clockid_t clock, long ms) {
  struct timespec t;
  clock_gettime(clock, &t);
  t.tv_sec += ms / 1000;
  t.tv_nsec += ms % 1000 * 1000000;
  t.tv_sec += t.tv_nsec / 1000000000;
  t.tv_nsec %= 1000000000;
  return t;
}

/* ---- spinning ---- */

static void *wait_for_flag(void *argument) {
  while (!atomic_load_explicit(&flag, memory_order_relaxed)) continue;
  return argument;
}

static void do_flag(int n) {
  for (int i = 0; i < n; i++) threads[i] = start(wait_for_flag, NULL);
  atomic_store(&flag, 1);
  for (int i = 0; i < n; i++) join(threads[i]);
}

/* The reverse: the main thread spins until the last thread has been executed. */
static void *arrive(void *argument) {
  atomic_fetch_add(&arrived, 1);
  return argument;
}

static void do_arrive(int n) {
  for (int i = 0; i < n; i++) threads[i] = start(arrive, NULL);
  while (atomic_load(&arrived) < n) continue;
  for (int i = 0; i < n; i++) join(threads[i]);
}

static atomic_flag lock = ATOMIC_FLAG_INIT;
static int spinners;

static void *spin_and_count(void *argument) {
  for (int i = 0; i < ROUNDS; i++) {
    while (atomic_flag_test_and_set_explicit(&lock, memory_order_acquire)) continue;
    counter++;
    atomic_flag_clear_explicit(&lock, memory_order_release);
  }
  return argument;
}

static void do_spin_lock(int n) {
  run_all(spin_and_count, n);
  EXPECT(counter == (long)n * ROUNDS);
}

/* A barrier at which the threads spin; the last thread to arrive releases the others. */
static atomic_int sense;

static void spin_barrier(int *own) {
  *own = !*own;
  if (atomic_fetch_add(&arrived, 1) == spinners - 1) {
    counter++;
    atomic_store(&arrived, 0);
    atomic_store(&sense, *own);
  } else {
    while (atomic_load(&sense) != *own) continue;
  }
}

static void *meet_spinning(void *argument) {
  int own = 0;
  for (int i = 0; i < ROUNDS; i++) spin_barrier(&own);
  return argument;
}

static void do_spin_barrier(int n) {
  spinners = n;
  run_all(meet_spinning, n);
  EXPECT(counter == ROUNDS);
}

/* Readers and writers that share a lock. A thread yields while it holds the lock, then releases it and takes it again
 * at once: the thread that all the others wait for must get the lock in between. */
static atomic_int busy;
static int readers, writers;
static atomic_int serial_writes;

static void take_busy(void) {
  for (int free = 0; !atomic_compare_exchange_strong(&busy, &free, 1); free = 0) continue;
}

static void enter(int *mine, const int *others) {
  for (;;) {
    take_busy();
    if (*(const volatile int *)others == 0) break;
    sched_yield();
    atomic_fetch_sub(&busy, 1);
  }
  ++*mine;
  atomic_fetch_sub(&busy, 1);
}

static void leave(int *mine) {
  take_busy();
  --*mine;
  atomic_fetch_sub(&busy, 1);
}

/* Threads that must run in lockstep start together. */
static void meet_first(void) {
  atomic_fetch_add(&arrived, 1);
  while (atomic_load(&arrived) < spinners) continue;
}

static void *read_and_write(void *argument) {
  meet_first();
  for (int i = 0; i < ROUNDS; i++) {
    enter(&readers, &writers);
    leave(&readers);
    enter(&writers, &readers);
    atomic_fetch_add(&serial_writes, 1);
    leave(&writers);
  }
  return argument;
}

static void do_yield_lock(int n) {
  spinners = n;
  run_all(read_and_write, n);
  EXPECT(serial_writes == n * ROUNDS && readers == 0 && writers == 0);
}

/* Two locks. Half of the threads take them in one order, the other half in the other order, and release a lock when
 * they do not get both: threads that run in lockstep never get both. */
static atomic_int both[2];

static int try_lock(atomic_int *lock_word) { return !atomic_exchange(lock_word, 1); }

static void *take_both(void *number) {
  atomic_int *first = &both[(long)number % 2], *second = &both[1 - (long)number % 2];
  meet_first();
  for (int i = 0; i < ROUNDS; i++) {
    for (;;) {
      while (!try_lock(first)) continue;
      if (try_lock(second)) break;
      atomic_store(first, 0);
    }
    counter++;
    atomic_store(second, 0);
    atomic_store(first, 0);
  }
  return NULL;
}

static void do_back_off(int n) {
  spinners = n;
  run_all(take_both, n);
  EXPECT(counter == (long)n * ROUNDS);
}

/* ---- pthread's ways ---- */

static pthread_barrier_t barrier;
static atomic_int serial;

static void *meet(void *argument) {
  for (int i = 0; i < ROUNDS; i++)
    if (pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD) atomic_fetch_add(&serial, 1);
  return argument;
}

static void do_barrier(int n) {
  pthread_barrier_init(&barrier, NULL, (unsigned)n);
  run_all(meet, n);
  EXPECT(serial == ROUNDS);
}

static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
static long pair[2];

static void *read_or_write(void *argument) {
  for (int i = 0; i < ROUNDS; i++)
    if (((long)argument + i) % 4 == 0) {
      pthread_rwlock_wrlock(&rwlock);
      pair[0]++;
      sched_yield();
      pair[1]++;
      pthread_rwlock_unlock(&rwlock);
    } else {
      pthread_rwlock_rdlock(&rwlock);
      EXPECT(pair[0] == pair[1]);
      pthread_rwlock_unlock(&rwlock);
    }
  return NULL;
}

static void do_rwlock(int n) {
  run_all(read_or_write, n);
  EXPECT(pair[0] == pair[1] && pair[0] > 0);
}

/* One thread produces items for n - 1 others, in a buffer with few places. */
enum { PLACES = 4 };
static sem_t full, empty;
static long places[PLACES];
static atomic_long taken;
static atomic_int first;

static void *take(void *argument) {
  for (;;) {
    while (sem_wait(&full) != 0) continue;
    const long got = places[atomic_fetch_add(&first, 1) % PLACES];
    sem_post(&empty);
    if (got == 0) return argument;
    atomic_fetch_add(&taken, got);
  }
}

static void do_semaphores(int n) {
  sem_init(&full, 0, 0);
  sem_init(&empty, 0, 1);
  for (int i = 0; i < n; i++) threads[i] = start(take, NULL);
  for (int i = 0; i < ROUNDS + n; i++) {
    sem_wait(&empty);
    places[i % PLACES] = i < ROUNDS ? i + 1 : 0;
    sem_post(&full);
  }
  for (int i = 0; i < n; i++) join(threads[i]);
  EXPECT(taken == ROUNDS * (ROUNDS + 1) / 2);
}

static pthread_once_t once = PTHREAD_ONCE_INIT;

static void count_once(void) { counter++; }

static void *call_once(void *argument) {
  pthread_once(&once, count_once);
  EXPECT(counter == 1);
  return argument;
}

static void do_once(int n) { run_all(call_once, n); }

/* ---- time-outs ---- */

static void *time_out(void *argument) {
  sem_t never;
  sem_init(&never, 0, 0);
  struct timespec t = from_now(CLOCK_REALTIME, 20);
  EXPECT(sem_timedwait(&never, &t) != 0 && errno == ETIMEDOUT);
  pthread_cond_t quiet = PTHREAD_COND_INITIALIZER;
  pthread_mutex_t own = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock(&own);
  t = from_now(CLOCK_REALTIME, 20);
  EXPECT(pthread_cond_timedwait(&quiet, &own, &t) == ETIMEDOUT);
  t = from_now(CLOCK_MONOTONIC, 20);
  EXPECT(pthread_cond_clockwait(&quiet, &own, CLOCK_MONOTONIC, &t) == ETIMEDOUT);
  pthread_mutex_unlock(&own);
  t = from_now(CLOCK_REALTIME, 20);
  EXPECT(pthread_mutex_timedlock(&mutex, &t) == ETIMEDOUT);
  struct timespec since = from_now(CLOCK_MONOTONIC, 0), now;
  usleep(20000);
  now = from_now(CLOCK_MONOTONIC, 0);
  EXPECT((now.tv_sec - since.tv_sec) * 1000000000L + now.tv_nsec - since.tv_nsec >= 20000000);
  return argument;
}

static void do_time_outs(int n) {
  pthread_mutex_lock(&mutex); /* and never releases it */
  run_all(time_out, n);
}

/* A wait with a time-out is ended before that. */
static void *await_change(void *argument) {
  const struct timespec t = from_now(CLOCK_REALTIME, 100000);
  pthread_mutex_lock(&mutex);
  atomic_fetch_add(&arrived, 1);
  while (!flag) EXPECT(pthread_cond_timedwait(&changed, &mutex, &t) == 0);
  pthread_mutex_unlock(&mutex);
  return argument;
}

static void do_in_time(int n) {
  for (int i = 0; i < n; i++) threads[i] = start(await_change, NULL);
  while (arrived < n) sched_yield();
  pthread_mutex_lock(&mutex);
  flag = 1;
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&mutex);
  for (int i = 0; i < n; i++) join(threads[i]);
}

/* ---- cancellation ---- */

static void let_go(void *held) {
  pthread_mutex_unlock(held);
  atomic_fetch_add(&arrived, 1);
}

static void *wait_for_condition(void *argument) {
  pthread_mutex_lock(&mutex);
  pthread_cleanup_push(let_go, &mutex);
  counter++;
  while (!flag) pthread_cond_wait(&changed, &mutex);
  pthread_cleanup_pop(1);
  return argument;
}

static sem_t never_posted;

static void *wait_for_semaphore(void *argument) {
  pthread_mutex_lock(&mutex);
  counter++;
  pthread_mutex_unlock(&mutex);
  sem_wait(&never_posted);
  return argument;
}

static void cancel_all(void *(*run)(void *), int n) {
  counter = 0;
  for (int i = 0; i < n; i++) threads[i] = start(run, NULL);
  for (long waiting = 0; waiting < n;) {
    usleep(1000);
    pthread_mutex_lock(&mutex);
    waiting = counter;
    pthread_mutex_unlock(&mutex);
  }
  for (int i = 0; i < n; i++) check(pthread_cancel(threads[i]), "pthread_cancel");
  for (int i = 0; i < n; i++) EXPECT(join(threads[i]) == PTHREAD_CANCELED);
}

static void do_cancel(int n) {
  sem_init(&never_posted, 0, 0);
  cancel_all(wait_for_condition, n);
  EXPECT(arrived == n);
  cancel_all(wait_for_semaphore, n);
}

/* ---- robust mutexes ---- */

static pthread_mutex_t robust;

static void *lock_and_end(void *argument) {
  EXPECT(pthread_mutex_lock(&robust) == 0);
  atomic_store(&flag, 1);
  usleep(5000); /* others wait for it by now */
  return argument;
}

static void *lock_after_death(void *argument) {
  while (!flag) sched_yield();
  const int error = pthread_mutex_lock(&robust);
  EXPECT(error == 0 || error == EOWNERDEAD);
  if (error == EOWNERDEAD) {
    counter++;
    pthread_mutex_consistent(&robust);
  }
  pthread_mutex_unlock(&robust);
  return argument;
}

static void do_robust(int n) {
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST);
  pthread_mutex_init(&robust, &attributes);
  for (int i = 0; i < n; i++) threads[i] = start(lock_after_death, NULL);
  join(start(lock_and_end, NULL));
  for (int i = 0; i < n; i++) join(threads[i]);
  EXPECT(counter == 1);
}

/* Priority inheritance is implemented by the kernel. */
static void *count_inheriting(void *argument) {
  for (int i = 0; i < ROUNDS; i++) {
    pthread_mutex_lock(&robust);
    counter++;
    if (i % 10 == 0) sched_yield();
    pthread_mutex_unlock(&robust);
  }
  return argument;
}

static void do_inherit(int n) {
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_setprotocol(&attributes, PTHREAD_PRIO_INHERIT);
  pthread_mutex_init(&robust, &attributes);
  run_all(count_inheriting, n);
  EXPECT(counter == (long)n * ROUNDS);
}

/* ---- between processes ---- */

typedef struct {
  pthread_mutex_t mutex;
  pthread_cond_t turned;
  sem_t ready;
  long turn;
} common;

static common *memory;

static void take_turns(long me, long others) {
  for (int i = 0; i < ROUNDS; i++) {
    pthread_mutex_lock(&memory->mutex);
    while (memory->turn % others != me) pthread_cond_wait(&memory->turned, &memory->mutex);
    memory->turn++;
    pthread_cond_broadcast(&memory->turned);
    pthread_mutex_unlock(&memory->mutex);
  }
}

static void *take_turns_here(void *number) {
  sem_wait(&memory->ready);
  take_turns((long)number, 4);
  return NULL;
}

/* Two threads in each of two processes. */
static void do_processes(int n) {
  pthread_mutexattr_t attributes;
  pthread_condattr_t condition;
  memory = mmap(NULL, sizeof *memory, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  EXPECT(memory != MAP_FAILED);
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_setpshared(&attributes, PTHREAD_PROCESS_SHARED);
  pthread_mutex_init(&memory->mutex, &attributes);
  pthread_condattr_init(&condition);
  pthread_condattr_setpshared(&condition, PTHREAD_PROCESS_SHARED);
  pthread_cond_init(&memory->turned, &condition);
  sem_init(&memory->ready, 1, 0);
  const pid_t child = fork();
  const long base = child == 0 ? 2 : 0;
  for (int i = 0; i < 2; i++) threads[i] = start(take_turns_here, (void *)(base + i));
  if (child != 0)
    for (int i = 0; i < 4; i++) sem_post(&memory->ready);
  for (int i = 0; i < 2; i++) join(threads[i]);
  if (child == 0) _exit(0);
  int status;
  EXPECT(waitpid(child, &status, 0) == child && status == 0);
  EXPECT(memory->turn == 4 * ROUNDS && n > 0);
}

static const way ways[] = {
    {"flag", do_flag},
    {"arrive", do_arrive},
    {"spin-lock", do_spin_lock},
    {"spin-barrier", do_spin_barrier},
    {"yield-lock", do_yield_lock},
    {"back-off", do_back_off},
    {"barrier", do_barrier},
    {"rwlock", do_rwlock},
    {"semaphores", do_semaphores},
    {"once", do_once},
    {"time-outs", do_time_outs},
    {"in-time", do_in_time},
    {"cancel", do_cancel},
    {"robust", do_robust},
    {"inherit", do_inherit},
    {"processes", do_processes},
};

int main(int argc, char **argv) { return run_way(ways, sizeof ways / sizeof ways[0], argc, argv); }
