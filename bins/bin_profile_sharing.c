/* bin_profile_sharing.c: writes the totals of sharing, the shared lines with the most events, and their uses.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "bins/bin_profile_parts.h"

#include "plat/plat.h"

static void write_hot_line(const bin_profile_output *p, const bin_shared_line *line) {
  bin_writer_begin(p->out, BIN_RECORD_HOT_LINE);
  bin_writer_number(p->out, line->address);
  bin_writer_number(p->out, line->events);
  bin_writer_number(p->out, line->missed);
  bin_writer_number(p->out, line->true_sharing);
  bin_writer_number(p->out, line->invalidation - line->true_sharing);
  bin_writer_number(p->out, line->upgrades);
  bin_writer_number(p->out, line->transfers);
  bin_writer_number(p->out, line->unlisted);
  bin_writer_end(p->out);
}

/* The uses of a line, for sorting them. */
typedef struct {
  const bin_profile_output *profile;
  const bin_use *uses;
} used;

static bool use_before(const void *closure, uint32_t a, uint32_t b) {
  const used *u = closure;
  const bin_use *x = &u->uses[a], *y = &u->uses[b];
  if (x->offset != y->offset) return x->offset < y->offset;
  if (x->processor != y->processor) return x->processor < y->processor;
  if (x->place != y->place) return bin_profile_is_before(u->profile, BIN_RECORD_PLACE, x->place, y->place);
  return bin_profile_is_before(u->profile, BIN_RECORD_BIN, x->bin, y->bin);
}

static void write_uses(const bin_profile_output *p, uint32_t number, const bin_shared_line *line) {
  uint32_t *order = bin_profile_sorted(&(used){p, line->uses}, line->n_uses, use_before);
  for (uint32_t i = 0; i < line->n_uses; i++) {
    const bin_use *use = &line->uses[order[i]];
    bin_writer_begin(p->out, BIN_RECORD_USE);
    bin_writer_number(p->out, number);
    bin_writer_number(p->out, use->processor);
    bin_writer_number(p->out, use->offset);
    bin_profile_add_pair(p, use->place, use->bin);
    bin_writer_number(p->out, use->start);
    bin_writer_number(p->out, use->counts[COH_READ]);
    bin_writer_number(p->out, use->counts[COH_WRITE]);
    bin_writer_number(p->out, use->counts[COH_MODIFY]);
    bin_writer_end(p->out);
  }
  plat_free(order);
}

void bin_profile_put_sharing(const bin_profile_output *p) {
  const bin_sharing *sharing = bin_account_sharing(p->account);
  const uint32_t lines = bin_sharing_lines(sharing);
  const uint32_t n = p->info->hot_lines < lines ? p->info->hot_lines : lines;
  bin_writer_begin(p->out, BIN_RECORD_SHARING);
  bin_writer_number(p->out, bin_sharing_events(sharing));
  bin_writer_number(p->out, lines);
  bin_writer_number(p->out, bin_sharing_forgotten(sharing));
  bin_writer_end(p->out);
  uint32_t *order = bin_sharing_ranked(sharing);
  for (uint32_t i = 0; i < n; i++) write_hot_line(p, bin_sharing_line(sharing, order[i]));
  for (uint32_t i = 0; i < n; i++) write_uses(p, i, bin_sharing_line(sharing, order[i]));
  plat_free(order);
}
