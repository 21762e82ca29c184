/* spy_stack.c: see spy_stack.h.
 *
 * The system call that creates a thread only states the thread's stack pointer. The lower end of its stack must be
 * found by these rules:
 * - A stack extends from the stack pointer down to the start of its mapping, or to the stack of another thread. The
 * data above (thread control block, thread-local variables) are not part of it.
 * - A stack in a heap block, a static variable, or a frame of another thread keeps the bin of that memory.
 * - A mapping was made for a stack in these cases: the thread's control block is in it, above the stack; the stack
 * begins at the end of the mapping; or the stack begins where an earlier stack began. Other mappings have further data
 * below the stack, for example if a runtime allocates the stacks of its threads in its heap. They keep their bin.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "memspy/memory/spy_stack.h"

#include "memspy/core/spy_platform.h"
#include "memspy/memory/spy_memory.h"
#include "memspy/record/spy_queue.h"
#include "memspy/record/spy_record.h"
#include "memspy/run/spy_recording.h"
#include "memspy/setup/spy_state.h"

/* The addresses [low, high). An empty range means that there is none. */
typedef struct {
  Addr low, high;
} range;

static Addr thread_pointer(ThreadId tid) {
  Addr pointer;
  VG_(get_shadow_regs_area)(tid, (UChar *)&pointer, 0, SPY_GUEST_THREAD_POINTER, sizeof pointer);
  return pointer;
}

/* Returns the stack of the next thread, other than `tid`, that is alive and has a stack. */
static const bin_flow *next_stack(ThreadId tid, ThreadId *other) {
  Addr min, max;
  while (VG_(thread_stack_next)(other, &min, &max)) {
    const spy_queue *q = *other != tid ? spy_queue_of(*other) : NULL;
    if (q && q->started && q->flow.low < q->flow.high) return &q->flow;
  }
  return NULL;
}

/* Shortens a range so that it contains no stack of another thread. The upper end of the range is the start of a
 * thread's stack. If this end is among the frames of another thread, makes the range empty. */
static void cut_stacks(ThreadId tid, range *stack) {
  ThreadId other;
  const bin_flow *flow;
  VG_(thread_stack_reset_iter)(&other);
  while ((flow = next_stack(tid, &other)) != NULL) {
    const Addr last = stack->high - 1, pointer = VG_(get_SP)(other);
    if (bin_flow_has(flow, last) && last > (bin_flow_has(flow, pointer) ? pointer : flow->top))
      stack->low = stack->high;
    if (flow->high <= last && flow->high > stack->low) stack->low = flow->high;
  }
}

/* Returns whether the thread has its own thread pointer. A thread that was created without one has the pointer of its
 * creator. */
static Bool has_own_pointer(ThreadId tid) {
  ThreadId other;
  Addr min, max;
  const Addr pointer = thread_pointer(tid);
  VG_(thread_stack_reset_iter)(&other);
  while (VG_(thread_stack_next)(&other, &min, &max))
    if (other != tid && thread_pointer(other) == pointer) return False;
  return True;
}

/* Returns whether a segment was mapped for the stack of the thread. `last` is the last byte below the stack pointer. */
static Bool is_for_stack(ThreadId tid, const NSegment *segment, Addr last) {
  const Addr pointer = thread_pointer(tid), end = VG_PGROUNDDN(last) + VKI_PAGE_SIZE;
  bool stack, other;
  if (pointer > last && pointer <= segment->end && has_own_pointer(tid)) return True;
  bin_account_region_start(spy_account, last, &stack);
  return stack || end > segment->end || bin_account_region_start(spy_account, end, &other) == end;
}

static range find(ThreadId tid) {
  const Addr top = VG_(get_SP)(tid), last = top - 1;
  const NSegment *segment = VG_(am_find_nsegment)(last);
  const range none = {0, 0};
  if (!segment || bin_account_is_block(spy_account, last) || spy_memory_has_names(last)) return none;
  if (!is_for_stack(tid, segment, last)) return none;
  bool is_stack;
  const Addr mapped = bin_account_region_start(spy_account, last, &is_stack);
  range stack = {VG_MAX(segment->start, mapped), top};
  cut_stacks(tid, &stack);
  if (stack.low == stack.high) return none;
  stack.high = VG_MIN(top + 2 * SPY_RETURN_ADDRESS_BYTES, segment->end + 1);
  return stack;
}

static range find_main(void) {
  const Addr high = VG_(thread_get_stack_max)(1) + 1;
  return (range){high - VG_(thread_get_stack_size)(1), high};
}

void spy_stack_begin(ThreadId tid) {
  if (tid != 1) spy_recording_drain(); /* first applies queued changes of memory */
  const range stack = tid == 1 ? find_main() : find(tid);
  spy_recording_event(SPY_EVENT_STACK, stack.low, stack.high, 0);
}
