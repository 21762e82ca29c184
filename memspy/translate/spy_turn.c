/* spy_turn.c: see spy_turn.h.
 *
 * A block can be cut before a system call, since no value of the instructions before is lost there: VEX removes values
 * that are overwritten later in the block, and a system call only overwrites its own results. An atomic instruction can
 * overwrite anything. So the block with one is left at its start, and entered again at the thread's next turn; it is
 * not left if the thread has the turn immediately.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "memspy/translate/spy_turn.h"

#include "memspy/core/spy_platform.h"
#include "memspy/memory/spy_tls.h"
#include "memspy/run/spy_recording.h"
#include "memspy/schedule/spy_thread.h"
#include "memspy/translate/spy_ir.h"

static IRExpr *blocks_left(IRSB *out) { return spy_ir_get(out, Ity_I32, SPY_GUEST_BLOCKS_LEFT); }

static Bool has_atomic(const IRSB *in) {
  for (Int i = 0; i < in->stmts_used; i++)
    if (in->stmts[i]->tag == Ist_CAS || in->stmts[i]->tag == Ist_LLSC) return True;
  return False;
}

/* A thread that continues in translated code can require the same tests as a thread that enters it. */
static void take_turn(Addr at) {
  spy_recording_turn(at);
  if (spy_turns.at == at) spy_tls_look(VG_(get_running_tid)());
}

/* Ends the slice if `guard` holds, unless the thread has the turn, as spy_turns.at shows. */
static void add_turn(IRSB *out, Addr at, Int cursor, IRExpr *guard) {
  IRDirty *ask = spy_ir_call("take_turn", &take_turn, mkIRExprVec_1(spy_ir_word(at)));
  ask->guard = guard;
  spy_ir_add_effect(ask, Ifx_Modify, cursor, 8);
  addStmtToIRSB(out, IRStmt_Dirty(ask));
}

static void forget_turn(IRSB *out) {
  addStmtToIRSB(out, IRStmt_Store(Iend_LE, spy_ir_word((Addr)&spy_turns.at), spy_ir_word(0)));
}

/* Returns whether the thread must wait for its turn at `start`. */
static IRExpr *must_wait(IRSB *out, Addr start) {
  IRExpr *at = spy_ir_load(out, Ity_I64, &spy_turns.at);
  IRExpr *elsewhere = spy_ir_binary(out, Ity_I1, Iop_CmpNE64, at, spy_ir_word(start));
  IRExpr *as_word = spy_ir_unary(out, Ity_I32, Iop_1Uto32, elsewhere);
  IRExpr *atomics = spy_ir_load(out, Ity_I32, &spy_turns.atomics);
  IRExpr *waits = spy_ir_binary(out, Ity_I32, Iop_And32, atomics, as_word);
  return spy_ir_binary(out, Ity_I1, Iop_CmpNE32, waits, IRExpr_Const(IRConst_U32(0)));
}

void spy_turn_add_start(IRSB *out, const IRSB *in, Addr start, IRJumpKind leave, Int cursor) {
  if (!has_atomic(in)) return;
  IRExpr *none = IRExpr_Const(IRConst_U32(0));
  add_turn(out, start, cursor, must_wait(out, start));
  IRExpr *waits = must_wait(out, start);
  IRExpr *left = spy_ir_assign(out, Ity_I32, IRExpr_ITE(waits, none, blocks_left(out)));
  addStmtToIRSB(out, IRStmt_Put(SPY_GUEST_BLOCKS_LEFT, left));
  addStmtToIRSB(out, IRStmt_Exit(waits, leave, IRConst_U64(start), SPY_GUEST_IP));
  forget_turn(out);
}

Int spy_turn_statements(const IRSB *in, Int first) {
  if (in->jumpkind != SPY_SYSCALL_JUMP) return in->stmts_used;
  Int last = in->stmts_used - 1;
  while (in->stmts[last]->tag != Ist_IMark) last--;
  return last == first ? in->stmts_used : last;
}

/* VEX omits the test of the event counter for a forward jump to a constant, so the target of this jump is disguised as
 * a variable. */
void spy_turn_add_end(IRSB *out, Addr next, Int cursor) {
  IRExpr *keep = spy_ir_load(out, Ity_I32, &spy_turns.keep);
  forget_turn(out);
  add_turn(out, next, cursor, spy_ir_binary(out, Ity_I1, Iop_CmpEQ32, keep, IRExpr_Const(IRConst_U32(0))));
  IRExpr *goes_on = spy_ir_binary(out, Ity_I1, Iop_CmpEQ64, spy_ir_load(out, Ity_I64, &spy_turns.at),
                                  spy_ir_word(next));
  IRExpr *left = spy_ir_binary(out, Ity_I32, Iop_And32, blocks_left(out), keep);
  addStmtToIRSB(
      out, IRStmt_Put(SPY_GUEST_BLOCKS_LEFT, spy_ir_assign(out, Ity_I32, IRExpr_ITE(goes_on, blocks_left(out), left))));
  IRExpr *never = spy_ir_binary(out, Ity_I1, Iop_CmpEQ32, keep, IRExpr_Const(IRConst_U32(1)));
  IRExpr *to = spy_ir_assign(out, Ity_I64, IRExpr_ITE(never, spy_ir_word(0), spy_ir_word(next)));
  addStmtToIRSB(out, IRStmt_Put(out->offsIP, to));
  out->jumpkind = Ijk_Boring;
  out->next = to;
}
