/* sharing.c: four threads count at the same time, in the way that the first argument names, as often as the second
 * states.
 *
 *   neighbours  each in its own word, all words in one line
 *   apart       each in its own word, 128 bytes from the next
 *   one         all in the same word, atomically
 *
 * Prints the address of the first word, and the clock at which each thread reaches its loop. The references of each
 * loop, and the numbers of instructions between them, are those in sharing_oracle.c; therefore the loops are in
 * assembler.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { THREADS = 4, APART = 128 };

static _Alignas(APART) volatile long words[THREADS * APART / sizeof(long)];
static long spread, rounds;
static unsigned long (*count)(volatile long *word, long n);
static pthread_barrier_t all_there;

/* Each function returns the clock at which it started to wait. It waits without a reference to memory, until all other
 * references of the threads must be complete. */
#define WAIT \
  "rdtsc\nshlq $32, %%rdx\norq %%rax, %%rdx\nmovq %%rdx, %2\nmovl $100000, %%eax\n0: subl $1, %%eax\njnz 0b\n"

__attribute__((noinline)) static unsigned long count_own(volatile long *word, long n) {
  unsigned long start;
  __asm__ volatile(WAIT "1: movq (%0), %%rax\n"
                        "addq $1, %%rax\n"
                        "movq %%rax, (%0)\n"
                        "subq $1, %1\n"
                        "jnz 1b"
                   : "+r"(word), "+r"(n), "=&r"(start)::"rax", "rdx", "memory", "cc");
  return start;
}

__attribute__((noinline)) static unsigned long count_together(volatile long *word, long n) {
  unsigned long start;
  __asm__ volatile(WAIT "1: lock addq $1, (%0)\n"
                        "subq $1, %1\n"
                        "jnz 1b"
                   : "+r"(word), "+r"(n), "=&r"(start)::"rax", "rdx", "memory", "cc");
  return start;
}

/* After a system call the clock is exact, since everything before it has been simulated. The data that the loop needs
 * are read before, so that nothing misses. */
static void *run(void *number) {
  volatile long *const word = &words[(long)number * spread];
  unsigned long (*const function)(volatile long *, long) = count;
  const long n = rounds;
  pthread_barrier_wait(&all_there);
  sched_yield();
  return (void *)function(word, n);
}

int main(int argc, char **argv) {
  if (argc != 3) return 96;
  spread = strcmp(argv[1], "neighbours") == 0 ? 1 : strcmp(argv[1], "apart") == 0 ? APART / (long)sizeof(long) : 0;
  count = strcmp(argv[1], "one") == 0 ? count_together : count_own;
  rounds = atol(argv[2]);
  pthread_t threads[THREADS];
  pthread_barrier_init(&all_there, NULL, THREADS);
  for (long i = 1; i < THREADS; i++)
    if (pthread_create(&threads[i], NULL, run, (void *)i) != 0) return 97;
  void *starts[THREADS];
  starts[0] = run(NULL);
  for (int i = 1; i < THREADS; i++) pthread_join(threads[i], &starts[i]);
  printf("%lu", (unsigned long)words);
  for (int i = 0; i < THREADS; i++) printf(" %lu", (unsigned long)starts[i]);
  puts("");
  return 0;
}
