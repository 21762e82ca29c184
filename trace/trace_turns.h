/* trace_turns.h: builds the order of several processors' events after they were added to their lanes.
 *
 * A caller that has the times of events need not change between lanes with each event: it adds a processor's events of
 * a while together, and notes their times. So loops can be compressed at once (trace_loop.h), each in its own lane. The
 * notes determine the turns, event by event; if all processors are in loops of the same length, their turns repeat, and
 * are compressed at once, too.
 *
 * Events can be *alone*: independent of other processors' events in the same batch. They may move before earlier
 * events, which reduces the number of turns: by TRACE_TURNS_WHILE cycles and a quarter of that, and if turns repeat by
 * one period, of at most TRACE_TURNS_WHILES times that. All others are in the order of their keys.
 *
 * A key is a time with the processor's number in its low bits (coherence/coh_order-inl.h), so that keys differ.
 *
 * trace_turns_begin()
 * trace_turns_of()        selects a processor, once for each
 * trace_turns_at()        sets the key of its following events; keys never decrease
 * trace_turns_repeat()    repeats its latest notes
 * trace_turns_end()       makes the turns
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "trace/trace_compress.h"

enum { TRACE_TURNS_WHILE = 128, TRACE_TURNS_WHILES = 4 };

/* Events of a processor, or a repetition of its last notes. */
typedef struct {
  uint64_t key; /* key of the events; if a repetition: the increase of the keys each time */
  uint64_t n;   /* number of events; if a repetition: number of times */
  /* number of repeated notes, immediately before this one and without repetitions; 0: this is no repetition */
  uint32_t notes;
  bool alone;
} trace_note;

typedef struct {
  trace_note *notes;
  uint32_t n, room;
} trace_notes;

/* Public for the inline functions; all zero: not begun. */
typedef struct {
  trace_compressor *compressor; /* NULL: not begun */
  trace_notes *of;              /* by processor */
  uint32_t n_processors, room;  /* of `of` */
  trace_notes *now;             /* that of the selected processor; NULL: none selected */
  const trace_lane *lane;       /* lane of the selected processor */
  uint64_t noted;               /* value of the lane's `next` at the last note: earlier events have notes */
  uint64_t key;
  bool alone, exact; /* exact: each key gets a note */
} trace_turns;

/* Begins: events of any processors with keys from here on follow. exact: events that are alone may not share notes, for
 * callers that count notes. */
void trace_turns_begin(trace_turns *turns, trace_compressor *compressor, bool exact);

/* The compressor's processor was selected; its events are at `key`, and not alone. */
void trace_turns_of(trace_turns *turns, uint64_t key);

/* Adds a note for all events so far; following events are at `key`, and alone (for the function below). */
void trace_turns_note(trace_turns *turns);
void trace_turns_alone_at(trace_turns *turns, uint64_t key);

/* Following events are at `key`, and alone or not. */
static inline void trace_turns_at(trace_turns *turns, uint64_t key, bool alone) {
  if (alone) {
    trace_turns_alone_at(turns, key);
    return;
  }
  if (PLAT_LIKELY(turns->lane->next != turns->noted)) trace_turns_note(turns);
  turns->key = key;
  turns->alone = false;
}

/* The number of notes of the processor, after adding those of all events so far. */
uint32_t trace_turns_count(trace_turns *turns);

/* Repeats the last `notes` notes `times` times, each time `later` later; their events have been added. */
void trace_turns_repeat(trace_turns *turns, uint32_t notes, uint64_t times, uint64_t later);

/* Adds the turns to the compressor. */
void trace_turns_end(trace_turns *turns);

void trace_turns_clear(trace_turns *turns);
