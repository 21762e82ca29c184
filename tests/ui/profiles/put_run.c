/* put_run.c: see put_run.h.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "tests/ui/profiles/put_run.h"

#include "tests/ui/profiles/put_cells.h"
#include "tests/ui/profiles/put_program.h"
#include "tests/ui/profiles/put_records.h"
#include "tests/ui/profiles/put_sampling.h"
#include "tests/ui/profiles/put_sharing.h"

enum { MOST_PROCESSORS = 4 };

static bin_writer *writer;
static bool has_icaches, has_tlbs;

void put_run_start(bin_writer *into) {
  writer = into;
  has_icaches = has_tlbs = false;
  put_into(into);
  put_program_start();
  put_cells_start();
  put_sharing_start();
}

bool put_run_end(void) {
  put_sampling_count(put_instructions());
  put_program_end();
  put_cells_end();
  put_sharing_end();
  return bin_writer_finish(writer);
}

void put_command(const char *const *command, const char *interleaving, uint64_t quantum) {
  put_text(BIN_RECORD_CREATOR, "memspy 0.1.0, Valgrind 3.19.0");
  put_begin(BIN_RECORD_COMMAND);
  for (; *command != NULL; command++) put_string(*command);
  put_end();
  PUT_NUMBERS(PID, 4711);
  PUT_NUMBERS(TIME, 1700000000);
  put_text(BIN_RECORD_LABEL, "");
  put_text(BIN_RECORD_REASON, "exit");
  put_begin(BIN_RECORD_INTERLEAVING);
  put_string(interleaving);
  put_number(quantum);
  put_end();
  put_sampling_options();
}

void put_machine(const char *processors) {
  put_option("machine", "metric");
  put_option("processors", processors);
  put_option("D1", "32768,1,64");
  put_option("L2", "0,0,0");
  put_option("LL", "0,0,0");
  put_option("protocol", "mesi");
  put_option("replacement", "lru");
  put_option("cpi", "1");
  put_option("memory-latency", "50");
}

void put_icaches(void) {
  put_option("I1", "1024,1,16");
  has_icaches = true;
}

void put_tlbs(void) {
  put_option("DTLB", "64,4,4096");
  put_option("STLB", "1024,8");
  put_option("tlb-latency", "7");
  put_option("walk-latency", "30");
  has_tlbs = true;
}

/* The machine has no prefetchers and no windows, and counts no traffic. */
#define OF_MODELS(counts) \
  (counts).tlb_misses, (counts).walks, (counts).translation_cycles, 0, 0, 0, 0, 0, OF_TRAFFIC, OF_WINDOW
#define OF_TRAFFIC 0, 0, 0, 0, 0, 0, 0
#define OF_WINDOW 0, 0

/* Two of five TLB misses are page walks. */
static ProfileModelCounts models_of(const ProfileCell *cell) {
  const uint64_t units = cell->counts.stall_cycles / (3 * 7 + 2 * 30) / 2;
  return (ProfileModelCounts){.tlb_misses = 5 * units, .walks = 2 * units, .translation_cycles = 81 * units};
}

/* Distributes the cells over the processors as put_clocks() distributes the clocks. */
static void put_models(const GArray *cells, unsigned n, ProfileModelCounts *sum) {
  ProfileModelCounts parts[MOST_PROCESSORS] = {{0}};
  for (guint i = 0; i < cells->len; i++) {
    const ProfileModelCounts counts = models_of(&g_array_index(cells, ProfileCell, i));
    profile_models_add(&parts[i % n], &counts);
    profile_models_add(sum, &counts);
  }
  for (unsigned p = 0; p < n; p++) PUT_NUMBERS(MODEL_PROCESSOR, p, OF_MODELS(parts[p]));
  for (guint i = 0; i < cells->len; i++) {
    const ProfileCell *one = &g_array_index(cells, ProfileCell, i);
    const ProfileModelCounts counts = models_of(one);
    if (counts.tlb_misses == 0) continue;
    PUT_NUMBERS(MODEL_CELL, one->place, one->bin, OF_MODELS(counts));
  }
}

static void put_fetches(void) {
  PUT_NUMBERS(ICACHE, 0, 4100, 160, 240, 0, 30, 20, 10, 0, 0, 0, 0, 30, 900);
  PUT_NUMBERS(ICACHE, 1, 184, 12, 18, 0, 4, 4, 0, 0, 0, 0, 0, 4, 120);
  PUT_NUMBERS(FETCH_MISS, 1, 24, 14, 10, 0, 0, 0, 0, 24, 720);
  PUT_NUMBERS(FETCH_MISS, 3, 10, 10, 0, 0, 0, 0, 0, 10, 300);
  PUT_NUMBERS(FETCH_EVICTOR, 1, 2, 6);
  PUT_NUMBERS(FETCH_EVICTOR, 1, 3, 4);
}

/* Writes the clocks of the processors. Returns the greatest clock. */
static uint64_t put_clocks(unsigned n) {
  const GArray *cells = put_cells_given();
  const uint64_t instructions = put_instructions();
  ProfileCounts parts[MOST_PROCESSORS] = {{0}};
  uint64_t greatest = 0;
  for (guint i = 0; i < cells->len; i++)
    profile_counts_add(&parts[i % n], &g_array_index(cells, ProfileCell, i).counts);
  for (unsigned p = 0; p < n; p++) {
    const uint64_t executed = p + 1 < n ? instructions / n : instructions - instructions / n * (n - 1);
    const uint64_t idle = 100 * p;
    put_begin(BIN_RECORD_PROCESSOR);
    put_number(1);
    put_number(executed);
    put_number(executed + parts[p].stall_cycles + idle);
    put_number(executed + parts[p].stall_cycles);
    put_number(idle);
    put_counts(&parts[p]);
    put_end();
    greatest = MAX(greatest, executed + parts[p].stall_cycles + idle);
  }
  return greatest;
}

static ProfileCounts sum_of_cells(void) {
  const GArray *cells = put_cells_given();
  ProfileCounts sum = {0};
  for (guint i = 0; i < cells->len; i++) profile_counts_add(&sum, &g_array_index(cells, ProfileCell, i).counts);
  return sum;
}

void put_samples_processor(void) {
  const ProfileCounts counts = sum_of_cells();
  put_begin(BIN_RECORD_PROCESSOR);
  put_number(1);
  for (int i = 0; i < 4; i++) put_number(0); /* the instructions and cycles are unknown */
  put_counts(&counts);
  put_end();
  put_cells();
  put_sharing();
  put_begin(BIN_RECORD_TOTALS);
  put_number(0);
  put_number(0);
  put_counts(&counts);
  put_end();
}

void put_processors(unsigned n) {
  const uint64_t cycles = put_clocks(n);
  const ProfileCounts totals = put_cells();
  ProfileModelCounts models = {0};
  if (has_icaches) put_fetches();
  if (has_tlbs) put_models(put_cells_given(), n, &models);
  put_sharing();
  put_begin(BIN_RECORD_TOTALS);
  put_number(put_instructions());
  put_number(cycles);
  put_counts(&totals);
  put_end();
  if (has_tlbs) PUT_NUMBERS(MODEL_TOTALS, OF_MODELS(models));
}
