/* scope_stack.h: which functions and loops a thread is in.
 *
 * A thread has frames: one below each return address that is known, and one around all of them. In each frame a chain
 * of scopes is open: a function, and its loops around the place where control is. Calls and returns open and end frames
 * as in bins/bin_flow.h: a call or return at an address ends all frames at or below it. Where control is elsewhere than
 * in the scopes that are open, it got there
 *
 *  - at the first instruction of another function: by a tail call. The frame is that function's now;
 *  - elsewhere in a function that is open in a frame further out: longjmp() and exceptions come there. The frames in
 *    between are gone;
 *  - else: by a jump between functions, or it was not seen how. The frame is that function's now.
 *
 * Scopes that are left are reported first, from the inside to the outside; then those that are entered, from the
 * outside to the inside. So each exit is that of the scope that was entered last.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef SCOPES_SCOPE_STACK_H
#define SCOPES_SCOPE_STACK_H

#include <stdbool.h>
#include <stdint.h>

#include "scopes/scope_loops.h"

/* A scope by its number: those around it, and what it is in. */
typedef struct {
  uint32_t parent;   /* the scope around a loop; SCOPE_NONE: a function */
  uint32_t function; /* the outermost scope around it; a function: itself */
} scope_node;

/* Called for each scope that is entered or left. */
typedef void scope_listener(void *closure, bool enters, uint32_t scope);

/* The scopes by number, and where changes are reported: the same for all stacks. */
typedef struct {
  const scope_node *nodes;
  scope_listener *report;
  void *closure;
} scope_world;

typedef struct {
  uint64_t base;  /* address of the return address */
  uint32_t scope; /* the innermost that is open; SCOPE_NONE: none */
} scope_frame;

/* All zero: no frame, no scope. */
typedef struct {
  scope_frame *frames; /* outermost first: falling bases; the first one has none */
  uint32_t n, room;
  uint32_t current; /* innermost scope of the innermost frame + 1; 0: none */
} scope_stack;

/* Control is in `scope` from now on; SCOPE_NONE: in code of which nothing is known, which leaves all as it is. `entry`:
 * it is at the first instruction of the function. */
void scope_stack_at(scope_stack *stack, const scope_world *world, uint32_t scope, bool entry);

/* A call has stored its return address at `base`; a return has loaded it from there. */
void scope_stack_call(scope_stack *stack, const scope_world *world, uint64_t base);
void scope_stack_return(scope_stack *stack, const scope_world *world, uint64_t base);

/* The calls that are under way are those, outermost first: a call has stored its return address at bases[i], and was
 * made in scopes[i] (SCOPE_NONE: unknown). Frames that are still the same stay open; others are left and entered. */
void scope_stack_restore(scope_stack *stack, const scope_world *world, const uint64_t *bases, const uint32_t *scopes,
                         uint32_t n);

/* All scopes are left, and no frame is known any more. */
void scope_stack_end(scope_stack *stack, const scope_world *world);

/* Forgets all, and reports nothing. */
void scope_stack_clear(scope_stack *stack);

/* Whether control is where it was. */
static inline bool scope_stack_is_at(const scope_stack *stack, uint32_t scope) { return stack->current == scope + 1; }

#endif
