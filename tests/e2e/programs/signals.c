/* signals.c: sends signals to threads that wait, in the way that the first argument names; see the table at the end of
 * this file. Each way ends without an error only if everything happens as signal(7) states.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <errno.h>
#include <poll.h>
#include <sched.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "tests/e2e/programs/threads.h"

enum { MOST = 100 };

static pthread_t threads[MOST];
static sem_t semaphore;
static atomic_int handled, waiting, ended, stop;
static volatile long work;

static void handle(int signal) {
  (void)signal;
  atomic_fetch_add(&handled, 1);
}

static void set_handler(int signal, int flags) {
  struct sigaction action = {.sa_handler = handle, .sa_flags = flags};
  sigemptyset(&action.sa_mask);
  check(sigaction(signal, &action, NULL) == 0 ? 0 : errno, "sigaction");
}

static void await(atomic_int *count, int n) {
  while (atomic_load(count) < n) usleep(1000);
}

/* ---- waits that a signal interrupts ---- */

static void *wait_interrupted(void *argument) {
  atomic_fetch_add(&waiting, 1);
  const int result = sem_wait(&semaphore);
  EXPECT(result == -1 && errno == EINTR);
  atomic_fetch_add(&ended, 1);
  return argument;
}

/* A signal may arrive before the thread waits: it is sent repeatedly until the wait has ended. */
static void do_interrupt(int n) {
  set_handler(SIGUSR1, 0);
  sem_init(&semaphore, 0, 0);
  for (int i = 0; i < n; i++) {
    threads[i] = start(wait_interrupted, NULL);
    await(&waiting, i + 1);
    while (atomic_load(&ended) <= i) {
      pthread_kill(threads[i], SIGUSR1);
      usleep(1000);
    }
    join(threads[i]);
  }
  EXPECT(handled >= n);
}

static void *wait_timed(void *argument) {
  struct timespec far;
  clock_gettime(CLOCK_REALTIME, &far);
  far.tv_sec += 1000;
  atomic_fetch_add(&waiting, 1);
  EXPECT(sem_timedwait(&semaphore, &far) == -1 && errno == EINTR);
  atomic_fetch_add(&ended, 1);
  return argument;
}

/* A wait with a time-out is interrupted even with SA_RESTART. */
static void do_interrupt_timed(int n) {
  set_handler(SIGUSR1, SA_RESTART);
  sem_init(&semaphore, 0, 0);
  for (int i = 0; i < n; i++) threads[i] = start(wait_timed, NULL);
  await(&waiting, n);
  while (atomic_load(&ended) < n) {
    for (int i = 0; i < n; i++) pthread_kill(threads[i], SIGUSR1);
    usleep(1000);
  }
  for (int i = 0; i < n; i++) join(threads[i]);
}

/* ---- waits that continue ---- */

static void *wait_restarted(void *argument) {
  atomic_fetch_add(&waiting, 1);
  EXPECT(sem_wait(&semaphore) == 0);
  return argument;
}

static void do_restart(int n) {
  set_handler(SIGUSR1, SA_RESTART);
  sem_init(&semaphore, 0, 0);
  for (int i = 0; i < n; i++) threads[i] = start(wait_restarted, NULL);
  await(&waiting, n);
  for (int sent = 1; sent <= 3; sent++) {
    for (int i = 0; i < n; i++) pthread_kill(threads[i], SIGUSR1);
    await(&handled, sent * n);
  }
  for (int i = 0; i < n; i++) sem_post(&semaphore);
  for (int i = 0; i < n; i++) join(threads[i]);
  EXPECT(handled == 3 * n);
}

/* A signal never interrupts the wait for a mutex or a condition. */
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

static void *lock(void *argument) {
  atomic_fetch_add(&waiting, 1);
  EXPECT(pthread_mutex_lock(&mutex) == 0);
  pthread_cond_wait(&changed, &mutex);
  EXPECT(pthread_mutex_unlock(&mutex) == 0);
  atomic_fetch_add(&ended, 1);
  return argument;
}

static void signal_all(int n) {
  const int before = handled;
  for (int i = 0; i < n; i++) pthread_kill(threads[i], SIGUSR1);
  await(&handled, before + n);
}

static void do_lock(int n) {
  set_handler(SIGUSR1, 0);
  pthread_mutex_lock(&mutex);
  for (int i = 0; i < n; i++) threads[i] = start(lock, NULL);
  await(&waiting, n);
  usleep(2000);
  signal_all(n);
  pthread_mutex_unlock(&mutex);
  while (atomic_load(&ended) < n) { /* the wait for a condition may end without a reason */
    usleep(1000);
    pthread_mutex_lock(&mutex);
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&mutex);
  }
  for (int i = 0; i < n; i++) join(threads[i]);
}

/* ---- threads that run, sleep, read ---- */

static void *compute(void *argument) {
  while (!atomic_load_explicit(&stop, memory_order_relaxed)) work++;
  return argument;
}

static void stop_all(int n) {
  atomic_store(&stop, 1);
  for (int i = 0; i < n; i++) join(threads[i]);
}

static void do_running(int n) {
  set_handler(SIGUSR1, 0);
  for (int i = 0; i < n; i++) threads[i] = start(compute, NULL);
  signal_all(n);
  stop_all(n);
}

static void *sleep_and_read(void *fd) {
  atomic_fetch_add(&waiting, 1);
  EXPECT(sleep(1000) > 0);
  char byte;
  atomic_fetch_add(&waiting, 1);
  EXPECT(read(*(int *)fd, &byte, 1) == -1 && errno == EINTR);
  atomic_fetch_add(&ended, 1);
  return NULL;
}

static void do_sleeping(int n) {
  int ends[2];
  EXPECT(pipe(ends) == 0);
  set_handler(SIGUSR1, 0);
  for (int i = 0; i < n; i++) threads[i] = start(sleep_and_read, ends);
  await(&waiting, n);
  while (atomic_load(&ended) < n) {
    usleep(5000);
    for (int i = 0; i < n; i++) pthread_kill(threads[i], SIGUSR1);
  }
  for (int i = 0; i < n; i++) join(threads[i]);
}

/* ---- timers, and signals that are waited for ---- */

static void do_timer(int n) {
  const struct itimerval every_2_ms = {{0, 2000}, {0, 2000}}, off = {{0, 0}, {0, 0}};
  set_handler(SIGALRM, SA_RESTART);
  for (int i = 0; i < n; i++) threads[i] = start(compute, NULL);
  check(setitimer(ITIMER_REAL, &every_2_ms, NULL) == 0 ? 0 : errno, "setitimer");
  while (atomic_load(&handled) < 10) sched_yield();
  setitimer(ITIMER_REAL, &off, NULL);
  stop_all(n);
}

/* As do_timer(), but all threads wait: any of them takes the signal. */
static void do_timer_waiting(int n) {
  const struct itimerval every_2_ms = {{0, 2000}, {0, 2000}}, off = {{0, 0}, {0, 0}};
  set_handler(SIGALRM, SA_RESTART);
  sem_init(&semaphore, 0, 0);
  for (int i = 0; i < n; i++) threads[i] = start(wait_restarted, NULL);
  check(setitimer(ITIMER_REAL, &every_2_ms, NULL) == 0 ? 0 : errno, "setitimer");
  while (atomic_load(&handled) < 5) pause();
  setitimer(ITIMER_REAL, &off, NULL);
  for (int i = 0; i < n; i++) sem_post(&semaphore);
  for (int i = 0; i < n; i++) join(threads[i]);
}

static sigset_t usual;

static void *take_signals(void *argument) {
  for (long i = 0; i < (long)argument; i++) {
    int signal;
    EXPECT(sigwait(&usual, &signal) == 0 && signal == SIGUSR2);
    sem_post(&semaphore);
  }
  return NULL;
}

static void do_sigwait(int n) {
  sigemptyset(&usual);
  sigaddset(&usual, SIGUSR2);
  pthread_sigmask(SIG_BLOCK, &usual, NULL);
  sem_init(&semaphore, 0, 0);
  const pthread_t taker = start(take_signals, (void *)(long)n);
  for (int i = 0; i < n; i++) {
    kill(getpid(), SIGUSR2);
    sem_wait(&semaphore);
  }
  join(taker);
}

/* ---- signals that are blocked ---- */

static pthread_mutex_t ordered = PTHREAD_MUTEX_INITIALIZER;
static int n_locked;

/* One signal is pending before the wait, and one arrives during it: neither ends the wait, nor costs the thread its
 * place in the queue. */
static void *lock_in_order(void *number) {
  pthread_kill(pthread_self(), SIGUSR2);
  atomic_fetch_add(&waiting, 1);
  check(pthread_mutex_lock(&ordered), "pthread_mutex_lock");
  EXPECT(n_locked++ == (int)(long)number);
  check(pthread_mutex_unlock(&ordered), "pthread_mutex_unlock");
  return NULL;
}

static void do_blocked(int n) {
  sigemptyset(&usual);
  sigaddset(&usual, SIGUSR1);
  sigaddset(&usual, SIGUSR2);
  pthread_sigmask(SIG_BLOCK, &usual, NULL);
  pthread_mutex_lock(&ordered);
  for (int i = 0; i < n; i++) {
    threads[i] = start(lock_in_order, (void *)(long)i);
    await(&waiting, i + 1);
    usleep(2000);
  }
  kill(getpid(), SIGUSR1);
  pthread_kill(threads[0], SIGUSR1);
  usleep(50000);
  pthread_mutex_unlock(&ordered);
  for (int i = 0; i < n; i++) join(threads[i]);
}

static void *wait_blocked(void *argument) {
  sigset_t all;
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, NULL);
  atomic_fetch_add(&waiting, 1);
  EXPECT(sem_wait(&semaphore) == 0);
  return argument;
}

/* The repeated signals of a timer are delivered to the one thread that does not block them, though others waited
 * earlier. */
static void do_timer_blocked(int n) {
  const struct itimerval every_2_ms = {{0, 2000}, {0, 30000}}, off = {{0, 0}, {0, 0}};
  sem_t never;
  set_handler(SIGALRM, 0);
  sem_init(&semaphore, 0, 0);
  sem_init(&never, 0, 0);
  for (int i = 0; i < n; i++) threads[i] = start(wait_blocked, NULL);
  await(&waiting, n);
  usleep(2000);
  check(setitimer(ITIMER_REAL, &every_2_ms, NULL) == 0 ? 0 : errno, "setitimer");
  for (int i = 0; i < 5; i++) EXPECT(sem_wait(&never) == -1 && errno == EINTR);
  EXPECT(atomic_load(&handled) >= 5);
  setitimer(ITIMER_REAL, &off, NULL);
  for (int i = 0; i < n; i++) sem_post(&semaphore);
  for (int i = 0; i < n; i++) join(threads[i]);
}

static void *compute_blocked(void *argument) {
  sigset_t all;
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, NULL);
  return compute(argument);
}

/* Sends a signal every 30 ms until the other end of the pipe is closed. */
static pid_t start_sender(int *until) {
  int ends[2];
  const pid_t receiver = getpid();
  EXPECT(pipe(ends) == 0);
  const pid_t sender = fork();
  EXPECT(sender >= 0);
  if (sender == 0) {
    struct pollfd closed = {.fd = ends[0]};
    close(ends[1]);
    while (poll(&closed, 1, 30) == 0) kill(receiver, SIGUSR1);
    _exit(0);
  }
  close(ends[0]);
  *until = ends[1];
  return sender;
}

/* A signal from another process is delivered to the one thread that does not block it, which waits while all others
 * compute. */
static void do_computing_blocked(int n) {
  sem_t never;
  int until;
  set_handler(SIGUSR1, 0);
  sem_init(&never, 0, 0);
  const pid_t sender = start_sender(&until);
  for (int i = 0; i < n; i++) threads[i] = start(compute_blocked, NULL);
  for (int i = 0; i < 5; i++) EXPECT(sem_wait(&never) == -1 && errno == EINTR);
  close(until);
  while (waitpid(sender, NULL, 0) == -1) EXPECT(errno == EINTR);
  EXPECT(atomic_load(&handled) >= 5);
  stop_all(n);
}

/* ---- signals that a thread sends to itself ---- */

static void post(int signal) {
  (void)signal;
  sem_post(&semaphore);
}

/* Each signal must be pending before the thread waits for what its handler does, while others compute. */
static void do_self(int n) {
  struct sigaction action = {.sa_handler = post};
  sigemptyset(&action.sa_mask);
  check(sigaction(SIGRTMIN, &action, NULL) == 0 ? 0 : errno, "sigaction");
  sem_init(&semaphore, 0, 0);
  for (int i = 0; i < n; i++) threads[i] = start(compute, NULL);
  for (int i = 0; i < 20; i++) {
    const union sigval none = {0};
    check(pthread_sigqueue(pthread_self(), SIGRTMIN, none), "pthread_sigqueue");
    check(pthread_sigqueue(pthread_self(), SIGRTMIN, none), "pthread_sigqueue");
    for (int posts = 0; posts < 2;) posts += sem_wait(&semaphore) == 0;
  }
  stop_all(n);
}

static const way ways[] = {
    {"interrupt", do_interrupt},
    {"interrupt-timed", do_interrupt_timed},
    {"restart", do_restart},
    {"lock", do_lock},
    {"running", do_running},
    {"sleeping", do_sleeping},
    {"timer", do_timer},
    {"timer-waiting", do_timer_waiting},
    {"sigwait", do_sigwait},
    {"blocked", do_blocked},
    {"timer-blocked", do_timer_blocked},
    {"computing-blocked", do_computing_blocked},
    {"self", do_self},
};

int main(int argc, char **argv) { return run_way(ways, sizeof ways / sizeof ways[0], argc, argv); }
