/* trace_turns.h: the order of several processors' events, made after their lanes have had them.
 *
 * A caller that knows when each processor does what need not change between the lanes with each event: it makes a
 * processor's events of a while together, and notes for each when it was. So loops can be taken at once (trace_loop.h),
 * each in its own lane. From the notes follows whose turn it was, event by event; where all processors are in loops of
 * the same length, their turns repeat themselves, too, and are taken at once.
 *
 * Events may be *alone*: nothing that other processors do in the same batch has to do with them. So they may come
 * before others that were earlier, which makes fewer turns: by TRACE_TURNS_WHILE cycles and a quarter of that, and
 * where turns repeat themselves by one period, of at most TRACE_TURNS_WHILES times as many. All others stand in the
 * order of their keys.
 *
 * A key is a time with the processor's number in its low bits (coherence/coh_order-inl.h), so that no two processors'
 * keys are equal.
 *
 *   trace_turns_begin()
 *   trace_turns_of()        the processor whose events come, each once at most
 *   trace_turns_at()        from now on its events are at a key, which never falls
 *   trace_turns_repeat()    its latest notes come again
 *   trace_turns_end()       turns are made
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef TRACE_TRACE_TURNS_H
#define TRACE_TRACE_TURNS_H

#include "trace/trace_compress.h"

enum { TRACE_TURNS_WHILE = 128, TRACE_TURNS_WHILES = 4 };

/* Events of a processor, or the last of those again. */
typedef struct {
  uint64_t key;   /* when; of a repetition: how much later each time */
  uint64_t n;     /* events; of a repetition: how often */
  uint32_t notes; /* that are repeated: those right before this one, none of them a repetition; 0: this is none */
  bool alone;
} trace_note;

typedef struct {
  trace_note *notes;
  uint32_t n, room;
} trace_notes;

/* Opened for the functions below; all zero: not begun. */
typedef struct {
  trace_compressor *compressor; /* NULL: not begun */
  trace_notes *of;              /* by processor */
  uint32_t n_processors, room;  /* of those */
  trace_notes *now;             /* of the processor whose events come; NULL: none's yet */
  const trace_lane *lane;       /* its */
  uint64_t noted;               /* the lane's `next`, as far as notes go */
  uint64_t key;
  bool alone, exact; /* exact: each key that is told is noted */
} trace_turns;

/* Events of any processors come that were at keys from here on. exact: those that are alone may not be noted together,
 * for callers that ask for notes. */
void trace_turns_begin(trace_turns *turns, trace_compressor *compressor, bool exact);

/* The compressor's processor was selected; its events are at `key` now, and not alone. */
void trace_turns_of(trace_turns *turns, uint64_t key);

/* For the function below: notes all events so far; the events that come are at `key`, and alone. */
void trace_turns_note(trace_turns *turns);
void trace_turns_alone_at(trace_turns *turns, uint64_t key);

/* The events that come are at `key`, and are alone or not. */
static inline void trace_turns_at(trace_turns *turns, uint64_t key, bool alone) {
  if (alone) {
    trace_turns_alone_at(turns, key);
    return;
  }
  if (PLAT_LIKELY(turns->lane->next != turns->noted)) trace_turns_note(turns);
  turns->key = key;
  turns->alone = false;
}

/* Notes of the processor; those of all events so far are made. */
uint32_t trace_turns_count(trace_turns *turns);

/* The last `notes` come again so often, each time `later` later; their events were made. */
void trace_turns_repeat(trace_turns *turns, uint32_t notes, uint64_t times, uint64_t later);

/* Makes the turns in the compressor. */
void trace_turns_end(trace_turns *turns);

void trace_turns_clear(trace_turns *turns);

#endif
