/* bin_profile_parts.c: see bin_profile_parts.h.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "bins/bin_profile_parts.h"

#include "plat/plat.h"

void bin_profile_text_record(const bin_profile_output *p, bin_record record, const char *text) {
  bin_writer_begin(p->out, record);
  bin_writer_string(p->out, text);
  bin_writer_end(p->out);
}

void bin_profile_number_record(const bin_profile_output *p, bin_record record, uint64_t number) {
  bin_writer_begin(p->out, record);
  bin_writer_number(p->out, number);
  bin_writer_end(p->out);
}

void bin_profile_add_number_of(const bin_profile_output *p, bin_record record, uint32_t number) {
  bin_writer_number(p->out, bin_kept_number(&p->kept, record, number));
}

void bin_profile_add_pair(const bin_profile_output *p, uint32_t place, bin_id bin) {
  bin_profile_add_number_of(p, BIN_RECORD_PLACE, place);
  bin_profile_add_number_of(p, BIN_RECORD_BIN, bin);
}

void bin_profile_add_counts(const bin_profile_output *p, const coh_counts *c) {
#define PUT_ALWAYS(name) bin_writer_number(p->out, c->name);
#define PUT_LATER PUT_ALWAYS
#define PUT_NEVER(name)
#define COUNT(symbol, name, record, ...) PUT_##record(name)
#include "coherence/coh_counts.def"
}

uint32_t bin_profile_count_of(const bin_profile_output *p, bin_record record, uint32_t all) {
  return bin_kept_count(&p->kept, record, all);
}

uint32_t bin_profile_record_at(const bin_profile_output *p, bin_record record, uint32_t i) {
  return bin_kept_record(&p->kept, record, i);
}

bin_processor_counts bin_profile_counts_of(const bin_profile_output *p, uint32_t processor) {
  bin_processor_counts counted = bin_account_counted(p->account, processor);
  if (!p->cells) counted.counts = (coh_counts){0};
  return counted;
}

uint32_t *bin_profile_sorted(const void *closure, uint32_t n,
                             bool (*before)(const void *closure, uint32_t a, uint32_t b)) {
  uint32_t *numbers = plat_alloc(n * sizeof *numbers);
  for (uint32_t i = 0; i < n; i++) numbers[i] = i;
  bin_sort(numbers, n, before, closure);
  return numbers;
}

bool bin_profile_is_before(const bin_profile_output *p, bin_record record, uint32_t a, uint32_t b) {
  return bin_kept_number(&p->kept, record, a) < bin_kept_number(&p->kept, record, b);
}

bool bin_profile_cell_before(const void *closure, uint32_t a, uint32_t b) {
  const bin_profile_output *p = closure;
  const bin_cell *x = bin_cells_get(p->cells, a), *y = bin_cells_get(p->cells, b);
  if (x->place != y->place) return bin_profile_is_before(p, BIN_RECORD_PLACE, x->place, y->place);
  return bin_profile_is_before(p, BIN_RECORD_BIN, x->bin, y->bin);
}
