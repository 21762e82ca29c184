/* spy_helper.c: see spy_helper.h.
 *
 * Pieces are copied to a ring: the program's thread always records into the same memory, which stays in its processor's
 * L1 cache. If it recorded into memory that the helper has read, each store would wait for a transfer; a copy overlaps
 * the transfers of many lines. Both sides sleep instead of polling. They are woken only when there is enough work,
 * since a wake-up takes as long as a piece.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "memspy/run/spy_helper.h"

#include "memspy/core/spy_core.h"
#include "memspy/core/spy_own_thread.h"
#include "memspy/core/spy_plat.h"
#include "memspy/core/spy_platform.h"
#include "memspy/drain/spy_drain_alone.h"
#include "memspy/setup/spy_options.h"
#include "memspy/setup/spy_state.h"
#include "memspy/trace/spy_trace_emit.h"

enum { PIECES = 64, ROOM = 8192, ENOUGH = 16, PATIENCE = 500 };

/* Most entries only use the first eighth of ROOM words; unused pages take no memory. */
typedef struct {
  spy_queue *queue;
  ULong *words;
  ULong n;
} piece;

/* The variables of each side are in separate cache lines. */
static struct {
  piece ring[PIECES];
  __attribute__((aligned(SPY_HOST_LINE))) volatile Int given; /* number of pieces given */
  volatile Bool ends;
  volatile Int awaited; /* the number of pieces that must be done before the program's thread wakes, if `sleeps` is
                           set */
  volatile Bool sleeps;
  __attribute__((aligned(SPY_HOST_LINE))) volatile Int done; /* number of pieces done */
  volatile Bool idle;                                        /* the helper sleeps until more pieces are given */
} shared;

typedef enum { UNTRIED, WORKS, REFUSED } state;
static state helper;
static UInt asked; /* number of calls of spy_helper_takes() */

/* ---- the helper ---- */

static void wait_for_more(Int done) {
  for (UInt i = 0; i < PATIENCE; i++) {
    if (__atomic_load_n(&shared.given, __ATOMIC_ACQUIRE) != done) return;
    spy_pause();
  }
  __atomic_store_n(&shared.idle, True, __ATOMIC_SEQ_CST);
  if (__atomic_load_n(&shared.given, __ATOMIC_SEQ_CST) == done && !shared.ends) spy_host_wait(&shared.given, done, -1);
  __atomic_store_n(&shared.idle, False, __ATOMIC_SEQ_CST);
}

static void help(void) {
  for (Int done = shared.done; !shared.ends; wait_for_more(done))
    while (!shared.ends && done != __atomic_load_n(&shared.given, __ATOMIC_ACQUIRE)) {
      Int number = done++;
      const piece *p = &shared.ring[(UInt)number % PIECES];
      if (shared.given - number > 1) {
        const piece *n = &shared.ring[(UInt)(number + 1) % PIECES];
        for (const ULong *at = n->words; at < n->words + n->n; at += 8) __builtin_prefetch(at);
      }
      spy_drain_alone(p->queue, p->words, p->words + p->n);
      __atomic_store_n(&shared.done, number + 1, __ATOMIC_SEQ_CST);
      if (shared.sleeps && number + 1 == shared.awaited) spy_host_wake(&shared.done);
    }
}

/* ---- the program's thread ---- */

static Bool is_done(Int number) { return __atomic_load_n(&shared.done, __ATOMIC_SEQ_CST) - number >= 0; }

static void wake_helper(void) {
  if (shared.idle) spy_host_wake(&shared.given);
}

/* Waits until `number` pieces are done. Meanwhile the helper can need the core. */
static void wait_until(Int number) {
  if (is_done(number)) return;
  const Bool held = spy_core_is_held();
  spy_core_release();
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
  wake_helper();
  for (UInt i = 0; i < PATIENCE && !is_done(number); i++) spy_pause();
  if (!is_done(number)) {
    shared.awaited = number;
    __atomic_store_n(&shared.sleeps, True, __ATOMIC_SEQ_CST);
    for (Int done; !is_done(number);) {
      done = shared.done;
      if (done - number < 0) spy_host_wait(&shared.done, done, -1);
    }
    shared.sleeps = False;
  }
  if (held) spy_core_hold();
}

void spy_helper_settle(void) {
  if (helper != WORKS || spy_own_thread_is_caller()) return;
  wait_until(shared.given);
}

static Bool is_wanted(void) {
  const spy_options *options = spy_options_get();
  return options->helper && !mach_config_is_timed(&options->machine) && !spy_trace.drains && spy_host_processors() > 1;
}

static void make_ring(void) {
  if (shared.ring[0].words) return;
  ULong *const words = spy_core_pages("spy.helper", PIECES * ROOM * sizeof(ULong));
  for (UInt i = 0; i < PIECES; i++) shared.ring[i].words = words + i * ROOM;
}

static void start(void) {
  helper = REFUSED;
  if (!is_wanted()) return;
  make_ring();
  spy_plat_settle_by(spy_helper_settle);
  shared.ends = False;
  if (spy_own_thread_start(help)) helper = WORKS;
}

/* For short programs, the start of the helper takes longer than it saves. */
Bool spy_helper_takes(ULong words) {
  if (UNLIKELY(helper == UNTRIED) && ++asked == ENOUGH) start();
  return helper == WORKS && words <= ROOM;
}

void spy_helper_give(ThreadId tid, const ULong *end, ULong words) {
  spy_queue *q = spy_queue_of(tid);
  const Int number = shared.given;
  piece *p = &shared.ring[(UInt)number % PIECES];
  p->queue = q;
  p->n = (ULong)(end - q->begin);
  spy_copy_words(p->words, q->begin, p->n);
  spy_queue_empty(tid, words);
  /* The store need not be visible immediately. If this thread does not see yet that the helper is about to sleep, it
   * sees this at the next piece, or when it waits. */
  __atomic_store_n(&shared.given, number + 1, __ATOMIC_RELEASE);
  if (shared.idle && !is_done(number + 1 - ENOUGH)) wake_helper();
  /* The next entry of the ring must be free. */
  if (!is_done(number + 2 - PIECES)) wait_until(number + 1 - PIECES / 2);
}

void spy_helper_end(void) {
  if (helper != WORKS) return;
  spy_helper_settle();
  shared.ends = True;
  /* This prevents the helper from going to sleep. */
  __atomic_store_n(&shared.given, shared.given + 1, __ATOMIC_SEQ_CST);
  spy_host_wake(&shared.given);
  spy_own_thread_join();
  shared.given = shared.done;
  helper = REFUSED;
}

void spy_helper_forked(void) {
  if (helper != WORKS) return;
  spy_own_thread_forget();
  shared.idle = False;
  helper = UNTRIED;
  asked = 0;
}
