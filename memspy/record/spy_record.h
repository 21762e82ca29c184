/* spy_record.h: the format of the records of a thread in its queue (spy_queue.h).
 *
 * A record is a header, then the effective address of each reference of that run of a block, or the words of an event.
 * The header has the number of the exit or event, and in its low bits the number of words: the position of the next
 * record must not depend on a load of the exit, since the drain would be limited by the latency of that chain.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/record/spy_block.h"

/* Events, with their words. Those from SPY_EVENT_RETURN on do not change the memory's layout. */
typedef enum {
  SPY_EVENT_ALLOCATE = 1, /* start, bytes, bin */
  SPY_EVENT_RELEASE,      /* start */
  SPY_EVENT_MAP,          /* start, bytes, bin */
  SPY_EVENT_MAP_LAZY,     /* start, bytes */
  SPY_EVENT_UNMAP,        /* start, bytes */
  SPY_EVENT_NAME,         /* start, bytes, bin */
  SPY_EVENT_UNNAME,       /* start */
  SPY_EVENT_UNNAME_ALL,   /* start, bytes */
  SPY_EVENT_STACK,        /* low, high of this thread's stack */
  SPY_EVENT_COLLECT,      /* 0 or 1 */
  SPY_EVENT_TRACE,        /* 0 or 1 */
  SPY_EVENT_RETURN,       /* address of the return address */
  SPY_EVENT_SKIP,         /* instructions that were executed and not recorded, their estimated cycles */
  SPY_EVENT_PASSED,       /* start, bytes, bin of a block that was allocated and released without records in between */
  SPY_EVENT_RECEIVER,     /* bin, address at which a block's address was stored, offset in the block << 32 | call */
  SPY_EVENT_RECEIVER_FRAME, /* as above, but in a frame: bin, segment << 32 | bytes below the CFA, as above */
  SPY_EVENTS
} spy_event;
enum { SPY_EVENT_WORDS_MOST = 3 };
_Static_assert((int)SPY_EVENTS <= (int)SPY_FIRST_EXIT, "a header's number is an event's or an exit's");

/* The number of words of an event. */
UInt spy_event_words(spy_event event);

/* Headers. For runs of more than 14 references the field is 15, and the exit has the number. Events have fewer words.
 */
enum { SPY_HEADER_MANY = (1 << SPY_HEADER_BITS) - 1 };

static inline UInt spy_header(UInt number, UInt words) {
  return number << SPY_HEADER_BITS | (words < SPY_HEADER_MANY ? words : SPY_HEADER_MANY);
}

/* The number of an exit or event in a header. */
static inline UInt spy_header_number(ULong header) { return (UInt)header >> SPY_HEADER_BITS; }

/* The exit of a run's record with that header. */
static inline spy_exit *spy_record_exit(ULong header) { return spy_exit_get(spy_header_number(header)); }

/* Whether the record at `at` is an event; whether it is one that changes the memory's layout. */
static inline Bool spy_record_is_event(const ULong *at) { return *at < spy_header(SPY_FIRST_EXIT, 0); }
static inline Bool spy_record_changes_memory(const ULong *at) { return *at < spy_header(SPY_EVENT_RETURN, 0); }

/* The event of an event's record. */
static inline spy_event spy_record_event(const ULong *at) { return (spy_event)spy_header_number(*at); }

/* Returns the number of words after a header; after the header of a run, this is the number of its references. */
static inline UInt spy_record_words(ULong header) {
  const UInt few = header & SPY_HEADER_MANY;
  return LIKELY(few < SPY_HEADER_MANY) ? few : spy_record_exit(header)->n_references;
}

/* The record after the one at `at`. */
static inline const ULong *spy_record_next(const ULong *at) { return at + 1 + spy_record_words(*at); }

/* Records the exits of the runs of blocks in [at, end) (spy_exit_note()). */
void spy_records_note(const ULong *at, const ULong *end);

/* Writes an event's record to `at`, with as many of the words as the event has. Returns the end of the record. */
ULong *spy_record_write(ULong *at, spy_event event, const ULong words[SPY_EVENT_WORDS_MOST]);

/* The packed counts (spy_block.h) of instructions, loads and stores of the runs in [at, end), up to an event that
 * changes memory, or all. */
ULong spy_records_packed(const ULong *at, const ULong *end, Bool all);
