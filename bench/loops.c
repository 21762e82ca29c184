/* loops.c: loops with different patterns of memory references, each in a function of its own.
 *
 *   loops RUNS        runs each loop RUNS times, for a simulation
 *   loops native RUNS runs each loop RUNS times, and prints "NAME NANOSECONDS": the least processor time of a run
 *   loops threads     prints the names of the loops with two threads
 *
 * A loop with two threads takes the time of the slower one, and the median of its runs, since in the fastest runs the
 * threads do not meet. `bench/time` compares the times with those of a simulation.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <inttypes.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define LOOP __attribute__((noinline, noclone))

enum {
  WORDS = 2 << 20,   /* words of a stream: 16 MB */
  LINE = 8,          /* words of a line */
  LINES = 512 << 10, /* lines of chases, nodes of lists and trees: 32 MB */
  STEPS = 64 << 10,  /* steps of each chase */
  CHASES = 16,       /* maximum number of parallel chases */
  SIDE = 1536,       /* rows and columns of the matrix that is read by columns */
  PRODUCT = 192,     /* rows and columns of matrices that are multiplied */
  BLOCK = 32,
  ROWS = 64 << 10, /* rows of the sparse matrix, with NONZEROS elements each */
  NONZEROS = 12,
  BUCKETS = 256 << 10, /* buckets of the hash table, with two nodes each */
  LOOKUPS = 64 << 10,
  COUNTS = 1 << 20, /* counts of each thread */
  TURNS = 64 << 10, /* turns of each thread with the lock; items through the queue */
  RING = 1024,      /* entries of the queue */
  MOST_RUNS = 1000
};

typedef struct node {
  struct node *next, *right;
  uint64_t key;
  uint64_t value[5]; /* a node is a line */
} node;

static uint64_t *a, *b, *c;         /* streams */
static double *x, *y, *z;           /* matrices and vectors */
static uint32_t *numbers, *columns; /* indices */
static node *nodes, **buckets;      /* chases, lists, trees, the hash table */
static node *starts[CHASES], *root;
static volatile uint64_t result;

static uint64_t state = 1;

static uint32_t random_below(uint32_t limit) {
  state = state * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)(((state >> 32) * limit) >> 32);
}

static void *allocate(size_t n, size_t size) {
  void *memory = aligned_alloc(4096, (n * size + 4095) / 4096 * 4096);
  if (memory == NULL) abort();
  memset(memory, 1, n * size);
  return memory;
}

/* ---- streams ---- */

static void make_streams(void) {
  a = allocate(WORDS, sizeof *a);
  b = allocate(WORDS, sizeof *b);
  c = allocate(WORDS, sizeof *c);
}

LOOP static void stream_read(void) {
  uint64_t sum = 0;
  for (size_t i = 0; i < WORDS; i++) sum += a[i];
  result = sum;
}

LOOP static void stream_write(void) {
  for (size_t i = 0; i < WORDS; i++) a[i] = i;
}

LOOP static void stream_copy(void) {
  for (size_t i = 0; i < WORDS; i++) {
    a[i] = b[i];
    __asm__ volatile("" : : : "memory"); /* a loop, not a call of memcpy() */
  }
}

LOOP static void stream_triad(void) {
  for (size_t i = 0; i < WORDS; i++) a[i] = b[i] + 3 * c[i];
}

/* ---- strides ---- */

#define STRIDE_LOOP(bytes)                                                                    \
  LOOP static void stride_##bytes(void) {                                                     \
    uint64_t sum = 0;                                                                         \
    for (size_t first = 0; first < 2 * (bytes) / 64; first++)                                 \
      for (size_t i = first * LINE % ((bytes) / 8); i < WORDS; i += (bytes) / 8) sum += a[i]; \
    result = sum;                                                                             \
  }
STRIDE_LOOP(64)
STRIDE_LOOP(256)
STRIDE_LOOP(1024)
STRIDE_LOOP(8192)

/* ---- indices ---- */

static void make_indices(void) {
  numbers = allocate(WORDS / 4, sizeof *numbers);
  for (size_t i = 0; i < WORDS / 4; i++) numbers[i] = random_below(WORDS);
}

LOOP static void gather(void) {
  uint64_t sum = 0;
  for (size_t i = 0; i < WORDS / 4; i++) sum += a[numbers[i]];
  result = sum;
}

static void make_sorted(void) {
  for (size_t i = 0; i < WORDS; i++) a[i] = 3 * i;
}

LOOP static void binary_search(void) {
  uint64_t found = 0;
  for (size_t i = 0; i < LOOKUPS; i++) {
    const uint64_t key = (uint64_t)numbers[i] * 3;
    size_t low = 0, high = WORDS;
    while (high - low > 1) {
      const size_t middle = (low + high) / 2;
      if (a[middle] <= key)
        low = middle;
      else
        high = middle;
    }
    found += low;
  }
  result = found;
}

/* ---- pointers ---- */

/* Makes a random permutation of the nodes, and links the nodes in its order to CHASES cycles. */
static uint32_t *order;

static void make_cycles(void) {
  nodes = allocate(LINES, sizeof *nodes);
  order = allocate(LINES, sizeof *order);
  for (uint32_t i = 0; i < LINES; i++) order[i] = i;
  for (uint32_t i = LINES; i > 1; i--) {
    const uint32_t k = random_below(i), other = order[i - 1];
    order[i - 1] = order[k];
    order[k] = other;
  }
  const uint32_t n = LINES / CHASES;
  for (uint32_t i = 0; i < LINES; i++) nodes[order[i]].next = &nodes[order[i % n == n - 1 ? i - n + 1 : i + 1]];
  for (uint32_t i = 0; i < CHASES; i++) starts[i] = &nodes[order[i * n]];
}

#define CHASE_LOOP(n)                                                                  \
  LOOP static void chase_##n(void) {                                                   \
    node *at[n];                                                                       \
    for (unsigned k = 0; k < (n); k++) at[k] = starts[k];                              \
    for (unsigned i = 0; i < STEPS / (n); i++)                                         \
      _Pragma("GCC unroll 16") for (unsigned k = 0; k < (n); k++) at[k] = at[k]->next; \
    for (unsigned k = 0; k < (n); k++) starts[k] = at[k];                              \
  }
CHASE_LOOP(1)
CHASE_LOOP(2)
CHASE_LOOP(4)
CHASE_LOOP(8)
CHASE_LOOP(16)

LOOP static void chase_with_work(void) {
  const node *at = starts[0];
  uint64_t hash = 1;
  for (unsigned i = 0; i < STEPS; i++) {
    at = at->next;
    for (unsigned k = 0; k < 20; k++) hash = (hash ^ (uint64_t)k) * 5 + (hash >> 7);
    hash += (uintptr_t)at;
  }
  starts[0] = (node *)(uintptr_t)at;
  result = hash;
}

LOOP static void list_with_payload(void) {
  const node *at = starts[1];
  uint64_t sum = 0;
  for (unsigned i = 0; i < STEPS; i++) {
    sum += at->value[0] + at->value[3];
    at = at->next;
  }
  starts[1] = (node *)(uintptr_t)at;
  result = sum;
}

static void make_table(void) {
  buckets = allocate(BUCKETS, sizeof(node *));
  memset(buckets, 0, BUCKETS * sizeof(node *));
  for (uint32_t i = 0; i < LINES; i++) {
    node *one = &nodes[order[i]];
    one->key = i;
    one->next = buckets[i * 2654435761u % BUCKETS];
    buckets[i * 2654435761u % BUCKETS] = one;
  }
}

LOOP static void hash_lookup(void) {
  uint64_t sum = 0;
  for (unsigned i = 0; i < LOOKUPS; i++) {
    const uint32_t key = numbers[i] % LINES;
    const node *at = buckets[key * 2654435761u % BUCKETS];
    while (at != NULL && at->key != key) at = at->next;
    sum += at->value[0];
  }
  result = sum;
}

/* Makes a balanced tree of the nodes, by key: the middle of a range is its root. */
static node *make_tree(uint32_t first, uint32_t end) {
  if (first == end) return NULL;
  const uint32_t middle = first + (end - first) / 2;
  node *one = &nodes[order[middle]];
  one->key = middle;
  one->next = make_tree(first, middle);
  one->right = make_tree(middle + 1, end);
  return one;
}

static void make_nodes(void) { root = make_tree(0, LINES); }

LOOP static void tree_descent(void) {
  uint64_t sum = 0;
  for (unsigned i = 0; i < LOOKUPS / 2; i++) {
    const uint64_t key = numbers[i] % LINES;
    const node *at = root;
    while (at->key != key) at = at->key > key ? at->next : at->right;
    sum += at->value[0];
  }
  result = sum;
}

/* ---- matrices ---- */

static void make_matrices(void) {
  const size_t n = (size_t)SIDE * SIDE;
  x = allocate(n, sizeof *x);
  y = allocate(n, sizeof *y);
  z = allocate(n, sizeof *z);
  for (size_t i = 0; i < n; i++) x[i] = y[i] = 1.5, z[i] = 0;
  columns = allocate((size_t)ROWS * NONZEROS, sizeof *columns);
  for (size_t i = 0; i < (size_t)ROWS * NONZEROS; i++) columns[i] = random_below(ROWS * 16);
}

LOOP static void matrix_by_columns(void) {
  double sum = 0;
  for (unsigned j = 0; j < SIDE; j++)
    for (unsigned i = 0; i < SIDE; i++) sum += x[(size_t)i * SIDE + j];
  result = (uint64_t)sum;
}

LOOP static void blocked_product(void) {
  for (unsigned kk = 0; kk < PRODUCT; kk += BLOCK)
    for (unsigned jj = 0; jj < PRODUCT; jj += BLOCK)
      for (unsigned i = 0; i < PRODUCT; i++)
        for (unsigned k = kk; k < kk + BLOCK; k++) {
          const double r = x[i * PRODUCT + k];
          for (unsigned j = jj; j < jj + BLOCK; j++) z[i * PRODUCT + j] += r * y[k * PRODUCT + j];
        }
}

LOOP static void sparse_product(void) {
  for (unsigned i = 0; i < ROWS; i++) {
    double sum = 0;
    for (unsigned k = i * NONZEROS; k < (i + 1) * NONZEROS; k++) sum += x[k] * y[columns[k]];
    z[i] = sum;
  }
}

/* Solves a sparse triangular system whose rows depend on rows of the level before. */
LOOP static void triangular_solve(void) {
  enum { LEVEL = ROWS / 64 };
  for (unsigned level = 1; level < 64; level++)
    for (unsigned i = level * LEVEL; i < (level + 1) * LEVEL; i++) {
      double sum = y[i];
      for (unsigned k = i * NONZEROS; k < (i + 1) * NONZEROS; k++)
        sum -= x[k] * z[(level - 1) * LEVEL + columns[k] % LEVEL];
      z[i] = sum;
    }
}

/* ---- two threads ---- */

static struct {
  _Alignas(256) atomic_uint_fast64_t near[2]; /* in one line */
  struct {
    _Alignas(256) atomic_uint_fast64_t count;
  } far[2];
  _Alignas(256) atomic_uint_fast64_t lock;
  _Alignas(256) uint64_t locked;
  _Alignas(256) atomic_uint_fast64_t written;
  _Alignas(256) atomic_uint_fast64_t read;
  _Alignas(256) uint64_t ring[RING];
} shared;

static pthread_barrier_t barrier;

LOOP static void near_counters(uintptr_t thread) {
  for (unsigned i = 0; i < COUNTS; i++) {
    const uint64_t now = atomic_load_explicit(&shared.near[thread], memory_order_relaxed);
    atomic_store_explicit(&shared.near[thread], now + 1, memory_order_relaxed);
  }
}

LOOP static void padded_counters(uintptr_t thread) {
  for (unsigned i = 0; i < COUNTS; i++) {
    const uint64_t now = atomic_load_explicit(&shared.far[thread].count, memory_order_relaxed);
    atomic_store_explicit(&shared.far[thread].count, now + 1, memory_order_relaxed);
  }
}

/* Takes a spin lock for each of TURNS increments. */
LOOP static void contended_lock(uintptr_t thread) {
  (void)thread;
  for (unsigned i = 0; i < TURNS; i++) {
    while (atomic_exchange_explicit(&shared.lock, 1, memory_order_acquire) != 0) continue;
    shared.locked++;
    atomic_store_explicit(&shared.lock, 0, memory_order_release);
  }
}

/* Thread 0 writes items to a ring, and thread 1 reads them. */
LOOP static void producer_and_consumer(uintptr_t thread) {
  uint64_t sum = 0;
  for (uint64_t i = 0; i < TURNS; i++) {
    if (thread == 0) {
      while (i - atomic_load_explicit(&shared.read, memory_order_acquire) >= RING) continue;
      shared.ring[i % RING] = i;
      atomic_store_explicit(&shared.written, i + 1, memory_order_release);
    } else {
      while (atomic_load_explicit(&shared.written, memory_order_acquire) <= i) continue;
      sum += shared.ring[i % RING];
      atomic_store_explicit(&shared.read, i + 1, memory_order_release);
    }
  }
  if (thread == 1) result = sum;
}

static double now_of_thread(void) {
  struct timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}

typedef struct {
  void (*loop)(uintptr_t);
  uintptr_t number;
  double time;
} thread_work;

static void *run_thread(void *data) {
  thread_work *work = data;
  pthread_barrier_wait(&barrier);
  const double start = now_of_thread();
  work->loop(work->number);
  work->time = now_of_thread() - start;
  return NULL;
}

static double run_threads(void (*loop)(uintptr_t)) {
  pthread_t threads[2];
  atomic_store(&shared.written, 0);
  atomic_store(&shared.read, 0);
  thread_work work[2] = {{loop, 0, 0}, {loop, 1, 0}};
  for (unsigned i = 0; i < 2; i++)
    if (pthread_create(&threads[i], NULL, run_thread, &work[i]) != 0) abort();
  for (unsigned i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  return work[0].time > work[1].time ? work[0].time : work[1].time;
}

/* ---- all ---- */

static const struct {
  const char *name;
  void (*make)(void); /* prepares the data of this loop and the next ones; NULL: nothing */
  void (*loop)(void);
  void (*threads)(uintptr_t); /* the loop has two threads */
} loops[] = {
    {"stream_read", make_streams, stream_read, NULL},
    {"stream_write", NULL, stream_write, NULL},
    {"stream_copy", NULL, stream_copy, NULL},
    {"stream_triad", NULL, stream_triad, NULL},
    {"stride_64", NULL, stride_64, NULL},
    {"stride_256", NULL, stride_256, NULL},
    {"stride_1024", NULL, stride_1024, NULL},
    {"stride_8192", NULL, stride_8192, NULL},
    {"gather", make_indices, gather, NULL},
    {"binary_search", make_sorted, binary_search, NULL},
    {"chase_1", make_cycles, chase_1, NULL},
    {"chase_2", NULL, chase_2, NULL},
    {"chase_4", NULL, chase_4, NULL},
    {"chase_8", NULL, chase_8, NULL},
    {"chase_16", NULL, chase_16, NULL},
    {"chase_with_work", NULL, chase_with_work, NULL},
    {"list_with_payload", NULL, list_with_payload, NULL},
    {"hash_lookup", make_table, hash_lookup, NULL},
    {"tree_descent", make_nodes, tree_descent, NULL},
    {"matrix_by_columns", make_matrices, matrix_by_columns, NULL},
    {"blocked_product", NULL, blocked_product, NULL},
    {"sparse_product", NULL, sparse_product, NULL},
    {"triangular_solve", NULL, triangular_solve, NULL},
    {"padded_counters", NULL, NULL, padded_counters},
    {"near_counters", NULL, NULL, near_counters},
    {"contended_lock", NULL, NULL, contended_lock},
    {"producer_and_consumer", NULL, NULL, producer_and_consumer},
};

/* Runs a loop once. Returns its processor time in nanoseconds. */
static double run_loop(size_t i) {
  if (loops[i].threads != NULL) return run_threads(loops[i].threads);
  const double start = now_of_thread();
  loops[i].loop();
  return now_of_thread() - start;
}

static int compare_times(const void *one, const void *other) {
  const double x_time = *(const double *)one, y_time = *(const double *)other;
  return (x_time > y_time) - (x_time < y_time);
}

static int usage(void) {
  fprintf(stderr, "usage: loops RUNS | native RUNS | threads\n");
  return 2;
}

int main(int argc, char **argv) {
  const bool native = argc == 3 && strcmp(argv[1], "native") == 0;
  const bool list = argc == 2 && strcmp(argv[1], "threads") == 0;
  const int runs = list ? 1 : argc > 1 ? atoi(argv[argc - 1]) : 0;
  double times[MOST_RUNS];
  if ((argc != 2 && !native) || runs < 1 || runs > MOST_RUNS) return usage();
  pthread_barrier_init(&barrier, NULL, 2);
  for (size_t i = 0; i < sizeof loops / sizeof loops[0]; i++) {
    if (list && loops[i].threads != NULL) printf("%s\n", loops[i].name);
    if (list) continue;
    if (loops[i].make != NULL) loops[i].make();
    for (int run = 0; run < runs; run++) times[run] = run_loop(i);
    qsort(times, (size_t)runs, sizeof *times, compare_times);
    if (native) printf("%s %.0f\n", loops[i].name, times[loops[i].threads != NULL ? runs / 2 : 0]);
  }
  return 0;
}
