/* spy_joined.c: see spy_joined.h.
 *
 * The exit of such a block has the condition And1(second, first). The instructions of the second condition begin after
 * the last conditional jump that has no exit of its own.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "memspy/translate/spy_joined.h"

#include "memspy/core/spy_platform.h"

/* Returns the number of the last exit statement in [from, end), or -1 if there is none. */
static Int last_exit(const IRSB *in, Int from, Int end) {
  Int i = end - 1;
  while (i >= from && in->stmts[i]->tag != Ist_Exit) i--;
  return i < from ? -1 : i;
}

/* Returns the second operand of the And1 that computes a temporary, or NULL if another operation computes it. */
static IRExpr *operand_of(const IRSB *in, Int from, Int end, const IRExpr *guard) {
  if (guard->tag != Iex_RdTmp) return NULL;
  for (Int i = end - 1; i >= from; i--) {
    const IRStmt *st = in->stmts[i];
    if (st->tag != Ist_WrTmp || st->Ist.WrTmp.tmp != guard->Iex.RdTmp.tmp) continue;
    const IRExpr *value = st->Ist.WrTmp.data;
    if (value->tag != Iex_Binop || value->Iex.Binop.op != Iop_And1) return NULL;
    return value->Iex.Binop.arg2->tag == Iex_RdTmp ? value->Iex.Binop.arg2 : NULL;
  }
  return NULL;
}

/* Returns whether a temporary is computed before statement `at`. */
static Bool is_known(const IRSB *in, Int from, Int at, const IRExpr *temporary) {
  for (Int i = from; i < at; i++)
    if (in->stmts[i]->tag == Ist_WrTmp && in->stmts[i]->Ist.WrTmp.tmp == temporary->Iex.RdTmp.tmp) return True;
  return False;
}

static Bool has_effect(const IRStmt *st) {
  return st->tag == Ist_Store || st->tag == Ist_StoreG || st->tag == Ist_LoadG || st->tag == Ist_Dirty ||
         st->tag == Ist_CAS || st->tag == Ist_LLSC || (st->tag == Ist_WrTmp && st->Ist.WrTmp.data->tag == Iex_Load);
}

/* Returns the first instruction after the last conditional jump without an exit, before statement `end`. Returns -1 if
 * there is none, or if the statements after it have effects on memory. */
static Int after_jump(const IRSB *in, Int from, Int end) {
  Int found = -1;
  Bool jumps = False;
  for (Int i = from; i < end; i++) {
    const IRStmt *st = in->stmts[i];
    if (st->tag == Ist_Exit) jumps = False;
    if (has_effect(st)) found = -1;
    if (st->tag != Ist_IMark) continue;
    if (jumps) found = i;
    jumps = spy_is_conditional_jump(st->Ist.IMark.addr);
  }
  return found;
}

spy_joined spy_joined_find(const IRSB *in, Int from, Int end) {
  spy_joined joined = {-1, NULL};
  const Int exit = last_exit(in, from, end);
  if (exit < 0) return joined;
  IRExpr *guard = operand_of(in, from, exit, in->stmts[exit]->Ist.Exit.guard);
  const Int first = guard ? after_jump(in, from, exit) : -1;
  if (first < 0 || !is_known(in, from, first, guard)) return joined;
  return (spy_joined){first, guard};
}
