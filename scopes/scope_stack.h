/* scope_stack.h: tracks the functions and loops that a thread is executing.
 *
 * A thread has a stack of frames: one below each known return address, and an outermost one. In each frame, a chain of
 * scopes is open: a function, and the loops that contain the current position. Calls and returns open and end frames as
 * in bins/bin_flow.h: a call or return whose return address is at some place of the stack ends all frames at or below
 * this place. If the current instruction is outside of the open scopes, it was reached in one of these ways:
 * - The instruction is the first one of another function: it was reached by a tail call. The frame then belongs to this
 * function.
 * - The instruction is elsewhere, in a function that is open in an outer frame: it was reached by longjmp() or an
 * exception. All frames inside of this outer frame end.
 * - Otherwise, it was reached by a jump between functions, or in an unknown way. The frame then belongs to the function
 * that contains the instruction.
 *
 * The scopes that are left are reported first, from the innermost to the outermost. Then those that are entered are
 * reported, from the outermost to the innermost. So each exit belongs to the scope that was entered last.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "scopes/scope_loops.h"

/* The numbers of the enclosing scopes of a scope. */
typedef struct {
  uint32_t parent;   /* the enclosing scope of a loop; SCOPE_NONE: the scope is a function */
  uint32_t function; /* the outermost enclosing scope, which is a function; for a function, the function itself */
} scope_node;

/* A callback for each scope that is entered or left. */
typedef void scope_listener(void *closure, bool enters, uint32_t scope);

/* An array of all scopes, indexed by number, and the callback for changes. All stacks share the array and the
 * callback. */
typedef struct {
  const scope_node *nodes;
  scope_listener *report;
  void *closure;
} scope_world;

typedef struct {
  uint64_t base;  /* address in the stack at which the return address is stored */
  uint32_t scope; /* innermost open scope of the frame; SCOPE_NONE: no scope is open */
} scope_frame;

/* The stack of a thread. If all fields are zero, there are no frames and no scopes. */
typedef struct {
  scope_frame *frames; /* frames, outermost first, so that `base` decreases; the first frame has no base */
  uint32_t n, room;
  uint32_t current; /* innermost scope of the innermost frame, plus 1; 0: there is none */
} scope_stack;

/* Reports the scope that contains the current instruction. SCOPE_NONE means unknown code, and changes nothing. `entry`:
 * whether the instruction is the first one of the function. */
void scope_stack_at(scope_stack *stack, const scope_world *world, uint32_t scope, bool entry);

/* The next two functions record a call that stored its return address at `base`, and a return that loaded its return
 * address from `base`. */
void scope_stack_call(scope_stack *stack, const scope_world *world, uint64_t base);
void scope_stack_return(scope_stack *stack, const scope_world *world, uint64_t base);

/* Sets the calls that are open, outermost first. Call i was made in scopes[i] (SCOPE_NONE: unknown) and stored its
 * return address at bases[i]. Frames that are unchanged stay open. The scopes of all other frames are left, and then
 * the new scopes are entered. */
void scope_stack_restore(scope_stack *stack, const scope_world *world, const uint64_t *bases, const uint32_t *scopes,
                         uint32_t n);

/* Leaves all scopes, with reports, and ends all frames. */
void scope_stack_end(scope_stack *stack, const scope_world *world);

/* Removes all frames without reports. */
void scope_stack_clear(scope_stack *stack);

/* Returns whether `scope` is already the current scope. */
static inline bool scope_stack_is_at(const scope_stack *stack, uint32_t scope) { return stack->current == scope + 1; }
