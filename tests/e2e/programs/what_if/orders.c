/* orders.c: data with a bad layout. Each of AOS, SHARED, OFFSET, ORDER, PLACED and LIST selects some; with REPAIRED,
 * their layout is good.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { RECORDS = 20000, SWEEPS = 10, THREADS = 4, ROUNDS = 20000, LINE = 64 };

#if defined AOS
/* The program sums one of four fields. */
#ifdef REPAIRED
struct goods {
  double price[RECORDS], weight[RECORDS], tax[RECORDS], rest[RECORDS];
};
static struct goods goods;
#define PRICE(i) goods.price[i]
#else
struct good {
  double price, weight, tax, rest;
};
static struct good goods[RECORDS];
#define PRICE(i) goods[i].price
#endif

static void run(void) {
  double sum = 0;
  for (int i = 0; i < RECORDS; i++) PRICE(i) = i;
  for (int sweep = 0; sweep < SWEEPS; sweep++)
    for (int i = 0; i < RECORDS; i++) sum += PRICE(i);
  printf("%g\n", sum);
}

#elif defined SHARED
/* Each thread counts in the same word. */
#ifdef REPAIRED
struct counter {
  _Alignas(LINE) volatile long all;
};
static struct counter count[THREADS];
#define COUNT(thread) count[thread].all
#else
static _Alignas(LINE) volatile long count;
#define COUNT(thread) count
#endif

static void *work(void *argument) {
  const long thread = (long)argument;
  (void)thread;
  for (int i = 0; i < ROUNDS; i++) COUNT(thread) = COUNT(thread) + 1;
  return NULL;
}

static void run(void) {
  pthread_t threads[THREADS];
  for (long i = 0; i < THREADS; i++) pthread_create(&threads[i], NULL, work, (void *)i);
  for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
}

#elif defined OFFSET
/* Each element is as long as a line, but is in two lines. */
struct element {
  long first, rest[6], last;
};
#ifdef REPAIRED
enum { START = 0 };
#else
enum { START = 32 };
#endif
static _Alignas(LINE) struct {
  char before[START + LINE];
  struct element table[4 * RECORDS];
} memory;

static void run(void) {
  struct element *table = memory.table;
  unsigned at = 1;
  long sum = 0;
  for (int i = 0; i < 4 * RECORDS; i++) table[i].first = table[i].last = i;
  for (int i = 0; i < SWEEPS * RECORDS; i++) {
    at = at * 1103515245u + 12345u;
    const struct element *element = &table[(at >> 8) % (4 * RECORDS)];
    sum += element->first + element->last;
  }
  printf("%ld\n", sum);
}

#elif defined ORDER
/* The two fields that are used are the first and the last one of a struct that is longer than a line. */
struct part {
  long used;
#ifdef REPAIRED
  long also;
#endif
  long others[14];
#ifndef REPAIRED
  long also;
#endif
};
static _Alignas(LINE) struct part parts[RECORDS];

static void run(void) {
  long sum = 0;
  for (int i = 0; i < RECORDS; i++) parts[i].used = parts[i].also = i;
  for (int sweep = 0; sweep < SWEEPS; sweep++)
    for (int i = 0; i < RECORDS; i++) sum += parts[i].used + parts[i].also;
  printf("%ld\n", sum);
}

#elif defined PLACED
/* Two threads on two nodes: each sums a table of its own, which the main thread initialises. */
enum { ENTRIES = 32768 };
static double mine[ENTRIES], theirs[ENTRIES];

static void initialise(double *table) {
  for (int i = 0; i < ENTRIES; i++) table[i] = i;
}

static double sum_of(const double *table) {
  double sum = 0;
  for (int sweep = 0; sweep < 2 * SWEEPS; sweep++)
    for (int i = 0; i < ENTRIES; i++) sum += table[i];
  return sum;
}

static void *work(void *unused) {
  (void)unused;
#ifdef REPAIRED
  initialise(theirs);
#endif
  printf("%g\n", sum_of(theirs));
  return NULL;
}

static void run(void) {
  pthread_t thread;
  initialise(mine);
#ifndef REPAIRED
  initialise(theirs);
#endif
  pthread_create(&thread, NULL, work, NULL);
  const double sum = sum_of(mine);
  pthread_join(thread, NULL);
  printf("%g\n", sum);
}

#else
/* Nodes of a list, with other blocks between them. The repaired program calls the allocator as often. */
struct node {
  struct node *next;
  long value;
};

static void run(void) {
  struct node *list = NULL;
  long sum = 0;
#ifdef REPAIRED
  static struct node *volatile unused;
  struct node *nodes = malloc(RECORDS * sizeof *nodes);
#endif
  for (int i = 0; i < RECORDS; i++) {
#ifdef REPAIRED
    unused = malloc(sizeof *nodes);
    struct node *node = &nodes[i];
#else
    struct node *node = malloc(sizeof *node);
#endif
    *node = (struct node){list, i};
    list = node;
    char *text = malloc(100);
    *(volatile char *)text = 'a';
  }
  for (int sweep = 0; sweep < SWEEPS; sweep++)
    for (const struct node *node = list; node != NULL; node = node->next) sum += node->value;
  printf("%ld\n", sum);
}
#endif

int main(void) {
  run();
  return 0;
}
