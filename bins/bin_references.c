/* bin_references.c: see bin_references.h. Stays are indexed by the D1 slot of their line.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "bins/bin_references.h"

#include "plat/plat.h"
#include "plat/plat_array.h"

/* The stay of a line. */
typedef struct {
  uint64_t number;  /* number of the stay, from 1; 0: no line was recorded in this slot */
  uint64_t touched; /* mask of the granules that were touched */
  uint32_t filler;  /* cell of the reference that filled the line */
  uint32_t n, room;
  uint32_t *users; /* cells whose references touched the line, each once; the memory is reused for the next line */
} stay;

struct bin_references {
  coh_system *system;
  stay *stays[MACH_MAX_PROCESSORS]; /* indexed by slot of the D1; NULL: no reference was made yet */
  uint64_t n_stays;                 /* stays begun so far */
  uint32_t user;                    /* cell of the current reference */
  bin_reference_counts *counts;     /* indexed by cell */
  uint32_t room;
  bin_tally evictors;
};

static uint64_t slots(const coh_processor *p) { return (p->d1.set_mask + 1) * p->d1.stride; }

/* Does not use __builtin_popcountll(), because it can call the compiler's library, which a Valgrind tool does not
 * have. */
static unsigned ones(uint64_t word) {
  unsigned n = 0;
  for (; word != 0; word &= word - 1) n++;
  return n;
}

/* The eviction callback: a line leaves a D1. */
static void depart(void *closure, unsigned processor, uint64_t slot, bool replaced) {
  bin_references *r = closure;
  if (!r->stays[processor]) return;
  stay *s = &r->stays[processor][slot];
  if (replaced && s->number != 0) {
    const coh_processor *p = &r->system->processors[processor];
    const uint64_t granule = p->line_bits > 6 ? (uint64_t)1 << (p->line_bits - 6) : 1;
    r->counts[s->filler].evictions++;
    r->counts[s->filler].used_bytes += ones(s->touched) * granule;
    for (uint32_t i = 0; i < s->n; i++) {
      r->counts[s->users[i]].lost++;
      bin_tally_add(&r->evictors, s->users[i], r->user, 1);
    }
  }
  s->number = 0;
}

bin_references *bin_references_new(coh_system *system) {
  bin_references *references = plat_alloc(sizeof *references);
  references->system = system;
  coh_system_on_departure(system, depart, references);
  return references;
}

void bin_references_free(bin_references *references) {
  coh_system_on_departure(references->system, NULL, NULL);
  for (unsigned i = 0; i < references->system->config.processors; i++) {
    if (!references->stays[i]) continue;
    for (uint64_t slot = 0; slot < slots(&references->system->processors[i]); slot++)
      plat_free(references->stays[i][slot].users);
    plat_free(references->stays[i]);
  }
  plat_free(references->counts);
  bin_tally_clear(&references->evictors);
  plat_free(references);
}

void bin_references_begin(bin_references *references, uint32_t cell) {
  references->counts = plat_grow(references->counts, cell, &references->room, sizeof *references->counts);
  references->user = cell;
}

/* Adds the current reference to the users of a stay. */
static void join(bin_references *r, stay *s) {
  bin_reference_counts *user = &r->counts[r->user];
  if (user->stay == s->number) return;
  user->stay = s->number;
  for (uint32_t i = 0; i < s->n; i++)
    if (s->users[i] == r->user) return;
  s->users = plat_grow(s->users, s->n, &s->room, sizeof *s->users);
  s->users[s->n++] = r->user;
}

/* Records that the current reference touched granules of a stay's line. Returns whether all were touched before; sets
 * *hit to false if the reference filled the line. */
static bool touch(bin_references *r, stay *s, uint64_t granules, bool *hit) {
  if (s->number == 0) {
    s->number = ++r->n_stays;
    s->touched = 0;
    s->filler = r->user;
    s->n = 0;
    *hit = false;
  }
  const bool before = (granules & ~s->touched) == 0;
  s->touched |= granules;
  join(r, s);
  return before;
}

void bin_references_end(bin_references *references, unsigned processor, coh_kind kind, uint64_t first, uint64_t last) {
  const coh_processor *p = &references->system->processors[processor];
  if (!references->stays[processor]) references->stays[processor] = plat_alloc(slots(p) * sizeof(stay));
  bool hit = true, temporal = true;
  for (uint64_t line = first >> p->line_bits; line <= last >> p->line_bits; line++) {
    const uint64_t slot = coh_cache_find(&p->d1, line);
    if (slot == COH_NO_SLOT)
      hit = false; /* another line of the reference has evicted this line */
    else if (!touch(references, &references->stays[processor][slot], coh_granules(p, line, first, last), &hit))
      temporal = false;
  }
  bin_reference_counts *counts = &references->counts[references->user];
  counts->kinds |= (uint8_t)(1u << kind);
  counts->temporal_hits += hit && temporal;
  counts->spatial_hits += hit && !temporal;
}

void bin_references_zero(bin_references *references) {
  for (uint32_t i = 0; i < references->room; i++)
    references->counts[i] = (bin_reference_counts){.stay = references->counts[i].stay,
                                                   .kinds = references->counts[i].kinds};
  bin_tally_zero(&references->evictors);
}

const bin_reference_counts *bin_references_get(const bin_references *references, uint32_t cell) {
  return cell < references->room && references->counts[cell].kinds != 0 ? &references->counts[cell] : NULL;
}

const bin_tally *bin_references_evictors(const bin_references *references) { return &references->evictors; }
