/* troubles.c: does what the first argument names: each name is a program with one problem of the memory system, or the
 * same program without it.
 *
 *   apart, congruent  sums two arrays element by element; their addresses are 4096 bytes more than, or just, a multiple
 *                     of 32768 apart
 *   structs, fields   sums one field of an array of structs, or the same numbers in an array of their own
 *   counters, padded  threads count, each in a word of its own: neighbours, or in lines of their own
 *   lock              threads add to one number atomically
 *   flag              a thread waits for another one's values, one after the other
 *   master, owners    threads go through their parts of an array, which one thread, or each its part, has set up
 *   columns, rows     sums a matrix by columns, or by rows
 *   stream            goes through an array of 512 KB some times
 *   recycled          goes through a heap block of 100 KB some times, which lies where a freed block was
 *   once              sets an array up, and no more
 *   uneven            threads do unequal work in little memory
 *   alone             the main thread works alone before it starts two threads, which do equal work
 *   helpers           one thread works, and the others wait for the end of its work
 *   work              computes, in next to no memory
 *   frames            goes through a large local array
 *   deep              a function with a local array calls itself
 *   interleaved       threads read elements in turn, of one array
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { THREADS = 4, WAY = 32768, N = 64 * 1024, SIDE = 256, ROUNDS = 20000 };

/* Prevents the compiler from vectorising a loop, so that it refers to one element at a time. */
#define ELEMENT_BY_ELEMENT __asm__("" ::: "memory")

/* (The variable is not static, so that the compiler must assume that other code writes it.) */
typedef struct {
  long key;
  char text[56];
} Record;

long big[N];
Record records[N / 8];
long matrix[SIDE][SIDE];
_Alignas(64) volatile long counters[THREADS * 8];
_Alignas(64) volatile long ready;
_Alignas(64) long value;
_Alignas(4096) long parts[THREADS][8192];
long sums[THREADS * 8];
volatile long sink;
static pthread_barrier_t all_there;

/* ---- one thread ---- */

__attribute__((noinline)) static void sum_two(const long *a, const long *b, long n) {
  long sum = 0;
  for (int round = 0; round < 20; round++)
    for (long i = 0; i < n; i++) {
      sum += a[i] * b[i];
      ELEMENT_BY_ELEMENT;
    }
  sink = sum;
}

/* Uses two arrays in separate blocks; the second array is `shift` bytes after a multiple of the cache's size. */
static void two_arrays(long shift) {
  char *first = aligned_alloc(WAY, 2 * WAY), *second = aligned_alloc(WAY, 2 * WAY);
  if (first == NULL || second == NULL) exit(97);
  sum_two((long *)(void *)first, (long *)(void *)(second + shift), 8192 / (long)sizeof(long));
}

__attribute__((noinline)) static void sum_keys(void) {
  long sum = 0;
  for (int round = 0; round < 4; round++)
    for (long i = 0; i < N / 8; i++) {
      sum += records[i].key;
      ELEMENT_BY_ELEMENT;
    }
  sink = sum;
}

__attribute__((noinline)) static void sum_big(long rounds) {
  long sum = 0;
  for (long round = 0; round < rounds; round++)
    for (long i = 0; i < N; i++) {
      sum += big[i];
      ELEMENT_BY_ELEMENT;
    }
  sink = sum;
}

__attribute__((noinline)) static void sum_block(const long *block, long n) {
  long sum = 0;
  for (long round = 0; round < 6; round++)
    for (long i = 0; i < n; i++) {
      sum += block[i];
      ELEMENT_BY_ELEMENT;
    }
  sink = sum;
}

static void sum_recycled(void) {
  enum { BYTES = 100000 };
  long *earlier = malloc(BYTES), *last = malloc(sizeof *last); /* with it, the heap cannot shrink */
  if (earlier == NULL || last == NULL) exit(1);
  memset(earlier, 1, BYTES);
  __asm__("" ::"r"(earlier) : "memory"); /* else the compiler leaves the block out */
  free(earlier);
  long *later = malloc(BYTES);
  if (later == NULL) exit(1);
  memset(later, 1, BYTES);
  sum_block(later, BYTES / (long)sizeof *later);
  free(later);
  free(last);
}

__attribute__((noinline)) static void set_big(void) {
  for (long i = 0; i < N; i++) {
    big[i] = i;
    ELEMENT_BY_ELEMENT;
  }
}

__attribute__((noinline)) static void sum_matrix(int by_columns) {
  long sum = 0;
  for (int round = 0; round < 4; round++)
    for (int i = 0; i < SIDE; i++)
      for (int j = 0; j < SIDE; j++) {
        sum += by_columns ? matrix[j][i] : matrix[i][j];
        ELEMENT_BY_ELEMENT;
      }
  sink = sum;
}

__attribute__((noinline)) static long go_down(int depth) {
  volatile long local[N / SIDE];
  for (long i = 0; i < N / SIDE; i++) local[i] = i;
  return depth == 0 ? 0 : go_down(depth - 1) + local[depth % SIDE];
}

__attribute__((noinline)) static void go_through_frame(void) {
  volatile long local[N];
  for (int round = 0; round < 4; round++)
    for (long i = 0; i < N; i++) local[i] = i;
  sink = local[N / 2];
}

__attribute__((noinline)) static void work(void) {
  long sum = 1;
  for (long i = 0; i < 4000000; i++) sum = sum * 3 + i;
  sink = sum;
}

/* ---- several threads ---- */

static long apart; /* distance of counters, in words */

__attribute__((noinline)) static void count(long thread) {
  volatile long *mine = &counters[thread * apart];
  for (long i = 0; i < ROUNDS; i++) *mine = *mine + 1;
}

__attribute__((noinline)) static void count_together(long thread) {
  (void)thread;
  for (long i = 0; i < ROUNDS; i++) __atomic_fetch_add(&value, 1, __ATOMIC_SEQ_CST);
}

__attribute__((noinline)) static void wait_for(long turn) {
  while (ready < turn) {
  }
}

/* Threads pass a value from one to the next. */
__attribute__((noinline)) static void take_turns(long thread) {
  for (long i = 0; i < 2000; i++) {
    wait_for(i * THREADS + thread);
    value = value + 1;
    for (volatile long pause = 0; pause < 200; pause++) {
    }
    ready = ready + 1;
  }
}

__attribute__((noinline)) static void sum_part(long thread) {
  long sum = 0;
  for (int round = 0; round < 8; round++)
    for (long i = 0; i < 8192; i++) {
      sum += parts[thread][i];
      ELEMENT_BY_ELEMENT;
    }
  sums[thread * 8] = sum;
}

__attribute__((noinline)) static void set_part(long thread) {
  for (long i = 0; i < 8192; i++) {
    parts[thread][i] = i;
    ELEMENT_BY_ELEMENT;
  }
}

static void set_and_sum_part(long thread) {
  set_part(thread);
  pthread_barrier_wait(&all_there);
  sum_part(thread);
}

__attribute__((noinline)) static void sum_in_turn(long thread) {
  long sum = 0;
  for (long i = thread; i < N; i += THREADS) {
    sum += big[i];
    ELEMENT_BY_ELEMENT;
  }
  sums[thread * 8] = sum;
}

static void work_unevenly(long thread) {
  for (long i = thread == 0 ? 0 : 3; i < 4; i++) work();
}

static void *work_once(void *unused) {
  work();
  return unused;
}

static void work_after_main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 3; i++) work();
  for (int i = 0; i < 2; i++)
    if (pthread_create(&threads[i], NULL, work_once, NULL) != 0) exit(97);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
}

static int ends[2]; /* the two ends of a pipe */

static void work_with_helpers(long thread) {
  char byte;
  if (thread != 0) {
    if (read(ends[0], &byte, 1) != 0) exit(95);
    return;
  }
  for (int i = 0; i < 4; i++) work();
  close(ends[1]);
}

static void (*task)(long thread);

static void *run(void *number) {
  pthread_barrier_wait(&all_there);
  task((long)number);
  return NULL;
}

static void team(void (*work_of_each)(long thread)) {
  pthread_t threads[THREADS];
  task = work_of_each;
  pthread_barrier_init(&all_there, NULL, THREADS);
  for (long i = 1; i < THREADS; i++)
    if (pthread_create(&threads[i], NULL, run, (void *)i) != 0) exit(97);
  run(NULL);
  for (int i = 1; i < THREADS; i++) pthread_join(threads[i], NULL);
}

static void set_all_parts(void) {
  for (long thread = 0; thread < THREADS; thread++) set_part(thread);
}

int main(int argc, char **argv) {
  const char *what = argc == 2 ? argv[1] : "";
  if (strcmp(what, "congruent") == 0)
    two_arrays(0);
  else if (strcmp(what, "apart") == 0)
    two_arrays(WAY / 2);
  else if (strcmp(what, "structs") == 0)
    sum_keys();
  else if (strcmp(what, "fields") == 0 || strcmp(what, "stream") == 0)
    sum_big(6);
  else if (strcmp(what, "recycled") == 0)
    sum_recycled();
  else if (strcmp(what, "once") == 0)
    set_big();
  else if (strcmp(what, "columns") == 0)
    sum_matrix(1);
  else if (strcmp(what, "rows") == 0)
    sum_matrix(0);
  else if (strcmp(what, "deep") == 0)
    for (int round = 0; round < 4; round++) sink = go_down(SIDE - 1);
  else if (strcmp(what, "frames") == 0)
    go_through_frame();
  else if (strcmp(what, "work") == 0)
    work();
  else if (strcmp(what, "counters") == 0)
    apart = 1, team(count);
  else if (strcmp(what, "padded") == 0)
    apart = 8, team(count);
  else if (strcmp(what, "lock") == 0)
    team(count_together);
  else if (strcmp(what, "flag") == 0)
    team(take_turns);
  else if (strcmp(what, "master") == 0)
    set_all_parts(), team(sum_part);
  else if (strcmp(what, "owners") == 0)
    team(set_and_sum_part);
  else if (strcmp(what, "interleaved") == 0)
    team(sum_in_turn);
  else if (strcmp(what, "uneven") == 0)
    team(work_unevenly);
  else if (strcmp(what, "alone") == 0)
    work_after_main();
  else if (strcmp(what, "helpers") == 0 && pipe(ends) == 0)
    team(work_with_helpers);
  else
    return 96;
  return 0;
}
