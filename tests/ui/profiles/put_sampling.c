/* put_sampling.c: see put_sampling.h.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "tests/ui/profiles/put_sampling.h"

#include <string.h>

#include "tests/ui/profiles/put_records.h"
#include "ui/profile/profile.h"

enum { BATCHES = 16, SAMPLES = 167 };

typedef struct {
  const char *prefix; /* prefix of the name of the kind */
  bin_format_kind format;
  void (*put_options)(void);
  void (*put_samples)(uint64_t instructions); /* writes the records of the samples; instructions: those of all
                                                 samples */
  unsigned batches;                           /* number of batches; 0: cells have no counts by batch */
  uint64_t (*part)(uint64_t count, uint64_t dice, unsigned batch);
} Way;
static const Way *way; /* how the run was sampled; NULL: it was not */

static uint64_t sampled_instructions; /* sum over all places: known in the second pass */
static bool is_put;

/* Returns the part of a count that batch b of BATCHES has; the parts differ. dice: another number for each count. */
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
  put_option("sample", "1000000:100000:50000");
  put_option("sample-seed", "1");
}

static uint64_t run_of(uint64_t sampled) { return sampled != 0 ? 10 * sampled + sampled / 3 : 4321; }

static void put_periods(uint64_t of) {
  PUT_NUMBERS(SAMPLING, of != 0 ? SAMPLES : 0, run_of(of), of);
  for (unsigned b = 0; b < BATCHES && of != 0; b++)
    PUT_NUMBERS(BATCH, SAMPLES / BATCHES + (b < SAMPLES % BATCHES), part_of_batch(of, 0, b));
}

/* A count of the run is the sum of the intervals' counts, times their weights: interval 0 has weight HEAVY, interval 1
 * has weight 1. */
enum { HEAVY = 3 };
static uint64_t part_of_phase(uint64_t count, uint64_t dice, unsigned b) {
  const uint64_t first = count * (18 + dice * 3 % 4) / 100;
  return b == 0 ? first : count - HEAVY * first;
}

static void put_options_of_phases(void) { put_option("sample-phases", "prog.phases"); }

/* Writes the phases. The run did not reach the third one. */
static void put_phases(uint64_t of) {
  const uint64_t first = part_of_phase(of, 0, 0), second = part_of_phase(of, 0, 1);
  PUT_NUMBERS(SAMPLING, (first != 0) + (second != 0), run_of(of), first + second);
  PUT_NUMBERS(PHASE, 1, 7, 700, 600000000, HEAVY, first);
  PUT_NUMBERS(PHASE, 2, 9, 900, 300000000, 1, second);
  PUT_NUMBERS(PHASE, 3, 99, 9900, 100000000, HEAVY, 0);
  for (unsigned i = 0; i < 3; i++) {
    PUT_NUMBERS(STRETCH, 1, 2000);
    PUT_NUMBERS(STRETCH, 2, 1000);
  }
  PUT_NUMBERS(STRETCH, 3, 1000);
}

/* With two intervals for each of two phases: intervals 0 and 1 have weight HEAVY, intervals 2 and 3 have weight 1. */
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
  PUT_NUMBERS(SAMPLING, samples, run_of(of), sum);
  for (unsigned b = 0; b < INTERVALS; b++)
    PUT_NUMBERS(PHASE, 1 + b / 2, 7 + 20 * b, 700 + 2000 * b, b < 2 ? 350000000 : 150000000, b < 2 ? HEAVY : 1,
                parts[b]);
  for (unsigned b = 0; b < INTERVALS; b++) PUT_NUMBERS(STRETCH, 1 + b % 2, b % 2 == 0 ? 3500 : 1500);
}

static const Way ways[] = {
    {"sampled-", BIN_FORMAT_SAMPLED, put_options_of_periods, put_periods, BATCHES, part_of_batch},
    {"phased-", BIN_FORMAT_BY_PHASE, put_options_of_phases, put_phases, 0, part_of_phase},
    {"strata-", BIN_FORMAT_BY_PHASE, put_options_of_phases, put_strata, INTERVALS, part_of_stratum},
};

const char *put_sampling_choose(const char *kind) {
  way = NULL;
  for (size_t i = 0; i < G_N_ELEMENTS(ways); i++) {
    if (!g_str_has_prefix(kind, ways[i].prefix)) continue;
    way = &ways[i];
    return kind + strlen(way->prefix);
  }
  return kind;
}

bool put_is_sampled(void) { return way != NULL; }

bin_writer *put_sampling_writer(bin_sink *sink, void *closure, unsigned parts) {
  return bin_writer_new(sink, closure, way->format, parts);
}

void put_sampling_options(void) {
  if (way != NULL) way->put_options();
}

void put_sampling(void) {
  if (way == NULL || is_put) return;
  is_put = true;
  way->put_samples(sampled_instructions);
}

void put_sampling_cells(const GArray *cells) {
  for (guint i = 0; way != NULL && way->batches != 0 && i < cells->len; i++) {
    const ProfileCell *one = &g_array_index(cells, ProfileCell, i);
    const uint64_t misses = profile_counts_misses(&one->counts), stall = one->counts.stall_cycles;
    if (misses == 0 && stall == 0) continue;
    put_begin(BIN_RECORD_BATCH_CELL);
    put_number(one->place);
    put_number(one->bin);
    for (unsigned b = 0; b < way->batches; b++) {
      put_number(way->part(misses, i + 1, b));
      put_number(way->part(stall, i + 1, b));
    }
    put_end();
  }
}

void put_sampling_count(uint64_t instructions) {
  sampled_instructions = instructions;
  is_put = false;
}
