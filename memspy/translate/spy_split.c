/* spy_split.c: see spy_split.h.
 *
 * VEX has removed values that the second part overwrites, so the block cannot be cut here. VEX makes the shorter block
 * itself: its limit of instructions is lowered for the next translation, which has the same start.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "memspy/translate/spy_split.h"

#include "memspy/core/spy_core.h"
#include "memspy/core/spy_platform.h"
#include "memspy/names/spy_code.h"
#include "memspy/sample/spy_alias.h"
#include "memspy/sample/spy_sample.h"
#include "memspy/setup/spy_options.h"
#include "memspy/setup/spy_state.h"
#include "memspy/translate/spy_ir.h"

/* Returns whether a value is the stack pointer, possibly with a constant added: the addresses of calls and frames. */
static Bool is_stack(const IRExpr *value, const Bool *stack) {
  for (; value->tag == Iex_Binop; value = value->Iex.Binop.arg1)
    if (value->Iex.Binop.arg2->tag != Iex_Const) return False;
  return value->tag == Iex_RdTmp ? stack[value->Iex.RdTmp.tmp]
                                 : value->tag == Iex_Get && value->Iex.Get.offset == SPY_GUEST_STACK_POINTER;
}

/* Returns whether other threads can see the effect of a statement: a store, or an atomic instruction. */
static Bool is_seen(const IRStmt *st, const Bool *stack) {
  return st->tag == Ist_CAS || st->tag == Ist_LLSC || (st->tag == Ist_Store && !is_stack(st->Ist.Store.addr, stack));
}

/* Returns the number of instructions before the first atomic instruction that must begin a block, or 0 if there is
 * none. A repeated instruction belongs to a loop that VEX has unrolled. */
static Int length_before(const IRSB *in) {
  Bool *stack = VG_(calloc)("spy.split", (SizeT)in->tyenv->types_used + 1, sizeof *stack);
  Int n = 0, seen_at = 0;
  Addr first = 0;
  Int found = 0;
  for (Int i = 0; i < in->stmts_used && found == 0; i++) {
    const IRStmt *st = in->stmts[i];
    if (st->tag == Ist_IMark) {
      if (n++ == 0)
        first = st->Ist.IMark.addr;
      else if (st->Ist.IMark.addr == first)
        break;
    }
    if (st->tag == Ist_WrTmp) stack[st->Ist.WrTmp.tmp] = is_stack(st->Ist.WrTmp.data, stack);
    if (!is_seen(st, stack)) continue;
    if (st->tag != Ist_Store && seen_at != 0 && seen_at < n) found = n - 1;
    if (seen_at == 0) seen_at = n;
  }
  VG_(free)(stack);
  return found;
}

/* As length_before(), if a debugger can stop the program. */
static Int length_to_stop(const IRSB *in) {
  Int n = 0;
  for (Int i = 0; i < in->stmts_used; i++) n += in->stmts[i]->tag == Ist_IMark;
  return n > 1 ? 1 : 0;
}

/* Returns the number of instructions before the first one that must not be in the same block, or 0 if there is none.
 * Blocks are in one function. Blocks are divided in the same way with --callers=no. Otherwise, the counts would
 * differ, because VEX removes loads whose values their block does not use. With functions of --toggle-collect,
 * blocks are completely in the body of an inlined one, or not at all. */
static Int length_of_function(const IRSB *in) {
  Int n = 0;
  UInt function = 0;
  Bool in_body = False;
  const Bool divides = !spy_sample_is_on();
  if ((!divides && spy_options_get()->n_toggles == 0) || spy_stopped()) return 0;
  spy_place_begin();
  for (Int i = 0; i < in->stmts_used; i++) {
    const IRStmt *st = in->stmts[i];
    if (st->tag != Ist_IMark) continue;
    const Addr address = st->Ist.IMark.addr;
    const UInt own = bin_table_get_place(spy_table, spy_place_of(address, st->Ist.IMark.len))->function;
    const Bool is_in_body = spy_is_in_toggle_body(address);
    const Bool other = divides && (own != function || spy_begins_function(address));
    if (n++ != 0 && (other || is_in_body != in_body)) return n - 1;
    function = own;
    in_body = is_in_body;
  }
  return 0;
}

static Int shorter(Int a, Int b) { return a == 0 || (b != 0 && b < a) ? b : a; }

/* A plain block of a sampled run is not split: its alias is another translation of the same code, and each would
 * discard the other. */
static Bool stays_whole(Addr start) {
  return spy_stopped() || (spy_sample_is_on() && !spy_is_alias(start)) || !spy_is_exact();
}

/* Returns a block that causes the code at the start to be translated again, with n instructions (0: no limit). The
 * statements before the first instruction are executed when the start is entered again. */
static IRSB *translate_again(const IRSB *in, Addr start, Addr code, Int n) {
  spy_core_limit_block(n);
  IRSB *out = deepCopyIRSBExceptStmts(in);
  addStmtToIRSB(out, IRStmt_Put(SPY_GUEST_FORGET_START, spy_ir_word(code)));
  addStmtToIRSB(out, IRStmt_Put(SPY_GUEST_FORGET_BYTES, spy_ir_word(1)));
  out->jumpkind = Ijk_InvalICache;
  out->next = spy_ir_word(spy_alias_entry(start, code));
  return out;
}

IRSB *spy_split(const IRSB *in, Addr start, const VexGuestExtents *extents, Bool is_debugged) {
  const Addr code = extents->base[0];
  const Int limit = spy_core_limit_block(0);
  Int n = 0;
  if (is_debugged && spy_is_alias(start) && code != spy_alias_address(start))
    return limit == 0 ? NULL : translate_again(in, start, code, 0);
  if (is_debugged)
    n = limit == 1 ? 0 : length_to_stop(in);
  else if (limit == 0)
    n = shorter(stays_whole(start) ? 0 : length_before(in), length_of_function(in));
  return n != 0 ? translate_again(in, start, code, n) : NULL;
}
