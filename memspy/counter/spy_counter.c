/* spy_counter.c: see spy_counter.h.
 *
 * Rules
 * - Misses of all processors are counted together, in the order of simulation, as the machine counts them: at most one
 * for each reference.
 * - With a skid of 0 the sample is the instruction that missed. With a skid of S it is the Sth instruction that the
 *   thread executes after this one, simulated or not. The calls of the sample are those that are open at its
 *   instruction.
 * - A thread's calls are those of its queue's flow, with the frames of the calling instructions (bin_flow_mark()). If
 * there are more than FRAMES_MOST frames, the outermost are dropped.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "memspy/counter/spy_counter.h"

#include "bins/bin_index.h"
#include "plat/plat.h"
#include "plat/plat_array.h"

enum { FRAMES_MOST = 256 };

spy_counter_state spy_counter;

/* A pending sample: the index, from 0, of its instruction in the thread's current block run. */
typedef struct {
  ULong instruction;
  UInt processor;
} due_sample;

typedef struct {
  due_sample *due;
  UInt n, room;
} waiting;

static waiting *threads; /* indexed by ThreadId */
static const spy_counting *counting;
static ULong random_state, lost;
static ULong gap_state;      /* random numbers of next_gap() */
static ULong rest_of_period; /* number of events from the next sample (or, without one, from the last sample) to the end
                                of its period */

static struct {
  spy_counter_sampled *all;
  UInt n, room;
  UInt *frames;
  UInt n_frames, frames_room;
  bin_index index;
} samples;

/* Returns the number of events until the next sample. With equal numbers, samples can be in step with a loop, so that
 * all samples are of the same instruction. So one event of each period is drawn at random. */
static ULong next_gap(void) {
  if (!counting->varies) return counting->period;
  const ULong rest = rest_of_period, place = 1 + spy_random_below(&gap_state, counting->period);
  rest_of_period = counting->period - place;
  return rest + place;
}

void spy_counter_begin(const spy_counting *wanted) {
  if (wanted->period == 0) return;
  counting = wanted;
  spy_counter.is_on = True;
  spy_counter.event = wanted->event;
  random_state = spy_random_start(wanted->seed);
  gap_state = spy_random_start(~wanted->seed);
  rest_of_period = 0;
  spy_counter.left = next_gap();
  threads = plat_alloc(VG_N_THREADS * sizeof *threads);
}

static waiting *thread_of(const spy_queue *q) { return &threads[spy_queue_thread(q)]; }

/* ---- samples ---- */

typedef struct {
  UInt processor, n;
  const UInt *frames;
} path;

static bool is_path(const void *closure, uint32_t number) {
  const path *wanted = closure;
  const spy_counter_sampled *sample = &samples.all[number];
  if (sample->processor != wanted->processor || sample->n != wanted->n) return false;
  for (UInt i = 0; i < wanted->n; i++)
    if (samples.frames[sample->first + i] != wanted->frames[i]) return false;
  return true;
}

static void add_path(const path *p, uint64_t hash) {
  samples.all = plat_grow(samples.all, samples.n, &samples.room, sizeof *samples.all);
  samples.all[samples.n] = (spy_counter_sampled){p->processor, samples.n_frames, p->n, 1};
  bin_index_add(&samples.index, hash, samples.n++);
  for (UInt i = 0; i < p->n; i++) {
    samples.frames = plat_grow(samples.frames, samples.n_frames, &samples.frames_room, sizeof *samples.frames);
    samples.frames[samples.n_frames++] = p->frames[i];
  }
}

/* Takes a sample at an instruction, with the open calls. */
static void take(const bin_flow *flow, UInt processor, UInt frame) {
  UInt frames[FRAMES_MOST], n = 1;
  frames[0] = frame;
  uint64_t hash = bin_hash_mix(processor, frame);
  for (UInt i = flow->n; i > 0 && n < FRAMES_MOST; i--) {
    frames[n] = flow->calls[i - 1].from;
    hash = bin_hash_mix(hash, frames[n++]);
  }
  const path wanted = {processor, n, frames};
  const UInt number = bin_index_find(&samples.index, hash, is_path, &wanted);
  if (number != BIN_INDEX_NONE)
    samples.all[number].times++;
  else
    add_path(&wanted, hash);
}

/* Takes the pending samples in the first `n` instructions of the block run. */
static void take_due(const spy_queue *q, const spy_exit *e, UInt n) {
  waiting *t = thread_of(q);
  if (LIKELY(t->n == 0)) return;
  const UInt *frames = spy_block_frames(spy_block_of(e));
  UInt kept = 0;
  for (UInt i = 0; i < t->n; i++) {
    if (t->due[i].instruction < n)
      take(&q->flow, t->due[i].processor, frames[t->due[i].instruction]);
    else
      t->due[kept++] = t->due[i];
  }
  spy_counter.due -= t->n - kept;
  t->n = kept;
}

static UInt instruction_of(const spy_exit *e, const bin_site *site) {
  UInt n = 0;
  for (const bin_site *s = e->sites; s <= site; s++) n += s->gap;
  return n - 1;
}

void spy_counter_sample(const spy_queue *q, const spy_exit *e, const bin_site *site) {
  waiting *t = thread_of(q);
  spy_counter.left = next_gap();
  t->due = plat_grow(t->due, t->n, &t->room, sizeof *t->due);
  t->due[t->n++] = (due_sample){instruction_of(e, site) + spy_skid_draw(&counting->skid, &random_state),
                                q->flow.processor};
  spy_counter.due++;
}

Bool spy_counter_waits_in(const spy_queue *q) { return thread_of(q)->n != 0; }

/* ---- calls ---- */

void spy_counter_take_until(const spy_queue *q, const spy_exit *e, const bin_site *site) {
  take_due(q, e, instruction_of(e, site) + 1);
}

void spy_counter_called(spy_queue *q, const spy_exit *e, const bin_site *site, ULong base) {
  bin_flow_mark(&q->flow, base, spy_block_frames(spy_block_of(e))[instruction_of(e, site)]);
}

void spy_counter_take_run(const spy_queue *q, const spy_exit *e) {
  const waiting *t = thread_of(q);
  const UInt n = (UInt)SPY_PACKED_INSTRUCTIONS(e->packed);
  take_due(q, e, n);
  for (UInt i = 0; i < t->n; i++) t->due[i].instruction -= n;
}

void spy_counter_called_at_end(spy_queue *q, const spy_exit *e, ULong base) {
  bin_flow_mark(&q->flow, base, spy_block_frames(spy_block_of(e))[SPY_PACKED_INSTRUCTIONS(e->packed) - 1]);
}

static void forget_due(waiting *t) {
  spy_counter.due -= t->n;
  t->n = 0;
}

/* ---- the end ---- */

void spy_counter_thread_ends(const spy_queue *q) {
  if (!spy_counter.is_on) return;
  waiting *t = thread_of(q);
  lost += t->n;
  forget_due(t);
}

void spy_counter_zero(void) {
  if (!spy_counter.is_on) return;
  for (UInt i = 0; i < VG_N_THREADS; i++) forget_due(&threads[i]);
  rest_of_period = 0;
  spy_counter.left = next_gap();
  samples.n = samples.n_frames = 0;
  lost = 0;
  bin_index_clear(&samples.index);
}

const spy_counter_sampled *spy_counter_samples(UInt *n, const UInt **frames) {
  *n = samples.n;
  *frames = samples.frames;
  return samples.all;
}

ULong spy_counter_lost(void) { return lost + spy_counter.due; }
