/* spy_queue.h: each thread's queue of recorded references and events.
 *
 * A record is a header, then the effective address of each reference of that run of a block, or the words of an event.
 * The header holds the number of the exit or event, and in its low bits how many words follow: where the next record is
 * must not hang on a load of the exit, or the drain loop spends its time on that chain. The queue's end pointer, the
 * cursor, lives in the thread's first shadow register area, so that translated code finds it at a fixed offset and it
 * changes with the thread.
 *
 * A queue's memory has two halves. Translated code looks at the start of each block whether the cursor has reached the
 * second; that one has room for any one block. How much may be recorded until then is told by where in the first half
 * the records begin.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef MEMSPY_SPY_QUEUE_H
#define MEMSPY_SPY_QUEUE_H

#include "bins/bin_account.h"
#include "memspy/core/spy_valgrind.h"

enum {
  SPY_QUEUE_ALONE_WORDS = 1024,  /* of a thread that is alone: they stay in the host's first-level cache */
  SPY_QUEUE_BLOCK_WORDS = 3072,  /* more than any one block records */
};

typedef struct {
  ULong *memory; /* two halves; NULL: never used */
  ULong *begin;  /* where the records begin that no lane has */
  Bool started;  /* the thread's cursor has been set */
  Bool inside;   /* a function of --toggle-collect or --trace-function */
  Bool untold;   /* the trace does not know where the calls stand */
  Bool missing;  /* many references of the last drain missed: it pays to look ahead */
  ULong words, cycles; /* of the last slice: how many words a cycle takes */
  Bool events;         /* some since the last handing over may change the memory's layout */
  ULong load;          /* number of the last handing over to a lane */
  ULong lent;          /* words by which the queue counts as full earlier than it should */
  bin_flow flow;
} spy_queue;

/* Events, and the words that follow them. Those from SPY_EVENT_RETURN on leave the memory's layout as it is. */
typedef enum {
  SPY_EVENT_ALLOCATE = 1, /* start, bytes, bin */
  SPY_EVENT_RELEASE,      /* start */
  SPY_EVENT_MAP,          /* start, bytes, bin */
  SPY_EVENT_MAP_LAZY,     /* start, bytes */
  SPY_EVENT_UNMAP,        /* start, bytes */
  SPY_EVENT_NAME,         /* start, bytes, bin */
  SPY_EVENT_UNNAME,       /* start */
  SPY_EVENT_UNNAME_ALL,   /* start, bytes */
  SPY_EVENT_STACK,        /* low, high: of this thread */
  SPY_EVENT_COLLECT,      /* 0 or 1 */
  SPY_EVENT_TRACE,        /* 0 or 1 */
  SPY_EVENT_RETURN,       /* address of the return address */
  SPY_EVENT_RECEIVER,     /* bin, address that a block's address was stored to, call */
  SPY_EVENT_RECEIVER_FRAME, /* the same in a frame: bin, segment << 32 | bytes below the CFA, call */
  SPY_EVENTS
} spy_event;

/* Headers. A run of more than 14 references says 15: look at the exit. */
enum { SPY_HEADER_BITS = 4, SPY_HEADER_MANY = 15 };

static inline UInt spy_header(UInt number, UInt words) {
  return number << SPY_HEADER_BITS | (words < SPY_HEADER_MANY ? words : SPY_HEADER_MANY);
}

static inline UInt spy_header_number(ULong header) { return (UInt)header >> SPY_HEADER_BITS; }

/* Words that follow an event's header. */
UInt spy_event_words(UInt event);

/* Does what an event at `at` says. Returns where the next record is. */
const ULong *spy_event_apply(spy_queue *queue, const ULong *at);

/* Offset of the cursor in the shadow area. */
enum { SPY_CURSOR_OFFSET = 0 };

/* The bit of a cursor that is set in the second half of a queue's memory. Options are settled before. */
ULong spy_queue_full_bit(void);

/* Called by translated code when the cursor is in the second half; `guest` is the guest state pointer. */
void spy_queue_full(void *guest);

/* Size of the guest state, after which the shadow area begins; set before any code is translated. */
void spy_queue_layout(SizeT guest_bytes);

/* A thread is about to run: makes its queue. Where Valgrind chooses the threads, the queue of the one that ran before
 * is drained. */
void spy_queue_run(ThreadId tid);

/* A thread ended: its queue is drained and may be another thread's next. */
void spy_queue_end(ThreadId tid);

/* Appends an event to the queue of the running thread; before there is one, applies it at once. Missing words
 * are 0. */
void spy_queue_event(spy_event event, ULong a, ULong b, ULong c);

/* The same of a thread's queue that has room; the event leaves memory as it is. */
void spy_queue_append(ThreadId tid, spy_event event, ULong a, ULong b, ULong c);

/* Lets a queue count as full after `words` more, if it does not anyway. Only spy_receivers_look() comes earlier by that,
 * nothing else. */
void spy_queue_narrow(ThreadId tid, ULong words);

/* The handler of a signal has returned, and its frame brought the cursor back that stood there when it was made: the
 * queue is empty, but may begin elsewhere by now. */
void spy_queue_returned(ThreadId tid);

/* Drains what the running thread has queued. */
void spy_queues_drain(void);

/* Drains what all threads have queued: for who looks at the counts of all. */
void spy_queues_finish(void);

/* Words that threads have recorded since recording ended (spy_stop.h): those of the last blocks. */
ULong spy_queues_late_words(void);

/* Throws away what is queued, for a child after fork. */
void spy_queues_forget(void);

/* For the scheduler; NULL before any thread ran. What a thread has recorded is [queue->begin, the cursor); emptying makes room for `words` until
 * the queue counts as full. */
spy_queue *spy_queue_of(ThreadId tid);
ULong *spy_queue_cursor(ThreadId tid);
ThreadId spy_queue_thread(const spy_queue *queue);
void spy_queue_empty(ThreadId tid, ULong words);

/* Makes room for `words` more, behind what was recorded, until the queue counts as full: what was recorded moves
 * down. False: there is no more room. */
Bool spy_queue_grow(ThreadId tid, ULong words);

/* Whether references are simulated now, toggles aside. */
extern Bool spy_collecting_now;
static inline Bool spy_collecting(void) { return spy_collecting_now; }

#endif
