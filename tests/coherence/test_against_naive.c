/* test_against_naive.c: compares the simulator with the naive model, on random machines and all presets, with random
 * references.
 *
 * It compares every outcome after every reference, and every counter at the end of a run. At intervals, the simulator
 * checks its own invariants. A failure prints the seed, the machine and the shortest trace that it found to fail.
 *
 *   test_against_naive [--machines N] [--references N] [--seed S] [--presets N]
 *
 * Machine i has seed S + i, so that `--machines 1 --seed X` repeats the machine of seed X. --presets is the number of
 * references for each preset.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "coherence/coh_access.h"
#include "coherence/coh_system-inl.h"
#include "coherence/coh_traffic.h"
#include "tests/coherence/naive.h"
#include "tests/coherence/plat_test.h"
#include "tests/coherence/workload.h"

enum { CHECK_EVERY = 5000 /* in references; coh_check() is slow */ };

/* Numbers of events in the runs so far: references without events would test nothing. */
typedef struct {
  uint64_t causes[4], sources[5], upgrades, upgrades_with_miss;
  uint64_t true_at_once, true_later, remote, remote_transfers, capacity, conflict;
  uint64_t issued, covered, late, wasted, displaced; /* prefetched lines; `displaced`: misses on lines that prefetches
                                                        evicted */
  uint64_t tlb_misses, walks, pages_twice;           /* pages_twice: references that missed several pages */
  uint64_t moved[COH_MOVES];                         /* bytes */
} tally;

/* A machine's reports of true sharing that was noticed late, combined so that their order matters. */
typedef struct {
  uint64_t n, hash;
} revisions;

typedef struct {
  const workload_machine *machine;
  const workload_reference *references;
  size_t n;
  size_t check_every;
  size_t fold_at; /* index of the reference after which the filters are folded, as if too many lines shared entries */
  size_t zero_at; /* index of the reference after which all counts are reset; n or more: never */
  tally *seen;    /* may be NULL */
  revisions expected, told;
  revisions expected_waste, told_waste;
  revisions expected_moves, told_moves;
  bool failed;
  size_t at; /* index of the reference after which the failure appeared */
  char what[1024];
} run;

/* ---- one run ------------------------------------------------------------------------------------ */

static const char *cause_name(unsigned cause) {
  static const char *const names[] = {"hit", "cold", "replaced", "invalidated"};
  return cause < 4 ? names[cause] : "?";
}

static const char *source_name(unsigned source) {
  static const char *const names[] = {"D1", "L2", "LL", "memory", "cache"};
  return source < 5 ? names[source] : "?";
}

static int outcome_text(char *text, size_t size, const char *whose, const coh_outcome *o) {
  return snprintf(text, size,
                  "  %-9s %s from %s, upgrade %d, true sharing %d, remote %d, capacity %d, conflict %d, who %" PRIu32
                  ", stall %" PRIu32 ", line 0x%" PRIx64 ", TLB misses %" PRIu32 ", walks %" PRIu32 ", cycles %" PRIu32
                  ", prefetches %" PRIu32 ", covered %" PRIu32 ", late %" PRIu32 ", displaced %d\n",
                  whose, cause_name(o->cause), source_name(o->source), o->upgrade, o->true_sharing, o->remote,
                  o->capacity, o->conflict, o->who, o->stall, o->line, o->translation.misses, o->translation.walks,
                  o->translation.cycles, o->prefetching.issued, o->prefetching.covered, o->prefetching.late,
                  o->prefetching.displaced);
}

static bool same_translation(const coh_translation *a, const coh_translation *b) {
  return a->misses == b->misses && a->walks == b->walks && a->cycles == b->cycles;
}

static bool same_prefetching(const coh_prefetching *a, const coh_prefetching *b) {
  return a->issued == b->issued && a->covered == b->covered && a->late == b->late && a->displaced == b->displaced;
}

static bool same_outcome(const coh_outcome *a, const coh_outcome *b) {
  return a->cause == b->cause && a->source == b->source && a->upgrade == b->upgrade &&
         a->true_sharing == b->true_sharing && a->remote == b->remote && a->capacity == b->capacity &&
         a->conflict == b->conflict && a->who == b->who && a->stall == b->stall &&
         same_translation(&a->translation, &b->translation) && same_prefetching(&a->prefetching, &b->prefetching) &&
         (a->line == b->line || (a->cause == COH_HIT && !a->upgrade));
}

static void fail_outcome(run *r, const coh_outcome *naive_says, const coh_outcome *system_says) {
  r->failed = true;
  const int used = outcome_text(r->what, sizeof r->what, "naive", naive_says);
  outcome_text(r->what + used, sizeof r->what - (size_t)used, "simulator", system_says);
}

static void revise(void *closure, unsigned processor, uint64_t line, uint32_t note) {
  revisions *all = closure;
  all->n++;
  all->hash = (all->hash + line * MACH_MAX_PROCESSORS + processor + 1) * 0x9e3779b97f4a7c15 + note;
}

/* Within a reference, the order does not matter. */
static void moved(void *closure, unsigned processor, coh_move move, coh_who data, uint32_t note) {
  revisions *all = closure;
  const uint64_t it = ((uint64_t)data << 32 | note) * 0x2545f4914f6cdd1d + processor * COH_MOVES + (unsigned)move + 1;
  all->n++;
  all->hash += (it ^ it >> 29) * 0x9e3779b97f4a7c15;
}

static void tally_add(tally *seen, const coh_outcome *outcome) {
  seen->true_at_once += outcome->true_sharing;
  seen->remote += outcome->remote;
  seen->remote_transfers += outcome->remote && outcome->source == COH_FROM_CACHE;
  seen->capacity += outcome->capacity;
  seen->conflict += outcome->conflict;
  seen->tlb_misses += outcome->translation.misses;
  seen->walks += outcome->translation.walks;
  seen->pages_twice += outcome->translation.misses > 1;
  seen->issued += outcome->prefetching.issued;
  seen->covered += outcome->prefetching.covered;
  seen->late += outcome->prefetching.late;
  seen->displaced += outcome->prefetching.displaced;
  seen->causes[outcome->cause]++;
  seen->sources[outcome->source]++;
  seen->upgrades += outcome->upgrade;
  seen->upgrades_with_miss += outcome->upgrade && outcome->cause != COH_HIT;
}

static void tally_moves(tally *seen, const naive *model, unsigned processors) {
  for (unsigned p = 0; p < processors; p++)
    for (unsigned i = 0; i < COH_MOVES; i++)
      seen->moved[i] += coh_counts_get(naive_counts_of(model, p), COH_COUNT_D1_BYTES_READ + i);
}

static bool same_clock(run *r, uint64_t naive_says, uint64_t system_says) {
  if (naive_says == system_says) return true;
  r->failed = true;
  snprintf(r->what, sizeof r->what, "  clock: naive %" PRIu64 ", simulator %" PRIu64 "\n", naive_says, system_says);
  return false;
}

static bool same_revisions(run *r, const char *of, const revisions *naive_says, const revisions *system_says) {
  if (naive_says->n == system_says->n && naive_says->hash == system_says->hash) return true;
  r->failed = true;
  snprintf(r->what, sizeof r->what, "  %s: naive %" PRIu64 ", simulator %" PRIu64 "%s\n", of, naive_says->n,
           system_says->n, naive_says->n == system_says->n ? ", of others" : "");
  return false;
}

/* Returns false and records it in the run when the outcomes of the last reference differ. */
static bool step(run *r, naive *model, coh_system *system) {
  const workload_reference *ref = &r->references[r->at];
  const coh_kind kind = (coh_kind)ref->kind;
  coh_outcome expected;
  naive_set_now(model, ref->processor, naive_now(model, ref->processor) + ref->work);
  coh_set_now(system, ref->processor, coh_now(system, ref->processor) + ref->work);
  naive_access(model, ref->processor, ref->address, ref->size, kind, &ref->blame, &expected);
  /* An outcome that is wrong in every field, so that a field that is not written is noticed. */
  coh_outcome outcome = {
      .cause = (coh_cause)(expected.cause ^ 1),
      .source = (coh_source)(expected.source ^ 1),
      .upgrade = !expected.upgrade,
      .true_sharing = !expected.true_sharing,
      .remote = !expected.remote,
      .capacity = !expected.capacity,
      .conflict = !expected.conflict,
      .who = ~expected.who,
      .stall = ~expected.stall,
      .translation = {~expected.translation.misses, ~expected.translation.walks, ~expected.translation.cycles},
      .prefetching = {~expected.prefetching.issued, ~expected.prefetching.covered, ~expected.prefetching.late,
                      !expected.prefetching.displaced}};
  coh_access(system, ref->processor, ref->address, ref->size, kind, &ref->blame, &outcome);
  if (r->seen) tally_add(r->seen, &expected);
  if (!same_outcome(&expected, &outcome)) {
    fail_outcome(r, &expected, &outcome);
    return false;
  }
  return same_clock(r, naive_now(model, ref->processor), coh_now(system, ref->processor)) &&
         same_revisions(r, "misses revised", &r->expected, &r->told) &&
         same_revisions(r, "lines unused", &r->expected_waste, &r->told_waste) &&
         same_revisions(r, "lines moved", &r->expected_moves, &r->told_moves);
}

static bool same_counts(run *r, const naive *model, const coh_system *system) {
  for (unsigned p = 0; p < r->machine->config.processors; p++) {
    uint64_t expected, counted;
    const char *name = naive_difference(naive_counts_of(model, p), coh_counts_of(system, p), &expected, &counted);
    if (!name) continue;
    r->failed = true;
    snprintf(r->what, sizeof r->what, "  %s of processor %u: naive %" PRIu64 ", simulator %" PRIu64 "\n", name, p,
             expected, counted);
    return false;
  }
  return true;
}

/* Compares the lines that are modified at the end. */
static void same_rest(run *r, const naive *model, const coh_system *system) {
  const uint64_t expected = naive_modified_lines(model), counted = coh_modified_lines(system);
  if (!r->machine->config.traffic || expected == counted) return;
  r->failed = true;
  snprintf(r->what, sizeof r->what, "  modified lines: naive %" PRIu64 ", simulator %" PRIu64 "\n", expected, counted);
}

static void zero_counts(naive *model, coh_system *system) {
  naive_counts_zero(model);
  coh_counts_zero(system);
}

static void fold_filters(coh_system *system) {
  for (unsigned i = 0; i < coh_processors(system); i++)
    if (system->processors[i].active) coh_filter_judge(&system->processors[i]);
}

static void run_body(void *data) {
  run *r = data;
  naive *model = naive_new(&r->machine->config, r->machine->region, r->machine->regions);
  coh_system *system = coh_system_new(&r->machine->config);
  naive_place(model, r->machine->zone, r->machine->zones);
  coh_system_place(system, r->machine->zone, r->machine->zones);
  r->expected = r->told = r->expected_waste = r->told_waste = (revisions){0, 0};
  r->expected_moves = r->told_moves = (revisions){0, 0};
  naive_on_traffic(model, moved, &r->expected_moves);
  coh_system_on_traffic(system, moved, &r->told_moves);
  naive_on_waste(model, revise, &r->expected_waste);
  coh_system_on_waste(system, revise, &r->told_waste);
  naive_on_true_sharing(model, revise, &r->expected);
  coh_system_on_true_sharing(system, revise, &r->told);
  bool good = true;
  for (r->at = 0; good && r->at < r->n; r->at++) {
    good = step(r, model, system);
    if (!good) break;
    if ((r->at + 1) % r->check_every == 0) coh_check(system);
    if (r->at == r->fold_at) fold_filters(system);
    if (r->at == r->zero_at) zero_counts(model, system);
  }
  if (good) {
    coh_check(system);
    if (same_counts(r, model, system)) same_rest(r, model, system);
    if (r->seen) tally_moves(r->seen, model, r->machine->config.processors);
    if (r->seen) r->seen->true_later += r->expected.n;
    if (r->seen) r->seen->wasted += r->expected_waste.n;
  }
  coh_system_free(system);
  naive_free(model);
}

/* Executes the references in both models. Returns whether they agree. */
static bool run_agrees(run *r) {
  const uint64_t before = plat_test_outstanding();
  r->failed = false;
  if (!plat_test_try(run_body, r)) {
    r->failed = true;
    snprintf(r->what, sizeof r->what, "  assertion failed: %s\n", plat_test_assertion());
  } else if (!r->failed && plat_test_outstanding() != before) {
    r->failed = true;
    snprintf(r->what, sizeof r->what, "  blocks not freed: %" PRIu64 "\n", plat_test_outstanding() - before);
  }
  if (r->failed && r->at >= r->n) r->at = r->n - 1;
  return !r->failed;
}

/* ---- shrinking a failing trace ------------------------------------------------------------------- */

static bool fails(const run *original, workload_reference *references, size_t n, size_t *failing_length) {
  run r = {.machine = original->machine,
           .references = references,
           .n = n,
           .check_every = 1 + n / 32,
           .fold_at = original->fold_at,
           .zero_at = original->zero_at};
  if (n == 0 || run_agrees(&r)) return false;
  *failing_length = r.at + 1;
  return true;
}

/* Removes every chunk without which the trace still fails. Returns the new length. */
static size_t drop_chunks(const run *original, workload_reference *trace, size_t n, size_t chunk) {
  workload_reference *candidate = malloc(n * sizeof *candidate);
  for (size_t from = 0; from < n;) {
    const size_t to = from + chunk < n ? from + chunk : n;
    memcpy(candidate, trace, from * sizeof *trace);
    memcpy(candidate + from, trace + to, (n - to) * sizeof *trace);
    size_t length;
    if (fails(original, candidate, from + n - to, &length)) {
      memcpy(trace, candidate, length * sizeof *trace);
      n = length;
    } else {
      from = to;
    }
  }
  free(candidate);
  return n;
}

static size_t shrink(const run *original, workload_reference *trace, size_t n) {
  for (size_t chunk = n / 2; chunk > 0; chunk /= 2) n = drop_chunks(original, trace, n, chunk);
  for (size_t before = n + 1; before > n && n < 1000;) {
    before = n;
    n = drop_chunks(original, trace, n, 1);
  }
  return n;
}

static void report(const run *failing, uint64_t seed) {
  enum { LONGEST = 200 };
  printf("FAILED: seed %" PRIu64 ", reference %zu\n%s", seed, failing->at, failing->what);
  workload_machine_print(failing->machine, stdout);
  fflush(stdout);
  if (getenv("TRIAL_QUICK")) return; /* it is enough to know that it fails */
  printf("shrinking %zu references ...\n", failing->at + 1);
  fflush(stdout);
  size_t n = failing->at + 1;
  workload_reference *trace = malloc(n * sizeof *trace);
  memcpy(trace, failing->references, n * sizeof *trace);
  n = shrink(failing, trace, n);
  run shrunk = {.machine = failing->machine,
                .references = trace,
                .n = n,
                .check_every = 1,
                .fold_at = failing->fold_at,
                .zero_at = failing->zero_at};
  run_agrees(&shrunk);
  printf("%zu references are enough:\n", n);
  for (size_t i = 0; i < n && i < LONGEST; i++) {
    workload_reference_print(&trace[i], stdout);
    printf(" /* line 0x%" PRIx64 " */\n", trace[i].address / failing->machine->config.d1.line);
  }
  if (n > LONGEST) printf("... and %zu more\n", n - LONGEST);
  printf("%s", shrunk.what);
  fflush(stdout);
  free(trace);
}

/* ---- the command --------------------------------------------------------------------------------- */

typedef struct {
  uint64_t machines, references, seed, presets;
} options;

static bool parse(options *o, int argc, char **argv) {
  *o = (options){.machines = 160, .references = 100000, .seed = 1, .presets = 6000};
  for (int i = 1; i < argc; i += 2) {
    uint64_t *value = !strcmp(argv[i], "--machines")     ? &o->machines
                      : !strcmp(argv[i], "--references") ? &o->references
                      : !strcmp(argv[i], "--seed")       ? &o->seed
                      : !strcmp(argv[i], "--presets")    ? &o->presets
                                                         : NULL;
    if (!value || i + 1 == argc) return false;
    char *end;
    *value = strtoull(argv[i + 1], &end, 0);
    if (*end != '\0' || end == argv[i + 1]) return false;
  }
  return o->machines > 0 && o->references > 0;
}

static uint64_t current_seed;

static void say_where(void) {
  /* The process ends in any case. NOLINTNEXTLINE(bugprone-signal-handler) */
  fprintf(stderr, "in the machine of seed %" PRIu64 "\n", current_seed);
}

static void on_crash(int signal_number) {
  say_where();
  signal(signal_number, SIG_DFL);
  raise(signal_number);
}

/* The sanitizers' runtime, if it is linked, defines this function. */
void __sanitizer_set_death_callback(void (*callback)(void)) __attribute__((weak));

static void say_where_on_crash(void) {
  if (__sanitizer_set_death_callback)
    __sanitizer_set_death_callback(say_where);
  else
    signal(SIGSEGV, on_crash);
}

static bool test_workload(const workload_machine *machine, uint64_t seed, workload_reference *references, size_t n,
                          tally *seen) {
  char reason[256];
  current_seed = seed;
  const char *option = mach_config_check(&machine->config, reason, sizeof reason);
  if (option) {
    printf("FAILED: seed %" PRIu64 ": this machine is refused: %s: %s\n", seed, option, reason);
    workload_machine_print(machine, stdout);
    return false;
  }
  workload_references_make(machine, seed, references, n);
  if (machine->config.contention || seed % 5 == 0) workload_order_by_clock(machine, references, n);
  run r = {.machine = machine,
           .references = references,
           .n = n,
           .check_every = CHECK_EVERY,
           .fold_at = seed % 2 == 0 ? n / 4 : n,
           .zero_at = seed % 3 == 0 ? n / 3 : n,
           .seen = seen};
  if (run_agrees(&r)) return true;
  report(&r, seed);
  return false;
}

static bool test_machine(uint64_t seed, workload_reference *references, size_t n, tally *seen) {
  workload_machine machine;
  workload_machine_make(&machine, seed);
  workload_machine_extend(&machine, seed);
  return test_workload(&machine, seed, references, n, seen);
}

/* Tests the presets, with n references each. The references use three times as much memory as the D1 holds, which is
 * enough for the levels below it. (The naive model needs much memory for each line.) */
static bool test_presets(uint64_t seed, size_t n) {
  workload_reference *references = malloc((n + 1) * sizeof *references);
  tally seen = {0};
  bool good = references != NULL;
  const char *name;
  for (unsigned i = 0; good && n > 0 && (name = mach_preset_name(i)); i++) {
    workload_machine machine = {.regions = 2};
    good = mach_preset_find(name, &machine.config);
    const uint32_t lines = (uint32_t)(machine.config.d1.size / machine.config.d1.line);
    machine.region[0] = (naive_region){UINT64_C(1) << 40, 2 * lines};
    machine.region[1] = (naive_region){0, lines};
    good = good && test_workload(&machine, seed + i, references, n, &seen);
    if (!good) printf("FAILED: the preset %s\n", name);
  }
  free(references);
  return good;
}

/* Prints what happened. Returns false when an event that is possible did not occur. */
static bool tally_print(const tally *seen) {
  bool all = seen->upgrades > seen->upgrades_with_miss && seen->upgrades_with_miss > 0;
  for (unsigned c = 0; c < 4; c++) {
    printf("  %-12s %12" PRIu64 "\n", cause_name(c), seen->causes[c]);
    all = all && seen->causes[c] > 0;
  }
  for (unsigned s = 0; s < 5; s++) {
    printf("  from %-7s %12" PRIu64 "\n", source_name(s), seen->sources[s]);
    all = all && seen->sources[s] > 0;
  }
  printf("  upgrades     %12" PRIu64 " (%" PRIu64 " with a miss)\n", seen->upgrades, seen->upgrades_with_miss);
  printf("  true sharing %12" PRIu64 " at once, %" PRIu64 " later\n", seen->true_at_once, seen->true_later);
  printf("  remote       %12" PRIu64 " (%" PRIu64 " from a cache)\n", seen->remote, seen->remote_transfers);
  printf("  capacity     %12" PRIu64 ", conflict %" PRIu64 "\n", seen->capacity, seen->conflict);
  printf("  TLB misses   %12" PRIu64 ", walks %" PRIu64 ", references with several %" PRIu64 "\n", seen->tlb_misses,
         seen->walks, seen->pages_twice);
  printf("  prefetches   %12" PRIu64 ", covered %" PRIu64 ", late %" PRIu64 ", unused %" PRIu64 ", displaced %" PRIu64
         "\n",
         seen->issued, seen->covered, seen->late, seen->wasted, seen->displaced);
  for (unsigned i = 0; i < COH_MOVES; i++) {
    static const char *const names[] = {"D1 reads", "D1 writes", "L2 reads", "L2 writes",
                                        "reads",    "writes",    "transfers"};
    printf("  %-12s %12" PRIu64 " bytes\n", names[i], seen->moved[i]);
    all = all && seen->moved[i] > 0;
  }
  return all && seen->covered > seen->late && seen->late > 0 && seen->issued > seen->covered && seen->wasted > 0 &&
         seen->displaced > 0 && seen->walks > 0 && seen->tlb_misses > seen->walks && seen->pages_twice > 0 &&
         seen->true_at_once > 0 && seen->true_later > 0 && seen->remote > seen->remote_transfers &&
         seen->remote_transfers > 0 && seen->capacity > 0 && seen->conflict > 0;
}

int main(int argc, char **argv) {
  options o;
  if (!parse(&o, argc, argv)) {
    fprintf(stderr, "usage: test_against_naive [--machines N] [--references N] [--seed S] [--presets N]\n");
    return 2;
  }
  say_where_on_crash();
  tally seen = {0};
  workload_reference *references = malloc(o.references * sizeof *references);
  bool good = references != NULL;
  for (uint64_t m = 0; good && m < o.machines; m++) good = test_machine(o.seed + m, references, o.references, &seen);
  free(references);
  good = good && test_presets(o.seed, o.presets);
  if (!good) {
    fflush(stdout);
    _exit(1); /* A failed assertion loses the machine's memory: print no leak report in addition. */
  }
  printf("%" PRIu64 " machines x %" PRIu64 " references: all outcomes and counters equal\n", o.machines, o.references);
  const bool everything = tally_print(&seen);
  if (everything || o.machines < 48) return 0;
  printf("FAILED: not everything happened\n");
  return 1;
}
