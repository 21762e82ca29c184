/* receivers.c: stores the addresses of blocks in all kinds of places. Each block is allocated by a function of its own,
 * whose name test_receivers contains. The program itself prints the places of local variables, in bytes below the
 * canonical frame address.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { THREADS = 4, ROWS = 6, WORDS = 500 };

/* How much larger some blocks are. */
#ifndef FACTOR
#define FACTOR 1ul
#endif

#define CASE __attribute__((noinline, noclone))

typedef struct {
  long number;
  long *words;
} box;

long *global;
static long *volatile rows[ROWS], *volatile part, *volatile parts[ROWS];
static box *boxes;
static long *grown;
static void *aligned, *mapped, *with_length, *late, *much_later, *child_block;
static void *volatile released, *volatile one_holder, *volatile other_holder, *volatile elements[WORDS];
typedef struct {
  void *first, *second;
} two;
static two pair;
static _Atomic(void *) published;
static long *slots[THREADS];
static volatile long words[4 * WORDS];

/* Makes this many loads and stores. */
CASE static void pass_time(unsigned references) {
  for (unsigned i = 0; i < references / 2; i++) words[i % (4 * WORDS)] = words[(i + 1) % (4 * WORDS)];
}

CASE static void *make_global(void) { return global = malloc(FACTOR * 800); }

CASE static void make_rows(void) {
  for (int i = 0; i < ROWS; i++) rows[i] = calloc(FACTOR * WORDS, sizeof *rows[i]);
}

CASE static void make_boxes(void) { boxes = malloc(FACTOR * (3 * sizeof *boxes)); }
CASE static void make_field(box *b) { b->words = malloc(FACTOR * 1000); }

CASE static long make_local(void) {
  long *volatile local = malloc(FACTOR * 960);
  printf("local %ld\n", (long)((char *)__builtin_dwarf_cfa() - (char *)&local));
  local[3] = 4;
  const long sum = local[3] + local[1];
  free(local);
  return sum;
}

/* Not as the last action of the function, because the compiler would replace the call by a jump. */
CASE static void *hand_over(size_t bytes) {
  void *block = malloc(FACTOR * bytes);
  words[0] = 0;
  return block;
}

CASE static void receive(void) {
  void *volatile from_other = hand_over(700);
  printf("from_other %ld\n", (long)((char *)__builtin_dwarf_cfa() - (char *)&from_other));
  pass_time(10);
  free(from_other);
}

CASE static void make_grown(void) {
  for (size_t n = 1; n < 6; n++) grown = realloc(grown, n * n * 5000);
}

CASE static int make_aligned(void) { return posix_memalign(&aligned, 256, FACTOR * 3000); }

CASE static int make_aligned_local(void) {
  void *here;
  const int error = posix_memalign(&here, 128, FACTOR * 1500);
  printf("here %ld\n", (long)((char *)__builtin_dwarf_cfa() - (char *)&here));
  free(here);
  return error;
}

CASE static void make_mapped(void) {
  mapped = mmap(NULL, 1 << 16, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  memset(mapped, 1, 1 << 16);
}

/* Does what new T[n] does for a T with a destructor. */
CASE static void make_with_length(void) {
  long *block = malloc(FACTOR * (8 + 100 * sizeof(long)));
  *block = 100;
  with_length = block + 1;
}

/* Stores addresses in the middle of a block, many of them by one instruction. */
CASE static void make_parts(void) {
  long *block = malloc(FACTOR * 4000);
  part = block + 300;
  for (int i = 0; i < ROWS; i++) parts[i] = block + 20 + 10 * i;
}

/* Stores two addresses at once, if the compiler makes one store of them. */
CASE static void make_pair(void) {
  void *first = malloc(FACTOR * 72), *second = malloc(FACTOR * 88);
  pair.first = first;
  pair.second = second;
}

CASE static void make_published(void) { atomic_exchange(&published, malloc(FACTOR * 444)); }

CASE static void *new_late(void) {
  void *block = malloc(FACTOR * 555);
  words[1] = 0;
  return block;
}

CASE static void *new_much_later(void) {
  void *block = malloc(FACTOR * 556);
  words[2] = 0;
  return block;
}

CASE static void *new_released(void) {
  void *block = malloc(FACTOR * 558);
  words[2] = 0;
  return block;
}

CASE static void *new_held_twice(void) {
  void *block = malloc(FACTOR * 559);
  words[2] = 0;
  return block;
}

CASE static char *new_elements(void) {
  char *block = malloc(FACTOR * 100000);
  words[2] = 0;
  return block;
}

CASE static void *new_freed(void) {
  void *block = malloc(FACTOR * 557);
  words[3] = 0;
  return block;
}

CASE static void make_late(void) {
  void *block = new_late();
  pass_time(400);
  late = block;
  block = new_much_later();
  pass_time(10000);
  much_later = block;
  block = new_released();
  pass_time(10000);
  released = block;
  pass_time(10000);
  free(released);
  released = NULL;
  block = new_held_twice();
  pass_time(10000);
  one_holder = other_holder = block;
  char *several = new_elements();
  pass_time(10000);
  for (int i = 0; i < WORDS; i++) elements[i] = several + 128 * i;
  free(new_freed());
}

CASE static void *work(void *argument) {
  const long number = (long)argument;
  slots[number] = malloc(FACTOR * (WORDS * sizeof(long)));
  for (int i = 0; i < WORDS; i++) slots[number][i] = i;
  return NULL;
}

CASE static void make_in_threads(void) {
  pthread_t threads[THREADS];
  for (long i = 0; i < THREADS; i++) pthread_create(&threads[i], NULL, work, (void *)i);
  for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
}

CASE static void make_in_child(void) { child_block = malloc(FACTOR * 3210); }

static void fork_child(void) {
  fflush(stdout);
  const pid_t child = fork();
  if (child == 0) {
    make_in_child();
    _exit(child_block != NULL ? 0 : 1);
  }
  waitpid(child, NULL, 0);
}

/* A container stores the address of its new block only after it has copied the old block. */
CASE static void enlarge(box *b) {
  enum { COPIED = 1 << 20 };
  long *const larger = malloc(FACTOR * 2 * COPIED);
  memcpy(larger, b->words, COPIED);
  b->words = larger;
}

CASE static long make_larger(void) {
  static long old[1 << 17];
  box container = {0, old};
  printf("container %ld\n", (long)((char *)__builtin_dwarf_cfa() - (char *)&container.words));
  enlarge(&container);
  const long sum = container.words[WORDS];
  free(container.words);
  return sum;
}

int main(int n, char **arguments) {
  (void)arguments;
  make_global();
  make_rows();
  make_boxes();
  for (int i = 0; i < 3; i++) make_field(&boxes[i]);
  long sum = make_local();
  receive();
  make_grown();
  sum += make_aligned() + make_aligned_local();
  sum += make_larger();
  make_mapped();
  make_with_length();
  make_pair();
  make_parts();
  make_published();
  make_late();
  make_in_threads();
  if (n > 1) fork_child();
  for (int i = 0; i < ROWS; i++) sum += rows[i][i];
  sum += global[2] + grown[100] + slots[1][2] + (pair.first != pair.second) + (late != much_later) +
         (one_holder != other_holder) + (aligned != with_length) + (mapped != published);
  return sum == -1;
}
