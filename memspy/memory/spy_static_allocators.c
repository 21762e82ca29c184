/* spy_static_allocators.c: see spy_static_allocators.h.
 *
 * A call of an allocation function is noted with the stack pointer at its start. The return from it is the return
 * that leaves the stack pointer one word above, whichever function makes it. What an allocation function calls
 * meanwhile is its own affair.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "memspy/memory/spy_static_allocators.h"

#include "memspy/core/spy_platform.h"
#include "memspy/memory/spy_memory.h"
#include "memspy/names/spy_allocators.h"
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

static Bool on;
static call *calls; /* by thread */
static ThreadId running;
static UWord returned; /* calls[running].returned: translated code looks at it */

/* At the program's start there is its executable, and the dynamic linker if it has one. Valgrind also knows the
 * tool. */
void spy_static_start(void) {
  const DebugInfo *own = VG_(find_DebugInfo)(VG_(current_DiEpoch)(), (Addr)&spy_static_start);
  UInt objects = 0;
  for (const DebugInfo *info = VG_(next_DebugInfo)(NULL); info; info = VG_(next_DebugInfo)(info))
    objects += info != own;
  on = objects == 1;
  if (!on) return;
  calls = VG_(calloc)("spy.watch", VG_N_THREADS, sizeof *calls);
  spy_stop_chasing();
}

void spy_static_run(ThreadId tid) {
  if (!on) return;
  running = tid;
  returned = calls[tid].returned;
}

static SizeT size_asked(const spy_guest *guest, const spy_allocator *function) {
  const UWord count = function->count == 0 ? 1 : spy_argument(guest, function->count);
  return spy_allocator_size(function->kind, spy_argument(guest, function->bytes), count);
}

static void set_call(call c) {
  calls[running] = c;
  returned = c.returned;
}

/* Called by translated code at the start of an allocation function. */
static void enter(const spy_guest *guest, const spy_allocator *function) {
  const UWord sp = spy_stack_pointer(guest), first = spy_argument(guest, 1);
  if (calls[running].returned > sp) return; /* within another */
  call c = {.returned = sp + SPY_RETURN_ADDRESS_BYTES, .kind = function->kind, .where = first};
  if (c.kind == SPY_RELEASE && first != 0) spy_memory_released(first);
  if (c.kind == SPY_RESIZE && first != 0) spy_memory_resizing(running, first);
  if (c.kind != SPY_RELEASE) {
    c.bytes = size_asked(guest, function);
    c.bin = spy_bin_of_block(running);
  }
  set_call(c);
}

/* Called by translated code where an exception is thrown: what operator new does instead of returning. */
static void leave_by_exception(void) { set_call((call){0}); }

/* Called by translated code after the return from it. */
static void leave(const spy_guest *guest) {
  const call c = calls[running];
  UWord block = spy_result(guest);
  set_call((call){0});
  if (c.kind == SPY_STORE) block = (UInt)block == 0 ? *(UWord *)c.where : 0;
  if (c.kind == SPY_RESIZE)
    spy_memory_resized(running, block, c.bytes, c.bin);
  else if (c.kind != SPY_RELEASE && block != 0)
    spy_memory_allocated(block, c.bytes, c.bin);
}

/* ---- translated code ---- */

/* A helper finds the whole guest state in its place, but for the instruction pointer within a block. */
static void add_helper(IRSB *block, IRDirty *helper, IRExpr *guard, Int cursor) {
  if (guard) helper->guard = guard;
  helper->nFxState = 2;
  VG_(memset)(&helper->fxState, 0, sizeof helper->fxState);
  helper->fxState[0].fx = Ifx_Read;
  helper->fxState[0].offset = 0;
  helper->fxState[0].size = SPY_GUEST_REGISTERS_END;
  helper->fxState[1].fx = Ifx_Modify;
  helper->fxState[1].offset = (UShort)cursor;
  helper->fxState[1].size = 8;
  addStmtToIRSB(block, IRStmt_Dirty(helper));
}

static Bool throws(Addr address) {
  const HChar *name;
  return VG_(get_fnname_if_entry)(VG_(current_DiEpoch)(), address, &name) && VG_STREQ(name, "__cxa_throw");
}

void spy_static_add_start(IRSB *block, Addr first, Int cursor) {
  if (!on) return;
  const spy_allocator *function = spy_allocator_at(first);
  if (function) {
    IRExpr **arguments = mkIRExprVec_2(IRExpr_GSPTR(), IRExpr_Const(IRConst_U64((Addr)function)));
    add_helper(block, unsafeIRDirty_0_N(0, "enter", VG_(fnptr_to_fnentry)(&enter), arguments), NULL, cursor);
  } else if (throws(first)) {
    add_helper(block,
               unsafeIRDirty_0_N(0, "leave_by_exception", VG_(fnptr_to_fnentry)(&leave_by_exception), mkIRExprVec_0()),
               NULL, cursor);
  }
}

static IRExpr *assign(IRSB *block, IRType type, IRExpr *value) {
  const IRTemp temp = newIRTemp(block->tyenv, type);
  addStmtToIRSB(block, IRStmt_WrTmp(temp, value));
  return IRExpr_RdTmp(temp);
}

void spy_static_add_end(IRSB *block, Int cursor) {
  if (!on || block->jumpkind != Ijk_Ret) return;
  IRExpr *sp = assign(block, Ity_I64, IRExpr_Get(SPY_GUEST_STACK_POINTER, Ity_I64));
  IRExpr *wanted = assign(block, Ity_I64, IRExpr_Load(Iend_LE, Ity_I64, IRExpr_Const(IRConst_U64((Addr)&returned))));
  IRExpr *guard = assign(block, Ity_I1, IRExpr_Binop(Iop_CmpEQ64, sp, wanted));
  add_helper(block, unsafeIRDirty_0_N(0, "leave", VG_(fnptr_to_fnentry)(&leave), mkIRExprVec_1(IRExpr_GSPTR())), guard,
             cursor);
}
