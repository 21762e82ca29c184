/* spy_queue.h: each thread's queue of recorded references and events (spy_record.h).
 *
 * The queue's end pointer, the cursor, lives in the thread's first shadow register area, so that translated code finds
 * it at a fixed offset and it changes with the thread.
 *
 * A queue's memory has two halves. Translated code looks at the start of each block whether the cursor has reached the
 * second; that one has room for any one block. How much may be recorded until then depends on where in the first half
 * the records begin.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef MEMSPY_SPY_QUEUE_H
#define MEMSPY_SPY_QUEUE_H

#include "memspy/core/spy_platform.h"
#include "memspy/record/spy_record.h"

enum {
  SPY_QUEUE_ALONE_WORDS = 1024, /* of a thread that is alone: they stay in the host's first-level cache */
  SPY_QUEUE_BLOCK_WORDS = 3072  /* more than any one block records */
};

/* Written by spy_queue.c alone, but for `inside` and `flow`, which the drain keeps. */
typedef struct {
  ULong *memory;       /* two halves; NULL: never used */
  ULong *begin;        /* where the records begin that no lane has */
  const ULong *looked; /* up to here receivers were looked for (drain/spy_receivers.h) */
  ULong patience;      /* words between two such looks; 0: none are due */
  ULong fillings;      /* how often it was emptied */
  ULong lent;          /* words by which the queue counts as full earlier than it should */
  Bool started;        /* the thread's cursor has been set */
  Bool events;         /* some since they were taken last may change the memory's layout */
  Bool inside;         /* the thread is in a function of --toggle-collect or --trace-function */
  UChar apart[SPY_HOST_LINE];
  bin_flow flow; /* which the helper writes, and nothing else that the program's thread reads */
  UChar apart_too[SPY_HOST_LINE];
} spy_queue;

/* Offset of the cursor in the shadow area. */
enum { SPY_CURSOR_OFFSET = 0 };

/* Size of the guest state, after which the shadow area begins; set before any code is translated. */
void spy_queue_layout(SizeT guest_bytes);

/* The bit of a cursor that is set in the second half of a queue's memory. Options are settled before. */
ULong spy_queue_full_bit(void);

/* A thread's queue; NULL before any thread ran. */
spy_queue *spy_queue_of(ThreadId tid);
ThreadId spy_queue_thread(const spy_queue *queue);

/* The queue that a flow is part of. */
static inline spy_queue *spy_queue_around(bin_flow *flow) {
  return (spy_queue *)(void *)((UChar *)flow - offsetof(spy_queue, flow));
}

/* What a thread has recorded is [queue->begin, the cursor). `guest`: the cursor in a guest state. */
ULong *spy_queue_cursor(ThreadId tid);
ULong *spy_queue_cursor_in(const void *guest);

/* Makes the queues of all threads, once. Makes a thread's queue ready, empty with room for `words`, on a processor;
 * ends its use. */
void spy_queues_make(void);
void spy_queue_start(ThreadId tid, UInt processor, ULong words);
void spy_queue_stop(ThreadId tid);

/* Empties a queue, and makes room for `words` until it counts as full. */
void spy_queue_empty(ThreadId tid, ULong words);

/* Throws away what is recorded; the records begin where they did. */
void spy_queue_reset(ThreadId tid);

/* What is recorded up to `end` was handed over. */
void spy_queue_handed_over(spy_queue *queue, ULong *end);

/* Whether events were recorded, since this was asked last, that may change the memory's layout. */
Bool spy_queue_take_events(spy_queue *queue);

/* Whether the cursor is in the second half. */
Bool spy_queue_is_full(ThreadId tid);

/* Appends an event, for which there is room: after each block's start there is. Missing words are 0. */
void spy_queue_append(ThreadId tid, spy_event event, ULong a, ULong b, ULong c);

/* A block's event was appended last, and until the queue is handed over nothing but events may follow. Later, when the
 * block that starts there is released: turns the event into SPY_EVENT_PASSED, after which the release is none. False:
 * there is no such block. */
void spy_queue_note_block(ThreadId tid, Addr start);
Bool spy_queue_pass_block(ThreadId tid, Addr start);

/* The queue is full, and has lent no room: makes room for `words` more, behind what was recorded, until it counts as
 * full again: what was recorded moves down. False: there is no more room. */
Bool spy_queue_grow(ThreadId tid, ULong words);

/* Receivers were looked for up to `looked`, and are to be looked for again `patience` words later; 0: never. */
void spy_queue_look(ThreadId tid, const ULong *looked, ULong patience);

/* Lets a queue count as full as many words from here as the next look is due, if it does not anyway. Nothing but that
 * look comes earlier by it. */
void spy_queue_narrow(ThreadId tid);

/* The queue gets the room back that it lent to such looks. Returns whether it has some then. */
Bool spy_queue_widen(ThreadId tid);

#endif
