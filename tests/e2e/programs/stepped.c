/* stepped.c: a small example of everything that a debugger steps through, for test_debugger: loops, a block that is
 * cleared, an allocation, a function that the program itself wraps. The arguments are a number of threads, or 0, and a
 * number of calls of functions at addresses where nothing was called before, or 0.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "memspy/memspy.h"

enum { WORDS = 100, ROUNDS = 20, TURNS = 5, MOST_THREADS = 4, RETURN = 0xc3 };

static volatile long words[WORDS];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

__attribute__((noinline)) static void step(long by) {
  for (int i = 0; i < WORDS; i++) words[i] += i * by;
}

/* Clears it with one instruction that is a loop. */
__attribute__((noinline)) static void clear(char *at, long bytes) {
  __asm__ volatile("rep stosb" : "+D"(at), "+c"(bytes) : "a"(0) : "memory");
}

__attribute__((noinline)) static void allocate(void) {
  char *block = malloc(sizeof words);
  clear(block, sizeof words);
  free(block);
}

/* The wrapper asks the core for the address of the wrapped function, and calls it. */
__attribute__((noinline)) long wrapped(long by);
long wrapped(long by) {
  words[1] += by;
  words[2] += by;
  return words[3];
}

long I_WRAP_SONAME_FNNAME_ZU(NONE, wrapped)(long by);
long I_WRAP_SONAME_FNNAME_ZU(NONE, wrapped)(long by) {
  OrigFn function;
  long result;
  VALGRIND_GET_ORIG_FN(function);
  CALL_FN_W_W(result, function, by);
  return result + 1;
}

static void *take_turns(void *by) {
  for (int i = 0; i < TURNS; i++) {
    pthread_mutex_lock(&lock);
    step((long)by);
    pthread_mutex_unlock(&lock);
  }
  return NULL;
}

static void run_threads(long n) {
  pthread_t threads[MOST_THREADS];
  for (long i = 0; i < n; i++)
    if (pthread_create(&threads[i], NULL, take_turns, (void *)i) != 0) abort();
  for (long i = 0; i < n; i++) pthread_join(threads[i], NULL);
}

static void call(long n) {
  char *code = mmap(NULL, (size_t)n, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (code == MAP_FAILED) abort();
  memset(code, RETURN, (size_t)n);
  for (long i = 0; i < n; i++) {
    void (*function)(void);
    memcpy(&function, &(char *){code + i}, sizeof function);
    function();
  }
}

int main(int n, char **args) {
  const long threads = n > 1 ? atol(args[1]) : 0, calls = n > 2 ? atol(args[2]) : 0;
  allocate();
  for (long i = 0; i < ROUNDS; i++) step(i);
  if (threads > 0) run_threads(threads < MOST_THREADS ? threads : MOST_THREADS);
  if (calls > 0) {
    puts("calls");
    fflush(stdout);
    call(calls);
  }
  printf("%ld\n", wrapped(7));
  return 0;
}
