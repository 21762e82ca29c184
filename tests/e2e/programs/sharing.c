/* sharing.c: four threads count at once, in the way that the first argument names, as often as the second says.
 *
 *   neighbours  each its own word, all words in one line
 *   apart       each its own word, 128 bytes from the next
 *   one         all the same word, atomically
 *
 * Prints the address of the first word. What each loop refers to, and how many instructions stand between, is what
 * sharing_oracle.c says; so they are assembler.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { THREADS = 4, APART = 128 };

static _Alignas(APART) volatile long words[THREADS * APART / sizeof(long)];
static long spread, rounds;
static void (*count)(volatile long *word, long n);
static pthread_barrier_t all_there;

__attribute__((noinline)) static void count_own(volatile long *word, long n) {
  __asm__ volatile("1: movq (%0), %%rax\n"
                   "addq $1, %%rax\n"
                   "movq %%rax, (%0)\n"
                   "subq $1, %1\n"
                   "jnz 1b"
                   : "+r"(word), "+r"(n)::"rax", "memory", "cc");
}

__attribute__((noinline)) static void count_together(volatile long *word, long n) {
  __asm__ volatile("1: lock addq $1, (%0)\n"
                   "subq $1, %1\n"
                   "jnz 1b"
                   : "+r"(word), "+r"(n)::"memory", "cc");
}

static void *run(void *number) {
  pthread_barrier_wait(&all_there);
  count(&words[(long)number * spread], rounds);
  return NULL;
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
  run(NULL);
  for (int i = 1; i < THREADS; i++) pthread_join(threads[i], NULL);
  printf("%lu\n", (unsigned long)words);
  return 0;
}
