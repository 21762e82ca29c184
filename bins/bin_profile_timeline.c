/* bin_profile_timeline.c: writes the counts of each interval of the run.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "bins/bin_profile_parts.h"

#include "plat/plat.h"

static bool is_empty(const bin_interval *interval) {
  uint64_t any = 0;
#define OR(from, name, help) any |= from->name;
  BIN_INTERVAL_COUNTS(OR, OR, interval)
#undef OR
  return any == 0;
}

/* Writes the intervals of a processor; NULL: there are none. */
static void write_intervals_of(const bin_profile_output *p, uint32_t processor, const bin_interval *intervals) {
  for (unsigned i = 0; intervals && i < bin_timeline_count(p->info->timeline); i++) {
    const bin_interval *interval = &intervals[i];
    if (is_empty(interval)) continue;
    bin_writer_begin(p->out, BIN_RECORD_INTERVAL);
    bin_writer_number(p->out, processor);
    bin_writer_number(p->out, i);
#define PUT(from, name, help) bin_writer_number(p->out, from->name);
    BIN_INTERVAL_COUNTS(PUT, PUT, interval)
#undef PUT
    bin_writer_end(p->out);
  }
}

static bool row_before(const void *closure, uint32_t a, uint32_t b) {
  const bin_profile_output *p = closure;
  const bin_timeline_row x = bin_timeline_row_at(p->info->timeline, a), y = bin_timeline_row_at(p->info->timeline, b);
  if (x.segment != y.segment) return bin_profile_is_before(p, BIN_RECORD_SEGMENT, x.segment, y.segment);
  return bin_profile_is_before(p, BIN_RECORD_BIN, x.bin, y.bin);
}

static void write_interval_cells(const bin_profile_output *p) {
  const bin_timeline *timeline = p->info->timeline;
  uint32_t *order = bin_profile_sorted(p, bin_timeline_rows(timeline), row_before);
  for (uint32_t i = 0; i < bin_timeline_rows(timeline); i++) {
    const bin_timeline_row row = bin_timeline_row_at(timeline, order[i]);
    bin_writer_begin(p->out, BIN_RECORD_INTERVAL_CELL);
    bin_profile_add_number_of(p, BIN_RECORD_SEGMENT, row.segment);
    bin_profile_add_number_of(p, BIN_RECORD_BIN, row.bin);
    for (unsigned n = 0; n < bin_timeline_count(timeline); n++) {
      const bin_interval_cell *cell = &row.intervals[n];
      if (cell->misses == 0 && cell->stall_cycles == 0) continue;
      bin_writer_number(p->out, n);
      bin_writer_number(p->out, cell->misses);
      bin_writer_number(p->out, cell->stall_cycles);
    }
    bin_writer_end(p->out);
  }
  plat_free(order);
}

void bin_profile_put_timeline(const bin_profile_output *p) {
  const bin_timeline *timeline = p->info->timeline;
  if (!timeline) return;
  bin_writer_begin(p->out, BIN_RECORD_TIMELINE);
  bin_writer_number(p->out, bin_timeline_begin(timeline));
  bin_writer_number(p->out, bin_timeline_cycles(timeline));
  bin_writer_number(p->out, bin_timeline_count(timeline));
  bin_writer_end(p->out);
  for (uint32_t i = 0; i < coh_processors(bin_account_system(p->account)); i++)
    write_intervals_of(p, i, bin_timeline_of(timeline, i));
  write_interval_cells(p);
}
