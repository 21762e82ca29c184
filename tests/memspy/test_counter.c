/* test_counter.c: compares the simulated hardware counter (memspy/counter/spy_counter.c) with a plain one, which
 * executes one instruction after the other. The input is random runs of random blocks, with calls in their middle and
 * at their end, misses and skids, in several threads.
 *
 *   test_counter [--worlds N] [--seed S]
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "memspy/counter/spy_counter.h"

#include "memspy/drain/spy_counted.h"
#include "memspy/setup/spy_state.h"

#include "tests/memspy/fake_rooms.h"
#include "tests/memspy/guest.h"
#include "tests/memspy/trial.h"

enum { THREADS = 3, BLOCKS = 12, STEPS = 250, SKIDS = 40, CALLS = 4096, PATHS = 20000, FRAMES = 256, DUE = 20000 };

enum kind { RUN, SKIP, STACK, RETURN, RECURSION, MOVE, THREAD_ENDS, ZERO, KINDS };
static const char *const kinds[KINDS + 1] = {
    "run",        "run that is not simulated", "new stack", "return", "deep recursion", "thread moves", "thread ends",
    "all is zero"};
enum { TAKEN = KINDS, AGAIN, LATE, IN_A_CALL, CUT, LOST, COUNTERS };
static const char *const others[COUNTERS - KINDS + 1] = {"samples",
                                                         "samples that were there",
                                                         "samples in a later run",
                                                         "samples behind a call of their run",
                                                         "samples of too many frames",
                                                         "samples that are lost"};

/* The state that a counter must have for a thread. */
typedef struct {
  ULong low, high; /* bounds of its stack */
  struct {
    ULong base;
    UInt frame;
  } calls[CALLS];
  UInt n_calls;
  struct {
    UInt left; /* instructions until the sampled one; 0: the next one */
    UInt processor;
    Bool of_before; /* its miss was in an earlier run */
  } due[DUE];
  UInt n_due;
} plain_thread;

typedef struct {
  UInt processor, n;
  UInt frames[FRAMES];
  ULong times;
} plain_path;

static plain_thread threads[THREADS + 1]; /* by thread, from 1 */
static plain_path *paths;
static UInt n_paths;
static ULong lost, left, random_state;
static guest_block blocks[BLOCKS];
static UInt weights[SKIDS];
static spy_counting counting;
static dice d;

/* ---- the plain counter ---- */

static void plain_end_calls(plain_thread *t, ULong base) {
  while (t->n_calls != 0 && t->calls[t->n_calls - 1].base <= base) t->n_calls--;
}

static void plain_return(plain_thread *t, ULong base) {
  if (base >= t->low && base < t->high) plain_end_calls(t, base);
}

static void plain_call(plain_thread *t, ULong base, UInt frame) {
  if (base < t->low || base >= t->high) return;
  plain_end_calls(t, base);
  if (t->n_calls == CALLS) trial_fail("too many calls");
  t->calls[t->n_calls].base = base;
  t->calls[t->n_calls++].frame = frame;
}

static Bool is_same(const plain_path *a, const plain_path *b) {
  if (a->processor != b->processor || a->n != b->n) return False;
  for (UInt i = 0; i < a->n; i++)
    if (a->frames[i] != b->frames[i]) return False;
  return True;
}

static plain_path *plain_find(const plain_path *wanted) {
  for (UInt i = 0; i < n_paths; i++)
    if (is_same(&paths[i], wanted)) return &paths[i];
  return NULL;
}

static void plain_take(const plain_thread *t, UInt processor, UInt frame) {
  plain_path path = {.processor = processor, .n = 1, .frames = {frame}, .times = 1};
  for (UInt i = t->n_calls; i > 0 && path.n < FRAMES; i--) path.frames[path.n++] = t->calls[i - 1].frame;
  plain_path *known = plain_find(&path);
  trial_note(known ? AGAIN : TAKEN);
  if (t->n_calls >= FRAMES) trial_note(CUT);
  if (known)
    known->times++;
  else if (n_paths < PATHS)
    paths[n_paths++] = path;
  else
    trial_fail("too many paths");
}

/* The thread executes an instruction. */
static void plain_step(plain_thread *t, UInt frame, Bool behind_call) {
  UInt kept = 0;
  for (UInt i = 0; i < t->n_due; i++) {
    if (t->due[i].left-- == 0) {
      plain_take(t, t->due[i].processor, frame);
      if (t->due[i].of_before) trial_note(LATE);
      if (behind_call) trial_note(IN_A_CALL);
    } else {
      t->due[kept++] = t->due[i];
    }
  }
  t->n_due = kept;
}

static UInt plain_skid(void) {
  ULong sum = 0;
  if (counting.skid.n == 1) return 0;
  for (UInt i = 0; i < counting.skid.n; i++) sum += weights[i];
  ULong drawn = spy_random_below(&random_state, sum);
  UInt skid = 0;
  for (; drawn >= weights[skid]; skid++) drawn -= weights[skid];
  return skid;
}

static void plain_miss(plain_thread *t, UInt processor) {
  if (--left != 0) return;
  left = counting.period;
  if (t->n_due == DUE) trial_fail("too many samples wait");
  t->due[t->n_due].of_before = False;
  t->due[t->n_due].processor = processor;
  t->due[t->n_due++].left = plain_skid();
}

static void plain_lose(plain_thread *t) { t->n_due = 0; }

/* ---- a run of a block, in both counters ---- */

typedef struct {
  const guest_block *block;
  unsigned exit;
  ULong addresses[NAIVE_REFERENCES];
  Bool misses[NAIVE_REFERENCES];
} guest_pass;

/* References are made in order: those of an instruction before the sample at the instruction, its call after it. */
static void plain_run(ThreadId tid, const guest_pass *pass) {
  plain_thread *t = &threads[tid];
  const naive_run *run = &pass->block->runs[pass->exit];
  const UInt *frames = spy_block_frames(pass->block->block), n = naive_run_instructions(run);
  unsigned reference = 0;
  Bool called = False;
  for (UInt i = 0; i < t->n_due; i++) t->due[i].of_before = True;
  for (UInt i = 0, begun = 0; i < n; i++) {
    Bool calls = False, returns = False;
    ULong base = 0;
    for (; reference < run->n && begun + run->references[reference].gap == i + 1; reference++) {
      begun += run->references[reference].gap;
      if (pass->misses[reference]) plain_miss(t, spy_queue_of(tid)->flow.processor);
      base = pass->addresses[reference];
      calls = run->references[reference].calls;
      returns = run->references[reference].returns;
    }
    plain_step(t, frames[i], called);
    if (calls) plain_call(t, base, frames[i]);
    if (returns) plain_return(t, base);
    called |= calls;
  }
}

/* Reports it as the drain does. */
static void simulate(ThreadId tid, const guest_pass *pass) {
  spy_queue *q = spy_queue_of(tid);
  const spy_exit *e = spy_exit_get(spy_block_exits(pass->block->block)[pass->exit]);
  for (UInt i = 0; i < e->n_references; i++) {
    if (pass->misses[i]) spy_counter_event(q, e, &e->sites[i]);
    if (e->sites[i].flags & BIN_SITE_CALL) spy_counted_call(spy_account, &q->flow, &e->sites[i], pass->addresses[i], e);
  }
  spy_counted_end(&q->flow, e, pass->addresses + e->n_references - 1);
}

static ULong some_address(ThreadId tid) {
  const plain_thread *t = &threads[tid];
  if (t->high == t->low || dice_chance(&d, 10)) return dice_next(&d);
  const ULong top = t->n_calls != 0 ? t->calls[t->n_calls - 1].base : t->high;
  return dice_chance(&d, 60) ? top - 8 * dice_between(&d, 0, 3) : t->low + dice_below(&d, (uint32_t)(t->high - t->low));
}

static void execute(ThreadId tid, const trial_step *s, Bool skipped) {
  guest_pass pass = {.block = &blocks[s->a % BLOCKS]};
  pass.exit = s->b % pass.block->n_exits;
  for (unsigned i = 0; i < pass.block->runs[pass.exit].n; i++) {
    pass.addresses[i] = some_address(tid);
    pass.misses[i] = !skipped && dice_chance(&d, s->c % 100);
  }
  plain_run(tid, &pass);
  if (!skipped)
    simulate(tid, &pass);
  else
    spy_counted_skip(spy_queue_of(tid), spy_exit_get(spy_block_exits(pass.block->block)[pass.exit]), pass.addresses);
}

/* ---- comparing ---- */

static void compare_path(const spy_counter_sampled *sample, const UInt *frames) {
  plain_path path = {.processor = sample->processor, .n = sample->n};
  if (sample->n > FRAMES) trial_fail("a sample has %u frames", sample->n);
  for (UInt i = 0; i < sample->n; i++) path.frames[i] = frames[sample->first + i];
  const plain_path *known = plain_find(&path);
  if (!known) trial_fail("a sample of %u frames, the first %u, is not to be there", path.n, path.frames[0]);
  if (known->times != sample->times)
    trial_fail("a sample of %u frames, the first %u, is there %llu times, not %llu", path.n, path.frames[0],
               sample->times, known->times);
}

static void compare(void) {
  UInt n, due = 0;
  const UInt *frames;
  const spy_counter_sampled *samples = spy_counter_samples(&n, &frames);
  for (ThreadId tid = 1; tid <= THREADS; tid++) due += threads[tid].n_due;
  if (spy_counter.due != due) trial_fail("%u samples wait, not %u", spy_counter.due, due);
  if (spy_counter.left != left) trial_fail("%llu events are left, not %llu", spy_counter.left, left);
  if (spy_counter_lost() != lost + due) trial_fail("%llu samples are lost, not %llu", spy_counter_lost(), lost + due);
  if (n != n_paths) trial_fail("there are %u samples, not %u", n, n_paths);
  for (UInt i = 0; i < n; i++) compare_path(&samples[i], frames);
}

/* ---- steps ---- */

static void step_stack(ThreadId tid, const trial_step *s) {
  plain_thread *t = &threads[tid];
  t->low = 0x100000 * (ULong)tid + 16 * (ULong)s->a;
  t->high = t->low + 0x4000;
  t->n_calls = 0;
  bin_flow_stack(&spy_queue_of(tid)->flow, t->low, t->high);
}

/* The last block ends with a call. */
static void step_recursion(ThreadId tid) {
  plain_thread *t = &threads[tid];
  guest_pass pass = {.block = &blocks[BLOCKS - 1]};
  const unsigned last = pass.block->runs[0].n - 1;
  for (UInt i = 0; i < 300 && t->n_calls < 2 * FRAMES; i++) {
    pass.addresses[last] = (t->n_calls != 0 ? t->calls[t->n_calls - 1].base : t->high) - 8;
    pass.misses[last] = i >= 250 && i % 10 == 0;
    plain_run(tid, &pass);
    simulate(tid, &pass);
  }
}

static void step_zero(void) {
  n_paths = 0;
  lost = 0;
  left = counting.period;
  for (ThreadId tid = 1; tid <= THREADS; tid++) plain_lose(&threads[tid]);
  spy_counter_zero();
}

static void take(ThreadId tid, const trial_step *s) {
  plain_thread *t = &threads[tid];
  const ULong base = some_address(tid);
  switch ((enum kind)s->kind) {
    case RUN: execute(tid, s, False); break;
    case SKIP: execute(tid, s, True); break;
    case STACK: step_stack(tid, s); break;
    case RETURN:
      plain_return(t, base);
      bin_flow_return(&spy_queue_of(tid)->flow, base);
      break;
    case RECURSION: step_recursion(tid); break;
    case MOVE: spy_queue_of(tid)->flow.processor = s->a % 4; break;
    case THREAD_ENDS:
      if (t->n_due != 0) trial_note(LOST);
      lost += t->n_due;
      plain_lose(t);
      spy_counter_thread_ends(spy_queue_of(tid));
      break;
    case ZERO: step_zero(); break;
    case KINDS: break;
  }
}

/* ---- trials ---- */

static size_t make(uint64_t seed, trial_step *steps) {
  dice chance = {seed};
  const size_t n = dice_between(&chance, 10, STEPS);
  for (size_t i = 0; i < n; i++) {
    const uint32_t kind = dice_chance(&chance, 80) ? RUN : dice_below(&chance, KINDS);
    steps[i] = (trial_step){.kind = (uint8_t)(kind >= RECURSION && dice_chance(&chance, 60) ? SKIP : kind),
                            .actor = (uint8_t)dice_between(&chance, 1, THREADS),
                            .a = (uint16_t)dice_next(&chance),
                            .b = (uint16_t)dice_next(&chance),
                            .c = (uint16_t)dice_next(&chance)};
  }
  return n;
}

/* A call is the last reference of its instruction. */
static void make_block(unsigned number) {
  static const spy_end ends[] = {SPY_END_PLAIN, SPY_END_CALL, SPY_END_RETURN};
  guest_shape shape = guest_shape_make(&d, 12, False);
  if (shape.n == 0) shape.references[shape.n++].gap = 1, shape.references[0].size = 8, shape.tail = 0;
  shape.end = number + 1 == BLOCKS ? SPY_END_CALL : ends[dice_below(&d, 3)];
  if (shape.end != SPY_END_PLAIN) shape.tail = 0;
  for (unsigned i = 0; i + 1 < shape.n; i++)
    if (shape.references[i + 1].gap != 0 && dice_chance(&d, 15)) shape.references[i].flags = BIN_SITE_CALL;
  guest_block_make(&blocks[number], &shape, 0, 0x1000 * (number + 1), False);
}

static void make_skid(void) {
  const UInt n = dice_chance(&d, 30) ? 1 : dice_between(&d, 1, SKIDS);
  counting.skid = (spy_skid){VG_(calloc)("test", n, sizeof(ULong)), n};
  for (UInt i = 0; i < n; i++) weights[i] = i + 1 == n ? 1 + dice_below(&d, 9) : dice_below(&d, 4);
  for (UInt i = 0; i < n; i++) counting.skid.sums[i] = (i != 0 ? counting.skid.sums[i - 1] : 0) + weights[i];
}

static void check_events(void) {
  const coh_processor p = {.counts = {.read_misses = 1, .write_misses = 20, .memory = 300, .invalidation = 4000}};
  static const ULong events[] = {[SPY_COUNTS_D1] = 21, [SPY_COUNTS_LL] = 300, [SPY_COUNTS_INVALIDATION] = 4000};
  const ULong found = spy_counter_events(&p);
  if (found != events[counting.event]) trial_fail("a processor had %llu events of kind %d", found, counting.event);
}

/* A run without --samples. */
static void check_nothing(void) {
  spy_counter_begin(&counting);
  spy_counter_zero();
  spy_counter_thread_ends(spy_queue_of(1));
  if (spy_counter.is_on || spy_counter_lost() != 0) trial_fail("there is a counter without --samples");
}

static void run(uint64_t seed, const trial_step *steps, size_t n) {
  static const ULong periods[] = {1, 1, 2, 3, 7, 40};
  d = (dice){seed ^ 0x636f756e746572};
  fake_options.quantum = 10000;
  guest_account_make();
  spy_queues_make();
  paths = VG_(calloc)("test", PATHS, sizeof *paths);
  check_nothing();
  make_skid();
  counting.period = left = periods[seed % 6];
  counting.event = (spy_counted_event)(seed % 3);
  counting.seed = (UInt)seed;
  random_state = spy_random_start(counting.seed);
  spy_counter_begin(&counting);
  check_events();
  for (unsigned i = 0; i < BLOCKS; i++) make_block(i);
  for (ThreadId tid = 1; tid <= THREADS; tid++) {
    spy_queue_start(tid, tid - 1, 1000);
    if (dice_chance(&d, 90)) step_stack(tid, &(trial_step){.a = 1});
  }
  for (size_t i = 0; i < n; i++) {
    trial_note(steps[i].kind);
    take(steps[i].actor, &steps[i]);
    compare();
  }
}

int main(int argc, char **argv) {
  return trial_main(&(trial_test){"test_counter", 120, "thread", kinds, others, make, STEPS, run}, argc, argv);
}
