/* spy_sweep.c: see spy_sweep.h.
 *
 * A stack group has an MRU filter (sweep/sweep_mru_filter.h). The filter drops references that only change the number
 * of references, which the account counts. If references have no cells, whole ranges of records are passed to the
 * filter. Separate machines get all references, with their times, which contention needs.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "memspy/sweep/spy_sweep.h"

#include "coherence/coh_system-inl.h"
#include "memspy/record/spy_record.h"
#include "memspy/setup/spy_state.h"
#include "memspy/sweep/spy_sweep_cells.h"
#include "sweep/sweep_mru_filter.h"

enum { TURNS = 256, REFERENCES = 4096 };

/* Consecutive references of a processor. */
typedef struct {
  UInt processor, first, n;
} turn;

Bool spy_sweeps;

static const sweep_plan *machines;
static sweep_engines engines;

static struct {
  sweep_mru_filter *all; /* filters of the engines that are stack groups; these are the last engines */
  UInt n;                /* number of these engines */
  UInt processor;        /* processor whose references these engines get */
  Bool is_used;
} fronts;

/* The data of the other engines. */
static struct {
  sweep_reference *kept;
  UInt *cells; /* cells of the kept references */
  turn *turns;
  UInt n, n_turns;
  ULong passed[MACH_MAX_PROCESSORS]; /* number of instructions since the processor's last reference */
} lones;

/* ---- stack groups ------------------------------------------------------------------------------------------------ */

static Bool is_made(const bin_site *site, ULong address) { return address != 0 || !(site->flags & BIN_SITE_GUARDED); }

__attribute__((noinline)) static void pass_on(sweep_mru_filter *front, const bin_site *site, ULong address, UInt cell) {
  if (is_made(site, address))
    sweep_mru_filter_pass(front, address, address + site->last, (coh_kind)(site->flags & BIN_SITE_KIND), cell);
}

/* Passes a reference to a stack group, unless the filter drops it. */
__attribute__((always_inline)) static inline void pass_front(sweep_mru_filter *front, const bin_flow *flow,
                                                             const bin_site *site, ULong address) {
  const ULong reads = (site->flags & BIN_SITE_READS) / BIN_SITE_READS, last = address + site->last;
  if (LIKELY(sweep_mru_filter_is_newest(front->newest, front->mask, front->line_bits, address, last, reads))) return;
  pass_on(front, site, address, spy_sweep_cell(flow, site, address));
}

/* Makes room for n references, at most SWEEP_GROUP_BATCH of them. */
static inline void make_room(sweep_mru_filter *front, UInt n) {
  if (UNLIKELY(front->next->n + n > SWEEP_GROUP_BATCH)) sweep_group_go(front->family);
}

/* Collects references of a run, without cells. The next batch must have room for them. */
__attribute__((always_inline)) static inline void collect(sweep_mru_filter *front, const bin_site *site,
                                                          const ULong *at, UInt n,
                                                          uint64_t *const counted[BIN_SITE_KIND + 1],
                                                          const UInt line_bits) {
  sweep_group_batch *const next = front->next;
  uint64_t *const newest = front->newest;
  const ULong mask = front->mask, in_line = ((ULong)1 << line_bits) - 1;
  UInt in_batch = next->n;
  for (const ULong *const end = at + n; at < end; at++, site++) {
    const ULong address = *at;
    /* These references are passed on without being collected: a reference to several lines, a reference that the
     * program possibly did not make, and a reference to a line that possibly cannot be collected. */
    if (UNLIKELY(((address & in_line) + site->last > in_line) | (address - 1 >= SWEEP_USE_LINES))) {
      next->n = in_batch;
      pass_on(front, site, address, 0);
      make_room(front, (UInt)(end - at));
      in_batch = next->n;
      continue;
    }
    const UInt kind = site->flags & BIN_SITE_KIND;
    in_batch = sweep_mru_filter_collect(newest, mask, next, in_batch, address >> line_bits,
                                        coh_kind_owns((coh_kind)kind), counted[kind]);
  }
  next->n = in_batch;
}

/* Collects the references of block runs, without cells. */
__attribute__((always_inline)) static inline void collect_runs(sweep_mru_filter *front, const ULong *at,
                                                               const ULong *end, const UInt line_bits) {
  uint64_t *counted[BIN_SITE_KIND + 1];
  for (UInt kind = 0; kind <= BIN_SITE_KIND; kind++)
    counted[kind] = sweep_group_counts(front->family, (coh_kind)kind, 0);
  while (at < end) {
    const spy_exit *e = spy_record_exit(*at++);
    const bin_site *site = e->sites;
    for (UInt left = e->n_references, n; left > 0; left -= n, site += n, at += n) {
      n = left < SWEEP_GROUP_BATCH ? left : SWEEP_GROUP_BATCH;
      make_room(front, n);
      collect(front, site, at, n, counted, line_bits);
    }
  }
}

static void collect_all(sweep_mru_filter *front, const ULong *at, const ULong *end) {
  enum { USUAL_LINE_BITS = 6 };
  if (LIKELY(front->line_bits == USUAL_LINE_BITS))
    collect_runs(front, at, end, USUAL_LINE_BITS);
  else
    collect_runs(front, at, end, front->line_bits);
}

/* ---- separate machines ------------------------------------------------------------------------------------------- */

static UInt n_lones(void) { return engines.n - fronts.n; }

static void play_lones(void) {
  for (UInt i = 0; i < n_lones(); i++)
    for (UInt t = 0; t < lones.n_turns; t++)
      sweep_engine_play(engines.engines[i], &(sweep_access_loop){.references = lones.kept + lones.turns[t].first,
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
  const Bool goes_on = last && last->processor == processor && last->n < SWEEP_ACCESS_LOOP_MOST;
  if (lones.n == REFERENCES || (!goes_on && lones.n_turns == TURNS)) {
    play_lones();
    last = NULL;
  }
  if (!last || !goes_on) {
    last = &lones.turns[lones.n_turns++];
    *last = (turn){.processor = processor, .first = lones.n};
  }
  lones.cells[lones.n] = spy_sweep_cell(flow, site, address);
  lones.kept[lones.n++] = (sweep_reference){.address = address,
                                            .gap = lones.passed[processor],
                                            .size = (UInt)site->last + 1,
                                            .kind = (coh_kind)(site->flags & BIN_SITE_KIND)};
  lones.passed[processor] = 0;
  last->n++;
}

/* ---- all --------------------------------------------------------------------------------------------------------- */

void spy_sweep_begin(const sweep_plan *sweep, UInt by) {
  if (!sweep) return;
  spy_sweeps = True;
  machines = sweep;
  spy_sweep_cells_begin(by);
  engines = sweep_engines_new(sweep, SWEEP_FAMILIES, 1, NULL);
  fronts.all = plat_alloc(engines.n * sizeof *fronts.all);
  lones.kept = plat_alloc(REFERENCES * sizeof *lones.kept);
  lones.cells = plat_alloc(REFERENCES * sizeof *lones.cells);
  lones.turns = plat_alloc(TURNS * sizeof *lones.turns);
  for (UInt i = 0; i < engines.n; i++) {
    sweep_group *family = sweep_engine_family(engines.engines[i]);
    if (family) sweep_mru_filter_init(&fronts.all[fronts.n++], family);
  }
}

/* Returns whether stack groups take the references of a processor. */
static inline Bool families_take(UInt processor) {
  if (LIKELY(fronts.processor == processor && fronts.is_used)) return True;
  if (fronts.n == 0) return False;
  if (fronts.is_used) {
    /* A second processor makes references: from now on, each machine is simulated separately. */
    play_lones();
    fronts.n = 0;
    return False;
  }
  fronts.processor = processor;
  fronts.is_used = True;
  for (UInt i = n_lones(); i < engines.n; i++) sweep_engine_lend(engines.engines[i], processor);
  return True;
}

Bool spy_sweep_is_plain(UInt processor) {
  return fronts.n == engines.n && spy_sweep_by() == 0 && (!fronts.is_used || fronts.processor == processor);
}

void spy_sweep_records(UInt processor, const ULong *at, const ULong *end) {
  const Bool taken = families_take(processor);
  plat_assert(taken);
  for (UInt i = 0; i < fronts.n; i++) collect_all(&fronts.all[i], at, end);
}

void spy_sweep_run(const bin_flow *flow, const spy_exit *e, const ULong *addresses) {
  const UInt n = e->n_references;
  if (LIKELY(families_take(flow->processor)))
    for (UInt i = 0; i < fronts.n; i++)
      for (UInt k = 0; k < n; k++) pass_front(&fronts.all[i], flow, &e->sites[k], addresses[k]);
  if (LIKELY(n_lones() == 0)) return;
  for (UInt i = 0; i < n; i++) keep_alone(flow, &e->sites[i], addresses[i]);
  lones.passed[flow->processor] += e->tail;
}

void spy_sweep_one(const bin_flow *flow, const bin_site *site, ULong address) {
  if (families_take(flow->processor))
    for (UInt i = 0; i < fronts.n; i++) pass_front(&fronts.all[i], flow, site, address);
  if (n_lones() != 0) keep_alone(flow, site, address);
}

void spy_sweep_pass(UInt processor, ULong instructions) { lones.passed[processor] += instructions; }

void spy_sweep_idle(UInt processor, ULong cycles) {
  if (n_lones() == 0) return;
  play_lones();
  for (UInt i = 0; i < n_lones(); i++) sweep_engine_idle(engines.engines[i], processor, cycles);
}

void spy_sweep_zero(void) {
  if (!spy_sweeps) return;
  play_lones();
  for (UInt i = 0; i < engines.n; i++) sweep_engine_zero(engines.engines[i]);
}

/* ---- results ----------------------------------------------------------------------------------------------------- */

sweep_result *spy_sweep_results(void) {
  sweep_totals totals = {0};
  ULong reads = 0, writes = 0;
  for (UInt p = 0; p < coh_processors(spy_system); p++) {
    totals.instructions[p] = bin_account_instructions(spy_account, p);
    totals.idle_cycles[p] = bin_account_idle_cycles(spy_account, p);
    reads += coh_counts_of(spy_system, p)->reads;
    writes += coh_counts_of(spy_system, p)->writes;
  }
  play_lones();
  sweep_result *results = plat_alloc(machines->n_machines * sizeof *results);
  for (UInt i = 0; i < engines.n; i++) sweep_engine_results(engines.engines[i], &totals, results);
  for (UInt i = 0; i < machines->n_machines; i++) {
    results[i].tally.counts.reads = reads;
    results[i].tally.counts.writes = writes;
  }
  return results;
}

void spy_sweep_cell_misses(UInt cell, sweep_cell_misses *misses) {
  for (UInt i = 0; i < engines.n; i++) sweep_engine_cell(engines.engines[i], cell, misses);
}
