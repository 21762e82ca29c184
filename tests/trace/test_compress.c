/* test_compress.c: tests that the events of a compressed trace are the original ones, for kernels, and for random and
 * adversarial streams, with several windows and limits. Nested loops must need constant space, and memory must be
 * bounded.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/coherence/plat_test.h"
#include "tests/trace/trace_interleavings.h"
#include "tests/trace/trace_kernels.h"
#include "tests/trace/trace_repetitions.h"

static const trace_limits limits[] = {
    {TRACE_WINDOW, TRACE_MEMORY, TRACE_PART, 0},
    {TRACE_WINDOW_MIN, TRACE_MEMORY, 1 << 12, 0}, /* many parts */
    {TRACE_WINDOW_MAX, 1 << 18, TRACE_PART, 0},   /* little memory */
};

static bool one(const kernel *k, uint64_t n, uint64_t limit, uint64_t seed, const trace_limits *l, bool tell,
                bool loops) {
  world w;
  trace_loop loop;
  dice d = {seed};
  world_begin(&w, KERNEL_SOURCES, l, seed % 2 == 0, true);
  if (loops) world_look_for_loops(&w, &loop);
  k->run(&w, n, limit, &d);
  world_end(&w);
  const uint64_t events = w.n, taken = w.taken;
  uint64_t size;
  const bool good = world_check(&w, k->name, seed, &size);
  if (tell) {
    printf("%-28s %9" PRIu64 " events %9" PRIu64 " bytes", k->name, events, size);
    printf(loops ? ", %9" PRIu64 " words as repetitions\n" : "\n", taken);
  }
  return good;
}

static bool round_trips(unsigned seeds, uint64_t first, bool whole, bool loops) {
  bool good = true;
  for (const kernel *k = kernels; k->name; k++) {
    if (whole) good = one(k, k->n, k->limit, 1, NULL, true, loops) && good;
    for (uint64_t seed = first; seed < first + seeds; seed++) {
      dice d = {seed * 977};
      const uint64_t limit = dice_below(&d, 1u << dice_between(&d, 1, 15));
      const uint64_t n = k->n < 300 ? k->n : dice_between(&d, 2, 40);
      good = one(k, n, limit, seed, &limits[seed % 3], false, loops) && good;
    }
  }
  return good;
}

/* Compresses all events of a kernel. Returns what the file contains. */
static world_counts whole(const kernel *k, uint64_t n, uint64_t *size, uint64_t *peak) {
  world w;
  dice d = {1};
  world_begin(&w, KERNEL_SOURCES, NULL, false, false);
  k->run(&w, n, UINT64_MAX, &d);
  world_end(&w);
  const world_counts counts = world_count(&w);
  *size = w.size;
  *peak = w.peak;
  world_free(&w);
  return counts;
}

/* Numbers with more digits may need a few more bytes, but nothing else; and no event is irregular. */
static bool constant_space(void) {
  enum { MORE = 48, MOST = 2048, MEMORY = 1 << 18 };
  static const uint64_t sizes[] = {72, 104, 136}; /* none is a multiple of the tile */
  bool good = true;
  for (const kernel *k = kernels; k->name; k++) {
    if (!k->regular) continue;
    uint64_t first = 0;
    for (unsigned i = 0; i < 3; i++) {
      uint64_t size, peak;
      const world_counts c = whole(k, sizes[i], &size, &peak);
      if (i == 0) first = size;
      if (size <= first + MORE && size <= MOST && c.iads == 0 && peak <= MEMORY) continue;
      printf("FAILED: %s of %" PRIu64 ": %" PRIu64 " bytes, %" PRIu64 " accesses, %" PRIu64 " bytes of memory\n",
             k->name, sizes[i], size, c.iads, peak);
      good = false;
    }
  }
  return good;
}

/* The paper's Figure 2, for a test of the descriptors that result. */
typedef struct {
  char text[2048];
} listing;

static const char *list_rsd(void *closure, const trace_rsd *rsd) {
  listing *l = closure;
  char *end = l->text + strlen(l->text);
  end += sprintf(end, "%u <%" PRIu64 ", %" PRIu64, rsd->source, rsd->address, rsd->sequence);
  for (unsigned i = 0; i < rsd->depth; i++)
    end += sprintf(end, ", %" PRIu64 " x (%" PRIu64 ", %" PRIu64 ")", rsd->levels[i].count, rsd->levels[i].stride,
                   rsd->levels[i].sequence_stride);
  sprintf(end, ">\n");
  return NULL;
}

static bool figure_2(void) {
  enum { N = 20, READ_A, READ_B, WRITE_A, ENTER_1, ENTER_2, EXIT_2, EXIT_1, A = 100, B = 1000 };
  world w;
  world_begin(&w, KERNEL_SOURCES, NULL, false, true);
  world_add(&w, 0, ENTER_1, 1);
  for (uint64_t i = 0; i < N - 1; i++) {
    world_add(&w, 0, ENTER_2, 2);
    for (uint64_t j = 0; j < N - 1; j++) {
      world_add(&w, 0, READ_A, A + i);
      world_add(&w, 0, READ_B, B + (i + 1) * N + j + 1);
      world_add(&w, 0, WRITE_A, A + i);
    }
    world_add(&w, 0, EXIT_2, 2);
  }
  world_add(&w, 0, EXIT_1, 1);
  world_end(&w);
  listing l = {""};
  trace_error error;
  trace_reader *reader = trace_reader_new(w.file, w.size, NULL, NULL, &error);
  uint32_t n;
  const trace_block *blocks = trace_reader_blocks(reader, &n);
  for (uint32_t i = 0; i < n; i++)
    if (blocks[i].header.kind == TRACE_BLOCK_RSD && blocks[i].header.lane != TRACE_LANE_ORDER)
      trace_reader_descriptors(reader, &blocks[i], list_rsd, &l, &error);
  trace_reader_free(reader);
  /* PRSDs 1, 3 and 2 of the figure, and RSDs 7 and 8: source, start address, start sequence id, then the length and
   * strides of each level. */
  static const char *const expected[] = {"21 <100, 2, 19 x (0, 3), 19 x (1, 59)>\n",
                                         "22 <1021, 3, 19 x (1, 3), 19 x (20, 59)>\n",
                                         "23 <100, 4, 19 x (0, 3), 19 x (1, 59)>\n",
                                         "24 <1, 0>\n",
                                         "25 <2, 1, 19 x (0, 59)>\n",
                                         "26 <2, 59, 19 x (0, 59)>\n",
                                         "27 <1, 1122>\n"};
  bool good = true;
  size_t length = 0;
  for (unsigned i = 0; i < sizeof expected / sizeof *expected; i++) {
    good = good && strstr(l.text, expected[i]);
    length += strlen(expected[i]);
  }
  if (!good || length != strlen(l.text)) printf("FAILED: the descriptors of Figure 2 are\n%s", l.text);
  world_free(&w);
  return good && length == strlen(l.text);
}

/* More sources than memory can hold, all of them irregular, or each with a stream that continues. Memory stays within
 * its limit, except for the growth between two checks, where all sources come first; and no event is lost. */
static bool bounded_memory(bool regular) {
  const uint32_t sources = regular ? 1600 : 60000;
  const uint64_t limit = regular ? 1 << 19 : 1 << 20, slack = limit / (regular ? 2 : 1) + sources * 12;
  const trace_limits small = {TRACE_WINDOW, limit, 16 << 20, 0}; /* no part ends because of the bytes written */
  world w;
  dice d = {1};
  world_begin(&w, sources, &small, false, true);
  for (uint64_t i = 0; i < 400000; i++)
    world_add(&w, 0, regular ? (uint32_t)(i % sources) : dice_below(&d, sources), regular ? i : dice_below(&d, 1000));
  const uint64_t peak = w.peak;
  bool good = world_check(&w, "bounded memory", 1, NULL);
  if (peak > limit + slack) {
    printf("FAILED: %" PRIu64 " bytes of memory\n", peak);
    good = false;
  }
  return good;
}

/* Phases of many kinds, on many processors, whose memory has different sizes. Memory that one phase frees is used by
 * the next one, or returned to the system, so that parts (at most this many) do not end for lack of memory that is not
 * in use. Without a limit, the phases would need many times as much. */
static uint64_t phases(uint64_t limit, uint64_t most, bool *good) {
  enum { SOURCES = 1 << 15, PROCESSORS = 8, PHASES = 12, EVENTS = 40000 };
  const trace_limits limits = {TRACE_WINDOW, limit, 16 << 20, 0};
  world w;
  dice d = {1};
  world_begin(&w, SOURCES, &limits, true, true);
  for (uint32_t phase = 0; phase < PHASES; phase++) {
    const uint32_t kind = phase % 3, loop = kind == 0 ? 2000 : 400, first = phase * 2000;
    for (uint64_t i = 0; i < EVENTS; i++) {
      const uint64_t turn = i / loop,
                     value = kind == 0 ? turn * 8 : turn % 3 * 8 + turn / 3 % 4 * 100 + turn / 12 * 1000;
      if (kind == 1)
        world_add(&w, phase % PROCESSORS, dice_below(&d, SOURCES), dice_next(&d));
      else
        world_add(&w, phase % PROCESSORS, first + (uint32_t)(i % loop), value);
    }
  }
  world_end(&w);
  const uint64_t peak = w.peak;
  const uint64_t parts = world_count(&w).parts;
  if (parts > most) printf("FAILED: %" PRIu64 " parts for want of memory\n", parts);
  *good = world_check(&w, "phases", 1, NULL) && parts <= most && *good;
  return peak;
}

static bool bounded_phases(void) {
  enum { BETWEEN = 512 * 4200 }; /* bytes of growth between two checks: for each event a page and a pool */
  static const uint64_t limits[] = {1 << 20, 3 << 20, 6 << 20}, parts[] = {350, 90, 6};
  bool good = true;
  const uint64_t all = phases(TRACE_MEMORY, 1, &good);
  for (unsigned i = 0; i < 3; i++) {
    const uint64_t peak = phases(limits[i], parts[i], &good);
    if (peak <= limits[i] + BETWEEN && peak * 3 / 2 < all) continue;
    printf("FAILED: %" PRIu64 " bytes of memory, where %" PRIu64 " are allowed; without a limit %" PRIu64 "\n", peak,
           limits[i], all);
    good = false;
  }
  return good;
}

/* With all the memory that is allowed, more streams are open than a part can hold. */
static bool bounded_parts(void) {
  enum { SOURCES = 85000, EVENTS = TRACE_WINDOW_MAX };
  const trace_limits limits = {TRACE_WINDOW_MAX, (uint64_t)4 << 30, TRACE_PART, 0};
  world w;
  dice d = {1};
  world_begin(&w, SOURCES, &limits, true, true);
  for (uint32_t i = 0; i < EVENTS; i++)
    for (uint32_t source = 0; source < SOURCES; source++) world_add(&w, 0, source, dice_next(&d) << 32 | dice_next(&d));
  return world_check(&w, "open patterns", 1, NULL);
}

/* Runs that grow; each looks like a repetition of the previous one until it continues: one descriptor for each run. */
static bool growing_runs(void) {
  enum { N = 100 };
  const kernel *k = kernels;
  while (strcmp(k->name, "triangle") != 0) k++;
  uint64_t size, peak;
  const world_counts c = whole(k, N, &size, &peak);
  const bool good = c.iads == 0 && c.rsds <= 2 * N + 2;
  if (!good) printf("FAILED: growing runs: %" PRIu64 " descriptors, %" PRIu64 " accesses\n", c.rsds, c.iads);
  return good;
}

/* Runs that restart elsewhere than at their ends, while others continue: when one is at its last event, another one has
 * just started. Some runs are longer than what the expander examines at once: it splits the shorter ones. */
static bool runs_beside_runs(void) {
  bool good = true;
  for (unsigned length = 3; length < 100; length += length == 40 ? 50 : 1) {
    world w;
    world_begin(&w, 3, NULL, false, true);
    for (uint64_t i = 0; i < 4000; i++) {
      world_add(&w, 0, 0, i * 8);
      world_add(&w, 0, 1, i % length * 8);
      world_add(&w, 0, 2, i % (length + 1 + length % 2) * 8);
    }
    good = world_check(&w, "runs beside runs", length, NULL) && good;
  }
  return good;
}

/* Appends an event as a lane does. */
static void put_access(trace_iad_writer *writer, trace_iad_context *context, uint64_t sequence, uint64_t value) {
  if (!trace_iad_has_room(writer)) trace_iad_grow(writer);
  if (trace_iad_items(writer) == 0) trace_iad_begin(writer, sequence);
  trace_iad_put(&writer->place, context, 0, sequence, value);
}

/* A block of accesses needs nothing from the previous block, even if its source continues there. */
static bool separate_blocks(void) {
  trace_memory memory;
  trace_memory_init(&memory);
  trace_iad_writer writer;
  trace_iad_writer_init(&writer, &memory);
  trace_iad_context written = {0};
  bool good = true;
  for (unsigned block = 0; block < 2; block++) {
    put_access(&writer, &written, block * 2, 100); /* 100 from the start, and so at the end of the previous block */
    put_access(&writer, &written, block * 2 + 1, 200);
    uint32_t n;
    const uint8_t *content = trace_iad_content(&writer, &n);
    trace_iad_reader reader;
    trace_iad_context read = {0};
    trace_single events[2];
    good = good && trace_iad_open(&reader, content, n, 2, block * 2, 1) &&
           trace_iad_take(&reader, &read, 1, events, 2) == 2 && events[0].sequence == block * 2 &&
           events[0].value == 100 && events[1].sequence == block * 2 + 1 && events[1].value == 200;
    trace_iad_next(&writer);
  }
  if (!good) printf("FAILED: a block of accesses needs the one before\n");
  trace_iad_writer_clear(&writer);
  trace_memory_clear(&memory);
  return good;
}

/* A source that becomes regular again is recognised as regular. */
static bool recovers(void) {
  world w;
  dice d = {1};
  world_begin(&w, KERNEL_SOURCES, NULL, false, true);
  for (unsigned i = 0; i < 100000; i++) world_add(&w, 0, 0, dice_next(&d));
  for (unsigned i = 0; i < 100000; i++) world_add(&w, 0, 0, 8 * (uint64_t)i);
  world_end(&w);
  const world_counts c = world_count(&w);
  uint64_t events;
  const bool good = world_compare(&w, w.size, true, &events) == WORLD_SAME && c.iads < 105000;
  if (!good) printf("FAILED: %" PRIu64 " accesses are irregular\n", c.iads);
  world_free(&w);
  return good;
}

/* A program that is killed leaves its trace as it is: at any time, the file has all events but the last ones. Once the
 * trace is complete, no drafts remain. */
static bool drafts(void) {
  bool good = true;
  for (const kernel *k = kernels; k->name; k++) {
    world w[2];
    for (unsigned i = 0; i < 2; i++) {
      const trace_limits limits = {TRACE_WINDOW, TRACE_MEMORY, 1 << 11, i == 0 ? 0 : 700};
      dice d = {1};
      world_begin(&w[i], KERNEL_SOURCES, &limits, k->n % 2 == 0, true);
      k->run(&w[i], k->n < 300 ? k->n : 30, 30000, &d);
      world_end(&w[i]);
    }
    const bool same = w[0].size == w[1].size && memcmp(w[0].file, w[1].file, w[0].size) == 0;
    if (!same) printf("FAILED: %s: drafts are left in the file\n", k->name);
    if (w[1].lost) printf("FAILED: %s: events are lost\n", k->name);
    good = good && same && !w[1].lost;
    for (unsigned i = 0; i < 2; i++) world_free(&w[i]);
  }
  return good;
}

static bool kernels_come_back(void) { return round_trips(12, 1, true, false); }
static bool kernels_come_back_with_loops(void) { return round_trips(12, 1, true, true); }
static bool repetitions(void) { return repetitions_check(4000, 1); }
static bool interleavings(void) { return interleavings_check(300, 1); }
static bool bounded_irregular(void) { return bounded_memory(false); }
static bool bounded_regular(void) { return bounded_memory(true); }

static const struct {
  const char *name;
  bool (*holds)(void);
} parts[] = {{"figure_2", figure_2},
             {"kernels", kernels_come_back},
             {"kernels_with_loops", kernels_come_back_with_loops},
             {"repetitions", repetitions},
             {"interleavings", interleavings},
             {"constant_space", constant_space},
             {"bounded_irregular", bounded_irregular},
             {"bounded_regular", bounded_regular},
             {"bounded_phases", bounded_phases},
             {"bounded_parts", bounded_parts},
             {"growing_runs", growing_runs},
             {"runs_beside_runs", runs_beside_runs},
             {"separate_blocks", separate_blocks},
             {"recovers", recovers},
             {"drafts", drafts}};

/* Executes all parts of the test, or the one with a name. */
static bool run_parts(const char *only) {
  bool good = true, known = !only;
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
    if (only && strcmp(only, parts[i].name) != 0) continue;
    known = true;
    if (parts[i].holds()) continue;
    printf("FAILED: part %s\n", parts[i].name);
    good = false;
    if (getenv("TRIAL_QUICK")) break; /* it is enough to know that it fails */
  }
  if (!known) printf("FAILED: there is no part called %s\n", only);
  return good && known;
}

/* test_compress --part NAME: executes only that part. test_compress [seeds [first]]: tests more seeds than the usual
 * few, to find other errors. */
int main(int argc, char **argv) {
  bool good;
  if (argc > 1 && strcmp(argv[1], "--part") == 0)
    good = run_parts(argv[2]);
  else if (argc > 1)
    good = round_trips((unsigned)atoi(argv[1]), argc > 2 ? strtoull(argv[2], NULL, 0) : 1, false, argc > 3);
  else
    good = run_parts(NULL);
  if (plat_test_outstanding() != 0) {
    printf("FAILED: %" PRIu64 " blocks were not given back\n", plat_test_outstanding());
    good = false;
  }
  return good ? 0 : 1;
}
