/* trace_turns.h: builds the order of several processors' events after the events were added to their lanes.
 *
 * A caller that has the times of events need not switch lanes at each event. It adds all events that a processor makes
 * during an interval of time (a "while") together, and records their times as notes. So the repetitions of a loop can
 * be compressed at once (trace_loop.h), each loop in its own lane. The notes determine the turns, event by event. If
 * all processors are in loops of the same length, their turns repeat, and are also compressed at once.
 *
 * Events can be *alone*: independent of other processors' events in the same batch. Events that are alone may move
 * before earlier events, which reduces the number of turns. They move by at most 5/4 of TRACE_TURNS_WHILE cycles. If
 * turns repeat, they move by at most one period, of at most TRACE_TURNS_WHILES times TRACE_TURNS_WHILE cycles. All
 * other events are in the order of their keys.
 *
 * A key is a time with the processor's number in its low bits (coherence/coh_order-inl.h), so that all keys differ.
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

/* A note stands for some events of a processor, or for a repetition of the processor's last notes. */
typedef struct {
  uint64_t key; /* key of the events; in a repetition: the increase of the keys from one repetition to the next */
  uint64_t n;   /* number of events; in a repetition: how often the notes are repeated */
  /* number of repeated notes, which come directly before this note and are not themselves repetitions; 0: this note is
   * not a repetition */
  uint32_t notes;
  bool alone;
} trace_note;

typedef struct {
  trace_note *notes;
  uint32_t n, room;
} trace_notes;

/* The members are public only for the inline functions. All fields are zero before trace_turns_begin(). */
typedef struct {
  trace_compressor *compressor; /* NULL: trace_turns_begin() was not called yet */
  trace_notes *of;              /* notes of each processor */
  uint32_t n_processors, room;  /* `room`: number of elements for which `of` has room */
  trace_notes *now;             /* notes of the selected processor; NULL: none is selected */
  const trace_lane *lane;       /* lane of the selected processor */
  uint64_t noted;               /* value of the lane's `next` at the last note; all earlier events have notes */
  uint64_t key;
  bool alone, exact; /* `exact`: whether each key gets a note of its own */
} trace_turns;

/* Begins a batch of events of any processors. The events that follow have keys. If `exact`, events that are alone do
 * not share notes; this is for callers that count the notes. */
void trace_turns_begin(trace_turns *turns, trace_compressor *compressor, bool exact);

/* Call it after selecting a processor in the compressor. The processor's following events have the key `key`, and are
 * not alone. */
void trace_turns_of(trace_turns *turns, uint64_t key);

/* Adds a note for all events so far. After trace_turns_alone_at(), the following events also have the key `key`, and
 * are alone. */
void trace_turns_note(trace_turns *turns);
void trace_turns_alone_at(trace_turns *turns, uint64_t key);

/* Sets the key of the following events, and whether they are alone. */
static inline void trace_turns_at(trace_turns *turns, uint64_t key, bool alone) {
  if (alone) {
    trace_turns_alone_at(turns, key);
    return;
  }
  if (PLAT_LIKELY(turns->lane->next != turns->noted)) trace_turns_note(turns);
  turns->key = key;
  turns->alone = false;
}

/* Adds notes for all events so far, and returns the number of the processor's notes. */
uint32_t trace_turns_count(trace_turns *turns);

/* Repeats the last `notes` notes `times` times. Each repetition is `later` cycles later than the one before. The events
 * of the repetitions must have been added already. */
void trace_turns_repeat(trace_turns *turns, uint32_t notes, uint64_t times, uint64_t later);

/* Adds the turns of all noted events to the compressor. */
void trace_turns_end(trace_turns *turns);

void trace_turns_clear(trace_turns *turns);
