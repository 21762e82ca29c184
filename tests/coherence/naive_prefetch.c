/* naive_prefetch.c: see naive_prefetch.h.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "tests/coherence/naive_prefetch.h"

#include "tests/coherence/naive_fetch.h"
#include "tests/coherence/naive_fills.h"

/* Prefetches a line into the L2 unless it is there. Returns how many lines were fetched. */
static uint32_t prefetch_into_l2(naive *m, uint64_t line, unsigned p, const coh_blame *blame) {
  line_past *past = naive_past_of(m, line, p);
  if (naive_cache_find(&m->processors[p].l2, line)) return 0;
  ++m->now;
  const coh_outcome read = naive_fetch(m, line, p, false, blame, true);
  past->l2_prefetched = true;
  past->l2_arrival = m->processors[p].clock + read.stall;
  past->l2_asker = blame->note;
  return 1;
}

uint32_t naive_train_l2(naive *m, uint64_t line, unsigned p, const coh_blame *blame) {
  const mach_config *c = &m->config;
  const uint64_t of_page = 4096 / c->d1.line;
  uint64_t wanted[2 * MACH_MAX_DEGREE];
  uint32_t n = 0, fetched = 0;
  for (uint32_t i = 0; c->l2_prefetch & MACH_NEXT_LINE && i < c->l2_prefetch_degree; i++) {
    const uint64_t next = line + c->l2_prefetch_distance + i;
    if (next / of_page == line / of_page) wanted[n++] = next;
  }
  if (c->l2_prefetch & MACH_STREAM)
    n += naive_streams_request(&m->processors[p].l2_streams, line, of_page, c->l2_prefetch_degree,
                               c->l2_prefetch_distance, wanted + n);
  for (uint32_t i = 0; i < n; i++) fetched += prefetch_into_l2(m, wanted[i], p, blame);
  return fetched;
}

/* Prefetches a line unless the D1 has it. Adds the results to *all. */
static void prefetch(naive *m, uint64_t line, unsigned p, const coh_blame *blame, coh_prefetching *all) {
  processor *self = &m->processors[p];
  line_past *past = naive_past_of(m, line, p);
  if (naive_cache_find(&self->d1, line)) return;
  ++m->now;
  cache_way *way = naive_has_l2(m) ? naive_cache_find(&self->l2, line) : NULL;
  const coh_outcome read = way ? naive_found(m, way, COH_FROM_L2, p, false, blame)
                               : naive_fetch(m, line, p, false, blame, true);
  naive_fill_d1(m, line, p, (filler){blame->filler, true});
  past->referenced = true;
  past->undecided = past->waits = false;
  past->prefetched = true;
  past->arrival = self->clock + read.stall;
  past->asker = blame->note;
  all->issued++;
  all->covered += read.prefetching.covered;
  all->late += read.prefetching.late;
  if (m->config.l2_prefetch != 0) all->issued += naive_train_l2(m, line, p, blame);
}

/* Prefetches lines at multiples of this many bytes, within the page. */
static void prefetch_steps(naive *m, uint64_t address, uint64_t step, unsigned p, const coh_blame *blame,
                           coh_prefetching *all) {
  for (uint32_t i = 0; i < m->config.prefetch_degree; i++) {
    uint64_t at = address;
    for (uint32_t steps = 0; steps < m->config.prefetch_distance + i; steps++) at += step;
    const uint64_t page = at / 4096, used = address / 4096;
    if (page == used || (m->config.prefetch_next_page && (page == used + 1 || page + 1 == used)))
      prefetch(m, at / m->config.d1.line, p, blame, all);
  }
}

static int sign(uint64_t from, uint64_t to) { return to > from ? 1 : to < from ? -1 : 0; }

void naive_train(naive *m, uint64_t address, unsigned p, const coh_blame *blame, coh_prefetching *all) {
  const uint64_t size = m->config.d1.line, line = address / size;
  bool next = (m->config.prefetch & MACH_NEXT_LINE) != 0, again = false;
  uint64_t stride = 0;
  int direction = 0;
  if (m->config.prefetch & MACH_STRIDE) {
    training *t = naive_training_of(&m->processors[p].strides, blame->code);
    naive_training_add(t, address);
    stride = t->past[0] - t->past[1];
    again = t->n == 3 && stride != 0 && stride == t->past[1] - t->past[2];
  }
  if (m->config.prefetch & MACH_STREAM) {
    training *t = naive_training_of(&m->processors[p].streams, address / 4096);
    const bool same = t->n > 0 && t->past[0] == line;
    if (!same) naive_training_add(t, line);
    if (!same && t->n == 3 && sign(t->past[1], t->past[0]) == sign(t->past[2], t->past[1]))
      direction = sign(t->past[1], t->past[0]);
  }
  if (next) prefetch_steps(m, address, size, p, blame, all);
  if (again) prefetch_steps(m, address, stride, p, blame, all);
  if (direction != 0) prefetch_steps(m, address, direction > 0 ? size : -size, p, blame, all);
}
