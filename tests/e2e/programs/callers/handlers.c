/* SPDX-License-Identifier: GPL-2.0-or-later
 * handlers.c: "raise" raises a signal again and again; "waiting" waits, and handles signals of a timer, while another
 * thread computes; "folds" is for --toggle-collect=hot. */
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>

#include "memspy/memspy.h"

#define APART __attribute__((noinline))

static volatile sig_atomic_t handled;
static volatile int stop, sum;

APART static void handler(int number) {
  (void)number;
  handled++;
}

APART static void leaf(int i) { sum += i; }

APART static void compute(int rounds) {
  for (int i = 0; i < rounds; i++) leaf(i);
}

static void *work(void *argument) {
  (void)argument;
  while (!stop) compute(1000);
  return NULL;
}

static void wait_for_signals(void) {
  pthread_t thread;
  sigset_t alarm, before;
  sigemptyset(&alarm);
  sigaddset(&alarm, SIGALRM);
  pthread_sigmask(SIG_BLOCK, &alarm, &before);
  pthread_create(&thread, NULL, work, NULL);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  const struct itimerval each = {{0, 20000}, {0, 20000}}, none = {{0, 0}, {0, 0}};
  setitimer(ITIMER_REAL, &each, NULL);
  while (handled < 10) nanosleep(&(struct timespec){1, 0}, NULL);
  setitimer(ITIMER_REAL, &none, NULL);
  stop = 1;
  pthread_join(thread, NULL);
}

APART static int recurse(int depth) {
  if (depth == 3) MEMSPY_ZERO;
  return depth > 0 ? recurse(depth - 1) + sum : 1;
}

APART static void hot(void) { compute(10); }

APART static void cold(void) { compute(11); } /* not the code of hot(): compilers make one function of equal ones */

int main(int n, char **words) {
  const struct sigaction action = {.sa_handler = handler};
  sigaction(SIGUSR1, &action, NULL);
  sigaction(SIGALRM, &action, NULL);
  if (n < 2) return 1;
  if (strcmp(words[1], "raise") == 0)
    for (int i = 0; i < 50; i++) raise(SIGUSR1);
  if (strcmp(words[1], "waiting") == 0) wait_for_signals();
  if (strcmp(words[1], "folds") == 0) {
    hot();
    recurse(6);
    cold();
    hot();
  }
  return handled == 0 && strcmp(words[1], "folds") != 0;
}
