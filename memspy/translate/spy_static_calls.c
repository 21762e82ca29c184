/* spy_static_calls.c: see spy_static_calls.h.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "memspy/translate/spy_static_calls.h"

#include "memspy/core/spy_platform.h"
#include "memspy/memory/spy_static_allocators.h"
#include "memspy/names/spy_allocators.h"
#include "memspy/names/spy_layout.h"
#include "memspy/translate/spy_ir.h"

/* The called function finds the whole guest state in its place, but for the instruction pointer within a block. */
static void add_call(IRSB *out, IRDirty *call, Int cursor) {
  spy_ir_add_effect(call, Ifx_Read, 0, SPY_GUEST_REGISTERS_END);
  spy_ir_add_effect(call, Ifx_Modify, cursor, 8);
  addStmtToIRSB(out, IRStmt_Dirty(call));
}

static Bool throws(Addr address) {
  const HChar *name;
  return spy_layout_entry(address, &name) && VG_STREQ(name, "__cxa_throw");
}

void spy_static_add_start(IRSB *out, Addr first, Int cursor) {
  if (!spy_is_static()) return;
  const spy_allocator *function = spy_allocator_at(first);
  if (function)
    add_call(
        out,
        spy_ir_call("spy_static_enter", &spy_static_enter, mkIRExprVec_2(IRExpr_GSPTR(), spy_ir_word((Addr)function))),
        cursor);
  else if (throws(first))
    add_call(out, spy_ir_call("spy_static_throw", &spy_static_throw, mkIRExprVec_0()), cursor);
}

void spy_static_add_end(IRSB *out, Int cursor) {
  if (!spy_is_static() || out->jumpkind != Ijk_Ret) return;
  IRExpr *sp = spy_ir_get(out, Ity_I64, SPY_GUEST_STACK_POINTER);
  IRExpr *wanted = spy_ir_load(out, Ity_I64, &spy_static_returned);
  IRDirty *leave = spy_ir_call("spy_static_leave", &spy_static_leave, mkIRExprVec_1(IRExpr_GSPTR()));
  leave->guard = spy_ir_binary(out, Ity_I1, Iop_CmpEQ64, sp, wanted);
  add_call(out, leave, cursor);
}
