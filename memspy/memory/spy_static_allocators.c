/* spy_static_allocators.c: see spy_static_allocators.h.
 *
 * A call of an allocation function is noted with the stack pointer at its start. The return from it is the return
 * that leaves the stack pointer one word above, whichever function makes it. What an allocation function calls
 * meanwhile is its own affair.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "memspy/memory/spy_static_allocators.h"

#include "memspy/core/spy_own_thread.h"
#include "memspy/memory/spy_memory.h"
#include "memspy/names/spy_paths.h"
#include "memspy/run/spy_stop.h"

/* An allocation function that a thread is in. */
typedef struct {
  UWord returned; /* stack pointer after the return from it; 0: none */
  spy_allocator_kind kind;
  Addr where; /* of the pointer that it stores */
  SizeT bytes;
  bin_id bin;
} call;

static call *calls; /* by thread; NULL: the program is not linked statically */

UWord spy_static_returned;

/* At the program's start there is its executable, and the dynamic linker if it has one. Valgrind also knows the
 * tool. */
void spy_static_start(void) {
  const DebugInfo *own = VG_(find_DebugInfo)(VG_(current_DiEpoch)(), (Addr)&spy_static_start);
  UInt objects = 0;
  for (const DebugInfo *info = VG_(next_DebugInfo)(NULL); info; info = VG_(next_DebugInfo)(info))
    objects += info != own;
  if (objects != 1) return;
  calls = VG_(calloc)("spy.static.calls", VG_N_THREADS, sizeof *calls);
  spy_stop_chasing();
}

Bool spy_is_static(void) { return calls != NULL; }

void spy_static_run(ThreadId tid) {
  if (calls) spy_static_returned = calls[tid].returned;
}

static SizeT size_asked(const spy_guest *guest, const spy_allocator *function) {
  const UWord count = function->count == 0 ? 1 : spy_argument(guest, function->count);
  return spy_allocator_size(function->kind, spy_argument(guest, function->bytes), count);
}

static void set_call(ThreadId tid, call c) {
  calls[tid] = c;
  spy_static_returned = c.returned;
}

static void enter(const spy_guest *guest, const spy_allocator *function) {
  const ThreadId tid = VG_(get_running_tid)();
  const UWord sp = spy_stack_pointer(guest), first = spy_argument(guest, 1);
  if (calls[tid].returned > sp) return; /* within another */
  call c = {.returned = sp + SPY_RETURN_ADDRESS_BYTES, .kind = function->kind, .where = first};
  if (c.kind == SPY_RELEASE && first != 0) spy_memory_released(first);
  if (c.kind == SPY_RESIZE && first != 0) spy_memory_resizing(tid, first);
  if (c.kind != SPY_RELEASE) {
    c.bytes = size_asked(guest, function);
    c.bin = spy_bin_of_block(tid);
  }
  set_call(tid, c);
}

void spy_static_enter(const spy_guest *guest, const spy_allocator *function) {
  spy_core_hold();
  enter(guest, function);
  spy_core_release();
}

void spy_static_throw(void) { set_call(VG_(get_running_tid)(), (call){0}); }

static void leave(const spy_guest *guest) {
  const ThreadId tid = VG_(get_running_tid)();
  const call c = calls[tid];
  UWord block = spy_result(guest);
  set_call(tid, (call){0});
  if (c.kind == SPY_STORE) block = (UInt)block == 0 ? *(UWord *)c.where : 0;
  if (c.kind == SPY_RESIZE)
    spy_memory_resized(tid, block, c.bytes, c.bin);
  else if (c.kind != SPY_RELEASE && block != 0)
    spy_memory_allocated(block, c.bytes, c.bin);
}

void spy_static_leave(const spy_guest *guest) {
  spy_core_hold();
  leave(guest);
  spy_core_release();
}
