/* callers.c: functions that call each other in many ways, and count by themselves how often unit() was called while each
 * of them was open. The argument selects the way. Prints for each function: its name, the number of its calls, and the
 * number of calls of unit() while it was open.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define FUNCTIONS(X) \
  X(fib) X(even) X(odd) X(ackermann) X(sort) X(order) X(build) X(child) X(outer) X(thrower) X(handler) X(worker) X(deep)
enum {
#define NUMBER(name) OF_##name,
  FUNCTIONS(NUMBER) ALL
};

static volatile int words[1024];
static __thread volatile int open_calls[ALL];
static volatile long calls[ALL], inside[ALL];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

__attribute__((noinline)) static int unit(int n) {
  int sum = 0;
  for (int i = 0; i < 8; i++) sum += words[(n * 16 + i) % 1024];
  for (int i = 0; i < ALL; i++)
    if (open_calls[i] > 0) __atomic_fetch_add(&inside[i], 1, __ATOMIC_RELAXED);
  return sum;
}

#define ENTER(name) (__atomic_fetch_add(&calls[OF_##name], 1, __ATOMIC_RELAXED), open_calls[OF_##name]++)
#define LEAVE(name) (open_calls[OF_##name]--)
#define FUNCTION __attribute__((noinline, noclone))

FUNCTION static int fib(int n) {
  ENTER(fib);
  int sum = n < 2 ? unit(n) : fib(n - 1) + fib(n - 2);
  LEAVE(fib);
  return sum;
}

static int odd(int n);
FUNCTION static int even(int n) {
  ENTER(even);
  const int sum = unit(n) + (n == 0 ? 1 : odd(n - 1));
  LEAVE(even);
  return sum;
}
FUNCTION static int odd(int n) {
  ENTER(odd);
  const int sum = n == 0 ? 0 : unit(n) + even(n - 1);
  LEAVE(odd);
  return sum;
}

FUNCTION static int ackermann(int m, int n) {
  ENTER(ackermann);
  unit(m);
  const int result = m == 0 ? n + 1 : n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
  LEAVE(ackermann);
  return result;
}

/* The C library calls order(), which sorts a smaller array from time to time. */
static int depth;
FUNCTION static void sort(int n);
FUNCTION static int order(const void *a, const void *b) {
  ENTER(order);
  unit(0);
  if (depth < 2 && *(const int *)a % 16 == 0) sort(8);
  LEAVE(order);
  return *(const int *)a - *(const int *)b;
}
FUNCTION static void sort(int n) {
  int numbers[64];
  ENTER(sort);
  depth++;
  for (int i = 0; i < n; i++) numbers[i] = (i * 37) % 64;
  qsort(numbers, (size_t)n, sizeof *numbers, order);
  depth--;
  LEAVE(sort);
}

/* A tree, built by two functions from eight places. */
typedef struct node {
  struct node *children[8];
} node;
static node *build(int levels);
FUNCTION static node *child(int levels) {
  ENTER(child);
  node *made = levels > 0 ? build(levels) : NULL;
  LEAVE(child);
  return made;
}
FUNCTION static node *build(int levels) {
  ENTER(build);
  node *made = malloc(sizeof *made);
  unit(levels);
  made->children[0] = child(levels - 1);
  made->children[1] = child(levels - 1);
  made->children[2] = levels > 2 ? build(levels - 2) : NULL;
  made->children[3] = levels > 2 ? child(levels - 1) : NULL;
  made->children[4] = levels > 3 ? child(levels - 1) : NULL;
  if (levels > 0) unit(levels);
  LEAVE(build);
  return made;
}

static jmp_buf target;
FUNCTION static void thrower(int n) {
  ENTER(thrower);
  unit(n);
  if (n == 0) longjmp(target, 1);
  thrower(n - 1);
  LEAVE(thrower);
}
FUNCTION static void outer(int n) {
  ENTER(outer);
  for (int i = 0; i < 3; i++) {
    if (setjmp(target) == 0) thrower(n);
    open_calls[OF_thrower] = 0;
    unit(n);
  }
  LEAVE(outer);
}

FUNCTION static void handler(int number) {
  ENTER(handler);
  unit(number);
  even(3);
  LEAVE(handler);
}
FUNCTION static void deep(int n) {
  ENTER(deep);
  if (n % 3 == 0) raise(SIGUSR1);
  if (n > 0) deep(n - 1);
  unit(n);
  LEAVE(deep);
}

FUNCTION static void *worker(void *argument) {
  ENTER(worker);
  for (int i = 0; i < 5; i++) {
    pthread_mutex_lock(&lock);
    even(*(int *)argument);
    pthread_mutex_unlock(&lock);
    fib(5);
  }
  LEAVE(worker);
  return NULL;
}

static void threads(void) {
  pthread_t made[3];
  int numbers[3] = {4, 7, 10};
  for (int i = 0; i < 3; i++) pthread_create(&made[i], NULL, worker, &numbers[i]);
  fib(6);
  for (int i = 0; i < 3; i++) pthread_join(made[i], NULL);
}

static void print(void) {
  static const char *const names[] = {
#define NAME(name) #name,
      FUNCTIONS(NAME)};
  for (int i = 0; i < ALL; i++)
    if (calls[i] != 0) printf("%s %ld %ld\n", names[i], calls[i], inside[i]);
  fflush(stdout);
}

static void forks(void) {
  fib(4);
  if (fork() == 0) {
    even(5);
    print();
    _exit(0);
  }
  wait(NULL);
}

int main(int n, char **arguments) {
  const char *way = n > 1 ? arguments[1] : "";
  if (strcmp(way, "fib") == 0) fib(12);
  if (strcmp(way, "mutual") == 0) even(41);
  if (strcmp(way, "ackermann") == 0) ackermann(2, 5);
  if (strcmp(way, "sort") == 0) sort(40);
  if (strcmp(way, "tree") == 0) build(6);
  if (strcmp(way, "longjmp") == 0) outer(6);
  if (strcmp(way, "signals") == 0) {
    signal(SIGUSR1, handler);
    deep(10);
  }
  if (strcmp(way, "threads") == 0) threads();
  if (strcmp(way, "fork") == 0) forks();
  print();
  return 0;
}
