/* test_window.c: tests the window of an out-of-order processor (coherence/coh_window.h). It compares the window with
 * naive_window.h on random programs, and tests laws about its stalls.
 *
 *   test_window [--machines N] [--seed N]     random windows, each with a program; by default 300 from seed 1
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "coherence/coh_window.h"
#include "tests/coherence/dice.h"
#include "tests/coherence/naive_window.h"
#include "tests/coherence/plat_test.h"

enum { MISSES = 160, FEW = 60, SETS = 8 };

static void fail(const char *what, uint64_t seed) {
  printf("FAILED: seed %" PRIu64 ": %s\n", seed, what);
  exit(1);
}

/* ---- random programs ---- */

/* A miss. `producer`: number of the earlier load that produces its address; NONE: none. `delay`: ticks until its line can
 * be sent; 0: at once. */
enum { NONE = -1 };
typedef struct {
  coh_window_miss miss;
  uint64_t instruction;
  int producer;
  uint32_t delay;
} step;

typedef struct {
  step steps[MISSES];
  int n;
} program;

/* The kinds of programs, with percentages of their misses. */
typedef struct {
  unsigned stores, atomics, modifies, dependent, close, same_word, delayed;
} mixture;

static mixture make_mixture(dice *d) {
  return (mixture){.stores = dice_chance(d, 70) ? dice_below(d, 80) : 0,
                   .atomics = dice_chance(d, 50) ? dice_below(d, 10) : 0,
                   .modifies = dice_chance(d, 50) ? dice_below(d, 50) : 0,
                   .dependent = dice_chance(d, 70) ? dice_below(d, 101) : 0,
                   .close = dice_below(d, 101),
                   .same_word = dice_chance(d, 50) ? 50 : 0,
                   .delayed = dice_chance(d, 50) ? dice_below(d, 60) : 0};
}

static bool is_load(const step *s) { return s->miss.kind == COH_WINDOW_LOAD || s->miss.kind == COH_WINDOW_MODIFY; }

static step make_step(dice *d, const mixture *m, const program *before, uint64_t instruction) {
  static const uint32_t latencies[] = {1, 3, 12, 40, 200};
  step s = {.producer = NONE, .instruction = instruction};
  s.miss.kind = dice_chance(d, m->stores)     ? COH_WINDOW_STORE
                : dice_chance(d, m->modifies) ? COH_WINDOW_MODIFY
                                              : COH_WINDOW_LOAD;
  s.miss.latency = dice_chance(d, 80) ? latencies[dice_below(d, 5)] : 1 + dice_below(d, 500);
  s.miss.note = (uint32_t)before->n;
  s.miss.part = s.miss.note / 2;
  s.miss.set = dice_chance(d, 80) ? dice_below(d, dice_chance(d, 50) ? 2 : SETS) : COH_NO_SET;
  s.miss.word = dice_chance(d, m->same_word) ? dice_below(d, 4) : 1000 + dice_below(d, 1000);
  if (dice_chance(d, m->atomics)) {
    s.miss.kind = COH_WINDOW_ATOMIC;
    if (dice_chance(d, 50)) s.miss.latency = 0;
  }
  if (dice_chance(d, m->delayed)) {
    s.delay = 1 + dice_below(d, 400 * MACH_TICKS);
    if (dice_chance(d, 50)) s.miss.latency = 0;
  }
  if (!is_load(&s) || !dice_chance(d, m->dependent)) return s;
  const int back = 1 + (int)dice_below(d, 5);
  if (back <= before->n && is_load(&before->steps[before->n - back])) s.producer = before->n - back;
  return s;
}

static program make_program(dice *d, const mixture *m, int n) {
  program p = {.n = 0};
  uint64_t instruction = 1;
  while (p.n < n) {
    if (!dice_chance(d, 10)) instruction += dice_chance(d, m->close) ? 1 + dice_below(d, 6) : dice_below(d, 150);
    p.steps[p.n] = make_step(d, m, &p, instruction);
    p.n++;
  }
  return p;
}

static coh_window_config make_config(dice *d) {
  static const unsigned steps[] = {125, 167, 250, 500, 1000, 2000};
  coh_window_config c = {.instructions = 1 + dice_below(d, dice_chance(d, 50) ? 8 : 256),
                         .outstanding = 1 + dice_below(d, dice_chance(d, 70) ? 4 : 16),
                         .stores = dice_chance(d, 20) ? 0 : 1 + dice_below(d, dice_chance(d, 60) ? 4 : 40),
                         .sets = SETS,
                         .step = steps[dice_below(d, 6)]};
  if (dice_chance(d, 5)) c.instructions = MACH_MAX_WINDOW;
  if (dice_chance(d, 50)) c.set_misses = 1 + dice_below(d, 4);
  return c;
}

/* ---- runs ---- */

/* The run of a program; arrays are indexed by the number of the miss. */
typedef struct {
  uint64_t stall; /* cycles */
  uint64_t completions[MISSES];
  uint32_t stalls[MISSES], overlapped[MISSES];
  unsigned reports[MISSES];
} result;

static void keep(void *closure, uint32_t note, uint32_t part, uint32_t stall, uint32_t latency) {
  result *r = closure;
  if (part != note / 2) fail("the caller's numbers", 0);
  if (stall == 0) fail("the report of a miss without a stall", 0);
  r->stalls[note] += stall;
  r->overlapped[note] -= latency; /* can come before the latency is added */
  r->reports[note]++;
}

static uint64_t last_instruction(const program *p) { return p->steps[p->n - 1].instruction; }

static coh_window_miss miss_at(const coh_window *w, const program *p, int i, const uint64_t *completions) {
  coh_window_miss miss = p->steps[i].miss;
  miss.progress = p->steps[i].instruction * w->config.step;
  if (p->steps[i].delay != 0) miss.since = coh_window_time(w, miss.progress) + p->steps[i].delay;
  if (p->steps[i].producer != NONE) miss.producer = completions[p->steps[i].producer];
  return miss;
}

static result run(const coh_window_config *config, const program *p) {
  result r = {.stall = 0};
  coh_window *w = coh_window_new(config, keep, &r);
  for (int i = 0; i < p->n; i++) {
    const coh_window_miss miss = miss_at(w, p, i, r.completions);
    const coh_window_answer answer = coh_window_enter(w, &miss);
    r.completions[i] = answer.completion;
    r.stall += answer.stall;
    r.overlapped[i] += answer.latency;
  }
  r.stall += coh_window_drain(w, last_instruction(p) * config->step);
  coh_window_free(w);
  return r;
}

static uint64_t cycles_up(uint64_t ticks) { return (ticks + MACH_TICKS - 1) / MACH_TICKS; }

static uint64_t blocking_stall(const program *p) {
  uint64_t sum = 0;
  for (int i = 0; i < p->n; i++) sum += p->steps[i].miss.latency + cycles_up(p->steps[i].delay);
  return sum;
}

/* ---- against the naive window ---- */

/* Events of the random programs, so that the test notices when it does not test something. */
static struct {
  unsigned covered, partly, full;
  unsigned forwarded, modifies, delayed;
} met;

static void count_what_is_met(const result *r, const program *p) {
  for (int i = 0; i < p->n; i++) {
    met.covered += p->steps[i].miss.latency > 0 && r->stalls[i] == 0;
    met.partly += r->stalls[i] > 0 && r->overlapped[i] > 0;
    met.full += r->stalls[i] > 0 && r->overlapped[i] == 0;
  }
}

static void compare_misses(const naive_window *naive, const result *r, const program *p, uint64_t seed) {
  for (int i = 0; i < p->n; i++) {
    const naive_miss *m = &naive->misses[i];
    const uint64_t delay = m->what.since > m->entered ? cycles_up(m->what.since - m->entered) : 0;
    const uint64_t latency = m->what.latency + delay, waited = m->waited;
    met.delayed += delay > 0;
    if (r->reports[i] != (waited > 0)) fail("number of reports of a miss", seed);
    if (r->stalls[i] != waited) fail("stall of a miss", seed);
    if (r->overlapped[i] != (waited < latency ? latency - waited : 0)) fail("overlapped cycles of a miss", seed);
  }
}

static void advance_both(dice *d, coh_window *w, naive_window *naive, uint64_t limit, uint64_t seed, uint64_t *stall) {
  if (naive->instruction >= limit || !dice_chance(d, 40)) return;
  const uint64_t to = naive->instruction + dice_below(d, (uint32_t)(limit - naive->instruction) + 1);
  naive_window_run(naive, to);
  *stall += coh_window_advance(w, to * naive->config.step);
  if (*stall != naive->stalled / MACH_TICKS) fail("stall of instructions", seed);
}

static void compare_program(dice *d, const coh_window_config *config, const program *p, uint64_t seed) {
  static naive_window naive;
  result r = {.stall = 0};
  naive_window_start(&naive, config);
  coh_window *w = coh_window_new(config, keep, &r);
  for (int i = 0; i < p->n; i++) {
    advance_both(d, w, &naive, p->steps[i].instruction, seed, &r.stall);
    const coh_window_miss miss = miss_at(w, p, i, r.completions);
    const naive_miss *expected = naive_window_miss(&naive, &miss);
    const coh_window_answer answer = coh_window_enter(w, &miss);
    r.completions[i] = answer.completion;
    r.stall += answer.stall;
    r.overlapped[i] += answer.latency;
    if (answer.completion != expected->completed) fail("completion", seed);
    if (r.stall != naive.stalled / MACH_TICKS) fail("stall", seed);
    if (answer.forwarded != expected->forwarded) fail("forwarded", seed);
    met.forwarded += answer.forwarded;
    met.modifies += answer.forwarded && miss.kind == COH_WINDOW_MODIFY;
  }
  naive_window_drain(&naive, last_instruction(p) + 10);
  r.stall += coh_window_drain(w, (last_instruction(p) + 10) * config->step);
  if (r.stall != naive.stalled / MACH_TICKS) fail("stall at the end", seed);
  coh_window_free(w);
  compare_misses(&naive, &r, p, seed);
  count_what_is_met(&r, p);
}

/* ---- laws ---- */

static void check_sums(const coh_window_config *config, const program *p, uint64_t seed) {
  const result r = run(config, p);
  uint64_t sum = 0;
  for (int i = 0; i < p->n; i++) sum += r.stalls[i];
  if (sum != r.stall) fail("the stalls of the misses are those of the processor", seed);
  if (r.stall > blocking_stall(p)) fail("stall never exceeds blocking", seed);
}

static void check_blocking(const program *p, uint64_t seed) {
  const coh_window_config blocking = {.instructions = 1, .outstanding = 1, .step = MACH_TICKS};
  const result r = run(&blocking, p);
  if (r.stall != blocking_stall(p)) fail("W = 1, M = 1, S = 0 is a blocking processor", seed);
  for (int i = 0; i < p->n; i++)
    if (r.stalls[i] != p->steps[i].miss.latency) fail("each miss stalls for its latency", seed);
}

/* Tests that a larger window or store buffer does not stall more. This holds if there are enough line fill buffers:
 * each completion is then a maximum of sums of earlier ones, and a larger window omits some of the sums. No store of
 * this test forwards its data, since the number of buffered stores, and their time in the buffer, depend on the
 * configuration. */
static void check_monotone(dice *d, coh_window_config c, uint64_t seed) {
  c.set_misses = 0; /* places of a set are a limit, as buffers are */
  mixture m = make_mixture(d);
  m.same_word = m.delayed = 0;
  program p = make_program(d, &m, FEW);
  for (int i = 0; i < FEW; i++) p.steps[i].miss.word = (uint64_t)i;
  c.outstanding = MACH_MAX_OUTSTANDING;
  if (c.stores == 0) c.stores = 1;
  coh_window_config wide = c, deep = c, narrow = c;
  wide.instructions += dice_below(d, 200);
  if (wide.instructions > MACH_MAX_WINDOW) wide.instructions = MACH_MAX_WINDOW;
  deep.stores += dice_below(d, 40);
  narrow.outstanding = 1 + dice_below(d, 8);
  const uint64_t stall = run(&c, &p).stall;
  if (run(&wide, &p).stall > stall) fail("a larger window stalls less, without a limit of buffers", seed);
  if (run(&deep, &p).stall > stall) fail("a larger store buffer stalls less, without a limit of buffers", seed);
  const uint64_t limited = run(&narrow, &p).stall;
  if (limited < stall) fail("a limit of buffers stalls more", seed);
  narrow.outstanding = 1;
  if (run(&narrow, &p).stall < limited) fail("a single buffer stalls most", seed);
}

/* Independent loads become ready in program order: they are a queue with M servers (Kiefer and Wolfowitz). */
static void check_monotone_loads(dice *d, coh_window_config c, uint64_t seed) {
  const mixture m = {.close = dice_below(d, 101)};
  const program p = make_program(d, &m, MISSES);
  c.set_misses = 0;
  coh_window_config wide = c, many = c;
  wide.instructions += dice_below(d, 200);
  if (wide.instructions > MACH_MAX_WINDOW) wide.instructions = MACH_MAX_WINDOW;
  many.outstanding += dice_below(d, 8);
  const uint64_t stall = run(&c, &p).stall;
  if (run(&wide, &p).stall > stall) fail("a larger window stalls less, for independent loads", seed);
  if (run(&many, &p).stall > stall) fail("more buffers stall less, for independent loads", seed);
}

static program make_loads(int n, uint64_t gap, uint32_t latency, bool chase) {
  program p = {.n = n};
  for (int i = 0; i < n; i++)
    p.steps[i] = (step){.miss = {.latency = latency, .note = (uint32_t)i, .part = (uint32_t)i / 2, .word = (uint64_t)i},
                        .instruction = 1 + gap * (uint64_t)i,
                        .producer = chase && i > 0 ? i - 1 : NONE};
  return p;
}

/* Each load issues when the load before it completes, if it is in the window by then. */
static void check_chase(coh_window_config c, uint64_t seed) {
  enum { N = 40, GAP = 3, LATENCY = 200 };
  if (c.instructions <= GAP) c.instructions = GAP + 1;
  c.set_misses = c.set_misses != 0; /* a chain has a single miss at a time */
  const program p = make_loads(N, GAP, LATENCY, true);
  const result r = run(&c, &p);
  if (r.completions[N - 1] != c.step + (uint64_t)N * LATENCY * MACH_TICKS) fail("chase: sum of latencies", seed);
  const uint64_t instructions = last_instruction(&p) * c.step;
  if (r.stall != (r.completions[N - 1] - instructions) / MACH_TICKS) fail("chase: stall", seed);
}

enum { INDEPENDENT = 16, INDEPENDENT_LATENCY = 300 };

/* Runs independent loads that miss in one set. `set_misses`: the number of these misses in progress at a time; 0: any
 * number. */
static result run_independent(coh_window_config c, unsigned set_misses) {
  const program p = make_loads(INDEPENDENT, 1, INDEPENDENT_LATENCY, false);
  c.instructions = INDEPENDENT + c.instructions % 64;
  c.outstanding = INDEPENDENT;
  c.set_misses = set_misses;
  return run(&c, &p);
}

/* All loads issue when they enter, and the last one completes after its latency. */
static void check_independent(coh_window_config c, uint64_t seed) {
  enum { N = INDEPENDENT, LATENCY = INDEPENDENT_LATENCY };
  const result r = run_independent(c, 0);
  if (r.completions[N - 1] != (uint64_t)N * c.step + (uint64_t)LATENCY * MACH_TICKS)
    fail("independent: one latency after the issue", seed);
  if (r.stall > LATENCY) fail("independent: one latency", seed);
}

/* N independent misses of one set, of which two can be in progress: pairs, one latency after the other. */
static void check_set(coh_window_config c, uint64_t seed) {
  enum { N = INDEPENDENT, LATENCY = INDEPENDENT_LATENCY };
  const result r = run_independent(c, 2);
  if (r.completions[N - 1] != 2 * (uint64_t)c.step + (uint64_t)N / 2 * LATENCY * MACH_TICKS)
    fail("misses of one set: two at a time", seed);
}

/* ---- single rules ---- */

/* For a `step` of one cycle. */
static coh_window_miss miss_of(uint64_t instruction, uint32_t latency, coh_window_kind kind) {
  return (coh_window_miss){.progress = instruction * MACH_TICKS, .latency = latency, .kind = kind, .word = instruction};
}

static uint64_t enter(coh_window *w, coh_window_miss miss) { return coh_window_enter(w, &miss).stall; }

/* A single load stalls for its latency minus the time in which the window fills: 100 - 63 / 4 cycles. */
static void test_isolated_load(void) {
  const coh_window_config c = {.instructions = 64, .outstanding = 4, .stores = 8, .step = MACH_TICKS / 4};
  coh_window *w = coh_window_new(&c, NULL, NULL);
  coh_window_miss load = miss_of(1, 100, COH_WINDOW_LOAD);
  load.progress = c.step;
  if (enter(w, load) != 0) fail("isolated load: at its entry", 0);
  if (coh_window_advance(w, 65 * c.step - 1) != 0) fail("isolated load: before the window is full", 0);
  if (coh_window_advance(w, 65 * c.step) != 84) fail("isolated load: when the window is full", 0);
  if (coh_window_drain(w, 1000 * c.step) != 0) fail("isolated load: afterwards", 0);
  coh_window_free(w);
}

static void test_stores(void) {
  const coh_window_config c = {.instructions = 64, .outstanding = 4, .stores = 2, .step = MACH_TICKS};
  coh_window *w = coh_window_new(&c, NULL, NULL);
  if (enter(w, miss_of(1, 100, COH_WINDOW_STORE)) + enter(w, miss_of(2, 100, COH_WINDOW_STORE)) != 0)
    fail("stores: the buffer takes two", 0);
  coh_window_miss load = miss_of(3, 50, COH_WINDOW_LOAD);
  load.word = 2;
  const coh_window_answer answer = coh_window_enter(w, &load);
  if (!answer.forwarded || answer.stall != 0 || answer.completion != 3 * MACH_TICKS) fail("stores: forwarded", 0);
  if (enter(w, miss_of(11, 100, COH_WINDOW_STORE)) != 90) fail("stores: the buffer is full", 0);
  if (coh_window_advance(w, 500 * MACH_TICKS) != 0) fail("stores: do not block the window", 0);
  if (enter(w, miss_of(500, 100, COH_WINDOW_STORE)) != 0) fail("stores: the buffer is empty again", 0);
  if (enter(w, miss_of(540, 0, COH_WINDOW_ATOMIC)) != 60) fail("stores: a fence waits for them", 0);
  if (enter(w, miss_of(541, 70, COH_WINDOW_ATOMIC)) != 70) fail("stores: an atomic instruction that misses", 0);
  coh_window_free(w);
}

/* Cycles that pass for another reason cover misses; disowned misses stall, but are not reported. */
static void test_pass_and_disown(void) {
  const coh_window_config c = {.instructions = 64, .outstanding = 4, .stores = 2, .step = MACH_TICKS};
  static result r;
  r = (result){.stall = 0};
  coh_window *w = coh_window_new(&c, keep, &r);
  enter(w, miss_of(1, 100, COH_WINDOW_LOAD));
  coh_window_pass(w, 30);
  if (coh_window_drain(w, 11 * MACH_TICKS) != 60 || r.stalls[0] != 60 || r.overlapped[0] != -(uint32_t)60)
    fail("pass", 0);
  enter(w, miss_of(12, 100, COH_WINDOW_LOAD));
  enter(w, miss_of(12, 100, COH_WINDOW_STORE));
  coh_window_disown(w);
  if (coh_window_drain(w, 12 * MACH_TICKS) != 100 + 100 || r.reports[0] != 1) fail("disown", 0);
  coh_window_free(w);
}

static void make_without_window(void *data) {
  const coh_window_config c = {.instructions = 0, .outstanding = 1};
  (void)data;
  coh_window_new(&c, NULL, NULL);
}

static void test_window(uint64_t seed) {
  dice d = {.state = seed};
  const coh_window_config c = make_config(&d);
  const mixture m = make_mixture(&d);
  const program p = make_program(&d, &m, MISSES);
  compare_program(&d, &c, &p, seed);
  check_sums(&c, &p, seed);
  mixture without_words = m;
  without_words.same_word = without_words.delayed = 0;
  const program q = make_program(&d, &without_words, MISSES);
  check_blocking(&q, seed);
  check_monotone(&d, c, seed);
  check_monotone_loads(&d, c, seed);
  check_chase(c, seed);
  check_independent(c, seed);
  check_set(c, seed);
}

int main(int argc, char **argv) {
  uint64_t first = 1, n = 300;
  for (int i = 1; i + 1 < argc; i += 2) {
    if (strcmp(argv[i], "--machines") == 0) n = strtoull(argv[i + 1], NULL, 10);
    if (strcmp(argv[i], "--seed") == 0) first = strtoull(argv[i + 1], NULL, 10);
  }
  test_isolated_load();
  test_stores();
  test_pass_and_disown();
  for (uint64_t seed = first; seed < first + n; seed++) test_window(seed);
  if (plat_test_outstanding() != 0) fail("a leak", 0);
  if (plat_test_try(make_without_window, NULL)) fail("a window without instructions", 0);
  printf("%" PRIu64 " windows; misses: %u covered, %u partly, %u not, %u forwarded, %u of these modifies, %u delayed\n",
         n, met.covered, met.partly, met.full, met.forwarded, met.modifies, met.delayed);
  if (n >= 240 && (met.covered < 1000 || met.partly < 1000 || met.full < 1000 || met.forwarded < 100 ||
                   met.modifies < 30 || met.delayed < 1000))
    fail("hardly any miss of a kind", 0);
  return 0;
}
