/* spy_record.h: the format of the records of a thread in its queue (spy_queue.h).
 *
 * A record is a header and its words. For a run of a block the words are the effective addresses of its references; for
 * an event, the values listed below. The header has the number of the exit or event, and in its low bits the number of
 * words. So the drain finds the next record without loading the exit. The latency of this load would limit the speed of
 * the drain.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/record/spy_block.h"

/* The events. Each comment lists the words of the event's record. Events before SPY_EVENT_RETURN change the memory's
 * layout, those from it on do not. */
typedef enum {
  SPY_EVENT_ALLOCATE = 1, /* start, number of bytes, bin */
  SPY_EVENT_EARLY,        /* start, number of bytes and bin of a block that an allocation function will probably return;
                             the function can write the block before */
  SPY_EVENT_ALLOCATE_EARLY, /* start of the block that the allocation function has returned (0: none), number of bytes
                               and bin */
  SPY_EVENT_RELEASE,        /* start of the block */
  SPY_EVENT_MAP,            /* start, number of bytes, bin */
  SPY_EVENT_MAP_LAZY,       /* start, number of bytes */
  SPY_EVENT_UNMAP,          /* start, number of bytes */
  SPY_EVENT_NAME,           /* start, number of bytes, bin */
  SPY_EVENT_UNNAME,         /* start of the range */
  SPY_EVENT_UNNAME_ALL,     /* start, number of bytes */
  SPY_EVENT_STACK,          /* first address of this thread's stack, and the address after it */
  SPY_EVENT_COLLECT,        /* 1: collection begins; 0: it ends */
  SPY_EVENT_TRACE,          /* 1: tracing begins; 0: it ends */
  SPY_EVENT_RETURN,         /* place of the return address */
  SPY_EVENT_INTERRUPT,      /* none; a signal handler begins */
  SPY_EVENT_SKIP,           /* number of instructions that were executed and not recorded, and their estimated cycles */
  SPY_EVENT_PASSED,         /* start, number of bytes and bin of a block that was allocated and released before the next
                               record */
  SPY_EVENT_RECEIVER, /* bin of a block; target: place where an address in the block was stored; offset in the block
                             << 32 | call */
  SPY_EVENT_RECEIVER_FRAME, /* as RECEIVER, for a target in a frame: bin of a block; segment << 32 | bytes below the
                               CFA; offset in the block << 32 | call */
  SPY_EVENT_STAGE,          /* 1: a stage begins; 0: it ends; address of its name */
  SPY_EVENTS
} spy_event;
enum { SPY_EVENT_WORDS_MOST = 3 };
_Static_assert((int)SPY_EVENTS <= (int)SPY_FIRST_EXIT, "a header's number is an event's or an exit's");

/* Returns the number of words of an event. */
UInt spy_event_words(spy_event event);

/* The value of a header's low bits if the record has 15 words or more. The exit then contains the number of words.
 * Smaller values are the number of words itself. Events always have fewer words. */
enum { SPY_HEADER_MANY = (1 << SPY_HEADER_BITS) - 1 };

static inline UInt spy_header(UInt number, UInt words) {
  return number << SPY_HEADER_BITS | (words < SPY_HEADER_MANY ? words : SPY_HEADER_MANY);
}

/* Returns the number of the exit or event in a header. */
static inline UInt spy_header_number(ULong header) { return (UInt)header >> SPY_HEADER_BITS; }

/* Returns the exit of a run's record with that header. */
static inline spy_exit *spy_record_exit(ULong header) { return spy_exit_get(spy_header_number(header)); }

/* _is_event(): whether the record at `at` is an event. _changes_memory(): whether it is an event that changes the
 * memory's layout. */
static inline Bool spy_record_is_event(const ULong *at) { return *at < spy_header(SPY_FIRST_EXIT, 0); }
static inline Bool spy_record_changes_memory(const ULong *at) { return *at < spy_header(SPY_EVENT_RETURN, 0); }

/* Returns the event of an event's record. */
static inline spy_event spy_record_event(const ULong *at) { return (spy_event)spy_header_number(*at); }

/* Returns the number of words after a header; after the header of a run, this is the number of its references. */
static inline UInt spy_record_words(ULong header) {
  const UInt few = header & SPY_HEADER_MANY;
  return LIKELY(few < SPY_HEADER_MANY) ? few : spy_record_exit(header)->n_references;
}

/* Returns the record after the record at `at`. */
static inline const ULong *spy_record_next(const ULong *at) { return at + 1 + spy_record_words(*at); }

/* Calls spy_exit_note() for the exits of all runs of blocks in [at, end). */
void spy_records_note(const ULong *at, const ULong *end);

/* Writes an event's record to `at`, with the words that this event has. Returns the end of the record. */
ULong *spy_record_write(ULong *at, spy_event event, const ULong words[SPY_EVENT_WORDS_MOST]);

/* Returns the packed counts (spy_block.h) of instructions, loads and stores of the runs in [at, end). If `all` is
 * False, only counts the runs before the first event that changes memory. */
ULong spy_records_packed(const ULong *at, const ULong *end, Bool all);
