/* spy_watch_calls.c: see spy_watch_calls.h. SPDX-License-Identifier: GPL-2.0-or-later */
#include "memspy/translate/spy_watch_calls.h"

#include "memspy/core/spy_platform.h"
#include "memspy/memory/spy_allocator_calls.h"
#include "memspy/names/spy_allocators.h"
#include "memspy/record/spy_queue.h"
#include "memspy/sample/spy_sample.h"
#include "memspy/translate/spy_ir.h"

/* The called function gets the complete guest state, except the instruction pointer within a block. */
static void add_call(IRSB *out, IRDirty *call, Int cursor) {
  spy_ir_add_effect(call, Ifx_Read, 0, SPY_GUEST_REGISTERS_END);
  spy_ir_add_effect(call, Ifx_Modify, cursor, 8);
  addStmtToIRSB(out, IRStmt_Dirty(call));
}

static IRDirty *enter_call(const spy_allocator *function) {
  IRExpr **arguments = mkIRExprVec_2(IRExpr_GSPTR(), spy_ir_word((Addr)function));
  return spy_ir_call("spy_calls_enter", &spy_calls_enter, arguments);
}

void spy_watch_add_start(IRSB *out, Addr first, Int cursor) {
  const spy_allocator *function = spy_allocator_at(first);
  if (function) add_call(out, enter_call(function), cursor);
  if (spy_allocator_jumps_at(first))
    add_call(out, spy_ir_call("spy_calls_jump", &spy_calls_jump, mkIRExprVec_0()), cursor);
}

/* A call often leads through a jump of the linkage table, at the end of the block of the call. */
void spy_watch_add_end(IRSB *out, Addr start, Bool calls, Int cursor) {
  const Bool jumps = out->jumpkind == Ijk_Boring && out->next->tag == Iex_RdTmp;
  if (out->jumpkind != Ijk_Ret && !calls && !jumps) return;
  IRExpr *sp = spy_ir_get(out, Ity_I64, SPY_GUEST_STACK_POINTER);
  IRExpr *below = spy_ir_binary(out, Ity_I64, Iop_Sub64, spy_ir_load(out, Ity_I64, &spy_calls_returned), sp);
  IRDirty *call = out->jumpkind == Ijk_Ret
                      ? spy_ir_call("spy_calls_leave", &spy_calls_leave, mkIRExprVec_2(IRExpr_GSPTR(), out->next))
                      : spy_ir_call("spy_calls_inner", &spy_calls_inner,
                                    mkIRExprVec_3(IRExpr_GSPTR(), spy_ir_word(start), spy_ir_word(calls)));
  spy_ir_add_effect(call, Ifx_Modify, cursor - SPY_CURSOR_OFFSET + SPY_SAMPLE_OFFSET, 8);
  call->guard = spy_ir_binary(out, Ity_I1, Iop_CmpLE64U, below, spy_ir_load(out, Ity_I64, &spy_calls_below));
  add_call(out, call, cursor);
}
