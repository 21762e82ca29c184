/* spy_sweep.c: see spy_sweep.h.
 *
 * A family has a front (coherence/coh_front.h), which drops what changes nothing but the number of references: the
 * account has that anyway. What goes on to the family is about every fourth reference of a program.
 *
 * Machines by themselves are made all references of, and know the time: with contention they go by it.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "memspy/sweep/spy_sweep.h"

#include "coherence/coh_front.h"
#include "coherence/coh_system-inl.h"
#include "memspy/setup/spy_state.h"
#include "memspy/sweep/spy_sweep_cells.h"

enum { TURNS = 256, REFERENCES = 4096 };

/* References of a processor that follow each other. */
typedef struct {
  UInt processor, first, n;
} turn;

Bool spy_sweeps;

static const coh_sweep *machines;
static coh_engines engines;

static struct {
  coh_front *all; /* of the engines that are families; they come last */
  UInt n;
  UInt processor; /* whose references they have */
  Bool is_used;
} fronts;

/* For the others. */
static struct {
  coh_reference *kept;
  UInt *cells; /* of these */
  turn *turns;
  UInt n, n_turns;
  ULong passed[COH_MAX_PROCESSORS]; /* instructions since the processor's last reference */
} lones;

/* ---- families ---------------------------------------------------------------------------------------------------- */

static Bool is_made(const bin_site *site, ULong address) { return address != 0 || !(site->flags & BIN_SITE_GUARDED); }

static coh_reference reference_of(const bin_site *site, ULong address, ULong gap) {
  return (coh_reference){.address = address,
                         .gap = gap,
                         .size = (UInt)site->last + 1,
                         .kind = (coh_kind)(site->flags & BIN_SITE_KIND)};
}

__attribute__((noinline)) static void pass_on(coh_front *front, const bin_flow *flow, const bin_site *site,
                                              ULong address) {
  const coh_reference reference = reference_of(site, address, 0);
  if (is_made(site, address)) coh_front_pass(front, &reference, spy_sweep_cell(flow, site, address));
}

/* A reference that the family may need. */
__attribute__((always_inline)) static inline void pass_front(coh_front *front, const uint64_t *newest, ULong mask,
                                                             UInt line_bits, const bin_flow *flow, const bin_site *site,
                                                             ULong address) {
  const ULong reads = (site->flags & BIN_SITE_READS) / BIN_SITE_READS;
  if (LIKELY(coh_front_is_newest(newest, mask, line_bits, address, address + site->last, reads))) return;
  pass_on(front, flow, site, address);
}

static void run_front(coh_front *front, const bin_flow *flow, const bin_site *site, const ULong *at, const ULong *end) {
  const uint64_t *const newest = front->newest;
  const ULong mask = front->mask;
  const UInt line_bits = front->line_bits;
  for (; at < end; at++, site++) pass_front(front, newest, mask, line_bits, flow, site, *at);
}

/* ---- machines by themselves -------------------------------------------------------------------------------------- */

static UInt n_lones(void) { return engines.n - fronts.n; }

static void play_lones(void) {
  for (UInt i = 0; i < n_lones(); i++)
    for (UInt t = 0; t < lones.n_turns; t++)
      coh_engine_play(engines.engines[i], &(coh_pattern){.references = lones.kept + lones.turns[t].first,
                                                         .n = lones.turns[t].n,
                                                         .processor = lones.turns[t].processor,
                                                         .repeats = 1,
                                                         .cells = lones.cells + lones.turns[t].first});
  lones.n = lones.n_turns = 0;
}

static void keep_alone(const bin_flow *flow, const bin_site *site, ULong address) {
  const UInt processor = flow->processor;
  lones.passed[processor] += site->gap;
  if (!is_made(site, address)) return;
  turn *last = lones.n_turns > 0 ? &lones.turns[lones.n_turns - 1] : NULL;
  const Bool goes_on = last && last->processor == processor && last->n < COH_PATTERN_MOST;
  if (lones.n == REFERENCES || (!goes_on && lones.n_turns == TURNS)) {
    play_lones();
    last = NULL;
  }
  if (!last || !goes_on) {
    last = &lones.turns[lones.n_turns++];
    *last = (turn){.processor = processor, .first = lones.n};
  }
  lones.cells[lones.n] = spy_sweep_cell(flow, site, address);
  lones.kept[lones.n++] = reference_of(site, address, lones.passed[processor]);
  lones.passed[processor] = 0;
  last->n++;
}

/* ---- all --------------------------------------------------------------------------------------------------------- */

void spy_sweep_begin(const coh_sweep *sweep, UInt by) {
  if (!sweep) return;
  spy_sweeps = True;
  machines = sweep;
  spy_sweep_cells_begin(by);
  engines = coh_engines_new(sweep, COH_FAMILIES, 1, NULL);
  fronts.all = plat_alloc(engines.n * sizeof *fronts.all);
  lones.kept = plat_alloc(REFERENCES * sizeof *lones.kept);
  lones.cells = plat_alloc(REFERENCES * sizeof *lones.cells);
  lones.turns = plat_alloc(TURNS * sizeof *lones.turns);
  for (UInt i = 0; i < engines.n; i++)
    if (coh_engine_family(engines.engines[i])) coh_front_init(&fronts.all[fronts.n++], engines.engines[i]);
}

static void play_all(void) {
  for (UInt i = 0; i < fronts.n; i++) coh_front_play(&fronts.all[i]);
  play_lones();
}

/* A second processor makes references: from now on each machine is simulated by itself. */
static void end_families(void) {
  for (UInt i = 0; i < fronts.n; i++) {
    coh_front_end(&fronts.all[i]);
    coh_front_clear(&fronts.all[i]);
  }
  play_lones();
  fronts.n = 0;
}

/* Whether families are there to take a processor's references. */
static inline Bool families_take(UInt processor) {
  if (LIKELY(fronts.processor == processor && fronts.is_used)) return True;
  if (fronts.n == 0) return False;
  if (fronts.is_used) {
    end_families();
    return False;
  }
  fronts.processor = processor;
  fronts.is_used = True;
  for (UInt i = 0; i < fronts.n; i++) fronts.all[i].processor = processor;
  return True;
}

void spy_sweep_run(const bin_flow *flow, const spy_exit *e, const ULong *addresses) {
  const UInt n = e->n_references;
  if (LIKELY(families_take(flow->processor)))
    for (UInt i = 0; i < fronts.n; i++) run_front(&fronts.all[i], flow, e->sites, addresses, addresses + n);
  if (LIKELY(n_lones() == 0)) return;
  for (UInt i = 0; i < n; i++) keep_alone(flow, &e->sites[i], addresses[i]);
  lones.passed[flow->processor] += e->tail;
}

void spy_sweep_one(const bin_flow *flow, const bin_site *site, ULong address) {
  if (families_take(flow->processor))
    for (UInt i = 0; i < fronts.n; i++) {
      coh_front *front = &fronts.all[i];
      pass_front(front, front->newest, front->mask, front->line_bits, flow, site, address);
    }
  if (n_lones() != 0) keep_alone(flow, site, address);
}

void spy_sweep_pass(UInt processor, ULong instructions) { lones.passed[processor] += instructions; }

void spy_sweep_idle(UInt processor, ULong cycles) {
  if (n_lones() == 0) return;
  play_lones();
  for (UInt i = 0; i < n_lones(); i++) coh_engine_idle(engines.engines[i], processor, cycles);
}

void spy_sweep_zero(void) {
  if (!spy_sweeps) return;
  play_all();
  for (UInt i = 0; i < engines.n; i++) coh_engine_zero(engines.engines[i]);
}

/* ---- results ----------------------------------------------------------------------------------------------------- */

coh_result *spy_sweep_results(void) {
  coh_totals totals = {0};
  ULong reads = 0, writes = 0;
  for (UInt p = 0; p < coh_processors(spy_system); p++) {
    totals.instructions[p] = bin_account_instructions(spy_account, p);
    totals.idle_cycles[p] = bin_account_idle_cycles(spy_account, p);
    reads += coh_counts_of(spy_system, p)->reads;
    writes += coh_counts_of(spy_system, p)->writes;
  }
  play_all();
  coh_result *results = plat_alloc(machines->n_machines * sizeof *results);
  for (UInt i = 0; i < engines.n; i++) coh_engine_results(engines.engines[i], &totals, results);
  for (UInt i = 0; i < machines->n_machines; i++) {
    results[i].tally.counts.reads = reads;
    results[i].tally.counts.writes = writes;
  }
  return results;
}

void spy_sweep_cell_misses(UInt cell, coh_cell_misses *misses) {
  for (UInt i = 0; i < engines.n; i++) coh_engine_cell(engines.engines[i], cell, misses);
}
