/* bin_flow.h: the open calls of a thread, which determine the stack frame of an address.
 *
 * Addresses below a return address belong to the called function, addresses above it to the callers. A call or return
 * is recorded with the stack address of its return address. It ends all open calls at or below that stack address. So
 * the record corrects itself after longjmp, exceptions, tail calls and signal handlers, which skip returns.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <stdbool.h>
#include <stdint.h>

typedef struct {
  uint64_t base;  /* address of the return address */
  uint32_t owner; /* segment that made the call. The addresses from `base` up to the base of the next outer call belong
                     to its frame */
  uint32_t from;  /* value of bin_flow_mark(), or 0: none. With contexts (bin_contexts.h): the calling context */
} bin_call;

/* Used as the function after a call, when the called function is not known yet. */
#define BIN_NO_FUNCTION 0xffffffffu

/* Used as a place: there is no place, or it is unknown. */
#define BIN_NO_PLACE 0xffffffffu

/* The context of a thread (bin_contexts.h). After a call, the context is predicted, or `function` is BIN_NO_FUNCTION
 * until the next block. */
typedef struct {
  uint32_t context;
  uint32_t function;  /* segment of the running function; BIN_NO_FUNCTION: the next block determines the function */
  uint32_t place;     /* if `function` is BIN_NO_FUNCTION, or after a prediction: place of the call */
  uint32_t way;       /* if `function` is BIN_NO_FUNCTION: bin_way */
  uint32_t calls;     /* number of open calls, counted from the outermost one, that led to the context; less than `n`
                         after longjmp() */
  uint32_t left_at;   /* number that bin_flow_run() got for the last block; 0: no block since the last call or signal */
  uint32_t called_at; /* the number of the block that made the last call */
  uint32_t caller;    /* after a prediction: context of the call */
  uint32_t predicted; /* the predicted result of the call, until bin_contexts.c corrects it; 0: none */
} bin_position;

enum { BIN_INTERRUPTS = 4 };

/* The stack of a thread is [low, high). The innermost frame, that of the running function, is [low, top]. */
typedef struct {
  unsigned processor; /* processor on which the thread runs */
  uint64_t low, high; /* empty until bin_flow_stack() */
  uint64_t top;       /* base of the innermost call; high - 1 if no call is open */
  uint64_t span;      /* top - low + 1; an address a is in the innermost frame if top - a < span */
  uint64_t watch;     /* base of the call whose end is watched; 0: no call is watched */
  bin_call *calls;    /* open calls, outermost first, with decreasing bases */
  uint32_t n, room;
  bin_position at;  /* this field and the following ones are used only with contexts */
  uint64_t counted; /* packed work of the processor that was already added to contexts */
  bin_position
      interrupted[BIN_INTERRUPTS]; /* positions at the latest signals whose handlers have not returned, outermost
                                      first */
  uint32_t n_interrupted;
} bin_flow;

/* Sets the bounds of the thread's stack and removes all open calls. */
void bin_flow_stack(bin_flow *flow, uint64_t low, uint64_t high);

/* Removes [low, high) from the flow's stack, because another thread's stack now occupies it. The flow keeps the memory
 * above this range, with the calls in it. If no memory is above, the thread of this flow has ended, and the flow has no
 * stack any more. */
void bin_flow_yield(bin_flow *flow, uint64_t low, uint64_t high);

/* Returns the segment that owns the frame of a stack address. Returns `running` for the innermost frame, and for a
 * frame whose caller the account has not seen. */
uint32_t bin_flow_owner(const bin_flow *flow, uint64_t address, uint32_t running);

/* Sets *owner to the segment that owns the frame of an address, as bin_flow_owner() does, and *cfa to the frame's
 * canonical frame address (the stack pointer before the call). Returns false if the account has not seen the call of
 * this frame. */
bool bin_flow_frame(const bin_flow *flow, uint64_t address, uint32_t running, uint32_t *owner, uint64_t *cfa);

/* Sets [*low, *high) to a range around a stack address that lies within one frame. */
void bin_flow_stretch(const bin_flow *flow, uint64_t address, uint64_t *low, uint64_t *high);

/* Copies the innermost `most` calls of `from` to `to`, which is zero or an earlier copy. */
void bin_flow_copy(bin_flow *to, const bin_flow *from, uint32_t most);

/* Starts to watch for the end of the innermost call. */
void bin_flow_watch(bin_flow *flow);

/* Returns whether the watched call has ended. If it has, also stops watching. */
bool bin_flow_watch_ended(bin_flow *flow);

void bin_flow_clear(bin_flow *flow);

/* Returns whether an address is on the flow's stack. */
static inline bool bin_flow_has(const bin_flow *flow, uint64_t address) {
  return address - flow->low < flow->high - flow->low;
}

/* Returns whether an address of the flow's stack is in the innermost frame. */
static inline bool bin_flow_is_innermost(const bin_flow *flow, uint64_t address) {
  return flow->top - address < flow->span;
}

/* Returns whether a thread is in a function, so that bin_contexts_enter() is not required for its blocks. */
static inline bool bin_flow_is_in(const bin_flow *flow, uint32_t function) { return flow->at.function == function; }

/* Records that the thread executes a block of the function in which it is. `number` is the number of the block, not
 * 0. bin_contexts.c searches its predictions by this number. After code was discarded, the number can belong to
 * another block. */
static inline void bin_flow_run(bin_flow *flow, uint32_t number) { flow->at.left_at = number; }

/* Makes room for one more call. For bin_flow_call() and bin_flow_copy(). */
void bin_flow_grow(bin_flow *flow);

static inline void bin_flow_set_top(bin_flow *flow) {
  flow->top = flow->n != 0 ? flow->calls[flow->n - 1].base : flow->high - 1;
  flow->span = flow->high == flow->low ? 0 : flow->top - flow->low + 1;
}

/* Records a return that loaded the return address from `base`. Does nothing if `base` is on another stack. */
static inline void bin_flow_return(bin_flow *flow, uint64_t base) {
  if (!bin_flow_has(flow, base)) return;
  while (flow->n != 0 && flow->calls[flow->n - 1].base <= base) flow->n--;
  bin_flow_set_top(flow);
}

/* Records a call by `owner` that stored the return address at `base`. Does nothing if `base` is on another stack. */
static inline void bin_flow_call(bin_flow *flow, uint64_t base, uint32_t owner) {
  if (!bin_flow_has(flow, base)) return;
  while (flow->n != 0 && flow->calls[flow->n - 1].base <= base) flow->n--;
  /* longjmp left the watched call without a return, and a new call takes the place of that call. So set `watch` to an
   * address below all bases, which means that the watched call has ended. */
  if (flow->watch != 0 && base >= flow->watch) flow->watch = 1;
  if (flow->n == flow->room) bin_flow_grow(flow);
  flow->calls[flow->n++] = (bin_call){base, owner, 0};
  bin_flow_set_top(flow);
}

/* Sets the field `from` of the innermost call if the call's return address is at `base`. Does nothing if `base` is on
 * another stack. */
static inline void bin_flow_mark(bin_flow *flow, uint64_t base, uint32_t from) {
  if (flow->n != 0 && flow->calls[flow->n - 1].base == base) flow->calls[flow->n - 1].from = from;
}
