/* scope_stack.c: see scope_stack.h. SPDX-License-Identifier: GPL-2.0-or-later */
#include "scopes/scope_stack.h"

#include "plat/plat.h"
#include "plat/plat_array.h"

static uint32_t function_of(const scope_world *world, uint32_t scope) {
  return scope == SCOPE_NONE ? SCOPE_NONE : world->nodes[scope].function;
}

/* Returns whether `scope` is `inner`, or a scope that encloses `inner`. */
static bool is_around(const scope_world *world, uint32_t scope, uint32_t inner) {
  while (inner != SCOPE_NONE && inner != scope) inner = world->nodes[inner].parent;
  return inner == scope;
}

/* Leaves and enters scopes of a frame, until `to` is its innermost scope. */
static void move(scope_frame *frame, const scope_world *world, uint32_t to) {
  while (frame->scope != SCOPE_NONE && !is_around(world, frame->scope, to)) {
    world->report(world->closure, false, frame->scope);
    frame->scope = world->nodes[frame->scope].parent;
  }
  uint32_t from = frame->scope;
  while (from != to) {
    uint32_t next = to;
    while (world->nodes[next].parent != from) next = world->nodes[next].parent;
    world->report(world->closure, true, next);
    from = next;
  }
  frame->scope = to;
}

static void push(scope_stack *stack, uint64_t base) {
  stack->frames = plat_grow(stack->frames, stack->n, &stack->room, sizeof *stack->frames);
  stack->frames[stack->n++] = (scope_frame){base, SCOPE_NONE};
}

static void pop(scope_stack *stack, const scope_world *world) {
  move(&stack->frames[stack->n - 1], world, SCOPE_NONE);
  stack->n--;
}

static void set_current(scope_stack *stack) {
  stack->current = stack->n == 0 ? 0 : stack->frames[stack->n - 1].scope + 1;
}

/* Ends all frames whose return addresses are stored at `base` or below. */
static void end_below(scope_stack *stack, const scope_world *world, uint64_t base) {
  if (stack->n == 0) push(stack, UINT64_MAX);
  while (stack->n > 1 && stack->frames[stack->n - 1].base <= base) pop(stack, world);
}

/* Returns the index of the innermost frame that belongs to a function; stack->n: none was found. Searches only the
 * innermost FRAMES frames. If the frame is further out, later calls and returns correct the error. */
static uint32_t frame_of(const scope_stack *stack, const scope_world *world, uint32_t function) {
  enum { FRAMES = 256 };
  for (uint32_t i = stack->n; i-- > 0 && stack->n - i <= FRAMES;)
    if (function_of(world, stack->frames[i].scope) == function) return i;
  return stack->n;
}

void scope_stack_at(scope_stack *stack, const scope_world *world, uint32_t scope, bool entry) {
  if (scope == SCOPE_NONE) return;
  if (stack->n == 0) push(stack, UINT64_MAX);
  const uint32_t function = world->nodes[scope].function, open = stack->frames[stack->n - 1].scope;
  if (open != SCOPE_NONE && function_of(world, open) != function && !entry) {
    const uint32_t frame = frame_of(stack, world, function);
    while (frame < stack->n - 1) pop(stack, world);
  }
  move(&stack->frames[stack->n - 1], world, scope);
  set_current(stack);
}

void scope_stack_call(scope_stack *stack, const scope_world *world, uint64_t base) {
  end_below(stack, world, base);
  push(stack, base);
  set_current(stack);
}

void scope_stack_return(scope_stack *stack, const scope_world *world, uint64_t base) {
  end_below(stack, world, base);
  set_current(stack);
}

void scope_stack_restore(scope_stack *stack, const scope_world *world, const uint64_t *bases, const uint32_t *scopes,
                         uint32_t n) {
  if (stack->n == 0) push(stack, UINT64_MAX);
  uint32_t same = 0; /* number of the calls whose frame and calling scope stay unchanged */
  while (same < n && same + 1 < stack->n && stack->frames[same + 1].base == bases[same] &&
         (scopes[same] == SCOPE_NONE || scopes[same] == stack->frames[same].scope))
    same++;
  while (stack->n > same + 1) pop(stack, world);
  set_current(stack);
  for (uint32_t i = same; i < n; i++) {
    scope_stack_at(stack, world, scopes[i], true);
    scope_stack_call(stack, world, bases[i]);
  }
}

void scope_stack_end(scope_stack *stack, const scope_world *world) {
  while (stack->n > 0) pop(stack, world);
  set_current(stack);
}

void scope_stack_clear(scope_stack *stack) {
  plat_free(stack->frames);
  *stack = (scope_stack){0};
}
