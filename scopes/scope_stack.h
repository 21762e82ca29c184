/* scope_stack.h: the functions and loops that a thread is executing.
 *
 * A thread has frames: one below each known return address, and an outermost one. In each frame a chain of scopes is
 * open: a function, and the loops around the current position. Calls and returns open and end frames as in
 * bins/bin_flow.h: a call or return with a return address at some place ends all frames at or below this place. If
 * control is outside of the open scopes, it came there
 * - at the first instruction of another function: by a tail call. The frame then belongs to that function;
 * - elsewhere, in a function that is open in an outer frame: by longjmp() or an exception. The frames between the two
 * end;
 * - otherwise: by a jump between functions, or in an unknown way. The frame then belongs to the function of that code.
 *
 * The scopes that are left are reported first, from the innermost to the outermost. Then those that are entered are
 * reported, from the outermost to the innermost. So each exit belongs to the scope that was entered last.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "scopes/scope_loops.h"

/* The enclosing scopes of a scope, by number. */
typedef struct {
  uint32_t parent;   /* the enclosing scope of a loop; SCOPE_NONE: this is a function */
  uint32_t function; /* the outermost enclosing scope; if this is a function: itself */
} scope_node;

/* Called for each scope that is entered or left. */
typedef void scope_listener(void *closure, bool enters, uint32_t scope);

/* The scopes by number, and the receiver of changes; all stacks share them. */
typedef struct {
  const scope_node *nodes;
  scope_listener *report;
  void *closure;
} scope_world;

typedef struct {
  uint64_t base;  /* place of the return address in the stack */
  uint32_t scope; /* innermost open scope of the frame; SCOPE_NONE: none */
} scope_frame;

/* All zero: no frame and no scope. */
typedef struct {
  scope_frame *frames; /* outermost first, so that bases fall; the first frame has no base */
  uint32_t n, room;
  uint32_t current; /* innermost scope of the innermost frame, plus 1; 0: none */
} scope_stack;

/* Sets the scope in which control is. SCOPE_NONE means unknown code, and changes nothing. `entry`: control is at the
 * first instruction of the function. */
void scope_stack_at(scope_stack *stack, const scope_world *world, uint32_t scope, bool entry);

/* Record a call that stored its return address at `base`, or a return that loaded it from there. */
void scope_stack_call(scope_stack *stack, const scope_world *world, uint64_t base);
void scope_stack_return(scope_stack *stack, const scope_world *world, uint64_t base);

/* Sets the open calls, outermost first: a call in scopes[i] (SCOPE_NONE: unknown) stored its return address at
 * bases[i]. Unchanged frames stay open; the scopes of the other frames are left, and the new scopes are entered. */
void scope_stack_restore(scope_stack *stack, const scope_world *world, const uint64_t *bases, const uint32_t *scopes,
                         uint32_t n);

/* Leaves all scopes and ends all frames. */
void scope_stack_end(scope_stack *stack, const scope_world *world);

/* Forgets all frames without reports. */
void scope_stack_clear(scope_stack *stack);

/* Whether `scope` is already the current scope. */
static inline bool scope_stack_is_at(const scope_stack *stack, uint32_t scope) { return stack->current == scope + 1; }
