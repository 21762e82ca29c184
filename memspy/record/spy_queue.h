/* spy_queue.h: the queue of recorded references and events of each thread (spy_record.h).
 *
 * The queue's end pointer is called the cursor. The cursor is in the thread's first shadow register area. So each
 * thread has a cursor, and translated code finds it at a fixed offset.
 *
 * A queue's memory has two halves. Translated code tests at the start of each block whether the cursor has reached the
 * second half, which always has room for one block. So the number of records that fit depends on where the records
 * start in the first half.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/core/spy_platform.h"
#include "memspy/record/spy_record.h"

enum {
  SPY_QUEUE_ALONE_WORDS = 1024, /* for a thread that runs alone: this number of words stays in the host's L1 cache */
  SPY_QUEUE_BLOCK_WORDS = 3072  /* more words than any block records */
};

/* Only spy_queue.c writes the fields, except `inside`, `calls_inside`, `flow` and `early`, which the drain
 * updates. */
typedef struct {
  ULong *memory;       /* both halves; NULL: never used */
  ULong *begin;        /* start of the records that are in no lane */
  const ULong *looked; /* end of the records that were searched for receivers (drain/spy_receivers.h) */
  ULong patience;      /* number of words between two such searches; 0: none are due */
  ULong fillings;      /* number of times that the queue was emptied */
  ULong lent;          /* number of words by which the queue counts as full early */
  Bool started;        /* the thread's cursor has been set */
  Bool events;         /* some events since the last spy_queue_take_events() can change the memory's layout */
  Bool inside;         /* the thread is in a function of --toggle-collect, --count or --trace-function */
  Bool calls_inside;   /* the last run has called a function from the body of an inlined one (SPY_TOGGLE_BODY) */
  bin_flow flow;       /* the functions that the thread has entered (bins/bin_flow.h) */
  UInt clocked;        /* number of queued events that need the exact clock (SPY_EVENT_COLLECT, SPY_EVENT_STAGE) */
  Addr early;          /* block of the last SPY_EVENT_EARLY, until SPY_EVENT_ALLOCATE_EARLY; 0: none */
} spy_queue;

/* The offset of the cursor in the shadow area. */
enum { SPY_CURSOR_OFFSET = 0 };

/* Sets the size of the guest state: the shadow area begins after it. Call before any code is translated. */
void spy_queue_layout(SizeT guest_bytes);

/* Returns the bit of a cursor that is set in the second half of a queue's memory. Options must be final. */
ULong spy_queue_full_bit(void);

/* Returns a thread's queue; NULL before any thread has run. */
spy_queue *spy_queue_of(ThreadId tid);
ThreadId spy_queue_thread(const spy_queue *queue);

/* Returns the queue that contains a flow. */
static inline spy_queue *spy_queue_around(bin_flow *flow) {
  return (spy_queue *)(void *)((UChar *)flow - offsetof(spy_queue, flow));
}

/* Return the cursor of a thread, or the cursor in a guest state. A thread's records are [queue->begin, the cursor). */
ULong *spy_queue_cursor(ThreadId tid);
ULong *spy_queue_cursor_in(const void *guest);

/* spy_queues_make() makes the queues of all threads; call it once. spy_queue_start() starts a thread's empty queue on a
 * processor; it counts as full after `words` words. spy_queue_stop() ends the use of a queue. */
void spy_queues_make(void);
void spy_queue_start(ThreadId tid, UInt processor, ULong words);
void spy_queue_stop(ThreadId tid);

/* Empties a queue. It then counts as full after `words` words. */
void spy_queue_empty(ThreadId tid, ULong words);

/* Drops the records. queue->begin is unchanged. */
void spy_queue_reset(ThreadId tid);

/* Call after the records up to `end` were handed over. */
void spy_queue_handed_over(spy_queue *queue, ULong *end);

/* Whether events that can change the memory's layout were recorded since the last call. */
Bool spy_queue_take_events(spy_queue *queue);

/* Whether the cursor is in the second half. */
Bool spy_queue_is_full(ThreadId tid);

/* Appends an event. After the start of a block, there is always room for it. Words that the event does not have are
 * 0. */
void spy_queue_append(ThreadId tid, spy_event event, ULong a, ULong b, ULong c);

/* For blocks that are released soon after their allocation. Call spy_queue_note_block() when the last event is the
 * allocation of the block at `start`. Call spy_queue_pass_block() when the block is released: if only events have
 * followed, it changes the allocation to SPY_EVENT_PASSED, which includes the release. Returns False if there is no
 * such block. */
void spy_queue_note_block(ThreadId tid, Addr start);
Bool spy_queue_pass_block(ThreadId tid, Addr start);

/* For a full queue that has lent no room to searches: moves the records down, so that there is room for `words` more
 * words after them. Returns False if this is impossible. */
Bool spy_queue_grow(ThreadId tid, ULong words);

/* Call when receivers were searched up to `looked`. The next search is due `patience` words later; 0: never. */
void spy_queue_look(ThreadId tid, const ULong *looked, ULong patience);

/* Makes a queue count as full at the position at which the next search is due, unless the queue is full before this
 * position. Only the time of the search changes. */
void spy_queue_narrow(ThreadId tid);

/* Takes back the room that the queue lent to searches. Returns whether the queue has room now. */
Bool spy_queue_widen(ThreadId tid);
