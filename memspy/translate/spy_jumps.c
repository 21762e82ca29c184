/* spy_jumps.c: see spy_jumps.h. SPDX-License-Identifier: GPL-2.0-or-later */
#include "memspy/translate/spy_jumps.h"

#include "memspy/sample/spy_alias.h"
#include "memspy/translate/spy_ir.h"

/* A variable target is never an alias: it comes from the program's memory and registers. */
void spy_jumps_stay(IRSB *block) {
  for (Int i = 0; i < block->stmts_used; i++) {
    IRStmt *st = block->stmts[i];
    if (st->tag != Ist_Exit) continue;
    block->stmts[i] = IRStmt_Exit(st->Ist.Exit.guard, st->Ist.Exit.jk,
                                  IRConst_U64(spy_alias_of(st->Ist.Exit.dst->Ico.U64)), st->Ist.Exit.offsIP);
  }
  if (block->next->tag == Iex_Const)
    block->next = spy_ir_word(spy_alias_of(block->next->Iex.Const.con->Ico.U64));
  else
    block->next = spy_ir_binary(block, Ity_I64, Iop_Xor64, block->next, spy_ir_word(SPY_ALIAS_BIT));
}
