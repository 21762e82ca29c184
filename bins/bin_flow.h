/* bin_flow.h: the open calls of a thread, which determine the stack frame of an address.
 *
 * Addresses below a return address belong to the called function, addresses above it to the callers. A call or return
 * is recorded with the address of its return address, and ends all calls at or below that address. So longjmp,
 * exceptions, tail calls and signal handlers, which skip returns, correct themselves.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <stdbool.h>
#include <stdint.h>

typedef struct {
  uint64_t base;  /* address of the return address */
  uint32_t owner; /* segment that made the call: it owns the addresses from above `base` up to the base of the next
                     outer call */
  uint32_t from;  /* value of bin_flow_mark(); 0: none. With contexts (bin_contexts.h), the calling context */
} bin_call;

/* No function: after a call, until its function is known. */
#define BIN_NO_FUNCTION 0xffffffffu

/* The context of a thread (bin_contexts.h). */
typedef struct {
  uint32_t context;
  uint32_t function; /* segment of the running function; BIN_NO_FUNCTION: the next block determines it */
  uint32_t place;    /* then: place of the call */
  uint32_t way;      /* then: bin_way */
  uint32_t calls;    /* number of open calls, outermost first, that led to the context; less than `n` after longjmp() */
} bin_position;

enum { BIN_INTERRUPTS = 4 };

/* The stack is [low, high). The innermost frame, of the running function, is [low, top]. */
typedef struct {
  unsigned processor; /* processor on which the thread runs */
  uint64_t low, high; /* empty until bin_flow_stack() */
  uint64_t top;       /* base of the innermost call; high - 1 when there is none */
  uint64_t span;      /* top - low + 1: an address a is in the innermost frame if top - a < span */
  uint64_t watch;     /* base of the call whose end is watched; 0: none */
  bin_call *calls;    /* outermost first, so that bases fall */
  uint32_t n, room;
  bin_position at; /* only with contexts, as the following fields */
  bin_position
      interrupted[BIN_INTERRUPTS]; /* by signals whose handlers have not returned, outermost first; the latest */
  uint32_t n_interrupted;
} bin_flow;

/* Sets the bounds of the thread's stack and forgets all calls. */
void bin_flow_stack(bin_flow *flow, uint64_t low, uint64_t high);

/* Removes [low, high), which another thread's stack now occupies. The flow keeps the memory above this range, with the
 * calls there. If there is no such memory, the thread of this stack has ended, and the flow has no stack. */
void bin_flow_yield(bin_flow *flow, uint64_t low, uint64_t high);

/* Returns the segment that owns the frame of a stack address; `running` for the innermost frame, and for a frame whose
 * caller was not seen. */
uint32_t bin_flow_owner(const bin_flow *flow, uint64_t address, uint32_t running);

/* Sets *owner to the segment that owns the frame of an address, as bin_flow_owner(), and *cfa to the frame's canonical
 * frame address (the stack pointer before the call). Returns false if the account has not seen the call of this
 * frame. */
bool bin_flow_frame(const bin_flow *flow, uint64_t address, uint32_t running, uint32_t *owner, uint64_t *cfa);

/* Sets [*low, *high) to a range around a stack address that is within one frame. */
void bin_flow_stretch(const bin_flow *flow, uint64_t address, uint64_t *low, uint64_t *high);

/* Makes `to`, which is zero or an earlier copy, an independent copy of the innermost `most` calls. */
void bin_flow_copy(bin_flow *to, const bin_flow *from, uint32_t most);

/* Watches for the end of the innermost call. */
void bin_flow_watch(bin_flow *flow);

/* Returns whether the watched call has ended; if so, stops watching. */
bool bin_flow_watch_ended(bin_flow *flow);

void bin_flow_clear(bin_flow *flow);

/* Returns whether an address is on this stack. */
static inline bool bin_flow_has(const bin_flow *flow, uint64_t address) {
  return address - flow->low < flow->high - flow->low;
}

/* Returns whether an address of this stack is in the innermost frame. */
static inline bool bin_flow_is_innermost(const bin_flow *flow, uint64_t address) {
  return flow->top - address < flow->span;
}

/* Returns whether a thread is in a function, so that bin_contexts_enter() is not required for its blocks. */
static inline bool bin_flow_is_in(const bin_flow *flow, uint32_t function) { return flow->at.function == function; }

/* Makes room for another call (for bin_flow_call() and bin_flow_copy()). */
void bin_flow_grow(bin_flow *flow);

static inline void bin_flow_set_top(bin_flow *flow) {
  flow->top = flow->n != 0 ? flow->calls[flow->n - 1].base : flow->high - 1;
  flow->span = flow->high == flow->low ? 0 : flow->top - flow->low + 1;
}

/* Records a return that loaded its address from `base`; ignores addresses of other stacks. */
static inline void bin_flow_return(bin_flow *flow, uint64_t base) {
  if (!bin_flow_has(flow, base)) return;
  while (flow->n != 0 && flow->calls[flow->n - 1].base <= base) flow->n--;
  bin_flow_set_top(flow);
}

/* Records a call by `owner` that stored its return address at `base`; ignores addresses of other stacks. */
static inline void bin_flow_call(bin_flow *flow, uint64_t base, uint32_t owner) {
  if (!bin_flow_has(flow, base)) return;
  while (flow->n != 0 && flow->calls[flow->n - 1].base <= base) flow->n--;
  /* longjmp left the watched call without a return, and a new call takes its place. From now on, watch an address below
   * all bases: the watched call has ended.
   */
  if (flow->watch != 0 && base >= flow->watch) flow->watch = 1;
  if (flow->n == flow->room) bin_flow_grow(flow);
  flow->calls[flow->n++] = (bin_call){base, owner, 0};
  bin_flow_set_top(flow);
}

/* Sets `from` of the innermost call if its return address is at `base`; ignores addresses of other stacks. */
static inline void bin_flow_mark(bin_flow *flow, uint64_t base, uint32_t from) {
  if (flow->n != 0 && flow->calls[flow->n - 1].base == base) flow->calls[flow->n - 1].from = from;
}
