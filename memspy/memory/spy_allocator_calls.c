/* spy_allocator_calls.c: see spy_allocator_calls.h.
 *
 * Each thread has a list of its open calls of allocation functions, with the stack pointer and return address of each.
 * A call ends when any function returns to this address and leaves the stack pointer one word above the recorded one.
 * Within a call, further calls of allocation functions are ignored: the outermost call counts.
 *
 * A call can end without a return (by an exception or longjmp), and can be suspended (by a handler on another stack).
 * So the list can have several calls. A call whose return address was overwritten has ended.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "memspy/memory/spy_allocator_calls.h"

#include "memspy/core/spy_own_thread.h"
#include "memspy/drain/spy_receivers.h"
#include "memspy/memory/spy_memory.h"
#include "memspy/names/spy_paths.h"
#include "memspy/setup/spy_state.h"

enum { MOST_CALLS = 4 };

/* A call of an allocation function. */
typedef struct {
  UWord returned; /* stack pointer after the return */
  Addr caller;    /* return address */
  Bool jumped;    /* longjmp or an exception has occurred since the call: it has possibly ended */
  spy_allocator_kind kind;
  Addr first; /* first argument */
  SizeT bytes;
} call;

typedef struct {
  call calls[MOST_CALLS]; /* sorted by age, the latest last */
  UInt n;
} list;

static list *lists; /* indexed by thread */

UWord spy_calls_returned;

static list *list_of(ThreadId tid) {
  if (!lists) lists = VG_(calloc)("spy.calls", VG_N_THREADS, sizeof *lists);
  return &lists[tid];
}

static call *latest(list *l) { return l->n != 0 ? &l->calls[l->n - 1] : NULL; }

static void publish(list *l) { spy_calls_returned = l->n != 0 ? latest(l)->returned : 0; }

/* Call when the list of the running thread has changed. */
static void changed(ThreadId tid, list *l) {
  publish(l);
  spy_receivers_in_allocator(tid, l->n != 0 && !latest(l)->jumped);
}

void spy_calls_run(ThreadId tid) { publish(list_of(tid)); }

void spy_calls_end(ThreadId tid) { list_of(tid)->n = 0; }

void spy_calls_forked(ThreadId tid) {
  for (ThreadId other = 0; lists && other < VG_N_THREADS; other++)
    if (other != tid) spy_calls_end(other);
}

void spy_calls_jump(void) {
  const ThreadId tid = VG_(get_running_tid)();
  list *l = list_of(tid);
  if (l->n == 0) return;
  for (UInt i = 0; i < l->n; i++) l->calls[i].jumped = True;
  spy_core_hold();
  changed(tid, l);
  spy_core_release();
}

/* Returns whether the call's return address is still in its place. */
static Bool has_return_address(const call *c) {
  const Addr at = c->returned - SPY_RETURN_ADDRESS_BYTES;
  return VG_(am_is_valid_for_client)(at, sizeof(Addr), VKI_PROT_READ) && *(const Addr *)at == c->caller;
}

static SizeT size_asked(const spy_guest *guest, const spy_allocator *function) {
  if (function->kind == SPY_RELEASE) return 0;
  const UWord count = function->count == 0 ? 1 : spy_argument(guest, function->count);
  return spy_allocator_size(function->kind, spy_argument(guest, function->bytes), count);
}

static void enter(const spy_guest *guest, const spy_allocator *function) {
  const ThreadId tid = VG_(get_running_tid)();
  const UWord sp = spy_stack_pointer(guest), first = spy_argument(guest, 1);
  list *l = list_of(tid);
  while (l->n != 0 && !has_return_address(latest(l))) l->n--;
  if (l->n != 0 && !latest(l)->jumped && latest(l)->returned > sp) return; /* the call is within another call */
  if (function->kind == SPY_RELEASE && first != 0) spy_memory_released(first);
  if (function->kind == SPY_RESIZE && first != 0) spy_memory_resizing(tid, first);
  call c = (call){.returned = sp + SPY_RETURN_ADDRESS_BYTES,
                  .caller = *(const Addr *)sp,
                  .kind = function->kind,
                  .first = first,
                  .bytes = size_asked(guest, function)};
  if (l->n != 0 && latest(l)->returned == c.returned) l->n--;
  if (l->n == MOST_CALLS) {
    for (UInt i = 1; i < MOST_CALLS; i++) l->calls[i - 1] = l->calls[i];
    l->n--;
  }
  l->calls[l->n++] = c;
  changed(tid, l);
}

void spy_calls_enter(const spy_guest *guest, const spy_allocator *function) {
  if (spy_stopped()) return; /* the block was translated before recording stopped */
  spy_core_hold();
  enter(guest, function);
  spy_core_release();
}

/* Returns the bin of a block that the function has returned. The bin is determined after the return, with the thread in
 * the caller, since the unwinder possibly does not support the function's frame. */
static bin_id bin_of_call(ThreadId tid, spy_guest *guest, const call *c) {
  Addr *const ip = spy_guest_ip(guest);
  const Addr before = *ip;
  *ip = c->caller - 1;
  const bin_id bin = spy_bin_of_block(tid);
  *ip = before;
  return bin;
}

/* Returns the block that the function has returned, or 0 if there is none. */
static Addr block_of(const spy_guest *guest, const call *c) {
  if (c->kind == SPY_RELEASE) return 0;
  if (c->kind == SPY_STORE) return (UInt)spy_result(guest) == 0 ? *(const Addr *)c->first : 0;
  return spy_result(guest);
}

static void leave(spy_guest *guest, Addr caller) {
  const ThreadId tid = VG_(get_running_tid)();
  list *l = list_of(tid);
  const call c = *latest(l);
  if (c.caller != caller) return;
  l->n--;
  changed(tid, l);
  const Addr block = block_of(guest, &c);
  const bin_id bin = block != 0 ? bin_of_call(tid, guest, &c) : SPY_NO_BIN;
  if (c.kind == SPY_RESIZE)
    spy_memory_resized(tid, block, c.bytes, bin);
  else if (block != 0)
    spy_memory_allocated(block, c.bytes, bin);
  if (c.kind == SPY_STORE && block != 0) spy_receivers_stored(tid, c.first, block, bin);
}

void spy_calls_leave(spy_guest *guest, Addr caller) {
  if (spy_stopped()) return;
  spy_core_hold();
  leave(guest, caller);
  spy_core_release();
}
