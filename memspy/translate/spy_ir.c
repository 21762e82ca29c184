/* spy_ir.c: see spy_ir.h. SPDX-License-Identifier: GPL-2.0-or-later */
#include "memspy/translate/spy_ir.h"

IRExpr *spy_ir_word(ULong value) { return IRExpr_Const(IRConst_U64(value)); }

IRExpr *spy_ir_assign(IRSB *out, IRType type, IRExpr *value) {
  const IRTemp temp = newIRTemp(out->tyenv, type);
  addStmtToIRSB(out, IRStmt_WrTmp(temp, value));
  return IRExpr_RdTmp(temp);
}

IRExpr *spy_ir_unary(IRSB *out, IRType type, IROp operation, IRExpr *operand) {
  return spy_ir_assign(out, type, IRExpr_Unop(operation, operand));
}

IRExpr *spy_ir_binary(IRSB *out, IRType type, IROp operation, IRExpr *left, IRExpr *right) {
  return spy_ir_assign(out, type, IRExpr_Binop(operation, left, right));
}

IRExpr *spy_ir_get(IRSB *out, IRType type, Int offset) { return spy_ir_assign(out, type, IRExpr_Get(offset, type)); }

IRExpr *spy_ir_load(IRSB *out, IRType type, const void *from) {
  return spy_ir_assign(out, type, IRExpr_Load(Iend_LE, type, spy_ir_word((Addr)from)));
}

IRDirty *spy_ir_call(const HChar *name, void *function, IRExpr **arguments) {
  IRDirty *call = unsafeIRDirty_0_N(0, name, VG_(fnptr_to_fnentry)(function), arguments);
  VG_(memset)(&call->fxState, 0, sizeof call->fxState);
  return call;
}

void spy_ir_add_effect(IRDirty *call, IREffect effect, Int offset, SizeT bytes) {
  const Int i = call->nFxState++;
  call->fxState[i].fx = effect;
  call->fxState[i].offset = (UShort)offset;
  call->fxState[i].size = (UShort)bytes;
}
