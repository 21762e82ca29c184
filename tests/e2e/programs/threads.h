/* threads.h: the common part of the programs with threads. The first argument of such a program names what it does, the
 * second is a number.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include <pthread.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  const char *name;
  void (*run)(int n);
} way;

enum { NO_SUCH_WAY = 96 };

/* Ends the program as a failure when an error is not 0. */
static inline void check(int error, const char *what) {
  if (error == 0) return;
  fprintf(stderr, "%s: %s\n", what, strerror(error));
  exit(1);
}

/* Ends the program when a condition does not hold. */
#define EXPECT(holds)                                             \
  do {                                                            \
    if (!(holds)) {                                               \
      fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #holds); \
      exit(1);                                                    \
    }                                                             \
  } while (0)

static inline pthread_t start_with(void *(*run)(void *), void *argument, const pthread_attr_t *attributes) {
  pthread_t thread;
  check(pthread_create(&thread, attributes, run, argument), "pthread_create");
  return thread;
}

static inline pthread_t start(void *(*run)(void *), void *argument) { return start_with(run, argument, NULL); }

/* Returns what the thread returned. */
static inline void *join(pthread_t thread) {
  void *result;
  check(pthread_join(thread, &result), "pthread_join");
  return result;
}

/* The main() of such a program. */
static inline int run_way(const way *ways, size_t n, int argc, char **argv) {
  for (size_t i = 0; argc > 1 && i < n; i++)
    if (strcmp(argv[1], ways[i].name) == 0) {
      ways[i].run(argc > 2 ? atoi(argv[2]) : 4);
      return 0;
    }
  return NO_SUCH_WAY;
}
