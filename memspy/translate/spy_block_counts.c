/* spy_block_counts.c: see spy_block_counts.h.
 *
 * A superblock is counted in pieces: up to each exit, the instructions since the previous one. The second of two joined
 * conditions is a piece of its own, which is counted if it is executed. A piece is executed as a whole or not at all,
 * so counts are exact. The code of a piece is sequential, like a basic block; code in two overlapping superblocks
 * belongs to the piece that ran.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "memspy/translate/spy_block_counts.h"

#include "memspy/names/spy_code.h"
#include "memspy/phases/spy_vectors.h"
#include "memspy/translate/spy_instrument.h"
#include "memspy/translate/spy_ir.h"
#include "memspy/translate/spy_joined.h"

/* Uncounted instructions: their number and their start. */
typedef struct {
  Addr start;
  UInt instructions;
} piece;

/* Adds code that adds an amount to a variable if the guard holds (NULL: always). */
static void add_to(IRSB *out, IRExpr *variable, Long amount, IRExpr *guard) {
  IRExpr *added = spy_ir_word((ULong)amount);
  if (guard) added = spy_ir_assign(out, Ity_I64, IRExpr_ITE(guard, added, spy_ir_word(0)));
  IRExpr *before = spy_ir_assign(out, Ity_I64, IRExpr_Load(Iend_LE, Ity_I64, variable));
  IRExpr *sum = spy_ir_binary(out, Ity_I64, Iop_Add64, before, added);
  addStmtToIRSB(out, IRStmt_Store(Iend_LE, variable, sum));
}

/* Returns the counter of a block for the running thread. */
static IRExpr *counter_of(IRSB *out, UInt block) {
  IRExpr *counts = spy_ir_load(out, Ity_I64, &spy_vectors_counts);
  return spy_ir_binary(out, Ity_I64, Iop_Add64, counts, spy_ir_word((ULong)block * sizeof *spy_vectors_counts));
}

static void add_counts(IRSB *out, piece *p, IRExpr *guard) {
  if (p->instructions == 0) return;
  add_to(out, counter_of(out, spy_vectors_block(p->start)), p->instructions, guard);
  add_to(out, spy_ir_word((Addr)&spy_vectors_left), -(Long)p->instructions, guard);
  p->instructions = 0;
}

/* Returns the number of the block's instruction at which the second of two joined conditions begins, or 0 if there is
 * none. */
static UInt joined_instruction(const IRSB *in, Int first) {
  UInt n = 0;
  for (Int i = 0; i < first; i++) n += in->stmts[i]->tag == Ist_IMark;
  return n;
}

/* Adds counts to a block. `joined` has the block's joined conditions. `at` is the number of the instruction where the
 * second condition begins, or 0. */
static IRSB *count(const IRSB *in, Int first, const spy_joined *joined, UInt at) {
  IRSB *out = deepCopyIRSBExceptStmts(in);
  piece p = {0};
  IRExpr *guard = NULL;
  UInt n = 0;
  for (Int i = 0; i < in->stmts_used; i++) {
    IRStmt *st = in->stmts[i];
    /* The interval can be over at the start of a block. */
    if (i == first) {
      IRExpr *left = spy_ir_load(out, Ity_I64, &spy_vectors_left);
      IRDirty *next = spy_ir_call("spy_vectors_next", &spy_vectors_next, mkIRExprVec_0());
      next->guard = spy_ir_binary(out, Ity_I1, Iop_CmpLE64S, left, spy_ir_word(0));
      addStmtToIRSB(out, IRStmt_Dirty(next));
    }
    if (st->tag == Ist_IMark && at != 0 && n++ == at) {
      add_counts(out, &p, NULL);
      guard = joined->guard;
    }
    if (st->tag == Ist_IMark && p.instructions++ == 0) p.start = st->Ist.IMark.addr;
    if (st->tag == Ist_Exit) add_counts(out, &p, guard);
    addStmtToIRSB(out, st);
  }
  add_counts(out, &p, guard);
  return out;
}

IRSB *spy_counted(VgCallbackClosure *closure, IRSB *in, const VexGuestLayout *layout, const VexGuestExtents *extents,
                  const VexArchInfo *host, IRType guest_word, IRType host_word) {
  const Bool counts = spy_vectors_are_wanted();
  const spy_joined joined = counts ? spy_joined_find(in, 0, in->stmts_used) : (spy_joined){-1, NULL};
  const UInt at = joined_instruction(in, joined.first);
  IRSB *block = spy_instrument(closure, in, layout, extents, host, guest_word, host_word);
  if (!counts) return block;
  Int i = 0;
  while (i < block->stmts_used && block->stmts[i]->tag != Ist_IMark) i++;
  const Int first = i;
  if (first == block->stmts_used) return block;
  return count(block, first, &joined, at);
}
