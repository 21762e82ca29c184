/* SPDX-License-Identifier: GPL-2.0-or-later
 * machines_probe.c: implements the loops. The compiler can neither remove nor reorder the loads of a pointer chase: the
 * address of each load is the value of an earlier load, and the last value is stored. */
#include "ui/machines/machines_probe.h"

#include <sched.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

enum { HUGE_PAGE = 2 << 20 };

static double time_of(clockid_t clock) {
  struct timespec now;
  clock_gettime(clock, &now);
  return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}

double machines_probe_time(void) { return time_of(CLOCK_THREAD_CPUTIME_ID); }

/* ---- memory ---- */

bool machines_memory_new(MachinesMemory *memory, gsize bytes, gsize line, bool huge) {
  *memory = (MachinesMemory){.bytes = bytes, .line = line, .huge = huge, .mapped = bytes + HUGE_PAGE};
  memory->mapping = mmap(NULL, memory->mapped, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory->mapping == MAP_FAILED) return false;
  const uintptr_t start = (uintptr_t)memory->mapping;
  memory->memory = memory->mapping + ((HUGE_PAGE - start % HUGE_PAGE) % HUGE_PAGE);
  (void)madvise(memory->memory, bytes, huge ? MADV_HUGEPAGE : MADV_NOHUGEPAGE);
  memset(memory->memory, 1, bytes);
  return true;
}

void machines_memory_clear(MachinesMemory *memory) {
  if (memory->mapping != MAP_FAILED) munmap(memory->mapping, memory->mapped);
}

/* Returns the value of "AnonHugePages:" of the memory mapping that begins at `start`, in KB. */
static guint64 huge_kilobytes(const char *maps, const char *start) {
  g_auto(GStrv) lines = g_strsplit(maps, "\n", -1);
  bool inside = false;
  for (char **line = lines; *line != NULL; line++) {
    char *end;
    const guint64 first = g_ascii_strtoull(*line, &end, 16);
    if (*end == '-') {
      const guint64 last = g_ascii_strtoull(end + 1, NULL, 16);
      inside = first <= (uintptr_t)start && (uintptr_t)start < last;
    }
    if (inside && g_str_has_prefix(*line, "AnonHugePages:"))
      return g_ascii_strtoull(*line + strlen("AnonHugePages:") + strspn(*line + strlen("AnonHugePages:"), " "), NULL,
                              10);
  }
  return 0;
}

bool machines_memory_is_huge(const MachinesMemory *memory) {
  g_autofree char *maps = NULL;
  if (!g_file_get_contents("/proc/self/smaps", &maps, NULL, NULL)) return false;
  return huge_kilobytes(maps, memory->memory) * 1024 >= memory->bytes / 2;
}

/* Returns a pseudo-random number from 0 to n - 1 (xorshift). */
static guint64 random_below(guint64 *state, guint64 n) {
  *state ^= *state << 13;
  *state ^= *state >> 7;
  *state ^= *state << 17;
  return *state % n;
}

void machines_memory_link(const MachinesMemory *memory, const MachinesOrder *order, char **starts) {
  const gsize n = order->bytes / order->stride / order->chases * order->chases, lines = order->stride / memory->line;
  g_autofree guint32 *places = g_new(guint32, n);
  guint64 state = 88172645463325252ULL;
  for (gsize i = 0; i < n; i++) places[i] = (guint32)i;
  for (gsize i = n; !order->ascending && i > 1; i--) {
    const gsize k = random_below(&state, i);
    const guint32 place = places[i - 1];
    places[i - 1] = places[k];
    places[k] = place;
  }
  char **before[MACHINES_CHASES] = {NULL};
  for (gsize i = 0; i < n; i++) {
    const unsigned chase = order->ascending ? (unsigned)(i / (n / order->chases)) : (unsigned)(i % order->chases);
    char **place = (char **)(memory->memory + places[i] * order->stride +
                             (order->spread ? places[i] % lines * memory->line : 0));
    if (before[chase] == NULL)
      starts[chase] = (char *)place;
    else
      *before[chase] = (char *)place;
    before[chase] = place;
  }
  for (unsigned chase = 0; chase < order->chases; chase++) *before[chase] = starts[chase];
}

/* ---- loops ---- */

/* Follows a number of cycles in parallel. The number is a compile-time constant. */
static inline __attribute__((always_inline)) void follow(char **starts, unsigned chases, gsize steps) {
  char **at[MACHINES_CHASES];
  for (unsigned c = 0; c < chases; c++) at[c] = (char **)starts[c];
  for (gsize i = 0; i < steps; i++)
#pragma GCC unroll 32
    for (unsigned c = 0; c < chases; c++) at[c] = (char **)*at[c];
  for (unsigned c = 0; c < chases; c++) starts[c] = (char *)at[c];
}

double machines_probe_chase(char **starts, unsigned chases, gsize steps) {
  const double start = machines_probe_time();
  switch (chases) {
    case 1: follow(starts, 1, steps); break;
    case 2: follow(starts, 2, steps); break;
    case 4: follow(starts, 4, steps); break;
    case 8: follow(starts, 8, steps); break;
    case 16: follow(starts, 16, steps); break;
    default: follow(starts, 32, steps); break;
  }
  return machines_probe_time() - start;
}

double machines_probe_stream(const MachinesMemory *memory) {
  const double start = machines_probe_time();
  guint64 sums[4] = {0};
  for (gsize i = 0; i + 4 * memory->line <= memory->bytes; i += 4 * memory->line)
    for (unsigned k = 0; k < 4; k++) sums[k] += *(const guint64 *)(memory->memory + i + k * memory->line);
  __asm__ volatile("" : : "r"(sums[0] + sums[1] + sums[2] + sums[3]));
  return machines_probe_time() - start;
}

/* Makes an addition that the compiler neither removes nor combines with the next addition. */
#define ADD(x)                      \
  do {                              \
    (x) += 3;                       \
    __asm__ volatile("" : "+r"(x)); \
  } while (0)

double machines_probe_adds(gsize adds, bool parallel) {
  guint64 a = 1, b = 2, c = 3, d = 4, e = 5, f = 6, g = 7, h = 8;
  const double start = machines_probe_time();
  if (parallel)
    for (gsize i = 0; i < adds; i += 64) {
#pragma GCC unroll 8
      for (unsigned k = 0; k < 8; k++) {
        ADD(a);
        ADD(b);
        ADD(c);
        ADD(d);
        ADD(e);
        ADD(f);
        ADD(g);
        ADD(h);
      }
    }
  else
    for (gsize i = 0; i < adds; i += 64) {
#pragma GCC unroll 64
      for (unsigned k = 0; k < 64; k++) ADD(a);
    }
  __asm__ volatile("" : : "r"(a + b + c + d + e + f + g + h));
  return machines_probe_time() - start;
}

/* ---- several processors ---- */

static gpointer run_stream(gpointer memory) {
  double *time = g_new(double, 1);
  *time = machines_probe_stream(memory);
  return time;
}

double machines_probe_streams(const MachinesMemory *memory, unsigned n) {
  g_autofree MachinesMemory *parts = g_new(MachinesMemory, n);
  g_autofree GThread **threads = g_new(GThread *, n);
  double most = 0;
  for (unsigned i = 0; i < n; i++) {
    parts[i] = *memory;
    parts[i].bytes = memory->bytes / n;
    parts[i].memory += i * parts[i].bytes / memory->line * memory->line;
    threads[i] = g_thread_new("stream", run_stream, &parts[i]);
  }
  for (unsigned i = 0; i < n; i++) {
    g_autofree double *time = g_thread_join(threads[i]);
    most = MAX(most, *time);
  }
  return most;
}

typedef struct {
  _Alignas(128) atomic_uint_fast64_t turn;
  _Alignas(128) gsize times;
  unsigned processor;
  bool pinned;
} Passing;

static bool pin(unsigned processor) {
  cpu_set_t set;
  CPU_ZERO(&set);
  if (processor >= CPU_SETSIZE) return false;
  CPU_SET(processor, &set);
  return sched_setaffinity(0, sizeof set, &set) == 0;
}

static gpointer answer(gpointer data) {
  Passing *passing = data;
  passing->pinned = pin(passing->processor);
  for (gsize i = 0; i < passing->times; i++) {
    while (atomic_load_explicit(&passing->turn, memory_order_acquire) != 2 * i + 1) continue;
    atomic_store_explicit(&passing->turn, 2 * i + 2, memory_order_release);
  }
  return NULL;
}

double machines_probe_passing(unsigned a, unsigned b, gsize times) {
  static Passing passing;
  cpu_set_t before;
  if (sched_getaffinity(0, sizeof before, &before) != 0 || !pin(a)) return -1;
  atomic_store(&passing.turn, 0);
  passing.times = times;
  passing.processor = b;
  GThread *thread = g_thread_new("answer", answer, &passing);
  const double start = time_of(CLOCK_MONOTONIC);
  for (gsize i = 0; i < times; i++) {
    atomic_store_explicit(&passing.turn, 2 * i + 1, memory_order_release);
    while (atomic_load_explicit(&passing.turn, memory_order_acquire) != 2 * i + 2) continue;
  }
  const double elapsed = time_of(CLOCK_MONOTONIC) - start;
  g_thread_join(thread);
  (void)sched_setaffinity(0, sizeof before, &before);
  return passing.pinned ? elapsed : -1;
}
