/* spy_turn.c: see spy_turn.h.
 *
 * A block can be cut before a system call, since no value that the instruction before has put into the guest state is
 * lost there: VEX leaves out what is overwritten later in the block, and a system call overwrites only what it
 * defines anyway. An atomic instruction may overwrite anything. So there the block's start is left instead, for itself,
 * and entered again when it is the thread's turn.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "memspy/translate/spy_turn.h"

#include "memspy/core/spy_platform.h"
#include "memspy/names/spy_allocators.h"
#include "memspy/schedule/spy_thread.h"

static IRExpr *assign(IRSB *out, IRType type, IRExpr *value) {
  const IRTemp temp = newIRTemp(out->tyenv, type);
  addStmtToIRSB(out, IRStmt_WrTmp(temp, value));
  return IRExpr_RdTmp(temp);
}

static IRExpr *word(ULong value) { return IRExpr_Const(IRConst_U64(value)); }

static IRExpr *load(IRSB *out, IRType type, const void *from) {
  return assign(out, type, IRExpr_Load(Iend_LE, type, word((Addr)from)));
}

static IRExpr *blocks_left(IRSB *out) { return assign(out, Ity_I32, IRExpr_Get(SPY_GUEST_BLOCKS_LEFT, Ity_I32)); }

static Bool has_atomic(const IRSB *in) {
  for (Int i = 0; i < in->stmts_used; i++)
    if (in->stmts[i]->tag == Ist_CAS || in->stmts[i]->tag == Ist_LLSC) return True;
  return False;
}

void spy_turn_add_start(IRSB *out, const IRSB *in, Addr start) {
  /* A function that we wrap may be running as the original: to jump to its start would be to call the wrapper. */
  if (!has_atomic(in) || spy_allocator_at(start)) return;
  IRExpr *elsewhere = assign(out, Ity_I1, IRExpr_Binop(Iop_CmpNE64, load(out, Ity_I64, &spy_turns.at), word(start)));
  IRExpr *waits = assign(out, Ity_I32, IRExpr_Binop(Iop_And32, load(out, Ity_I32, &spy_turns.atomics),
                                                    assign(out, Ity_I32, IRExpr_Unop(Iop_1Uto32, elsewhere))));
  IRExpr *leave = assign(out, Ity_I1, IRExpr_Binop(Iop_CmpNE32, waits, IRExpr_Const(IRConst_U32(0))));
  IRExpr *none = IRExpr_Const(IRConst_U32(0));
  addStmtToIRSB(out, IRStmt_Put(SPY_GUEST_BLOCKS_LEFT,
                                assign(out, Ity_I32, IRExpr_ITE(leave, none, blocks_left(out)))));
  addStmtToIRSB(out, IRStmt_Exit(leave, Ijk_Boring, IRConst_U64(start), SPY_GUEST_IP));
  addStmtToIRSB(out, IRStmt_Store(Iend_LE, word((Addr)&spy_turns.at), word(0)));
}

Int spy_turn_statements(const IRSB *in, Int first) {
  if (in->jumpkind != SPY_SYSCALL_JUMP) return in->stmts_used;
  Int last = in->stmts_used - 1;
  while (in->stmts[last]->tag != Ist_IMark) last--;
  return last == first ? in->stmts_used : last;
}

/* VEX lets a jump to a constant ahead skip the look at the event counter; so this one is to what only looks like a
 * variable. */
void spy_turn_add_end(IRSB *out, Addr next) {
  IRExpr *keep = load(out, Ity_I32, &spy_turns.keep);
  addStmtToIRSB(out, IRStmt_Put(SPY_GUEST_BLOCKS_LEFT,
                                assign(out, Ity_I32, IRExpr_Binop(Iop_And32, blocks_left(out), keep))));
  IRExpr *never = assign(out, Ity_I1, IRExpr_Binop(Iop_CmpEQ32, keep, IRExpr_Const(IRConst_U32(1))));
  IRExpr *to = assign(out, Ity_I64, IRExpr_ITE(never, word(0), word(next)));
  addStmtToIRSB(out, IRStmt_Put(out->offsIP, to));
  out->jumpkind = Ijk_Boring;
  out->next = to;
}
