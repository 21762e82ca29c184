/* SPDX-License-Identifier: GPL-2.0-or-later
 * machines_measure.c: measures the computer. Each loop runs several times, and its result is the shortest time, since
 * other processes, interrupts and hypervisors only add time. The runs of a loop are distributed over as much time as
 * the deadline allows. */
#include "ui/machines/machines_measure.h"

#include <string.h>

#include "ui/base/ui_fail.h"
#include "ui/machines/machines_probe.h"
#include "ui/machines/machines_tlb.h"
#include "ui/replay/replay_machine.h"

enum {
  RUNS = 24,      /* number of times that each loop runs */
  STEPS = 8000,   /* number of steps of a pointer chase in each run; takes about a millisecond */
  ADDS = 1 << 21, /* number of additions in each run of the loop */
  PASSES = 100,   /* number of times that a cache line is passed between two processors in each run */
  PASSING_RUNS = 200,
  PAGE = 4096,
  SAME_SET_CHASES = 16, /* number of parallel pointer chases through lines of one set of the D1 */
  /* lower bound of the size of the largest pointer chase, in bytes; MOST_MEMORY is the upper bound */
  LEAST_MEMORY = 64 << 20,
  MOST_MEMORY = 256 << 20,
  LEAST_WINDOW = 16,
  MOST_WINDOW = 1000, /* instructions */
  LEAST_STORES = 4,
  MOST_STORES = 200,
  SLOWEST = 200 /* in MHz; if the frequency seems to be lower than this, the computer is simulated */
};

/* The state of a measurement. */
typedef struct {
  MachinesFigures *figures;
  gint64 end;    /* deadline, as a value of g_get_monotonic_time() */
  double excess; /* sum of the relative excesses of all loops, from which the noise is computed */
  unsigned n;    /* number of loops in `excess` */
} Measuring;

/* Runs a loop once, with the arguments `data`. Returns the time in nanoseconds, or a negative number if the loop cannot
 * run here. */
typedef double Loop(void *data);

/* Runs a loop `runs` times, or until the deadline, but at least twice. Returns the shortest time in nanoseconds. */
static double least_of(Measuring *m, Loop *loop, void *data, unsigned runs) {
  double least[2] = {G_MAXDOUBLE, G_MAXDOUBLE}; /* shortest times of the even runs and of the odd runs */
  for (unsigned i = 0; i < runs; i++) {
    if (i > 1 && g_get_monotonic_time() > m->end) {
      m->figures->in_time = false;
      break;
    }
    const double time = loop(data);
    if (time < 0) return -1;
    least[i % 2] = MIN(least[i % 2], time);
  }
  const double less = MIN(least[0], least[1]);
  if (less > 0) m->excess += MAX(least[0], least[1]) / less - 1, m->n++;
  return less;
}

static double to_cycles(const Measuring *m, double nanoseconds) {
  return nanoseconds < 0 ? -1 : nanoseconds * m->figures->megahertz / 1000;
}

/* ---- additions ---- */

static double run_dependent(void *data) {
  (void)data;
  return machines_probe_adds(ADDS, false);
}

static double run_independent(void *data) {
  (void)data;
  return machines_probe_adds(ADDS, true);
}

static void measure_clock(Measuring *m) {
  m->figures->megahertz = ADDS * 1000.0 / least_of(m, run_dependent, NULL, RUNS);
  m->figures->adds = ADDS / to_cycles(m, least_of(m, run_independent, NULL, RUNS));
}

/* ---- chases ---- */

typedef struct {
  char *starts[MACHINES_CHASES];
  unsigned chases;
} Chase;

static double run_chase(void *data) {
  Chase *chase = data;
  return machines_probe_chase(chase->starts, chase->chases, STEPS);
}

/* Returns the number of cycles of one step of pointer chases, which run in parallel. Each run begins where the previous
 * run ended, so that it does not find the lines of the previous run in the caches. */
static double measure_chase(Measuring *m, const MachinesMemory *memory, const MachinesOrder *order) {
  Chase chase = {.chases = order->chases};
  machines_memory_link(memory, order, chase.starts);
  const gsize warm = MIN(order->bytes / order->stride / order->chases, 16 * STEPS);
  (void)machines_probe_chase(chase.starts, chase.chases, warm);
  return to_cycles(m, least_of(m, run_chase, &chase, RUNS)) / STEPS;
}

static double chase_of(Measuring *m, const MachinesMemory *memory, gsize bytes, unsigned chases) {
  const MachinesOrder order = {.bytes = bytes, .stride = memory->line, .chases = chases};
  return measure_chase(m, memory, &order);
}

static void measure_sizes(Measuring *m, const MachinesMemory *memory, unsigned pages) {
  MachinesFigures *f = m->figures;
  for (unsigned i = 0; i < f->n_points; i++) f->latency[pages][i] = chase_of(m, memory, f->bytes[i], 1);
}

static void measure_parallel(Measuring *m, const MachinesMemory *memory) {
  for (unsigned i = 0; i < MACHINES_PARALLEL; i++)
    m->figures->parallel[i] = chase_of(m, memory, memory->bytes, 1U << i) / (1U << i);
}

static void measure_ascending(Measuring *m, const MachinesMemory *memory) {
  for (unsigned i = 0; i < MACHINES_STRIDES; i++) {
    const MachinesOrder order = {.bytes = memory->bytes, .stride = memory->line << i, .chases = 1, .ascending = true};
    m->figures->ascending[i] = measure_chase(m, memory, &order);
  }
}

/* Measures loads of lines that belong to one set of the D1, and that the L2 holds: as many lines as half of the L2's
 * sets for them can hold. */
static void measure_same_set(Measuring *m, const MachinesMemory *memory) {
  const mach_geometry *d1 = &m->figures->host.machine.d1, *l2 = &m->figures->host.machine.l2;
  const gsize stride = d1->size / d1->ways, bytes = l2->size / 2;
  if (l2->size == 0 || bytes / stride < MAX(4 * d1->ways, 2 * SAME_SET_CHASES)) return;
  const MachinesOrder order = {.bytes = bytes, .stride = stride, .chases = SAME_SET_CHASES};
  m->figures->same_set = measure_chase(m, memory, &order) / SAME_SET_CHASES;
}

/* Measures the additional cycles of a reference to a page that only the second-level TLB contains. The pointer chase
 * uses one line of each page, and at most half of the D1, so that its loads hit in the D1. */
static void measure_tlb(Measuring *m, const MachinesMemory *memory) {
  MachinesFigures *f = m->figures;
  const gsize pages = MIN(4 * (gsize)f->dtlb.n, f->host.machine.d1.size / memory->line / 2);
  if (f->dtlb.n == 0 || f->stlb.n < pages || pages < 2 * (gsize)f->dtlb.n) return;
  const MachinesOrder order = {.bytes = pages * PAGE, .stride = PAGE, .chases = 1, .spread = true};
  f->tlb_hit = MAX(measure_chase(m, memory, &order) - f->latency[0][0], 0);
}

/* ---- streams ---- */

typedef struct {
  const MachinesMemory *memory;
  unsigned threads;
} Stream;

static double run_stream(void *data) {
  const Stream *stream = data;
  return stream->threads == 1 ? machines_probe_stream(stream->memory)
                              : machines_probe_streams(stream->memory, stream->threads);
}

static void measure_streams(Measuring *m, const MachinesMemory *memory) {
  MachinesFigures *f = m->figures;
  const double lines = (double)memory->bytes / memory->line;
  f->threads = f->host.machine.processors / MAX(f->host.machine.nodes, 1);
  f->stream = to_cycles(m, least_of(m, run_stream, &(Stream){memory, 1}, RUNS / 2)) / lines;
  f->streams = f->threads < 2 ? f->stream
                              : to_cycles(m, least_of(m, run_stream, &(Stream){memory, f->threads}, RUNS / 2)) / lines;
}

/* Returns the number of a hardware thread that is not on the core of thread 0. */
static unsigned other_core(void) {
  g_autofree char *threads = NULL;
  if (!g_file_get_contents(MACH_HOST_SYS "/devices/system/cpu/cpu0/topology/thread_siblings_list", &threads, NULL,
                           NULL))
    return 1;
  return strpbrk(threads, "-,") != NULL && g_ascii_strtoull(strpbrk(threads, "-,") + 1, NULL, 10) == 1 ? 2 : 1;
}

static double run_passing(void *data) { return machines_probe_passing(0, *(const unsigned *)data, PASSES); }

static void measure_transfer(Measuring *m) {
  unsigned other = other_core();
  if (m->figures->host.machine.processors < 2) return;
  m->figures->transfer = to_cycles(m, least_of(m, run_passing, &other, PASSING_RUNS)) / (2 * PASSES);
}

/* ---- the window ---- */

typedef struct {
  char *starts[MACHINES_CHASES];
  MachinesFilling filling;
  unsigned n;
} Window;

static double run_window(void *data) {
  Window *window = data;
  return machines_probe_window(window->starts, window->filling, window->n, STEPS / 2);
}

/* Returns the smallest number of instructions between two loads with which the misses of the loads do not overlap; 0:
 * unknown. */
static unsigned find_window(Measuring *m, const MachinesMemory *memory, MachinesFilling filling, unsigned least,
                            unsigned most) {
  Window window = {.filling = filling, .n = least};
  const MachinesOrder order = {.bytes = memory->bytes, .stride = memory->line, .chases = 2};
  machines_memory_link(memory, &order, window.starts);
  const double overlapped = least_of(m, run_window, &window, RUNS);
  window.n = most;
  if (overlapped < 0 || least_of(m, run_window, &window, RUNS) < 1.5 * overlapped) return 0;
  while (most - least > 1) {
    window.n = (least + most) / 2;
    if (least_of(m, run_window, &window, RUNS) < 1.5 * overlapped)
      least = window.n;
    else
      most = window.n;
  }
  return most;
}

/* ---- all ---- */

static gsize largest_memory(const mach_config *machine) {
  return CLAMP(4 * machine->ll.size, (gsize)LEAST_MEMORY, (gsize)MOST_MEMORY);
}

static void choose_sizes(MachinesFigures *f) {
  const gsize largest = largest_memory(&f->host.machine);
  gsize bytes = 1;
  while (bytes * 2 <= f->host.machine.d1.size / 2) bytes *= 2;
  for (; bytes <= largest && f->n_points < MACHINES_MOST_POINTS; bytes *= 2) f->bytes[f->n_points++] = bytes;
}

/* Returns the index of the largest measured size that is not above `bytes`. */
static unsigned point_up_to(const MachinesFigures *f, gsize bytes) {
  unsigned point = 0;
  while (point + 1 < f->n_points && f->bytes[point + 1] <= bytes) point++;
  return point;
}

/* Derives the latencies from the pointer chases in pages of 2 MB, or from those in pages of 4 KB if pages of 2 MB are
 * not available. */
static void derive_latencies(MachinesFigures *f) {
  const mach_config *machine = &f->host.machine;
  const double *latency = f->latency[f->huge ? 1 : 0];
  const gsize private = machine->l2.size != 0 ? machine->l2.size : machine->d1.size;
  const unsigned first = MIN(point_up_to(f, private) + 1, f->n_points - 1), last = f->n_points - 1;
  f->memory_latency = latency[last];
  if (machine->l2.size != 0) f->l2_latency = latency[MAX(point_up_to(f, machine->l2.size / 2), 1)];
  if (machine->ll.size != 0) {
    unsigned end = first; /* index of the largest size that the last level can hold */
    while (end < last && latency[end + 1] * latency[end + 1] < latency[first] * f->memory_latency) end++;
    f->last_level = MIN(f->bytes[end], machine->ll.size);
    f->ll_latency = latency[(first + end) / 2];
  }
  f->walk_latency = f->huge ? MAX(f->latency[0][last] - f->latency[1][last], 0) : 0;
}

static void derive_others(MachinesFigures *f) {
  double least = f->parallel[0];
  for (unsigned i = 1; i < MACHINES_PARALLEL; i++) least = MIN(least, f->parallel[i]);
  f->outstanding = (unsigned)(f->parallel[0] / least + 0.5);
  const double at_once = f->same_set > 0 ? f->l2_latency / f->same_set : 0; /* misses of a set */
  f->set_misses = at_once > 0 && 2 * at_once < SAME_SET_CHASES ? (unsigned)MAX(at_once + 0.5, 1) : 0;
  f->prefetches_streams = f->ascending[0] < f->parallel[0] / 4;
  f->prefetches_strides = f->ascending[2] < f->parallel[0] / 4;
  /* a page has so few steps of the longest stride that most of them are the first ones in their page */
  f->prefetches_pages = f->prefetches_strides && f->ascending[MACHINES_STRIDES - 1] < f->parallel[0] / 4;
}

/* Makes the measurements that need memory in pages of 4 KB. */
static bool measure_small_pages(Measuring *m, GError **error) {
  MachinesMemory memory;
  const mach_config *machine = &m->figures->host.machine;
  if (!machines_memory_new(&memory, largest_memory(machine), machine->d1.line, false))
    return ui_fail_option(error, "there is not enough memory to measure this computer");
  measure_sizes(m, &memory, 0);
  measure_tlb(m, &memory);
  measure_ascending(m, &memory);
  measure_streams(m, &memory);
  machines_memory_clear(&memory);
  return true;
}

/* Makes the measurements that need memory in pages of 2 MB, if such pages are available. */
static bool measure_large_pages(Measuring *m, GError **error) {
  MachinesMemory memory;
  MachinesFigures *f = m->figures;
  if (!machines_memory_new(&memory, largest_memory(&f->host.machine), f->host.machine.d1.line, true))
    return ui_fail_option(error, "there is not enough memory to measure this computer");
  f->huge = machines_memory_is_huge(&memory);
  if (f->huge) measure_sizes(m, &memory, 1);
  measure_parallel(m, &memory);
  measure_same_set(m, &memory);
  f->window = find_window(m, &memory, MACHINES_NOPS, LEAST_WINDOW, MOST_WINDOW);
  f->store_buffer = find_window(m, &memory, MACHINES_STORES, LEAST_STORES, MOST_STORES);
  machines_memory_clear(&memory);
  return true;
}

/* Returns whether the program runs under Valgrind. Valgrind preloads libraries of this name. */
static bool is_under_valgrind(void) {
  g_autofree char *maps = NULL;
  return g_file_get_contents("/proc/self/maps", &maps, NULL, NULL) && strstr(maps, "/vgpreload_") != NULL;
}

bool machines_measure(MachinesFigures *figures, double seconds, GError **error) {
  *figures = (MachinesFigures){.in_time = true, .tlb_hit = -1, .transfer = -1, .same_set = -1};
  Measuring m = {.figures = figures, .end = g_get_monotonic_time() + (gint64)(seconds * G_USEC_PER_SEC)};
  if (is_under_valgrind())
    return ui_fail_option(error, "memspy runs under Valgrind, whose processor is simulated: measure without it");
  if (!mach_host_describe(MACH_HOST_SYS, replay_machine_read_file, &figures->host))
    return ui_fail_option(error, "this computer does not report its caches");
  measure_clock(&m);
  if (figures->megahertz < SLOWEST)
    return ui_fail_option(error,
                          "this processor executes only %.0f million dependent additions a second, as under "
                          "Valgrind or in an emulator: measure on the real processor",
                          figures->megahertz);
  machines_tlbs(&figures->dtlb, &figures->stlb);
  choose_sizes(figures);
  if (!measure_small_pages(&m, error) || !measure_large_pages(&m, error)) return false;
  measure_transfer(&m);
  derive_latencies(figures);
  derive_others(figures);
  figures->noise = m.excess / m.n;
  return true;
}
