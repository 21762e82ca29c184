/* make_profile.c: writes profiles for the tests of the analyser, to standard output.
 *
 *   make_profile [sampled-|phased-|strata-]KIND [SEGMENTS BINS CELLS]
 *   make_profile of-samples
 *   make_profile [sampled-|phased-|strata-]rank NUMBER SEGMENTS BINS
 *
 * With "sampled-", what the kind describes is what the samples of a run counted, which was some ten times as long; with
 * "phased-", what two intervals counted that represent its phases; with "strata-", two intervals of each of two phases.
 *
 * Each kind describes code, data and cells; processors and totals are summed up here, so that every profile
 * obeys the identities of docs/profile-format.md.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <glib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bins/bin_writer.h"
#include "ui/model/ui_profile.h"

enum { MOST_PROCESSORS = 4, BATCHES = 16, SAMPLES = 167 };

static bin_writer *writer;

static bool write_bytes(void *closure, const char *bytes, size_t n) { return fwrite(bytes, 1, n, closure) == n; }

static void text_record(bin_record record, const char *text) {
  bin_writer_begin(writer, record);
  bin_writer_string(writer, text);
  bin_writer_end(writer);
}

static void number_record(bin_record record, uint64_t number) {
  bin_writer_begin(writer, record);
  bin_writer_number(writer, number);
  bin_writer_end(writer);
}

static void option(const char *name, const char *value) {
  bin_writer_begin(writer, BIN_RECORD_OPTION);
  bin_writer_string(writer, name);
  bin_writer_string(writer, value);
  bin_writer_end(writer);
}

/* The records before the interleaving. */
static void head(const char *const *command) {
  text_record(BIN_RECORD_CREATOR, "memspy 0.1.0, Valgrind 3.19.0");
  bin_writer_begin(writer, BIN_RECORD_COMMAND);
  for (; *command != NULL; command++) bin_writer_string(writer, *command);
  bin_writer_end(writer);
  number_record(BIN_RECORD_PID, 4711);
  number_record(BIN_RECORD_TIME, 1700000000);
  text_record(BIN_RECORD_LABEL, "");
  text_record(BIN_RECORD_REASON, "exit");
}

/* How a run was sampled: its options and records, and what its batches have of the cells. */
typedef struct {
  const char *prefix; /* of the kind */
  bin_writer *(*start)(bin_sink *sink, void *closure);
  void (*put_options)(void);
  void (*put_samples)(uint64_t instructions); /* of all of them together */
  unsigned batches;                           /* 0: cells do not tell of them */
  uint64_t (*part)(uint64_t count, uint64_t dice, unsigned batch);
} Way;
static const Way *way; /* NULL: it was not */

static void interleaving(const char *text, uint64_t quantum) {
  bin_writer_begin(writer, BIN_RECORD_INTERLEAVING);
  bin_writer_string(writer, text);
  bin_writer_number(writer, quantum);
  bin_writer_end(writer);
  if (way != NULL) way->put_options();
}

static void machine(const char *processors) {
  option("machine", "metric");
  option("processors", processors);
  option("D1", "32768,1,64");
  option("L2", "0,0,0");
  option("LL", "0,0,0");
  option("protocol", "mesi");
  option("replacement", "lru");
  option("cpi", "1");
  option("memory-latency", "50");
}

/* A record of nothing but numbers. */
static void numbers(bin_record record, const uint64_t *fields, size_t n) {
  bin_writer_begin(writer, record);
  for (size_t i = 0; i < n; i++) bin_writer_number(writer, fields[i]);
  bin_writer_end(writer);
}
#define NUMBERS(record, ...)                                    \
  numbers(BIN_RECORD_##record, (const uint64_t[]){__VA_ARGS__}, \
          sizeof((const uint64_t[]){__VA_ARGS__}) / sizeof(uint64_t))

static uint64_t sampled_instructions; /* of all places: known in the second pass */
static bool sampling_is_put;

/* What batch b of BATCHES has of a count, unevenly: `dice` is another number for each count. */
static uint64_t part_of_batch(uint64_t count, uint64_t dice, unsigned b) {
  uint64_t all = 0, before = 0, mine = 0;
  for (unsigned i = 0; i < BATCHES; i++) {
    const uint64_t weight = 20 + (dice * 7 + i * i * 5 + i * dice * 3) % 13;
    if (i < b) before += weight;
    if (i == b) mine = weight;
    all += weight;
  }
  return (uint64_t)((double)count * (double)(before + mine) / (double)all) -
         (uint64_t)((double)count * (double)before / (double)all);
}

static void put_options_of_periods(void) {
  option("sample", "1000000:100000:50000");
  option("sample-seed", "1");
}

static uint64_t run_of(uint64_t sampled) { return sampled != 0 ? 10 * sampled + sampled / 3 : 4321; }

static void put_periods(uint64_t of) {
  NUMBERS(SAMPLING, of != 0 ? SAMPLES : 0, run_of(of), of);
  for (unsigned b = 0; b < BATCHES && of != 0; b++)
    NUMBERS(BATCH, SAMPLES / BATCHES + (b < SAMPLES % BATCHES), part_of_batch(of, 0, b));
}

/* What an interval has, not multiplied, of a count that is multiplied: interval 0 HEAVY times, 1 once. */
enum { HEAVY = 3 };
static uint64_t part_of_phase(uint64_t count, uint64_t dice, unsigned b) {
  const uint64_t first = count * (18 + dice * 3 % 4) / 100;
  return b == 0 ? first : count - HEAVY * first;
}

static void put_options_of_phases(void) { option("sample-phases", "prog.phases"); }

/* The run did not come to the third phase. */
static void put_phases(uint64_t of) {
  const uint64_t first = part_of_phase(of, 0, 0), second = part_of_phase(of, 0, 1);
  NUMBERS(SAMPLING, (first != 0) + (second != 0), run_of(of), first + second);
  NUMBERS(PHASE, 1, 7, 700, 600000000, HEAVY, first);
  NUMBERS(PHASE, 2, 9, 900, 300000000, 1, second);
  NUMBERS(PHASE, 3, 99, 9900, 100000000, HEAVY, 0);
  for (unsigned i = 0; i < 3; i++) {
    NUMBERS(STRETCH, 1, 2000);
    NUMBERS(STRETCH, 2, 1000);
  }
  NUMBERS(STRETCH, 3, 1000);
}

/* The same with two intervals of each of two phases: 0 and 1 HEAVY times, 2 and 3 once. */
enum { INTERVALS = 4 };
static uint64_t part_of_stratum(uint64_t count, uint64_t dice, unsigned b) {
  const uint64_t first = count * (10 + dice * 3 % 4) / 100, second = count * (9 + dice * 5 % 7) / 100;
  const uint64_t others = count - HEAVY * (first + second), third = others * (45 + dice * 7 % 11) / 100;
  return (const uint64_t[INTERVALS]){first, second, third, others - third}[b];
}

static void put_strata(uint64_t of) {
  uint64_t parts[INTERVALS], sum = 0, samples = 0;
  for (unsigned b = 0; b < INTERVALS; b++) {
    sum += parts[b] = part_of_stratum(of, 0, b);
    samples += parts[b] != 0;
  }
  NUMBERS(SAMPLING, samples, run_of(of), sum);
  for (unsigned b = 0; b < INTERVALS; b++)
    NUMBERS(PHASE, 1 + b / 2, 7 + 20 * b, 700 + 2000 * b, b < 2 ? 350000000 : 150000000, b < 2 ? HEAVY : 1, parts[b]);
  for (unsigned b = 0; b < INTERVALS; b++) NUMBERS(STRETCH, 1 + b % 2, b % 2 == 0 ? 3500 : 1500);
}

static const Way ways[] = {
    {"sampled-", bin_writer_new_sampled, put_options_of_periods, put_periods, BATCHES, part_of_batch},
    {"phased-", bin_writer_new_by_phase, put_options_of_phases, put_phases, 0, part_of_phase},
    {"strata-", bin_writer_new_by_phase, put_options_of_phases, put_strata, INTERVALS, part_of_stratum},
};

/* Behind the options. */
static void put_sampling(void) {
  if (way == NULL || sampling_is_put) return;
  sampling_is_put = true;
  way->put_samples(sampled_instructions);
}

static void object_with(const char *path, const char *build_id, uint64_t bias) {
  put_sampling();
  bin_writer_begin(writer, BIN_RECORD_OBJECT);
  bin_writer_string(writer, path);
  bin_writer_string(writer, build_id);
  bin_writer_number(writer, bias);
  bin_writer_end(writer);
}

static void object(const char *path) { object_with(path, "", 0); }

static GArray *segment_objects, *place_segments; /* numbers */

static void segment(const char *name, unsigned object, unsigned file, uint64_t line) {
  bin_writer_begin(writer, BIN_RECORD_SEGMENT);
  bin_writer_string(writer, name);
  bin_writer_number(writer, object);
  bin_writer_number(writer, file);
  bin_writer_number(writer, line);
  bin_writer_end(writer);
  g_array_append_val(segment_objects, object);
}

static uint64_t instructions; /* of all places */

static void instruction(unsigned segment_number, unsigned file, uint64_t line, uint64_t address, uint64_t executed) {
  NUMBERS(PLACE, segment_number, file, line, address, executed);
  g_array_append_val(place_segments, segment_number);
  instructions += executed;
}

static void place(unsigned segment_number, unsigned file, uint64_t line, uint64_t executed) {
  instruction(segment_number, file, line, 0, executed);
}

/* A call at each place, of the same number. */
static void calls(void) {
  for (guint i = 0; i < place_segments->len; i++) {
    const unsigned in = g_array_index(place_segments, unsigned, i);
    NUMBERS(CALL, g_array_index(segment_objects, unsigned, in), 0x1000 + 16 * i, i);
  }
}

/* `frames` ends with -1; NULL: none. */
static void bin(const char *kind, const char *name, uint64_t bytes, uint64_t blocks, const int *frames) {
  put_sampling();
  bin_writer_begin(writer, BIN_RECORD_BIN);
  bin_writer_string(writer, kind);
  bin_writer_string(writer, name);
  bin_writer_number(writer, bytes);
  bin_writer_number(writer, blocks);
  for (; frames != NULL && *frames >= 0; frames++) bin_writer_number(writer, (uint64_t)*frames);
  bin_writer_end(writer);
}

/* Addresses: where it begins, the lowest, that behind the highest. */
static void scope(const char *kind, uint64_t around, unsigned segment_number, unsigned file, uint64_t line,
                  const uint64_t addresses[3]) {
  bin_writer_begin(writer, BIN_RECORD_SCOPE);
  bin_writer_string(writer, kind);
  bin_writer_number(writer, around);
  bin_writer_number(writer, segment_number);
  bin_writer_number(writer, file);
  bin_writer_number(writer, line);
  for (int i = 0; i < 3; i++) bin_writer_number(writer, addresses[i]);
  bin_writer_end(writer);
}

static GArray *cells, *evictors, *invalidators, *spreads, *references, *losses, *hot_lines, *uses;

/* Misses of which nothing else is said are local, and by false sharing. */
static void cell(unsigned place_number, unsigned bin_number, UiCounts counts) {
  if (counts.remote == 0) counts.local = ui_counts_misses(&counts);
  if (counts.true_sharing == 0) counts.false_sharing = counts.invalidation;
  const UiCell one = {place_number, bin_number, counts};
  g_array_append_val(cells, one);
}

/* A cell whose misses each wait as long as the machine's memory takes. */
static void miss(unsigned place_number, unsigned bin_number, UiCounts counts) {
  counts.stall_cycles = 50 * ui_counts_misses(&counts);
  cell(place_number, bin_number, counts);
}

/* The replacements of the last cell that `by` caused. */
static void evictor(unsigned by, uint64_t count) {
  const UiCell *last = &g_array_index(cells, UiCell, cells->len - 1);
  const UiBlame one = {last->place, last->bin, by, count};
  g_array_append_val(evictors, one);
}

/* The same of invalidations: `by` is a segment. */
static void invalidator(unsigned by, uint64_t count) {
  const UiCell *last = &g_array_index(cells, UiCell, cells->len - 1);
  const UiBlame one = {last->place, last->bin, by, count};
  g_array_append_val(invalidators, one);
}

/* The spread of the last cell. */
static void spread(uint64_t offset, uint64_t stride) {
  const UiCell *last = &g_array_index(cells, UiCell, cells->len - 1);
  const UiSpread one = {last->place, last->bin, offset, stride};
  g_array_append_val(spreads, one);
}

/* The reference of the last cell. */
static void reference(const char *kind, UiReference one) {
  const UiCell *last = &g_array_index(cells, UiCell, cells->len - 1);
  one.place = last->place;
  one.bin = last->bin;
  one.kind = kind;
  g_array_append_val(references, one);
}

/* What the last reference lost to that of another cell. */
static void loss(unsigned place_number, unsigned bin_number, uint64_t count) {
  const UiCell *last = &g_array_index(cells, UiCell, cells->len - 1);
  const UiReferenceEvictor one = {last->place, last->bin, place_number, bin_number, count};
  g_array_append_val(losses, one);
}

static void hot_line(UiHotLine line) { g_array_append_val(hot_lines, line); }

/* A use of the last hot line. */
static void use(UiUse one) {
  one.hot_line = hot_lines->len - 1;
  g_array_append_val(uses, one);
}

static void put_counts(const UiCounts *counts) {
  for (unsigned i = 0; i < UI_COUNT_COLUMNS; i++) bin_writer_number(writer, ui_counts_get(counts, i));
}

/* Everything went on in `n` processors: cells and instructions are dealt out to them. Returns the greatest of
 * their clocks. */
static uint64_t put_processors(unsigned n) {
  UiCounts parts[MOST_PROCESSORS] = {{0}};
  uint64_t greatest = 0;
  for (guint i = 0; i < cells->len; i++) ui_counts_add(&parts[i % n], &g_array_index(cells, UiCell, i).counts);
  for (unsigned p = 0; p < n; p++) {
    const uint64_t executed = p + 1 < n ? instructions / n : instructions - instructions / n * (n - 1);
    const uint64_t idle = 100 * p;
    bin_writer_begin(writer, BIN_RECORD_PROCESSOR);
    bin_writer_number(writer, 1);
    bin_writer_number(writer, executed);
    bin_writer_number(writer, executed + parts[p].stall_cycles + idle);
    bin_writer_number(writer, executed + parts[p].stall_cycles);
    bin_writer_number(writer, idle);
    put_counts(&parts[p]);
    bin_writer_end(writer);
    greatest = MAX(greatest, executed + parts[p].stall_cycles + idle);
  }
  return greatest;
}

static void put_blames(bin_record record, const GArray *blames) {
  for (guint i = 0; i < blames->len; i++) {
    const UiBlame *one = &g_array_index(blames, UiBlame, i);
    numbers(record, (const uint64_t[]){one->place, one->bin, one->who, one->count}, 4);
  }
}

static void put_references(void) {
  for (guint i = 0; i < references->len; i++) {
    const UiReference *one = &g_array_index(references, UiReference, i);
    bin_writer_begin(writer, BIN_RECORD_REFERENCE);
    bin_writer_number(writer, one->place);
    bin_writer_number(writer, one->bin);
    bin_writer_string(writer, one->kind);
    bin_writer_number(writer, one->temporal_hits);
    bin_writer_number(writer, one->spatial_hits);
    bin_writer_number(writer, one->evictions);
    bin_writer_number(writer, one->used_bytes);
    bin_writer_number(writer, one->lost);
    bin_writer_end(writer);
  }
  for (guint i = 0; i < losses->len; i++) {
    const UiReferenceEvictor *one = &g_array_index(losses, UiReferenceEvictor, i);
    NUMBERS(REFERENCE_EVICTOR, one->place, one->bin, one->evicting_place, one->evicting_bin, one->count);
  }
}

static UiSharing sharing; /* of lines that are not among the hot ones */
static bool fetches;      /* there are instruction caches */

static void put_hot_line(const UiHotLine *line) {
  const uint64_t fields[] = {line->address,       line->events,   line->missed,    line->true_sharing,
                             line->false_sharing, line->upgrades, line->transfers, line->unlisted};
  numbers(BIN_RECORD_HOT_LINE, fields, G_N_ELEMENTS(fields));
}

static void put_use(const UiUse *one) {
  const uint64_t fields[] = {one->hot_line, one->processor, one->offset, one->place,   one->bin,
                             one->start,    one->reads,     one->writes, one->modifies};
  numbers(BIN_RECORD_USE, fields, G_N_ELEMENTS(fields));
}

static void put_sharing(void) {
  for (guint i = 0; i < hot_lines->len; i++) sharing.events += g_array_index(hot_lines, UiHotLine, i).events;
  NUMBERS(SHARING, sharing.events, sharing.lines + hot_lines->len, sharing.forgotten);
  for (guint i = 0; i < hot_lines->len; i++) put_hot_line(&g_array_index(hot_lines, UiHotLine, i));
  for (guint i = 0; i < uses->len; i++) put_use(&g_array_index(uses, UiUse, i));
}

/* Processors, cells and what goes with them, sharing and totals. */
/* Two processors' instruction caches, and which code missed. */
static void put_fetches(void) {
  NUMBERS(ICACHE, 0, 4100, 160, 240, 0, 30, 20, 10, 0, 0, 0, 0, 30, 900);
  NUMBERS(ICACHE, 1, 184, 12, 18, 0, 4, 4, 0, 0, 0, 0, 0, 4, 120);
  NUMBERS(FETCH_MISS, 1, 24, 14, 10, 0, 0, 0, 0, 24, 720);
  NUMBERS(FETCH_MISS, 3, 10, 10, 0, 0, 0, 0, 0, 10, 300);
  NUMBERS(FETCH_EVICTOR, 1, 2, 6);
  NUMBERS(FETCH_EVICTOR, 1, 3, 4);
}

static void put_batch_cells(void) {
  for (guint i = 0; i < cells->len; i++) {
    const UiCell *one = &g_array_index(cells, UiCell, i);
    const uint64_t misses = ui_counts_misses(&one->counts), stall = one->counts.stall_cycles;
    if (misses == 0 && stall == 0) continue;
    bin_writer_begin(writer, BIN_RECORD_BATCH_CELL);
    bin_writer_number(writer, one->place);
    bin_writer_number(writer, one->bin);
    for (unsigned b = 0; b < way->batches; b++) {
      bin_writer_number(writer, way->part(misses, i + 1, b));
      bin_writer_number(writer, way->part(stall, i + 1, b));
    }
    bin_writer_end(writer);
  }
}

static void tail(unsigned processors) {
  UiCounts totals = {0};
  const uint64_t cycles = put_processors(processors);
  for (guint i = 0; i < cells->len; i++) {
    const UiCell *one = &g_array_index(cells, UiCell, i);
    bin_writer_begin(writer, BIN_RECORD_CELL);
    bin_writer_number(writer, one->place);
    bin_writer_number(writer, one->bin);
    put_counts(&one->counts);
    bin_writer_end(writer);
    ui_counts_add(&totals, &one->counts);
  }
  if (way != NULL && way->batches != 0) put_batch_cells();
  put_blames(BIN_RECORD_EVICTOR, evictors);
  put_blames(BIN_RECORD_INVALIDATOR, invalidators);
  for (guint i = 0; i < spreads->len; i++) {
    const UiSpread *one = &g_array_index(spreads, UiSpread, i);
    NUMBERS(SPREAD, one->place, one->bin, one->offset, one->stride);
  }
  put_references();
  if (fetches) put_fetches();
  put_sharing();
  bin_writer_begin(writer, BIN_RECORD_TOTALS);
  bin_writer_number(writer, instructions);
  bin_writer_number(writer, cycles);
  put_counts(&totals);
  bin_writer_end(writer);
}

#define COMMAND(...) (head((const char *const[]){__VA_ARGS__, NULL}), interleaving("slices", 0))
#define FRAMES(...) ((const int[]){__VA_ARGS__, -1})

/* The numbers of the paper's Figures 2 and 3, as far as they tell them. */
static void make_paper(void) {
  COMMAND("./matmul", "295", "64");
  machine("1");
  object("/home/user/matmul");
  text_record(BIN_RECORD_FILE, "/home/user/matmul.c");
  segment("BlkMultiply", 0, 0, 5);
  segment("main", 0, 0, 40);
  segment("ClearProduct", 0, 0, 20);
  segment("NewMatrix", 0, 0, 30);
  place(0, 0, 13, 115000000);
  place(0, 0, 11, 16460000);
  place(1, 0, 46, 4000000);
  place(2, 0, 24, 4000000);
  place(3, 0, 31, 40000);
  place(1, 0, 42, 20);
  place(1, 0, 43, 20);
  place(1, 0, 44, 20);
  calls();
  bin("unknown", "", 0, 0, NULL);
  bin("heap", "", 696200, 1, FRAMES(4, 5));
  bin("heap", "", 696200, 1, FRAMES(4, 6));
  bin("heap", "", 696200, 1, FRAMES(4, 7));
  bin("static", "size", 4, 1, NULL);
  bin("stack", "main", 0, 0, NULL);
  miss(0, 1, (UiCounts){.reads = 12880000, .read_misses = 8710000, .replacement = 8710000});
  evictor(1, 7839000);
  evictor(2, 600990);
  evictor(3, 270010);
  miss(0, 2, (UiCounts){.reads = 6440000, .writes = 6420000, .read_misses = 779600, .replacement = 779600});
  evictor(1, 700000);
  evictor(2, 79600);
  cell(0, 4, (UiCounts){.reads = 20});
  miss(1, 3, (UiCounts){.reads = 670000, .read_misses = 433200, .cold = 1000, .replacement = 432200});
  evictor(1, 432200);
  miss(2, 1, (UiCounts){.writes = 174000, .write_misses = 96500, .cold = 96500});
  miss(2, 3, (UiCounts){.writes = 174000, .write_misses = 86000, .cold = 86000});
  cell(2, 5, (UiCounts){.reads = 100, .writes = 10});
  miss(3, 2, (UiCounts){.writes = 172000, .write_misses = 84700, .cold = 84700});
  tail(1);
}

/* The same program with one more function, which copies blocks of Y next to each other, one less, and lines moved. */
static void make_after(void) {
  COMMAND("./matmul", "295", "64");
  machine("1");
  object("/home/user/after/matmul");
  text_record(BIN_RECORD_FILE, "/home/user/after/matmul.c");
  segment("main", 0, 0, 60);
  segment("NewMatrix", 0, 0, 30);
  segment("BlkMultiply", 0, 0, 9);
  segment("CopyBlock", 0, 0, 20);
  place(2, 0, 17, 121000000);
  place(3, 0, 24, 1400000);
  place(0, 0, 66, 4000000);
  place(1, 0, 31, 40000);
  place(0, 0, 42, 20);
  place(0, 0, 43, 20);
  place(0, 0, 47, 20);
  calls();
  bin("unknown", "", 0, 0, NULL);
  bin("heap", "", 696200, 1, FRAMES(3, 4));
  bin("heap", "", 696200, 1, FRAMES(3, 5));
  bin("heap", "", 696200, 1, FRAMES(3, 6));
  bin("static", "size", 4, 1, NULL);
  bin("static", "block", 32768, 1, NULL);
  bin("stack", "main", 0, 0, NULL);
  miss(0, 2, (UiCounts){.reads = 6440000, .writes = 6420000, .read_misses = 812000, .replacement = 812000});
  evictor(5, 812000);
  cell(0, 4, (UiCounts){.reads = 20});
  miss(0, 5, (UiCounts){.reads = 12880000, .read_misses = 410000, .replacement = 410000});
  evictor(2, 400000);
  evictor(5, 10000);
  miss(1, 1, (UiCounts){.reads = 174000, .read_misses = 96500, .cold = 43500, .replacement = 53000});
  evictor(5, 53000);
  miss(1, 5, (UiCounts){.writes = 174000, .write_misses = 2048, .cold = 2048});
  miss(2, 3, (UiCounts){.reads = 670000, .read_misses = 433200, .cold = 1000, .replacement = 432200});
  evictor(2, 432200);
  miss(3, 2, (UiCounts){.writes = 172000, .write_misses = 84700, .cold = 84700});
  cell(3, 6, (UiCounts){.reads = 100, .writes = 10});
  tail(1);
}

/* One of everything, and small: docs/profile-sample.memspy. NOLINTNEXTLINE(readability-function-size) */
static void make_sample(void) {
  head((const char *const[]){"./sum", "two words", NULL});
  interleaving("exact", 1000);
  machine("2");
  option("nodes", "2");
  option("remote-latency", "60");
  option("conflicts", "yes");
  option("instructions", "yes");
  option("references", "yes");
  option("stack-vars", "yes");
  option("I1", "1024,1,16");
  fetches = true;
  object("");
  object_with("/home/user/sum", "6a3f0c55d1e84b7992f01e6b8a4f7c2d10b3e5f9", 0x4bf000);
  text_record(BIN_RECORD_FILE, "");
  text_record(BIN_RECORD_FILE, "/home/user/sum.c");
  segment("???", 0, 0, 0);
  segment("sum", 1, 1, 3);
  segment("new_row", 1, 1, 10);
  segment("main", 1, 1, 20);
  place(0, 0, 0, 120);
  instruction(1, 1, 5, 0x1139, 4000);
  instruction(2, 1, 11, 0x1170, 40);
  instruction(3, 1, 22, 0x11a4, 60);
  instruction(3, 1, 23, 0x11b8, 64);
  NUMBERS(CALL, 1, 0x1173, 2);
  NUMBERS(CALL, 1, 0x11a8, 3);
  NUMBERS(CALL, 1, 0x11bc, 4);
  NUMBERS(CALL, 1, 0x11ad, 3);
  NUMBERS(CALL, 1, 0x11c1, 4);
  bin("unknown", "", 0, 0, NULL);
  bin("heap", "", 8192, 2, FRAMES(0, 1));
  bin("heap", "", 4096, 1, FRAMES(0, 2));
  bin("static", "total", 8, 1, NULL);
  bin("stack", "main", 0, 0, NULL);
  bin("mmap", "/home/user/a \"quoted\"\tname", 65536, 1, NULL);
  bin("range", "border", 64, 1, NULL);
  bin("tls", "depth", 4, 2, NULL);
  NUMBERS(VARIABLE, 3, 1, 0x4040, 8);
  NUMBERS(VARIABLE, 7, 1, 0x10, 4);
  NUMBERS(SLOT, 4, 3, 32);
  NUMBERS(RECEIVER, 1, 0, 4, 32, 3);
  NUMBERS(RECEIVER, 1, 1, 3, 0, 3);
  NUMBERS(RECEIVER, 2, 0, 1, 4088, 4);
  scope("function", 0, 1, 1, 3, (const uint64_t[]){4384, 4384, 4432});
  scope("loop", 1, 1, 1, 4, (const uint64_t[]){4400, 4400, 4424});
  cell(0, 0, (UiCounts){.reads = 30, .writes = 8, .read_misses = 3, .write_misses = 1, .cold = 4, .stall_cycles = 200});
  reference("modify",
            (UiReference){.temporal_hits = 30, .spatial_hits = 4, .evictions = 2, .used_bytes = 24, .lost = 3});
  loss(1, 1, 3);
  cell(1, 1,
       (UiCounts){.reads = 1024,
                  .read_misses = 150,
                  .cold = 128,
                  .replacement = 22,
                  .capacity = 4,
                  .conflict = 18,
                  .local = 130,
                  .remote = 20,
                  .stall_cycles = 7500});
  evictor(1, 2);
  evictor(2, 20);
  spread(0, 8);
  reference("read", (UiReference){.spatial_hits = 874, .evictions = 24, .used_bytes = 1200, .lost = 24});
  loss(1, 1, 2);
  loss(4, 2, 22);
  cell(1, 3,
       (UiCounts){.reads = 500,
                  .writes = 500,
                  .read_misses = 40,
                  .write_misses = 2,
                  .cold = 2,
                  .invalidation = 40,
                  .true_sharing = 3,
                  .false_sharing = 37,
                  .local = 10,
                  .remote = 32,
                  .upgrades = 12,
                  .stall_cycles = 2220,
                  .transfers = 38});
  invalidator(1, 38);
  invalidator(3, 2);
  spread(0, 0);
  reference("modify", (UiReference){.temporal_hits = 957, .spatial_hits = 1, .lost = 2});
  loss(4, 2, 2);
  cell(3, 4, (UiCounts){.reads = 12, .writes = 15});
  reference("modify", (UiReference){.temporal_hits = 27, .lost = 1});
  loss(1, 1, 1);
  cell(4, 2, (UiCounts){.writes = 512, .write_misses = 64, .cold = 64, .stall_cycles = 3200});
  reference("write", (UiReference){.spatial_hits = 448, .evictions = 40, .used_bytes = 2560, .lost = 40});
  loss(1, 1, 39);
  loss(4, 2, 1);
  hot_line((UiHotLine){.address = 0x4c3040,
                       .events = 50,
                       .true_sharing = 3,
                       .false_sharing = 35,
                       .upgrades = 11,
                       .transfers = 40,
                       .unlisted = 1});
  use((UiUse){.processor = 0, .offset = 0, .place = 1, .bin = 3, .start = 0x4c3040, .reads = 20});
  use((UiUse){.processor = 1, .offset = 0, .place = 1, .bin = 3, .start = 0x4c3040, .reads = 2, .writes = 4});
  use((UiUse){.processor = 1, .offset = 16, .place = 3, .bin = 2, .start = 0x4c2048, .modifies = 23});
  hot_line((UiHotLine){.address = 0x1ffeffe000, .events = 3, .missed = 1, .false_sharing = 2, .upgrades = 1});
  use((UiUse){.processor = 0, .offset = 56, .place = 3, .bin = 4, .writes = 3});
  sharing = (UiSharing){.events = 1, .lines = 1, .forgotten = 1};
  tail(2);
}

/* Names that would do something to a terminal or to a page, and names that are alike. */
static void make_hostile(void) {
  COMMAND("./evil\x1b[31m", "<script>alert(1)</script>", "a\nb", "\xff\xfe");
  machine("1");
  option("toggle-collect", "x\x1b]0;title\x07y");
  object("/lib/a.so");
  object("/lib/b.so");
  text_record(BIN_RECORD_FILE, "/src/<b>one</b>.c");
  text_record(BIN_RECORD_FILE, "/src/two.c");
  text_record(BIN_RECORD_FILE, "");
  segment("<script>alert(\"x\")</script>", 0, 0, 1);
  segment("\x1b[2Jclear", 0, 0, 2);
  segment("helper", 0, 0, 3);
  segment("helper", 0, 1, 3);
  segment("helper", 1, 1, 3);
  segment("???", 0, 2, 0);
  segment("???", 1, 2, 0);
  segment("std::map<int, int>::operator[](int const&)", 0, 0, 9);
  /* NOLINTNEXTLINE(misc-misleading-bidirectional): that is what is tested */
  segment("naive\xcc\x88 \xe2\x80\xae"
          "desrever \xc3\xa9 \xe6\x97\xa5\xe6\x9c\xac",
          0, 0, 10);
  segment("bad\xff"
          "byte \\ back",
          0, 0, 11);
  segment("123", 0, 0, 12);
  for (unsigned i = 0; i < 11; i++) place(i, i % 2, i + 1, 100);
  place(2, 0, 18446744073709551615u, 1);
  calls();
  bin("unknown", "", 0, 0, NULL);
  bin("heap", "", 64, 1, FRAMES(2, 3, 7));
  bin("heap", "", 64, 1, FRAMES(2, 3, 8));
  bin("heap", "", 64, 1, FRAMES(2, 4));
  bin("mmap", "", 64, 1, FRAMES(2, 4));
  bin("heap", "", 64, 1, FRAMES(11));
  bin("static", "twin", 8, 1, NULL);
  bin("static", "twin", 8, 1, NULL);
  bin("static", "twin #6", 8, 1, NULL);
  bin("stack", "main\r\nmain", 0, 0, NULL);
  bin("mmap", "/dev/shm/\xf0\x9f\x92\xa5\x7f", 4096, 1, NULL);
  bin("range", "it's, a \"list\", of words", 4096, 1, NULL);
  bin("range", "7", 4096, 1, NULL);
  bin("heap", "", 16, 1, NULL);
  bin("heap", "", 64, 1, FRAMES(2, 3, 9)); /* without references */
  for (unsigned i = 0; i < 12; i++)
    for (unsigned j = 0; j < 14; j++)
      if ((i + j) % 3 == 0) {
        const uint64_t misses = 1 + (i * 7 + j * 5) % 11;
        cell(i, j,
             (UiCounts){.reads = 20, .writes = 5, .read_misses = misses, .cold = misses, .stall_cycles = 50 * misses});
      }
  tail(1);
}

/* No misses wait: `misses` in all, or only references. */
static void make_flat(unsigned misses) {
  COMMAND("./flat");
  machine("1");
  object("/home/user/flat");
  text_record(BIN_RECORD_FILE, "flat.c");
  segment("one", 0, 0, 1);
  segment("two", 0, 0, 2);
  place(0, 0, 1, 1000);
  place(1, 0, 2, 2000);
  bin("unknown", "", 0, 0, NULL);
  bin("static", "a", 8, 1, NULL);
  bin("static", "b", 8, 1, NULL);
  cell(0, 1, (UiCounts){.reads = 100, .read_misses = misses, .cold = misses});
  cell(1, 2, (UiCounts){.reads = 300});
  tail(1);
}

/* Made of samples of a counter, one in a thousand misses; the code and data are those of make_paper()'s likes. */
static void make_of_samples(void) {
  COMMAND("./solve", "-n", "20");
  bin_writer_begin(writer, BIN_RECORD_SAMPLES);
  bin_writer_string(writer, "cache-misses");
  bin_writer_number(writer, 1000);
  bin_writer_number(writer, 9000);
  bin_writer_number(writer, 8800);
  bin_writer_string(writer, "skid+loop");
  bin_writer_end(writer);
  object("/home/user/solve");
  text_record(BIN_RECORD_FILE, "/home/user/solve.c");
  segment("spread", 0, 0, 10);
  segment("gather", 0, 0, 30);
  place(0, 0, 12, 0);
  place(0, 0, 13, 0);
  place(1, 0, 33, 0);
  calls();
  bin("unknown", "", 0, 0, NULL);
  bin("heap", "", 0, 0, (const int[]){2, -1});
  bin("static", "table", 0, 0, NULL);
  bin("stack", "gather", 0, 0, NULL);
  const struct {
    unsigned place, bin;
    uint64_t misses;
  } found[] = {{0, 1, 5000000}, {0, 2, 1250000}, {1, 0, 200000}, {1, 1, 50000}, {2, 2, 2400000}, {2, 3, 100000}};
  for (size_t i = 0; i < G_N_ELEMENTS(found); i++)
    cell(found[i].place, found[i].bin,
         (UiCounts){.reads = found[i].misses, .read_misses = found[i].misses, .cold = found[i].misses});
  tail(1);
}

/* Nothing happened. */
static void make_nothing(void) {
  COMMAND("true");
  bin("unknown", "", 0, 0, NULL);
  tail(1);
}

enum { LINES_IN_FUNCTION = 5, FILES_OF_BIG = 40, DEEPEST_OF_BIG = 8 };

/* Functions of some lines each, in several files. */
static void big_code(unsigned n_segments) {
  object("/usr/bin/big");
  object("/usr/lib/libbig.so.1");
  for (unsigned i = 0; i < FILES_OF_BIG; i++) {
    g_autofree char *name = g_strdup_printf("/usr/src/big/part%u.cc", i);
    text_record(BIN_RECORD_FILE, name);
  }
  for (unsigned i = 0; i < n_segments; i++) {
    g_autofree char *name = g_strdup_printf("space::Class%u::method(std::vector<int, std::allocator<int> > const&)", i);
    segment(name, i % 2, i % FILES_OF_BIG, i * 100 + 1);
  }
  for (unsigned i = 0; i < n_segments * LINES_IN_FUNCTION; i++)
    place(i % n_segments, i % n_segments % FILES_OF_BIG, i % n_segments * 100 + 2 + i / n_segments, i * 10);
  calls();
}

/* Mostly heap blocks with call paths of one to eight functions, some variables, some stacks. */
static void big_data(unsigned n_bins, unsigned n_places) {
  bin("unknown", "", 0, 0, NULL);
  for (unsigned i = 1; i < n_bins; i++) {
    int frames[DEEPEST_OF_BIG + 1];
    const unsigned depth = 1 + i % DEEPEST_OF_BIG;
    for (unsigned f = 0; f < depth; f++) frames[f] = (int)((i / (f * f + 1) + f * 13) % n_places);
    frames[depth] = -1;
    g_autofree char *name = g_strdup_printf("variable_%u", i);
    if (i % 10 < 7)
      bin("heap", "", i * 16, i, frames);
    else
      bin(i % 10 < 9 ? "static" : "stack", name, i % 10 < 9 ? 8 * i : 0, i % 10 < 9, NULL);
  }
}

/* A cell with two or three evictors, and, one in ten, two invalidators. */
static void big_cell(GRand *dice, unsigned place_number, unsigned bin_number, unsigned n_segments, unsigned n_bins) {
  const uint64_t misses = (uint64_t)(1000 / (g_rand_double(dice) + 0.001));
  const uint64_t shared = (place_number + bin_number) % 10 == 0 ? misses / 4 : 0;
  const uint64_t replaced = (misses - shared) / 2, each = replaced / 3;
  const unsigned others[] = {bin_number / 2, bin_number, (bin_number + n_bins) / 2};
  miss(place_number, bin_number,
       (UiCounts){.reads = misses * 3,
                  .writes = misses,
                  .read_misses = misses,
                  .replacement = replaced,
                  .invalidation = shared,
                  .true_sharing = shared / 3,
                  .false_sharing = shared - shared / 3,
                  .cold = misses - shared - replaced,
                  .upgrades = misses / 7});
  evictor(others[0], each);
  if (others[1] != others[0]) evictor(others[1], each);
  if (others[2] != others[1]) evictor(others[2], each);
  uint64_t rest = replaced - each * (1 + (others[1] != others[0]) + (others[2] != others[1]));
  g_array_index(evictors, UiBlame, evictors->len - 1).count += rest;
  if (shared == 0) return;
  const unsigned storing = place_number % n_segments;
  invalidator(storing, shared - shared / 2);
  if (storing + 1 < n_segments)
    invalidator(storing + 1, shared / 2);
  else
    g_array_index(invalidators, UiBlame, invalidators->len - 1).count += shared / 2;
}

/* Lines in which four processors have a word each. */
static void big_sharing(unsigned n_lines, unsigned n_places, unsigned n_bins) {
  for (unsigned i = 0; i < n_lines; i++) {
    const uint64_t each = 2 * (n_lines - i);
    hot_line(
        (UiHotLine){.address = 0x4c0000 + 64 * i, .events = 4 * each, .false_sharing = 2 * each, .transfers = each});
    for (unsigned p = 0; p < 4; p++)
      use((UiUse){.processor = p,
                  .offset = 8 * p,
                  .place = (i + p) % n_places,
                  .bin = i % n_bins,
                  .start = 0x4c0000,
                  .writes = each});
  }
  sharing = (UiSharing){.events = 1000, .lines = 100};
}

/* `n_segments` functions of five lines each, `n_bins` bins, and about `n_cells` cells of these lines. */
static void make_big(unsigned n_segments, unsigned n_bins, unsigned n_cells) {
  const unsigned n_places = n_segments * LINES_IN_FUNCTION;
  COMMAND("./big");
  machine("4");
  big_code(n_segments);
  big_data(n_bins, n_places);
  GRand *dice = g_rand_new_with_seed(1992);
  const double step = MAX((double)n_places * n_bins / n_cells, 1);
  for (unsigned p = 0; p < n_places; p++)
    for (double b = g_rand_double(dice) * step; b < n_bins; b += 1 + g_rand_double(dice) * 2 * (step - 1))
      big_cell(dice, p, (unsigned)b, n_segments, n_bins);
  g_rand_free(dice);
  big_sharing(n_cells / 2000, n_places, n_bins);
  tail(4);
}

/* Rank `number` of a message-passing program: of `n_segments` functions and `n_bins` bins each rank has most, in an
 * order of its own, and its own counts. The last quarter of the functions is the message-passing library's. */
static void make_rank(unsigned number, unsigned n_segments, unsigned n_bins) {
  GArray *in_order = g_array_new(FALSE, FALSE, sizeof(unsigned));
  COMMAND("./ring");
  machine("4");
  option("memspy-out-file", number % 2 ? "odd" : "even"); /* what may differ */
  object_with("/usr/lib/libmpi.so.40", "b01d", 4096 * number);
  object_with("/home/user/ring", "cafe", 8192 * number);
  for (unsigned i = 0; i < 2; i++) text_record(BIN_RECORD_FILE, (i + number) % 2 ? "/home/user/ring.c" : "mpi.c");
  for (unsigned i = 0; i < n_segments; i++) {
    const unsigned s = (i + number) % n_segments;
    const bool is_library = s >= n_segments - n_segments / 4;
    if ((s + number) % 7 == 3) continue;
    g_autofree char *name = g_strdup_printf(is_library ? "MPI_Call%u" : "step%u", s);
    segment(name, !is_library, is_library ? number % 2 : (number + 1) % 2, 10 * s + 1);
    g_array_append_val(in_order, s);
  }
  for (guint i = 0; i < 2 * in_order->len; i++) {
    const unsigned s = g_array_index(in_order, unsigned, i / 2);
    place(i / 2, (number + (s < n_segments - n_segments / 4)) % 2, 10 * s + 2 + i % 2, (number + 1) * (s + 3));
  }
  for (guint i = 0; i < place_segments->len; i += 2) {
    const unsigned in = g_array_index(place_segments, unsigned, i);
    NUMBERS(CALL, g_array_index(segment_objects, unsigned, in), 16 * g_array_index(in_order, unsigned, i / 2), i);
  }
  bin("unknown", "", 0, 0, NULL);
  unsigned bins = 1;
  for (unsigned i = 0; i < n_bins; i++) {
    const unsigned b = (i + 3 * number) % n_bins;
    g_autofree char *name = g_strdup_printf("variable_%u", b);
    if ((b + number) % 5 == 2) continue;
    if (b % 2 == 0)
      bin("static", name, 8 * b + 8, 1, NULL);
    else
      bin("heap", "", 100 + number, 1 + number, FRAMES((int)(b % 3), (int)((i / 2) % (in_order->len / 2))));
    bins++;
  }
  GRand *dice = g_rand_new_with_seed(number);
  for (unsigned p = 0; p < 2 * in_order->len; p++)
    for (unsigned b = (unsigned)g_rand_int_range(dice, 0, 4); b < bins; b += (unsigned)g_rand_int_range(dice, 1, 8))
      big_cell(dice, p, b, in_order->len, bins);
  g_rand_free(dice);
  for (guint i = 0; i < cells->len; i++) {
    const UiCell *one = &g_array_index(cells, UiCell, i);
    const UiSpread each = {one->place, one->bin, 8 * (number % 3), 16};
    if (i % 3 == 0) g_array_append_val(spreads, each);
  }
  big_sharing(20, 2 * in_order->len, bins);
  g_array_unref(in_order);
  tail(4);
}

/* All that a profile is made up of. */
static void start(void) {
  cells = g_array_new(FALSE, FALSE, sizeof(UiCell));
  evictors = g_array_new(FALSE, FALSE, sizeof(UiBlame));
  invalidators = g_array_new(FALSE, FALSE, sizeof(UiBlame));
  spreads = g_array_new(FALSE, FALSE, sizeof(UiSpread));
  references = g_array_new(FALSE, FALSE, sizeof(UiReference));
  losses = g_array_new(FALSE, FALSE, sizeof(UiReferenceEvictor));
  segment_objects = g_array_new(FALSE, FALSE, sizeof(unsigned));
  place_segments = g_array_new(FALSE, FALSE, sizeof(unsigned));
  hot_lines = g_array_new(FALSE, FALSE, sizeof(UiHotLine));
  uses = g_array_new(FALSE, FALSE, sizeof(UiUse));
}

/* Ends the profile, which may be the first of two passes. */
static bool finish(void) {
  GArray *const arrays[] = {cells,  evictors,        invalidators,   spreads,   references,
                            losses, segment_objects, place_segments, hot_lines, uses};
  for (size_t i = 0; i < G_N_ELEMENTS(arrays); i++) g_array_free(arrays[i], TRUE);
  sampled_instructions = instructions;
  instructions = 0;
  sampling_is_put = false;
  sharing = (UiSharing){0};
  return bin_writer_finish(writer);
}

static bool make(const char *kind, int n, char **args) {
  if (strcmp(kind, "paper") == 0)
    make_paper();
  else if (strcmp(kind, "after") == 0)
    make_after();
  else if (strcmp(kind, "rank") == 0 && n == 5)
    make_rank((unsigned)atoi(args[2]), (unsigned)atoi(args[3]), (unsigned)atoi(args[4]));
  else if (strcmp(kind, "sample") == 0)
    make_sample();
  else if (strcmp(kind, "hostile") == 0)
    make_hostile();
  else if (strcmp(kind, "no-stall") == 0)
    make_flat(9);
  else if (strcmp(kind, "no-misses") == 0)
    make_flat(0);
  else if (strcmp(kind, "nothing") == 0)
    make_nothing();
  else if (strcmp(kind, "of-samples") == 0)
    make_of_samples();
  else if (strcmp(kind, "big") == 0 && n == 5)
    make_big((unsigned)atoi(args[2]), (unsigned)atoi(args[3]), (unsigned)atoi(args[4]));
  else
    return false;
  return true;
}

static bool drop_bytes(void *closure, const char *bytes, size_t length) {
  (void)closure, (void)bytes, (void)length;
  return true;
}

/* How the kind says that the run was sampled; the text behind that goes to *kind. */
static const Way *way_of(const char **kind) {
  for (size_t i = 0; i < G_N_ELEMENTS(ways); i++) {
    if (!g_str_has_prefix(*kind, ways[i].prefix)) continue;
    *kind += strlen(ways[i].prefix);
    return &ways[i];
  }
  return NULL;
}

int main(int n, char **args) {
  const char *kind = n > 1 ? args[1] : "";
  way = way_of(&kind);
  if (way != NULL) {
    writer = way->start(drop_bytes, NULL);
    start();
    make(kind, n, args); /* to know how many instructions there are */
    finish();
  }
  writer = way != NULL                       ? way->start(write_bytes, stdout)
           : strcmp(kind, "of-samples") == 0 ? bin_writer_new_of_samples(write_bytes, stdout)
                                             : bin_writer_new(write_bytes, stdout);
  start();
  if (!make(kind, n, args)) {
    fputs("usage: make_profile [sampled-|phased-|strata-]paper|after|sample|hostile|no-stall|no-misses|nothing|"
          "big SEGMENTS BINS CELLS|rank NUMBER SEGMENTS BINS, or make_profile of-samples\n",
          stderr);
    return 2;
  }
  return finish() && fflush(stdout) == 0 ? 0 : 1;
}
