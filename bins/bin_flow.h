/* bin_flow.h: a thread's calls, as far as they tell whose stack frame an address is in.
 *
 * The stack below a return address belongs to the function that was called, what lies above to the
 * callers. Calls and returns are noted with the address of the return address. Nothing has to match: a
 * call or return at an address ends all calls at or below it, so that longjmp, exceptions, tail calls and
 * signal handlers mend themselves.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef BINS_BIN_FLOW_H
#define BINS_BIN_FLOW_H

#include <stdbool.h>
#include <stdint.h>

typedef struct {
  uint64_t base;  /* address of the return address */
  uint32_t owner; /* segment that made the call: it owns the addresses above base, up to the next call's */
  uint32_t from;  /* what bin_flow_mark() said of it; 0: nothing */
} bin_call;

/* The stack is [low, high). The innermost frame is [low, top]: what the running function owns. */
typedef struct {
  unsigned processor; /* that the thread runs on */
  uint64_t low, high; /* empty until bin_flow_stack() */
  uint64_t top;       /* base of the innermost call; high - 1 when there is none */
  uint64_t span;      /* top - low + 1: an address a is in the innermost frame if top - a < span */
  uint64_t watch;     /* base of the call whose end is looked out for; 0: none */
  bin_call *calls;    /* outermost first: falling bases */
  uint32_t n, room;
} bin_flow;

/* Sets where the thread's stack is and forgets all calls. */
void bin_flow_stack(bin_flow *flow, uint64_t low, uint64_t high);

/* Gives [low, high) to another thread's stack: memory is on one stack at a time. The flow keeps what lies above, with
 * the calls there. If nothing does, it has no stack any more: the thread whose stack this was has ended. */
void bin_flow_yield(bin_flow *flow, uint64_t low, uint64_t high);

/* The segment whose frame an address of the stack is in, or `running` when it is the innermost one or one
 * whose caller was never seen. */
uint32_t bin_flow_owner(const bin_flow *flow, uint64_t address, uint32_t running);

/* The frame that an address of the stack is in: its owner, as above, and its canonical frame address: that of the stack
 * pointer before the call. False when that call was not seen. */
bool bin_flow_frame(const bin_flow *flow, uint64_t address, uint32_t running, uint32_t *owner, uint64_t *cfa);

/* The stretch [*low, *high) around an address of the stack that is in one frame. */
void bin_flow_stretch(const bin_flow *flow, uint64_t address, uint64_t *low, uint64_t *high);

/* Makes `to`, which is all zero or a copy, a copy that goes on by itself, of the innermost `most` calls. */
void bin_flow_copy(bin_flow *to, const bin_flow *from, uint32_t most);

/* Looks out for the end of the innermost call. */
void bin_flow_watch(bin_flow *flow);

/* Whether the watched call has ended; then nothing is watched any more. */
bool bin_flow_watch_ended(bin_flow *flow);

/* Frees what a flow took. */
void bin_flow_clear(bin_flow *flow);

/* Whether an address is on this stack. */
static inline bool bin_flow_has(const bin_flow *flow, uint64_t address) {
  return address - flow->low < flow->high - flow->low;
}

/* Whether an address of this stack is in the innermost frame. */
static inline bool bin_flow_is_innermost(const bin_flow *flow, uint64_t address) {
  return flow->top - address < flow->span;
}

/* For the functions below: makes room for another call. */
void bin_flow_grow(bin_flow *flow);

static inline void bin_flow_set_top(bin_flow *flow) {
  flow->top = flow->n != 0 ? flow->calls[flow->n - 1].base : flow->high - 1;
  flow->span = flow->high == flow->low ? 0 : flow->top - flow->low + 1;
}

/* Notes a return that loaded its address from `base`; other stacks' addresses are ignored. */
static inline void bin_flow_return(bin_flow *flow, uint64_t base) {
  if (!bin_flow_has(flow, base)) return;
  while (flow->n != 0 && flow->calls[flow->n - 1].base <= base) flow->n--;
  bin_flow_set_top(flow);
}

/* Notes a call by `owner` that stored its return address at `base`; other stacks' addresses are ignored. */
static inline void bin_flow_call(bin_flow *flow, uint64_t base, uint32_t owner) {
  if (!bin_flow_has(flow, base)) return;
  while (flow->n != 0 && flow->calls[flow->n - 1].base <= base) flow->n--;
  /* The watched call was left without a return (longjmp), and a new one takes its place: watch for an end that has
   * come, below which no call is. */
  if (flow->watch != 0 && base >= flow->watch) flow->watch = 1;
  if (flow->n == flow->room) bin_flow_grow(flow);
  flow->calls[flow->n++] = (bin_call){base, owner, 0};
  bin_flow_set_top(flow);
}

/* Says where the innermost call comes from, if it is the one that stored its return address at `base`: those of other
 * stacks' addresses were ignored. */
static inline void bin_flow_mark(bin_flow *flow, uint64_t base, uint32_t from) {
  if (flow->n != 0 && flow->calls[flow->n - 1].base == base) flow->calls[flow->n - 1].from = from;
}

#endif
