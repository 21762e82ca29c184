/* coh_window.c: see coh_window.h. SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The rules. The model is interval simulation: Genbrugge, Eyerman and Eeckhout, HPCA 2010 [G]; Eyerman, Eeckhout,
 * Karkhanis and Smith, TOCS 2009 [E]; Carlson, Heirman, Eyerman, Hur and Eeckhout, TACO 2014 [C]. Rules without a
 * source are choices of this model.
 *
 * Instructions
 *  - Instructions enter the window in program order, one each `step` ticks [E: the dispatch width bounds the rate
 *    between miss events]. Other delays of instructions are not modelled.
 *  - The window has W instructions. Instruction i + W enters when instruction i has retired; instructions retire in
 *    order, so that the oldest incomplete load blocks them [E: the reorder buffer fills, and dispatch stops]. Thus an
 *    isolated load stalls for its latency minus the time in which the window fills [E].
 *  - At most W loads that missed are in the window: an instruction with several misses can be split.
 *  - While instructions enter, nothing stalls; the processor stalls only for the part of a latency that remains, and
 *    that no earlier stall covers [G: misses within the window of a miss are its second-order effects, hidden by it].
 *
 * Loads
 *  - A load that misses issues after its instruction has entered, its producer has completed [G, C: independent misses
 *    in the window overlap, dependent ones serialize], and a line fill buffer is free. It completes when
 *    its latency has passed after that.
 *  - There are M line fill buffers [C: limited outstanding misses]. Misses take them in program order. A miss takes the
 *    buffer that became free last before the miss was ready. If all are busy, it waits for the first that becomes free.
 *    So a chain of dependent loads uses a single buffer. A later miss cannot use a buffer that an earlier miss has
 *    taken, even while the earlier miss waits for its producer.
 *  - If the number of misses of one set of the first-level cache is limited to N, a miss issues only after all but N - 1
 *    of the earlier misses of its set have their lines. This also applies to an earlier miss that has not issued yet.
 *    [measured: on some processors, loads that miss in the same set overlap less than those of different sets]
 *  - If the line of a miss is on its way to a processor (coh_request.c), the latency begins when the line is there. The
 *    miss then takes no line fill buffer: the processor requested the line earlier, or waits for its turn.
 *
 * Stores
 *  - A store that misses retires when all earlier loads have completed. Then it requests the line, as a load does. It
 *    leaves the store buffer when the line has come and all earlier stores have left: stores become visible in program
 *    order (TSO).
 *  - The store buffer has S entries; only stores that miss take one. If it is full, the next store waits for the
 *    oldest.
 *  - With S == 0, the window contains a store until it completes, as if it were a load.
 *  - If a load misses and a store to its word is in the buffer, the load takes the stored value and completes when it
 *    enters. If its instruction also stores, the store then enters the buffer.
 *
 * Atomic instructions and fences wait until all earlier loads and stores have completed, and later instructions wait
 * for them [G: serializing instructions drain the window].
 *
 * Attribution: the stall is charged to the oldest incomplete miss, as a hardware counter of stalled cycles does. Ticks
 * are converted to cycles when they are charged: if the stalls so far were T' ticks before a charge and are T ticks
 * after it, the charge is T / MACH_TICKS - T' / MACH_TICKS cycles, with both quotients rounded down.
 *
 * The stalls are at most the sum of all latencies and of all waits for lines that are on their way: the processor
 * stalls only while a miss is incomplete, and then the oldest incomplete miss has issued, or waits for such a line.
 *
 * Each miss enters a queue once and leaves it once. A call takes constant time on average, and O(M) to choose a line
 * fill buffer, and O(N) for the set; a load searches the store buffer only if that is not empty. */
#include "coherence/coh_window-inl.h"

#include "plat/plat.h"

static coh_window_queue make_queue(unsigned most) {
  return (coh_window_queue){.entries = most ? plat_alloc(most * sizeof(coh_window_entry)) : NULL, .most = most};
}

coh_window *coh_window_new(const coh_window_config *config, coh_window_report *report, void *closure) {
  plat_assert(config->instructions >= 1 && config->instructions <= MACH_MAX_WINDOW);
  plat_assert(config->outstanding >= 1 && config->outstanding <= MACH_MAX_OUTSTANDING);
  plat_assert(config->stores <= MACH_MAX_STORES && config->set_misses <= MACH_MAX_OUTSTANDING);
  coh_window *window = plat_alloc(sizeof *window);
  window->config = *config;
  window->loads = make_queue(config->instructions);
  window->stores = make_queue(config->stores);
  if (config->stores) window->words = plat_alloc(config->stores * sizeof *window->words);
  if (config->set_misses)
    window->places = plat_alloc((size_t)config->sets * config->set_misses * sizeof *window->places);
  window->due = UINT64_MAX;
  window->report = report;
  window->closure = closure;
  return window;
}

void coh_window_free(coh_window *window) {
  if (!window) return;
  plat_free(window->loads.entries);
  plat_free(window->stores.entries);
  plat_free(window->words);
  plat_free(window->places);
  plat_free(window);
}

/* ---- stalls ---- */

/* Stalls at `progress` until the miss completes, and reports the stall. */
__attribute__((noinline)) static void stall_for(coh_window *window, const coh_window_entry *miss, uint64_t wait) {
  const uint64_t before = window->stalled / MACH_TICKS;
  window->stalled += wait;
  const uint32_t stall = (uint32_t)(window->stalled / MACH_TICKS - before);
  if (stall == 0 || !window->report || miss->latency == 0) return;
  window->report(window->closure, miss->note, miss->part, stall, stall < miss->latency ? stall : miss->latency);
}

/* Waits at `progress` until the miss completes. */
static inline void wait_for(coh_window *window, const coh_window_entry *miss, uint64_t progress) {
  const uint64_t now = coh_window_time(window, progress);
  if (PLAT_UNLIKELY(miss->completion > now)) stall_for(window, miss, miss->completion - now);
}

static inline void remove_first(coh_window_queue *queue) {
  queue->first = --queue->n != 0 && queue->first + 1 < queue->most ? queue->first + 1 : 0; /* few places are used */
}

/* Waits at `progress` until the oldest load has completed, and removes the load. */
static inline void retire_load(coh_window *window, uint64_t progress) {
  coh_window_queue *loads = &window->loads;
  wait_for(window, coh_window_at(loads, 0), progress);
  remove_first(loads);
  window->due = loads->n ? coh_window_due(window, coh_window_at(loads, 0)) : UINT64_MAX;
}

/* Waits at `progress` until the oldest store, and the loads before it, have completed; removes them. */
static void retire_store(coh_window *window, uint64_t progress) {
  const coh_window_entry *store = coh_window_at(&window->stores, 0);
  while (window->loads.n && (int32_t)(coh_window_at(&window->loads, 0)->order - store->order) < 0)
    retire_load(window, progress);
  wait_for(window, store, progress);
  remove_first(&window->stores);
}

/* Removes the loads that must have completed before the instruction at `progress` enters. */
static void make_room(coh_window *window, uint64_t progress) {
  while (progress >= window->due) retire_load(window, window->due - window->config.step);
}

static void retire_all(coh_window *window, uint64_t progress) {
  make_room(window, progress);
  while (window->stores.n) retire_store(window, progress);
  while (window->loads.n) retire_load(window, progress);
}

static uint64_t stall_of_call(coh_window *window) {
  const uint64_t stalled = window->stalled / MACH_TICKS, stall = stalled - window->answered;
  window->answered = stalled;
  return stall;
}

uint64_t coh_window_retire(coh_window *window, uint64_t progress) {
  make_room(window, progress);
  return stall_of_call(window);
}

uint64_t coh_window_drain(coh_window *window, uint64_t progress) {
  retire_all(window, progress);
  return stall_of_call(window);
}

void coh_window_pass(coh_window *window, uint64_t cycles) {
  window->stalled += cycles * MACH_TICKS;
  window->answered += cycles;
}

void coh_window_disown(coh_window *window) {
  for (unsigned i = 0; i < window->loads.n; i++) coh_window_at(&window->loads, i)->latency = 0;
  for (unsigned i = 0; i < window->stores.n; i++) coh_window_at(&window->stores, i)->latency = 0;
}

/* ---- misses ---- */

/* Returns the time at which the line of a miss arrives, given the time at which the miss is ready. */
static uint64_t obtain_line(coh_window *window, uint64_t ready, const coh_window_miss *miss) {
  if (miss->since > ready) return miss->since + (uint64_t)miss->latency * MACH_TICKS;
  return miss->latency != 0 ? coh_window_fetch(window, ready, miss->latency, miss->set) : ready;
}

/* Returns whether the store buffer contains a store to a word. */
static bool is_buffered(const coh_window *window, uint64_t word, uint64_t now) {
  if (window->committed <= now) return false;
  for (unsigned i = window->stores.n; i > 0; i--) {
    const coh_window_entry *store = coh_window_at(&window->stores, i - 1);
    if (store->completion <= now) return false;
    if (window->words[store - window->stores.entries] == word) return true;
  }
  return false;
}

bool coh_window_forwards(const coh_window *window, uint64_t word, uint64_t progress) {
  return is_buffered(window, word, coh_window_time(window, progress));
}

/* Adds a miss, which is ready at the given time, to the reorder buffer. */
static void enter_window(coh_window *window, coh_window_entry *entry, uint64_t ready, const coh_window_miss *miss) {
  if (window->loads.n == window->loads.most) retire_load(window, miss->progress);
  entry->completion = obtain_line(window, coh_later(coh_window_time(window, miss->progress), ready), miss);
  *coh_window_append(&window->loads) = *entry;
  coh_window_note_load(window, entry);
}

static void enter_store(coh_window *window, coh_window_entry *entry, const coh_window_miss *miss) {
  coh_window_queue *stores = &window->stores;
  if (stores->most == 0) {
    enter_window(window, entry, window->retired, miss);
    return;
  }
  while (stores->n && coh_window_at(stores, 0)->completion <= coh_window_time(window, miss->progress))
    retire_store(window, miss->progress);
  if (stores->n == stores->most) retire_store(window, miss->progress);
  const uint64_t line = obtain_line(window, coh_later(coh_window_time(window, miss->progress), window->retired), miss);
  entry->completion = window->committed = coh_later(window->committed, line);
  coh_window_entry *const added = coh_window_append(stores);
  *added = *entry;
  window->words[added - stores->entries] = miss->word;
}

/* Returns whether the store buffer supplies the load. */
static bool enter_load(coh_window *window, coh_window_entry *entry, const coh_window_miss *miss) {
  const uint64_t now = coh_window_time(window, miss->progress);
  if (!is_buffered(window, miss->word, now)) {
    enter_window(window, entry, miss->producer, miss);
    return false;
  }
  if (miss->kind == COH_WINDOW_MODIFY) {
    enter_store(window, entry, miss);
    return true;
  }
  entry->completion = coh_later(now, miss->producer);
  return true;
}

/* Enters an atomic instruction or a fence. All misses before it complete first, so all line fill buffers are free, and
 * are free again after it. */
static void enter_atomic(coh_window *window, coh_window_entry *entry, const coh_window_miss *miss) {
  retire_all(window, miss->progress);
  const uint64_t begin = coh_later(coh_window_time(window, miss->progress), miss->since);
  entry->completion = begin + (uint64_t)miss->latency * MACH_TICKS;
  wait_for(window, entry, miss->progress);
}

/* Returns the cycles from now to coh_window_miss.since, rounded up. */
static uint32_t cycles_until(const coh_window *window, const coh_window_miss *miss) {
  const uint64_t now = coh_window_time(window, miss->progress);
  return miss->since > now ? (uint32_t)((miss->since - now + MACH_TICKS - 1) / MACH_TICKS) : 0;
}

coh_window_answer coh_window_enter(coh_window *window, const coh_window_miss *miss) {
  coh_window_entry entry = {.progress = miss->progress,
                            .order = window->misses++,
                            .note = miss->note,
                            .part = miss->part};
  bool forwarded = false;
  make_room(window, miss->progress);
  entry.latency = miss->latency + cycles_until(window, miss);
  if (miss->kind == COH_WINDOW_STORE)
    enter_store(window, &entry, miss);
  else if (miss->kind == COH_WINDOW_ATOMIC)
    enter_atomic(window, &entry, miss);
  else
    forwarded = enter_load(window, &entry, miss);
  return (coh_window_answer){.completion = entry.completion,
                             .stall = stall_of_call(window),
                             .latency = entry.latency,
                             .forwarded = forwarded};
}
