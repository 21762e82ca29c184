/* bin_profile_fetches.c: writes the fetches of instructions, and their misses.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "bins/bin_profile_parts.h"

#define PUT(from, name, help) bin_writer_number(p->out, from->name);
static void put_fetches(const bin_profile_output *p, const bin_fetch_counts *c) { BIN_FETCH_COUNTS(PUT, c) }
#undef PUT

static void write_icaches(const bin_profile_output *p, const bin_fetches *fetches) {
  for (unsigned i = 0; i < coh_processors(bin_account_system(p->account)); i++) {
    const fetch_counts *all = fetch_counts_of(bin_fetches_system(fetches), i);
    bin_writer_begin(p->out, BIN_RECORD_ICACHE);
    bin_writer_number(p->out, i);
    bin_writer_number(p->out, all->fetches);
    bin_writer_number(p->out, all->calls);
    bin_writer_number(p->out, all->runs);
    bin_writer_number(p->out, all->switches);
    put_fetches(p, bin_fetches_of(fetches, i));
    bin_writer_end(p->out);
  }
}

static void write_fetch_misses(const bin_profile_output *p, const bin_fetches *fetches) {
  const uint32_t n_places = bin_profile_count_of(p, BIN_RECORD_PLACE, bin_table_places(p->table));
  for (uint32_t i = 0; i < n_places; i++) {
    const bin_fetch_counts counts = bin_fetches_at(fetches, bin_profile_record_at(p, BIN_RECORD_PLACE, i));
    if (counts.misses == 0) continue;
    bin_writer_begin(p->out, BIN_RECORD_FETCH_MISS);
    bin_writer_number(p->out, i);
    put_fetches(p, &counts);
    bin_writer_end(p->out);
  }
}

void bin_profile_put_fetches(const bin_profile_output *p) {
  bin_fetches *fetches = bin_account_fetches(p->account);
  if (!fetches) return;
  write_icaches(p, fetches);
  write_fetch_misses(p, fetches);
  bin_profile_put_fetch_evictors(p, bin_fetches_evictors(fetches));
}
