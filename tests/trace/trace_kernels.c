/* trace_kernels.c: see trace_kernels.h.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "tests/trace/trace_kernels.h"

#include <setjmp.h>
#include <stdlib.h>

/* When a kernel has made its events, it ends in the middle. */
typedef struct {
  world *world;
  uint64_t left;
  jmp_buf full;
} maker;

static void make(maker *m, uint32_t processor, uint32_t source, uint64_t value) {
  if (m->left-- == 0) longjmp(m->full, 1);
  world_add(m->world, processor, source, value);
}

#define AT(base, i, j) ((uint64_t)(base) + 8 * (n * (i) + (j)))
enum { XX = 0x10000040, XY = 0x20000080, XZ = 0x300000c0, A = 0x10000040, B = 0x28000080, X = 0x300000c0 };
enum { ENTER = 40, EXIT = 50 };

/* The paper's section 7.1, with its four references, and scopes. */
static void mm(maker *m, uint64_t n, dice *d) {
  (void)d;
  make(m, 0, ENTER, 1);
  for (uint64_t i = 0; i < n; i++) {
    make(m, 0, ENTER + 1, 2);
    for (uint64_t j = 0; j < n; j++) {
      make(m, 0, ENTER + 2, 3);
      for (uint64_t k = 0; k < n; k++) {
        make(m, 0, 0, AT(XY, i, k));
        make(m, 0, 1, AT(XZ, k, j));
        make(m, 0, 2, AT(XX, i, j));
        make(m, 0, 3, AT(XX, i, j));
      }
      make(m, 0, EXIT + 2, 3);
    }
    make(m, 0, EXIT + 1, 2);
  }
  make(m, 0, EXIT, 1);
}

static void mm_tiled(maker *m, uint64_t n, dice *d) {
  (void)d;
  enum { TILE = 16 };
#define MIN(a, b) ((a) < (b) ? (a) : (b))
  for (uint64_t jj = 0; jj < n; jj += TILE)
    for (uint64_t kk = 0; kk < n; kk += TILE)
      for (uint64_t i = 0; i < n; i++)
        for (uint64_t k = kk; k < MIN(kk + TILE, n); k++) {
          make(m, 0, ENTER, 1);
          for (uint64_t j = jj; j < MIN(jj + TILE, n); j++) {
            make(m, 0, 0, AT(XY, i, k));
            make(m, 0, 1, AT(XZ, k, j));
            make(m, 0, 2, AT(XX, i, j));
            make(m, 0, 3, AT(XX, i, j));
          }
          make(m, 0, EXIT, 1);
        }
}

static void adi_x(maker *m, uint64_t n, uint64_t i, uint64_t k) {
  make(m, 0, 0, AT(X, i - 1, k));
  make(m, 0, 1, AT(A, i, k));
  make(m, 0, 2, AT(B, i - 1, k));
  make(m, 0, 3, AT(X, i, k));
  make(m, 0, 4, AT(X, i, k));
}

static void adi_b(maker *m, uint64_t n, uint64_t i, uint64_t k) {
  make(m, 0, 5, AT(A, i, k));
  make(m, 0, 6, AT(A, i, k));
  make(m, 0, 7, AT(B, i - 1, k));
  make(m, 0, 8, AT(B, i, k));
  make(m, 0, 9, AT(B, i, k));
}

/* The paper's section 7.2: original, interchanged, fused. */
static void adi(maker *m, uint64_t n, dice *d) {
  (void)d;
  for (uint64_t k = 1; k < n; k++) {
    for (uint64_t i = 2; i < n; i++) adi_x(m, n, i, k);
    for (uint64_t i = 2; i < n; i++) adi_b(m, n, i, k);
  }
}

static void adi_interchanged(maker *m, uint64_t n, dice *d) {
  (void)d;
  for (uint64_t i = 2; i < n; i++) {
    for (uint64_t k = 1; k < n; k++) adi_x(m, n, i, k);
    for (uint64_t k = 1; k < n; k++) adi_b(m, n, i, k);
  }
}

static void adi_fused(maker *m, uint64_t n, dice *d) {
  (void)d;
  for (uint64_t i = 2; i < n; i++)
    for (uint64_t k = 1; k < n; k++) {
      adi_x(m, n, i, k);
      adi_b(m, n, i, k);
    }
}

/* One reference that is used for two arrays alternately, as in a function that is called for both, with a short
 * loop. */
static void two_in_one(maker *m, uint64_t n, dice *d) {
  (void)d;
  for (uint64_t i = 0; i < n; i++)
    for (uint64_t j = 0; j < n; j++) {
      for (uint64_t k = 0; k < 3; k++) make(m, 0, 0, XX + 4 * k);
      make(m, 0, 1, AT(XY, i, j));
      make(m, 0, 1, AT(XZ, j, i));
    }
}

/* Two references whose runs have different lengths, so that one restarts in the middle of the other's run. */
static void phases(maker *m, uint64_t n, dice *d) {
  (void)d;
  for (uint64_t i = 0; i < n * n; i++) {
    make(m, 0, 0, XX + i / 49 * 1000 + i % 49 * 8);
    make(m, 0, 1, XY + i / 50 * 3000 + i % 50 * 16);
  }
}

/* A loop that is alternately short and long. */
static void short_and_long(maker *m, uint64_t n, dice *d) {
  (void)d;
  for (uint64_t i = 0; i < n; i++) {
    for (uint64_t j = 0; j < n; j++) make(m, 0, 0, AT(XX, i, j));
    for (uint64_t j = 0; j < 2 * n; j++) make(m, 0, 0, AT(XY, i, j));
  }
}

/* A nest of loops whose last inner loop is sometimes longer. */
static void longer_at_last(maker *m, uint64_t n, dice *d) {
  for (uint64_t block = 0; block < n; block++)
    for (uint64_t row = 0; row < 5; row++) {
      const uint64_t columns = row == 4 && dice_chance(d, 20) ? 6 : 4;
      for (uint64_t column = 0; column < columns; column++) make(m, 0, 0, XX + block * 1000 + row * 96 + column * 8);
    }
}

static void triangle(maker *m, uint64_t n, dice *d) {
  (void)d;
  for (uint64_t i = 0; i < n; i++)
    for (uint64_t j = 0; j < i; j++) {
      make(m, 0, 0, AT(XX, i, j));
      make(m, 0, 1, AT(XX, j, i));
    }
}

/* Quicksort of random numbers. */
static void sort_range(maker *m, uint64_t *a, int64_t low, int64_t high) {
  while (low < high) {
    const uint64_t pivot = a[low + (high - low) / 2];
    make(m, 0, 0, XX + 8 * (uint64_t)(low + (high - low) / 2));
    int64_t i = low, j = high;
    while (i <= j) {
      while (make(m, 0, 1, XX + 8 * (uint64_t)i), a[i] < pivot) i++;
      while (make(m, 0, 2, XX + 8 * (uint64_t)j), a[j] > pivot) j--;
      if (i > j) break;
      const uint64_t other = a[i];
      a[i] = a[j];
      a[j] = other;
      make(m, 0, 3, XX + 8 * (uint64_t)i++);
      make(m, 0, 4, XX + 8 * (uint64_t)j--);
    }
    make(m, 0, 5, XY + 16 * (uint64_t)(high - low));
    sort_range(m, a, low, j);
    low = i;
  }
}

static uint64_t *sorted; /* freed by make_kernel, also when the limit of events is reached */

static void sort(maker *m, uint64_t n, dice *d) {
  sorted = malloc(n * sizeof *sorted);
  if (!sorted) abort();
  for (uint64_t i = 0; i < n; i++) sorted[i] = dice_next(d);
  sort_range(m, sorted, 0, (int64_t)n - 1);
}

/* A list whose elements are anywhere in memory, read again and again. */
static void list(maker *m, uint64_t n, dice *d) {
  for (uint64_t round = 0; round < 8; round++)
    for (uint64_t i = 0; i < n; i++) {
      const uint64_t element = XX + 48 * (dice_next(d) % n);
      make(m, 0, 0, element);
      make(m, 0, 1, element + 8);
      if (dice_chance(d, 30)) make(m, 0, 2, element + 16);
    }
}

static void anything(maker *m, uint64_t n, dice *d) {
  for (;;) make(m, dice_below(d, 3), dice_below(d, KERNEL_SOURCES), dice_next(d) >> dice_below(d, 64) << n % 2);
}

/* Few sources, values and distances, so that patterns start and end all the time. */
static void almost(maker *m, uint64_t n, dice *d) {
  uint64_t value[4] = {0}, stride[4] = {0};
  uint32_t source = 0;
  for (;;) {
    if (dice_chance(d, (unsigned)n)) stride[source] = dice_below(d, 3) - (uint64_t)1;
    if (dice_chance(d, (unsigned)n)) value[source] = dice_below(d, 4);
    if (!dice_chance(d, (unsigned)n)) source = (source + 1) % 4;
    make(m, 0, source, value[source] += stride[source]);
  }
}

/* Nested loops with random bounds, which change sometimes. */
static void nest(maker *m, dice *d, unsigned depth, uint64_t base) {
  const uint64_t n = dice_between(d, 1, 6), stride = dice_below(d, 5) * 8;
  const uint32_t source = dice_below(d, 6);
  const bool varies = dice_chance(d, 20);
  const uint64_t state = d->state;
  for (uint64_t i = 0; i < n; i++) {
    make(m, 0, source, base + i * stride);
    if (!varies) d->state = state;
    if (depth > 0) nest(m, d, depth - 1, base + i * stride * 7);
  }
  if (!varies) d->state = state ^ n;
  (void)dice_next(d);
}

static void nests(maker *m, uint64_t n, dice *d) {
  for (;;) {
    const uint64_t state = d->state;
    const unsigned rounds = dice_between(d, 1, 9);
    for (unsigned r = 0; r < rounds; r++) {
      d->state = state + 1;
      nest(m, d, (unsigned)n, XX + r * 4096);
    }
  }
}

/* Four processors with one loop each. Their turns are short, in order or at random. */
static void processors(maker *m, uint64_t n, dice *d) {
  uint64_t at[4] = {0};
  for (uint64_t turn = 0;; turn++) {
    const uint32_t p = n % 2 ? dice_below(d, 4) : (uint32_t)(turn % 4);
    const unsigned events = n % 2 ? dice_between(d, 1, 9) : 3;
    for (unsigned i = 0; i < events; i++, at[p]++)
      make(m, p, (uint32_t)(at[p] % 5), XX + p * 4096 + at[p] / 5 % 100 * 8);
  }
}

/* Extreme values. */
static void extremes(maker *m, uint64_t n, dice *d) {
  static const uint64_t values[] = {0, 1, UINT64_MAX, UINT64_MAX - 1, 1ull << 63, (1ull << 63) - 1};
  for (uint64_t i = 0;; i++) make(m, 0, dice_below(d, 2), values[n % 2 ? i % 6 : dice_below(d, 6)]);
}

#define KERNEL(name) \
  static void run_##name(world *w, uint64_t n, uint64_t limit, dice *d) { make_kernel(name, w, n, limit, d); }

static void make_kernel(void (*body)(maker *, uint64_t, dice *), world *w, uint64_t n, uint64_t limit, dice *d) {
  maker m = {.world = w, .left = limit};
  if (setjmp(m.full) == 0) body(&m, n, d);
  free(sorted);
  sorted = NULL;
}

KERNEL(mm)
KERNEL(mm_tiled)
KERNEL(adi)
KERNEL(adi_interchanged)
KERNEL(adi_fused)
KERNEL(two_in_one)
KERNEL(phases)
KERNEL(short_and_long)
KERNEL(longer_at_last)
KERNEL(triangle)
KERNEL(sort)
KERNEL(list)
KERNEL(anything)
KERNEL(almost)
KERNEL(nests)
KERNEL(processors)
KERNEL(extremes)

const kernel kernels[] = {
    {"mm", run_mm, 800, 1000000, true},
    {"mm tiled", run_mm_tiled, 800, 1000000, true},
    {"adi", run_adi, 800, 1000000, true},
    {"adi interchanged", run_adi_interchanged, 800, 1000000, true},
    {"adi fused", run_adi_fused, 800, 1000000, true},
    {"two arrays in one reference", run_two_in_one, 300, 1000000, true},
    {"runs out of phase", run_phases, 300, 1000000, true},
    {"short and long runs", run_short_and_long, 300, 1000000, true},
    {"longer at last", run_longer_at_last, 1000, 1000000, false},
    {"triangle", run_triangle, 800, 1000000, false},
    {"sort", run_sort, 50000, 1000000, false},
    {"list", run_list, 50000, 1000000, false},
    {"anything", run_anything, 0, 300000, false},
    {"almost regular, 1 %", run_almost, 1, 300000, false},
    {"almost regular, 5 %", run_almost, 5, 300000, false},
    {"almost regular, 20 %", run_almost, 20, 300000, false},
    {"nests of 2", run_nests, 2, 300000, false},
    {"nests of 3", run_nests, 3, 300000, false},
    {"nests of 5", run_nests, 5, 300000, false},
    {"processors in turn", run_processors, 0, 300000, false},
    {"processors at random", run_processors, 1, 300000, false},
    {"extremes at random", run_extremes, 0, 50000, false},
    {"extremes in turn", run_extremes, 1, 50000, false},
    {0},
};
