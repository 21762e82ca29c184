/* spy_queue.h: each thread's queue of recorded references and events, and the loop that drains it.
 *
 * A record is a header, then the effective address of each reference of that run of a block, or the words of an event.
 * The header holds the number of the exit or event, and in its low bits how many words follow: where the next record
 * is must not hang on a load of the exit, or the drain loop spends its time on that chain. The queue's end pointer, the cursor, lives in the thread's first shadow
 * register area, so that translated code finds it at a fixed offset and it changes with the thread.
 *
 * The buffer has two parts. Translated code looks at the start of each block whether the cursor has left the
 * first; the second has room for any one block.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef MEMSPY_SPY_QUEUE_H
#define MEMSPY_SPY_QUEUE_H

#include "bins/bin_account.h"
#include "memspy/spy_valgrind.h"

enum {
  SPY_QUEUE_BYTES = 8 * 1024,  /* of the first part, which stays in the host's first-level cache */
  SPY_QUEUE_SPACE = 32 * 1024, /* of both; powers of two */
  SPY_QUEUE_FULL = SPY_QUEUE_SPACE - SPY_QUEUE_BYTES, /* bits of the cursor that are set in the second part */
  SPY_QUEUE_SPARE_WORDS = SPY_QUEUE_FULL / 8
};

/* Events, and the words that follow them. */
typedef enum {
  SPY_EVENT_ALLOCATE = 1, /* start, bytes, bin */
  SPY_EVENT_RELEASE,      /* start */
  SPY_EVENT_MAP,          /* start, bytes, bin */
  SPY_EVENT_MAP_LAZY,     /* start, bytes */
  SPY_EVENT_UNMAP,        /* start, bytes */
  SPY_EVENT_NAME,         /* start, bytes, bin */
  SPY_EVENT_UNNAME,       /* start */
  SPY_EVENT_STACK,        /* low, high: of this thread */
  SPY_EVENT_COLLECT,      /* 0 or 1 */
  SPY_EVENTS
} spy_event;

/* Headers. A run of more than 14 references says 15: look at the exit. */
enum { SPY_HEADER_BITS = 4, SPY_HEADER_MANY = 15 };

static inline UInt spy_header(UInt number, UInt words) {
  return number << SPY_HEADER_BITS | (words < SPY_HEADER_MANY ? words : SPY_HEADER_MANY);
}

static inline UInt spy_header_number(ULong header) { return (UInt)header >> SPY_HEADER_BITS; }

/* Offset of the cursor in the shadow area. */
enum { SPY_CURSOR_OFFSET = 0 };

/* Called by translated code when the cursor has left the first part; `guest` is the guest state pointer. */
void spy_queue_full(void *guest);

/* Size of the guest state, after which the shadow area begins; set before any code is translated. */
void spy_queue_layout(SizeT guest_bytes);

/* A thread is about to run: makes its queue, and drains the queue of the one that ran before. */
void spy_queue_run(ThreadId tid);

/* A thread ended: its queue is drained and may be another thread's next. */
void spy_queue_end(ThreadId tid);

/* Appends an event to the queue of the running thread; before there is one, applies it at once. Missing words
 * are 0. */
void spy_queue_event(spy_event event, ULong a, ULong b, ULong c);

/* Drains all queues. */
void spy_queues_drain(void);

/* Throws away what is queued, for a child after fork. */
void spy_queues_forget(void);

/* Whether references are simulated now, toggles aside. */
Bool spy_collecting(void);

#endif
