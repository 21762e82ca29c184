/* naive_schedule.c: see naive_schedule.h.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "tests/memspy/naive_schedule.h"

enum { TIME_SLICE = 100000, SHORTEST_PART = 128, MOST_WORDS = 16384, KILL_SIGNAL = 64 };
enum { NEW_LATE = 1000000, WAKE_LATE = 5000, MANY_TURNS = 4096 };

void naive_schedule_init(naive_schedule *s, const mach_config *config, naive_region region, bool simulates,
                         const naive_events *events, uint64_t quantum, uint64_t seed) {
  *s = (naive_schedule){.quantum = quantum, .seed = seed, .most = 1, .holder = 1};
  naive_lanes_init(&s->lanes, config, region, simulates, events);
  s->threads[1] = (naive_thread){.alive = true, .runnable = true, .made = true};
  s->processors[0].threads = 1;
}

static unsigned n_alive(const naive_schedule *s) {
  unsigned n = 0;
  for (unsigned t = 1; t < NAIVE_SCHEDULED; t++) n += s->threads[t].alive;
  return n;
}

static unsigned n_processors(const naive_schedule *s) { return s->lanes.config->processors; }
static naive_processor *processor_of(naive_schedule *s, unsigned thread) {
  return &s->processors[s->threads[thread].processor];
}
static uint64_t now_of(const naive_schedule *s, unsigned thread) {
  return naive_lane_now(&s->lanes, s->threads[thread].processor);
}

/* ---- threads that start late ---- */

/* Returns the thread's next random number less than `most`. */
static uint64_t chance(naive_schedule *s, unsigned thread, uint64_t most) {
  uint64_t x = ((s->seed * UINT64_C(1099511628211) + thread) << 32) + s->threads[thread].late_times++;
  x = (x + UINT64_C(11400714819323198485)) * UINT64_C(13787848793156543929);
  x = (x ^ (x >> 27)) * UINT64_C(10723151780598845931);
  return (x ^ (x >> 31)) % most;
}

/* A thread that waits. */
static void begins_late(naive_schedule *s, unsigned thread) {
  s->threads[thread].turns = 0;
  if (s->seed != 0 && s->merging) s->threads[thread].late = chance(s, thread, WAKE_LATE);
}

/* ---- lists of threads ---- */

static void strike(naive_processor *p, unsigned thread) {
  unsigned n = 0;
  for (unsigned i = 0; i < p->n_waiting; i++)
    if (p->waiting[i] != thread) p->waiting[n++] = p->waiting[i];
  p->n_waiting = n;
}

static void make_runnable(naive_schedule *s, unsigned thread, uint64_t at) {
  naive_thread *t = &s->threads[thread];
  naive_processor *p = processor_of(s, thread);
  if (t->runnable) return;
  t->runnable = true;
  t->ready_at = at;
  if (p->current != thread) p->waiting[p->n_waiting++] = thread;
}

static void make_blocked(naive_schedule *s, unsigned thread) {
  s->threads[thread].runnable = false;
  strike(processor_of(s, thread), thread);
}

static void make_current(naive_schedule *s, unsigned thread) {
  naive_processor *p = processor_of(s, thread);
  if (p->current == thread) return;
  strike(p, thread);
  if (p->current != 0 && s->threads[p->current].runnable) p->waiting[p->n_waiting++] = p->current;
  p->current = thread;
}

static void forget(naive_schedule *s, unsigned thread) {
  naive_processor *p = processor_of(s, thread);
  make_blocked(s, thread);
  if (p->current == thread) p->current = 0;
  p->threads--;
  s->threads[thread] = (naive_thread){0};
}

static void end_wait(naive_schedule *s, unsigned thread, naive_why why, uint64_t at) {
  naive_thread *t = &s->threads[thread];
  if (!t->waits) return;
  t->waits = false;
  t->why = why;
  make_runnable(s, thread, at);
}

/* ---- whose turn it is ---- */

/* Returns the thread that an idle processor would execute; 0: none. The current thread remains, until its time is over
 * and others wait. */
static unsigned candidate(const naive_schedule *s, unsigned processor) {
  const naive_processor *p = &s->processors[processor];
  const bool goes_on = p->current != 0 && s->threads[p->current].runnable;
  const bool has_time = s->lanes.clocks[processor] < p->until;
  if (goes_on && (p->n_waiting == 0 || has_time)) return p->current;
  return p->n_waiting != 0 ? p->waiting[0] : 0;
}

static uint64_t start_of(const naive_schedule *s, unsigned processor, unsigned thread) {
  const naive_processor *p = &s->processors[processor];
  const uint64_t now = s->lanes.clocks[processor], ready = s->threads[thread].ready_at;
  const bool switches = p->last != 0 && p->last != thread;
  return (ready > now ? ready : now) + s->threads[thread].late + (switches ? s->lanes.config->context_switch : 0);
}

/* Finds the time of a processor's next action. Returns false if there will be none. */
static bool next_time(const naive_schedule *s, unsigned processor, uint64_t *time) {
  if (!naive_lane_is_empty(&s->lanes, processor)) {
    *time = s->lanes.lanes[processor].time;
    return true;
  }
  const unsigned thread = candidate(s, processor);
  if (thread == 0) return false;
  *time = start_of(s, processor, thread);
  return true;
}

/* Advances the lanes in the order of their clocks until it is the turn of a processor without words. Returns that
 * processor. */
static unsigned merge(naive_schedule *s) {
  for (;;) {
    unsigned first = NAIVE_NOBODY;
    uint64_t least = 0, time;
    for (unsigned p = 0; p < n_processors(s); p++)
      if (next_time(s, p, &time) && (first == NAIVE_NOBODY || time < least)) {
        first = p;
        least = time;
      }
    if (first == NAIVE_NOBODY || naive_lane_is_empty(&s->lanes, first)) return first;
    naive_lane_step(&s->lanes, first);
  }
}

/* Returns when an external event happens. */
static uint64_t first_clock(const naive_schedule *s) {
  uint64_t latest = 0, passed = 0, first = 0;
  bool any = false;
  for (unsigned p = 0; p < n_processors(s); p++) {
    const uint64_t now = naive_lane_now(&s->lanes, p);
    if (now > latest) latest = now;
    uint64_t start;
    if (!naive_lane_is_empty(&s->lanes, p)) {
      if (now > passed) passed = now;
    } else if (next_time(s, p, &start)) {
      if (!any || start < first) first = start;
      any = true;
    }
  }
  if (!any) return latest;
  return first > passed ? first : passed;
}

static void hear(naive_schedule *s) {
  for (unsigned i = 1; i <= s->most; i++) {
    naive_thread *t = &s->threads[i];
    if (t->arrived && t->asleep) {
      t->asleep = false;
      make_runnable(s, i, first_clock(s));
    }
    if (t->timed_out) end_wait(s, i, NAIVE_TIMED_OUT, first_clock(s));
    if (t->signalled) s->occasions++;
    if (t->signalled) end_wait(s, i, NAIVE_INTERRUPTED, first_clock(s));
    t->arrived = t->timed_out = t->signalled = false;
  }
}

bool naive_has_news(const naive_schedule *s) {
  for (unsigned i = 1; i <= s->most; i++)
    if (s->threads[i].arrived || s->threads[i].timed_out || s->threads[i].signalled) return true;
  return false;
}

static unsigned anybody(naive_schedule *s) {
  for (unsigned i = 1; i <= s->most; i++) {
    const unsigned thread = (s->last_anybody + i - 1) % s->most + 1;
    const naive_thread *t = &s->threads[thread];
    if (t->alive && t->here && (s->ending || !t->waits)) return s->last_anybody = thread;
  }
  return 0;
}

static void stop_merging(naive_schedule *s) {
  for (unsigned p = 0; p < n_processors(s); p++) naive_lane_finish(&s->lanes, p);
  s->merging = false;
  s->wait_before_atomics = false;
}

void naive_let_go(naive_schedule *s) {
  stop_merging(s);
  s->let_go = true;
}

/* The thread moves to the processor that it chose. */
static void change_processor(naive_schedule *s, unsigned thread) {
  naive_thread *t = &s->threads[thread];
  const uint64_t now = now_of(s, thread);
  make_blocked(s, thread);
  if (processor_of(s, thread)->current == thread) processor_of(s, thread)->current = 0;
  processor_of(s, thread)->threads--;
  t->processor = t->target;
  processor_of(s, thread)->threads++;
  make_runnable(s, thread, now);
}

/* The thread's processor switches to it. */
static void turn_to(naive_schedule *s, unsigned thread) {
  const unsigned processor = s->threads[thread].processor;
  naive_processor *p = processor_of(s, thread);
  uint64_t *clock = &s->lanes.clocks[processor];
  const uint64_t start = start_of(s, processor, thread);
  s->idle[processor] += naive_collected(&s->lanes, *clock, start);
  *clock = start;
  make_current(s, thread);
  if (p->last != thread || start >= p->until) p->until = start + TIME_SLICE;
  p->last = thread;
}

static unsigned by_clock(naive_schedule *s) {
  for (;;) {
    const unsigned processor = merge(s);
    if (processor == NAIVE_NOBODY) return 0;
    const unsigned thread = candidate(s, processor);
    naive_thread *t = &s->threads[thread];
    if (t->target == t->processor) return thread;
    change_processor(s, thread);
  }
}

static unsigned only_thread(const naive_schedule *s) {
  for (unsigned i = 1; i <= s->most; i++)
    if (s->threads[i].alive && s->threads[i].runnable) return i;
  return 0;
}

unsigned naive_choose(naive_schedule *s) {
  hear(s);
  if (s->ending || s->let_go) return anybody(s);
  if (s->merging && n_alive(s) == 1) stop_merging(s);
  const unsigned next = s->merging ? by_clock(s) : only_thread(s);
  if (next != s->awaited) s->patience = 0;
  return s->awaited = next;
}

/* ---- slices ---- */

static uint64_t quantum_of(const naive_schedule *s, unsigned processor) {
  const uint64_t quantum = s->processors[processor].quantum;
  return quantum != 0 ? quantum : s->quantum;
}

/* Returns the words of a slice: as many as its last slice had per quantum; three per four cycles, if there was none. */
static int64_t slice_words(const naive_schedule *s, unsigned thread) {
  const naive_thread *t = &s->threads[thread];
  if (!s->merging) return NAIVE_ALONE_WORDS;
  const uint64_t quantum = quantum_of(s, t->processor);
  const uint64_t words = t->last_cycles != 0 ? quantum * t->last_words / t->last_cycles : quantum * 3 / 4;
  return words < 1 ? 1 : words > MOST_WORDS ? MOST_WORDS : (int64_t)words;
}

/* Threads that communicate get short slices, which grow again. */
static void choose_quantum(naive_schedule *s, unsigned processor) {
  naive_processor *p = &s->processors[processor];
  const uint64_t heard = naive_counts_of(s->lanes.machine, processor)->true_sharing + s->lanes.told[processor];
  const bool talks = s->lanes.has_cut[processor] || heard != p->heard;
  s->lanes.has_cut[processor] = false;
  p->heard = heard;
  p->quantum = talks ? s->quantum / SHORTEST_PART : p->quantum != 0 ? 2 * p->quantum : s->quantum;
  if (p->quantum < 1) p->quantum = 1;
  if (p->quantum > s->quantum) p->quantum = s->quantum;
}

static void load(naive_schedule *s, unsigned thread) {
  naive_thread *t = &s->threads[thread];
  if (t->recorded.n == 0) return;
  if (naive_lane_is_empty(&s->lanes, t->processor)) choose_quantum(s, t->processor);
  naive_lane_load(&s->lanes, t->processor, &t->recorded);
  t->recorded.n = 0;
}

void naive_records_one(naive_schedule *s, unsigned thread, const naive_record *record) {
  naive_thread *t = &s->threads[thread];
  naive_records_add(&t->recorded, record);
  t->left -= record->n_words;
}

bool naive_is_full(const naive_schedule *s, unsigned thread) { return s->threads[thread].left <= 0; }

/* A slice continues that was shorter than a quantum by more than an eighth. */
static bool slice_goes_on(naive_schedule *s, unsigned thread) {
  naive_thread *t = &s->threads[thread];
  const uint64_t quantum = quantum_of(s, t->processor);
  if (naive_lane_is_empty(&s->lanes, t->processor)) {
    t->last_words = naive_records_words(&t->recorded);
    t->last_cycles = naive_records_instructions(&t->recorded) * s->lanes.config->cpi;
    if (t->last_cycles + quantum / 8 < quantum) {
      t->left = (int64_t)((quantum - t->last_cycles) * t->last_words / (t->last_cycles + 1) + 1);
      return true;
    }
  }
  load(s, thread);
  return false;
}

static void drain_alone(naive_schedule *s, unsigned thread) {
  naive_thread *t = &s->threads[thread];
  if (!t->started || s->let_go) return;
  if (mach_config_is_timed(s->lanes.config) && t->recorded.n != 0) {
    naive_lane_load(&s->lanes, t->processor, &t->recorded); /* a single thread has a lane, too */
    naive_lane_finish(&s->lanes, t->processor);
  } else {
    naive_lanes_do(&s->lanes, t->processor, &t->recorded);
  }
  t->recorded.n = 0;
  t->left = NAIVE_ALONE_WORDS;
}

bool naive_full(naive_schedule *s, unsigned thread) {
  naive_thread *t = &s->threads[thread];
  if (!s->merging) {
    drain_alone(s, thread);
    return true;
  }
  if (slice_goes_on(s, thread)) return true;
  if (candidate(s, merge(s)) != thread || t->target != t->processor) return false;
  t->left = slice_words(s, thread);
  return true;
}

void naive_schedule_drain(naive_schedule *s, unsigned thread) {
  naive_thread *t = &s->threads[thread];
  if (!t->started || s->let_go) return;
  if (!s->merging) {
    drain_alone(s, thread);
    return;
  }
  load(s, thread);
  naive_lane_finish(&s->lanes, t->processor);
  t->left = slice_words(s, thread);
}

void naive_finish_all(naive_schedule *s) {
  if (s->running != 0) naive_schedule_drain(s, s->running);
  naive_lanes_merge(&s->lanes);
}

void naive_runs(naive_schedule *s, unsigned thread) {
  naive_thread *t = &s->threads[thread];
  if (s->let_go || (thread == s->running && t->started)) return;
  if (!s->merging && s->running != 0) drain_alone(s, s->running);
  s->running = thread;
  if (t->started) return;
  t->started = true;
  t->left = slice_words(s, thread);
}

/* ---- threads ---- */

static void start_merging(naive_schedule *s, unsigned running) {
  naive_processor *p = processor_of(s, running);
  p->current = 0;
  make_current(s, running);
  p->last = running;
  s->merging = s->lanes.looks_for_spins = true;
  s->threads[running].left = slice_words(s, running);
}

void naive_create(naive_schedule *s, unsigned parent, unsigned child) {
  if (!s->merging) drain_alone(s, parent);
  if (!s->merging && !s->let_go) start_merging(s, parent);
  const uint64_t allowed = s->threads[parent].allowed;
  unsigned place = NAIVE_NOBODY;
  for (unsigned p = 0; p < n_processors(s); p++) {
    if (allowed != 0 && !(allowed >> p & 1)) continue;
    if (place == NAIVE_NOBODY || s->processors[p].threads < s->processors[place].threads) place = p;
  }
  s->threads[child] = (naive_thread){.alive = true, .processor = place, .target = place, .allowed = allowed};
  s->processors[place].threads++;
  if (child > s->most) s->most = child;
  if (s->seed != 0 && s->merging) s->threads[child].late = chance(s, child, NEW_LATE);
  make_runnable(s, child, now_of(s, parent));
}

void naive_exit(naive_schedule *s, unsigned thread) {
  naive_thread *t = &s->threads[thread];
  if (!t->made) {
    forget(s, thread);
    return;
  }
  t->ends = true;
}

void naive_fork(naive_schedule *s, unsigned thread) {
  for (unsigned i = 1; i <= s->most; i++)
    if (i != thread && s->threads[i].alive) forget(s, i);
  for (unsigned p = 0; p < n_processors(s); p++) naive_lane_forget(&s->lanes, p);
  s->merging = false;
  s->wait_before_atomics = false;
  s->threads[thread].recorded.n = 0;
  s->threads[thread].left = NAIVE_ALONE_WORDS;
}

/* ---- system calls ---- */

void naive_begins_to_wait(naive_schedule *s, unsigned thread, uint64_t deadline) {
  naive_thread *t = &s->threads[thread];
  t->waits = true;
  t->deadline = deadline;
  t->why = NAIVE_INTERRUPTED;
}

void naive_wakes(naive_schedule *s, unsigned thread, unsigned waker) {
  end_wait(s, thread, NAIVE_WOKEN, waker != 0 ? now_of(s, waker) : first_clock(s));
}

void naive_yields(naive_schedule *s, unsigned thread) {
  if (!s->merging) return;
  processor_of(s, thread)->until = 0;
  s->threads[thread].yielded = true;
  s->threads[thread].late = 256 + chance(s, thread, 64);
}

void naive_binds(naive_schedule *s, unsigned thread, uint64_t processors) {
  naive_thread *t = &s->threads[thread];
  t->allowed = processors;
  if (!(processors >> t->target & 1))
    for (t->target = 0; !(processors >> t->target & 1);) t->target++;
  if (s->merging || s->let_go) return;
  drain_alone(s, thread);
  if (t->target == t->processor) return;
  change_processor(s, thread);
  turn_to(s, thread);
}

void naive_blocks(naive_schedule *s, unsigned thread, uint64_t signals) { s->threads[thread].blocked = signals; }

void naive_signals(naive_schedule *s, unsigned thread, unsigned signal, unsigned sender) {
  if (signal == 0) return;
  for (unsigned i = 1; i <= s->most; i++)
    if (s->threads[i].alive && (thread == 0 || thread == i) && !(s->threads[i].blocked >> (signal - 1) & 1))
      end_wait(s, i, NAIVE_INTERRUPTED, sender != 0 ? now_of(s, sender) : first_clock(s));
}

void naive_is_about_to_signal(naive_schedule *s, unsigned thread, unsigned sender) {
  naive_thread *t = &s->threads[thread];
  if (!t->asleep) return;
  t->asleep = false;
  make_runnable(s, thread, now_of(s, sender));
}

void naive_rechecks(naive_schedule *s, unsigned waker) {
  for (unsigned i = 1; i <= s->most; i++) {
    naive_thread *t = &s->threads[i];
    if (!t->alive || !t->asleep || t->here || !t->in_call || t->kernel_waits) continue;
    t->asleep = false;
    make_runnable(s, i, now_of(s, waker));
  }
}

/* ---- the lock ---- */

void naive_arrives(naive_schedule *s, unsigned thread) {
  s->threads[thread].here = true;
  if (s->threads[thread].asleep) s->threads[thread].arrived = true;
}

void naive_leaves(naive_schedule *s) {
  naive_thread *t = &s->threads[s->holder];
  t->here = false;
  if (s->merging && t->started) load(s, s->holder);
  if (t->ends) {
    forget(s, s->holder);
  } else if (t->waits) {
    make_blocked(s, s->holder);
    begins_late(s, s->holder);
  } else if (s->merging && t->in_call && t->kernel_waits) {
    t->asleep = true;
    make_blocked(s, s->holder);
    begins_late(s, s->holder);
  } else if (s->merging) {
    if (s->seed != 0) t->late += chance(s, s->holder, 64);
    if (t->turns >= MANY_TURNS && t->turns % 16 == 0) t->late += chance(s, s->holder, 256);
  }
}

/* A thread that is granted its turn repeatedly at the same instruction spins. Its time ends if another thread of its
 * processor has yielded. */
static void note_turn(naive_schedule *s, unsigned thread, uint64_t at) {
  naive_thread *t = &s->threads[thread];
  naive_processor *p = processor_of(s, thread);
  t->yielded = false;
  t->late = 0;
  if (s->wait_before_atomics) t->turns++;
  t->spins = t->spins_at == at ? t->spins + 1 : 0;
  t->spins_at = at;
  for (unsigned i = 0; i < p->n_waiting && t->spins >= 16; i++)
    if (s->threads[p->waiting[i]].yielded) p->until = 0;
}

void naive_grants(naive_schedule *s, unsigned thread, uint64_t at) {
  naive_thread *t = &s->threads[thread];
  const naive_processor *p = processor_of(s, thread);
  s->holder = thread;
  if (s->ending) return;
  if (!s->merging) { /* the end of the other threads can have woken it */
    if (!s->let_go && t->ready_at > now_of(s, thread)) turn_to(s, thread);
    return;
  }
  turn_to(s, thread);
  if (t->started) t->left = slice_words(s, thread);
  s->wait_before_atomics = p->quantum < s->quantum;
  note_turn(s, thread, at);
}

/* A pending signal that a thread blocks is delivered to the first thread that waits and does not block it. */
static void tell_others(naive_schedule *s, const naive_thread *t, uint64_t pending) {
  for (unsigned signal = 0; signal < 64; signal++) {
    if (!(pending & t->blocked & (uint64_t)1 << signal)) continue;
    unsigned i = 1;
    while (i <= s->most && !(s->threads[i].alive && s->threads[i].waits && !(s->threads[i].blocked >> signal & 1))) i++;
    if (i <= s->most) s->threads[i].signalled = true;
  }
}

/* Also a thread that another processor has moved to an earlier clock. */
static bool has_to_poll(const naive_schedule *s, unsigned thread) {
  const naive_thread *t = &s->threads[thread];
  return t->polled_for != s->occasions || now_of(s, thread) - t->polled_at >= 100000;
}

bool naive_polls(naive_schedule *s, unsigned thread, uint64_t pending_signals) {
  naive_thread *t = &s->threads[thread];
  if (s->merging && !has_to_poll(s, thread)) return false;
  if (s->merging || (s->let_go && n_alive(s) > 1)) tell_others(s, t, pending_signals);
  if (!s->merging) return true;
  t->polled_for = (pending_signals & ~t->blocked) == 0 ? s->occasions : s->occasions - 1;
  t->polled_at = now_of(s, thread);
  return true;
}

bool naive_turns(naive_schedule *s, unsigned thread, uint64_t at) {
  naive_thread *t = &s->threads[thread];
  const bool varies = s->seed != 0 || (t->turns >= MANY_TURNS && t->turns % 16 == 0);
  if (!t->started || !s->merging || s->ending || naive_has_news(s) || varies || has_to_poll(s, thread)) return false;
  load(s, thread);
  if (candidate(s, merge(s)) != thread || t->target != t->processor) return false;
  naive_grants(s, thread, at);
  return true;
}

static void see_signals(naive_schedule *s, naive_thread *t, uint64_t pending) {
  if (pending & ~t->blocked) t->signalled = true;
  tell_others(s, t, pending);
}

bool naive_ticks(naive_schedule *s, unsigned thread, bool idle, uint64_t now_ns, uint64_t pending_signals,
                 bool awaited_sleeps) {
  naive_thread *t = &s->threads[thread];
  if (t->waits && t->deadline != 0 && now_ns >= t->deadline) t->timed_out = true;
  if (!idle) return naive_has_news(s);
  bool killed = false;
  if (t->waits) {
    killed = pending_signals >> (KILL_SIGNAL - 1) & 1;
    if (killed)
      s->ending = true;
    else
      see_signals(s, t, pending_signals);
  }
  naive_thread *awaited = &s->threads[s->awaited];
  if (s->awaited != 0 && awaited->in_call && !awaited->here && ++s->patience >= 2 && awaited_sleeps) {
    awaited->asleep = true;
    make_blocked(s, s->awaited);
    return true;
  }
  return killed || naive_has_news(s);
}
