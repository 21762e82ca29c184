/* spy_plain.c: see spy_plain.h. SPDX-License-Identifier: GPL-2.0-or-later */
#include "memspy/translate/spy_plain.h"

#include "memspy/core/spy_platform.h"
#include "memspy/record/spy_queue.h"
#include "memspy/run/spy_enter.h"
#include "memspy/run/spy_syscall_answer.h"
#include "memspy/sample/spy_alias.h"
#include "memspy/sample/spy_sample.h"
#include "memspy/translate/spy_hide.h"
#include "memspy/translate/spy_identify.h"
#include "memspy/translate/spy_ir.h"
#include "memspy/translate/spy_joined.h"
#include "memspy/translate/spy_preamble.h"
#include "memspy/translate/spy_stamp.h"
#include "memspy/translate/spy_turn.h"
#include "memspy/translate/spy_watch_calls.h"

enum { LARGE = 12 }; /* instructions */

void spy_plain_add_call(IRSB *out) {
  IRDirty *begin = spy_ir_call("spy_answer_begin", &spy_answer_begin, mkIRExprVec_1(IRExpr_GSPTR()));
  spy_ir_add_effect(begin, Ifx_Modify, SPY_SYSCALL_NUMBER, 8);
  for (UInt i = 0; i < SPY_SYSCALL_ARGUMENTS; i++) spy_ir_add_effect(begin, Ifx_Modify, spy_syscall_argument[i], 8);
  addStmtToIRSB(out, IRStmt_Dirty(begin));
}

IRSB *spy_plain_left(IRSB *in) {
  for (Int i = 0; i < in->stmts_used; i++) {
    spy_identify_replace(in->stmts[i]);
    spy_stamp_replace(in->stmts[i]);
  }
  if (in->jumpkind == SPY_SYSCALL_JUMP) spy_plain_add_call(in);
  spy_hide_add_end(in);
  return in;
}

static UInt count_instructions(const IRSB *in, Int first, Int end) {
  UInt n = 0;
  for (Int i = first; i < end; i++) n += in->stmts[i]->tag == Ist_IMark;
  return n;
}

/* Counts the instructions that were executed when the block is left. If the guard does not hold (NULL: it always
 * holds), their number is `fewer`. */
static void add_count(IRSB *out, Int left_at, IRExpr *left, UInt instructions, IRExpr *guard, UInt fewer) {
  IRExpr *n = spy_ir_word(instructions);
  if (guard) n = spy_ir_assign(out, Ity_I64, IRExpr_ITE(guard, n, spy_ir_word(fewer)));
  addStmtToIRSB(out, IRStmt_Put(left_at, spy_ir_binary(out, Ity_I64, Iop_Sub64, left, n)));
}

IRSB *spy_plain_counted(IRSB *in, Int shadow, Int first, Addr start, const VexGuestExtents *extents) {
  const Int left_at = shadow + SPY_SAMPLE_OFFSET, end = spy_turn_statements(in, first);
  UInt instructions = 0, counted = 0, fewer = 0;
  spy_alias_check();
  IRSB *out = deepCopyIRSBExceptStmts(in);
  spy_preamble_add(out, in, first, start, extents->base[0]);
  IRExpr *left = spy_ir_get(out, Ity_I64, left_at);
  if (count_instructions(in, first, end) >= LARGE) {
    IRExpr *none = spy_ir_binary(out, Ity_I1, Iop_CmpLT64S, left, spy_ir_word(0));
    addStmtToIRSB(out, IRStmt_Exit(none, SPY_ENTER_JUMP, IRConst_U64(start), SPY_GUEST_IP));
  }
  spy_watch_add_start(out, in->stmts[first]->Ist.IMark.addr, shadow + SPY_CURSOR_OFFSET);
  const spy_joined joined = spy_joined_find(in, first, end);
  IRExpr *guard = NULL;
  for (Int i = first; i < end; i++) {
    IRStmt *st = in->stmts[i];
    spy_identify_replace(st);
    spy_stamp_replace(st);
    if (i == joined.first) {
      guard = joined.guard;
      fewer = instructions;
    }
    if (st->tag == Ist_IMark) instructions++;
    if (st->tag == Ist_Exit && counted != instructions)
      add_count(out, left_at, left, counted = instructions, guard, fewer);
    addStmtToIRSB(out, st);
  }
  if (counted != instructions) add_count(out, left_at, left, instructions, guard, fewer);
  if (end < in->stmts_used)
    spy_turn_add_end(out, in->stmts[end]->Ist.IMark.addr, shadow + SPY_CURSOR_OFFSET);
  else if (in->jumpkind == SPY_SYSCALL_JUMP)
    spy_plain_add_call(out);
  spy_watch_add_end(out, start, out->jumpkind == Ijk_Call, shadow + SPY_CURSOR_OFFSET);
  spy_hide_add_end(out);
  return out;
}
