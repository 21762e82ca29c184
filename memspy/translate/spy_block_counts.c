/* spy_block_counts.c: see spy_block_counts.h.
 *
 * A superblock is counted in pieces: up to each exit, the instructions since the previous one. A piece is executed as a
 * whole or not at all, so counts are exact. The code of a piece is sequential, like a basic block; code in two
 * overlapping superblocks belongs to the piece that ran.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "memspy/translate/spy_block_counts.h"

#include "memspy/names/spy_code.h"
#include "memspy/phases/spy_vectors.h"
#include "memspy/translate/spy_instrument.h"
#include "memspy/translate/spy_ir.h"

/* Uncounted instructions: their number and their start. */
typedef struct {
  Addr start;
  UInt instructions;
} piece;

static void add_to(IRSB *out, IRExpr *variable, Long amount) {
  IRExpr *before = spy_ir_assign(out, Ity_I64, IRExpr_Load(Iend_LE, Ity_I64, variable));
  IRExpr *sum = spy_ir_binary(out, Ity_I64, Iop_Add64, before, spy_ir_word((ULong)amount));
  addStmtToIRSB(out, IRStmt_Store(Iend_LE, variable, sum));
}

/* The counter of a block for the running thread. */
static IRExpr *counter_of(IRSB *out, UInt block) {
  IRExpr *counts = spy_ir_load(out, Ity_I64, &spy_vectors_counts);
  return spy_ir_binary(out, Ity_I64, Iop_Add64, counts, spy_ir_word((ULong)block * sizeof *spy_vectors_counts));
}

static void add_counts(IRSB *out, piece *p) {
  if (p->instructions == 0) return;
  add_to(out, counter_of(out, spy_vectors_block(p->start)), p->instructions);
  add_to(out, spy_ir_word((Addr)&spy_vectors_left), -(Long)p->instructions);
  p->instructions = 0;
}

static IRSB *count(const IRSB *in, Int first) {
  IRSB *out = deepCopyIRSBExceptStmts(in);
  piece p = {0};
  for (Int i = 0; i < in->stmts_used; i++) {
    IRStmt *st = in->stmts[i];
    /* The interval can be over at the start of a block. */
    if (i == first) {
      IRExpr *left = spy_ir_load(out, Ity_I64, &spy_vectors_left);
      IRDirty *next = spy_ir_call("spy_vectors_next", &spy_vectors_next, mkIRExprVec_0());
      next->guard = spy_ir_binary(out, Ity_I1, Iop_CmpLE64S, left, spy_ir_word(0));
      addStmtToIRSB(out, IRStmt_Dirty(next));
    }
    if (st->tag == Ist_IMark && p.instructions++ == 0) p.start = st->Ist.IMark.addr;
    if (st->tag == Ist_Exit) add_counts(out, &p);
    addStmtToIRSB(out, st);
  }
  add_counts(out, &p);
  return out;
}

IRSB *spy_counted(VgCallbackClosure *closure, IRSB *in, const VexGuestLayout *layout, const VexGuestExtents *extents,
                  const VexArchInfo *host, IRType guest_word, IRType host_word) {
  IRSB *block = spy_instrument(closure, in, layout, extents, host, guest_word, host_word);
  if (!spy_vectors_are_wanted()) return block;
  Int i = 0;
  while (i < block->stmts_used && block->stmts[i]->tag != Ist_IMark) i++;
  const Int first = i;
  if (first == block->stmts_used) return block;
  return count(block, first);
}
