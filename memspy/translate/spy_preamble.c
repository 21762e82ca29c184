/* spy_preamble.c: see spy_preamble.h. SPDX-License-Identifier: GPL-2.0-or-later */
#include "memspy/translate/spy_preamble.h"

#include "memspy/core/spy_platform.h"
#include "memspy/sample/spy_alias.h"
#include "memspy/translate/spy_ir.h"

void spy_preamble_add(IRSB *out, const IRSB *in, Int n, Addr start, Addr code) {
  const Bool elsewhere = spy_alias_address(start) != start;
  for (Int i = 0; i < n; i++) {
    IRStmt *st = elsewhere ? spy_alias_preamble(in->stmts[i], start, code) : in->stmts[i];
    if (st) addStmtToIRSB(out, st);
  }
  if (elsewhere) addStmtToIRSB(out, IRStmt_Put(SPY_GUEST_IP, spy_ir_word(code)));
}

IRSB *spy_preamble_replace(const IRSB *in, Int n, Addr start, Addr code) {
  IRSB *out = deepCopyIRSBExceptStmts(in);
  spy_preamble_add(out, in, n, start, code);
  for (Int i = n; i < in->stmts_used; i++) addStmtToIRSB(out, in->stmts[i]);
  return out;
}
