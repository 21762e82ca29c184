/* SPDX-License-Identifier: GPL-2.0-or-later
 * replay_sweep_cells.c: finds the cells of references. A replay (trace_replay.h) that does not simulate the references
 * keeps track of the allocations and calls in the trace. */
#include "ui/replay/replay_sweep_cells.h"

#include <stdio.h>
#include <stdlib.h>

#include "bins/bin_kept.h"
#include "bins/bin_profile.h"
#include "coherence/coh_system.h"
#include "ui/base/ui_error.h"
#include "ui/base/ui_output.h"
#include "ui/replay/replay_tables.h"

/* The cell to which the last reference of a source belongs. */
typedef struct {
  uint32_t bin, cell; /* bin UINT32_MAX: the source has had no references yet */
} Recent;

struct ReplaySweepCells {
  const EventsTraceFile *trace;
  unsigned by;
  const uint32_t *groups; /* indexed by source: group of the source; NULL: cells are separated by functions instead of
                             groups */
  coh_system *system;     /* the machine of the replay */
  bin_table *table;
  trace_replay *replay;
  Recent *recent; /* indexed by source */
  bin_sweep_cells cells;
  Profile *profile; /* for `names` */
  NameTable *names;
};

unsigned replay_sweep_by(const char *text, GError **error) {
  const unsigned by = bin_sweep_by(text);
  if (by == 0) ui_error_option(error, "bad option --sweep-by=%s: " BIN_BY_ALLOWED, text);
  return by;
}

/* ---- making ------------------------------------------------------------------------------------------------------ */

static bool make_replay(ReplaySweepCells *cells, bool slots, unsigned processors, GError **error) {
  const EventsTraceFile *trace = cells->trace;
  const mach_config machine = {.processors = MAX(processors, 1), .cpi = 1, .d1 = {.size = 512, .ways = 1, .line = 64}};
  const trace_replay_wish wish = {.slots = slots};
  const char *wrong;
  cells->table = replay_tables_make(trace->tables, error);
  if (cells->table == NULL) return false;
  cells->system = coh_system_new(&machine);
  cells->replay = trace_replay_new(cells->system, cells->table, &wish, trace->sources, trace->n_sources, NULL, &wrong);
  return cells->replay != NULL ||
         ui_error_set(error, EVENTS_TRACE_ERROR, EVENTS_TRACE_ERROR_INVALID, "%s: %s", trace->path, wrong);
}

static ReplaySweepCells *make_cells(const EventsTraceFile *trace, unsigned by, const uint32_t *groups, bool slots,
                                    unsigned processors, GError **error) {
  if (!events_trace_file_has_tables(trace, error)) return NULL;
  ReplaySweepCells *cells = g_new0(ReplaySweepCells, 1);
  *cells = (ReplaySweepCells){.trace = trace, .by = by, .groups = groups};
  cells->recent = g_new(Recent, MAX(trace->n_sources, 1));
  for (uint32_t i = 0; i < trace->n_sources; i++) cells->recent[i].bin = UINT32_MAX;
  if (make_replay(cells, slots, processors, error)) return cells;
  replay_sweep_cells_free(cells);
  return NULL;
}

ReplaySweepCells *replay_sweep_cells_new(const EventsTraceFile *trace, unsigned by, bool slots, unsigned processors,
                                         GError **error) {
  return make_cells(trace, by, NULL, slots, processors, error);
}

ReplaySweepCells *replay_sweep_cells_new_grouped(const EventsTraceFile *trace, const uint32_t *groups,
                                                 unsigned processors, GError **error) {
  return make_cells(trace, BIN_BY_FUNCTION, groups, false, processors, error);
}

void replay_sweep_cells_free(ReplaySweepCells *cells) {
  if (cells == NULL) return;
  if (cells->names != NULL) name_table_free(cells->names);
  profile_free(cells->profile);
  if (cells->replay != NULL) trace_replay_free(cells->replay);
  if (cells->system != NULL) coh_system_free(cells->system);
  if (cells->table != NULL) bin_table_free(cells->table);
  bin_sweep_cells_clear(&cells->cells);
  g_free(cells->recent);
  g_free(cells);
}

/* ---- the cell of a reference ------------------------------------------------------------------------------------- */

/* Returns the segment or group of a source, or 0 if cells are not separated by code. */
static uint32_t segment_of(const ReplaySweepCells *cells, uint32_t source) {
  if (cells->groups != NULL) return cells->groups[source];
  const uint32_t place = (uint32_t)cells->trace->sources[source].place;
  return cells->by & BIN_BY_FUNCTION ? bin_table_get_place(cells->table, place)->segment : 0;
}

static uint32_t cell_of(ReplaySweepCells *cells, uint32_t source, uint32_t bin) {
  return bin_sweep_cells_find(&cells->cells, segment_of(cells, source), bin);
}

/* Returns the cell of the references from a source to a bin. */
static uint32_t recent_cell(ReplaySweepCells *cells, uint32_t source, uint32_t bin) {
  Recent *recent = &cells->recent[source];
  if (recent->bin != bin) *recent = (Recent){bin, cell_of(cells, source, bin)};
  return recent->cell;
}

static bool has_bins(const ReplaySweepCells *cells) { return cells->by & BIN_BY_BIN; }

uint32_t replay_sweep_cells_find(ReplaySweepCells *cells, unsigned processor, uint32_t source, uint64_t address) {
  return recent_cell(cells, source, has_bins(cells) ? trace_replay_find(cells->replay, processor, source, address) : 0);
}

/* Returns how many steps of a stride from `address` stay in [low, high). The range must contain `address`. */
static uint64_t steps_within(uint64_t address, uint64_t stride, uint64_t low, uint64_t high) {
  if (stride == 0) return UINT64_MAX;
  return stride >> 63 ? (address - low) / -stride : (high - 1 - address) / stride;
}

ReplaySweepStay replay_sweep_cells_stay(ReplaySweepCells *cells, unsigned processor, const trace_item *item,
                                        uint64_t r) {
  if (!has_bins(cells)) return (ReplaySweepStay){recent_cell(cells, item->source, 0), UINT64_MAX};
  const uint64_t address = item->value + r * item->stride;
  const bin_finding found = trace_replay_stretch(cells->replay, processor, item->source, address);
  const uint64_t more = steps_within(address, item->stride, found.low, found.high);
  return (ReplaySweepStay){recent_cell(cells, item->source, found.bin),
                           more < UINT64_MAX - r ? r + more + 1 : UINT64_MAX};
}

void replay_sweep_cells_count(ReplaySweepCells *cells, uint32_t cell, coh_kind kind, uint64_t references) {
  bin_sweep_cells_count(&cells->cells, cell, kind, references);
}

bool replay_sweep_cells_changes(const ReplaySweepCells *cells, uint32_t source) {
  return has_bins(cells) && trace_replay_changes(cells->replay, source);
}

const char *replay_sweep_cells_follow(ReplaySweepCells *cells, unsigned processor, uint32_t source, uint64_t value) {
  return trace_replay_follow(cells->replay, processor, source, value);
}

void replay_sweep_cells_zero(ReplaySweepCells *cells) { bin_sweep_cells_zero(&cells->cells); }

unsigned replay_sweep_cells_by(const ReplaySweepCells *cells) { return cells->by; }
uint32_t replay_sweep_cells_size(const ReplaySweepCells *cells) { return cells->cells.n; }

const bin_sweep_cell *replay_sweep_cells_get(const ReplaySweepCells *cells, uint32_t number) {
  return &cells->cells.cells[number];
}

/* ---- names ------------------------------------------------------------------------------------------------------- */

/* Writes the functions and bins with references as a profile. Unused variables are left out, because they would change
 * the names. The names must be the same as in the profile of a replay. */
static bool write_tables(const ReplaySweepCells *cells, FILE *file) {
  static const char *const no_options[] = {NULL};
  const bin_profile_info info = replay_tables_info(cells->trace->tables, cells->trace->tables->creator, no_options);
  return bin_profile_write_swept(trace_replay_account(cells->replay), &info, &cells->cells, cells->by, ui_output_bytes,
                                 file);
}

/* Replaces the numbers of segments and bins in the cells by the numbers that they have in the profile. */
static void renumber(ReplaySweepCells *cells) {
  bin_kept kept = bin_kept_find(trace_replay_account(cells->replay), &cells->cells, cells->by);
  for (uint32_t i = 0; i < cells->cells.n; i++) {
    bin_sweep_cell *cell = &cells->cells.cells[i];
    if (cells->by & BIN_BY_FUNCTION) cell->segment = bin_kept_number(&kept, BIN_RECORD_SEGMENT, cell->segment);
    if (cells->by & BIN_BY_BIN) cell->bin = bin_kept_number(&kept, BIN_RECORD_BIN, cell->bin);
  }
  bin_kept_clear(&kept);
}

bool replay_sweep_cells_name(ReplaySweepCells *cells, uint64_t instructions, GError **error) {
  char *text = NULL;
  size_t n = 0;
  FILE *file = open_memstream(&text, &n);
  /* (If the trace contains only a part of the run, the number of instructions of each place in this part is not
   * known.) */
  if (replay_tables_instructions(cells->trace->tables) == instructions)
    bin_account_executed(trace_replay_account(cells->replay), 0, instructions, 0, 0);
  /* must be before the names, because the name of a bin depends on its blocks */
  replay_tables_finish(cells->trace, cells->replay);
  const bool written = write_tables(cells, file);
  if (fclose(file) != 0 || !written) g_error("no memory for the names of a sweep");
  cells->profile = profile_load_text(cells->trace->path, text, n, error);
  free(text);
  if (cells->profile == NULL) return false;
  renumber(cells);
  cells->names = name_table_new(cells->profile, true);
  return true;
}

const ViewLabels *replay_sweep_cells_labels(const ReplaySweepCells *cells) { return name_table_labels(cells->names); }
