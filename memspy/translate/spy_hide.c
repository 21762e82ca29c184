/* spy_hide.c: see spy_hide.h.
 *
 * A request that is not served returns its default value, which the program has put into the result's register. That of
 * RUNNING_ON_VALGRIND is 0.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "memspy/translate/spy_hide.h"

#include <valgrind/valgrind.h>

#include "memspy/core/spy_platform.h"
#include "memspy/setup/spy_options.h"
#include "memspy/translate/spy_ir.h"

void spy_hide_add_end(IRSB *out) {
  if (out->jumpkind != SPY_REQUEST_JUMP || spy_options_get()->valgrind_visible) return;
  IRExpr *arguments = spy_ir_get(out, Ity_I64, SPY_GUEST_REQUEST);
  IRExpr *number = spy_ir_assign(out, Ity_I64, IRExpr_Load(Iend_LE, Ity_I64, arguments));
  IRExpr *asks = spy_ir_binary(out, Ity_I1, Iop_CmpEQ64, number, spy_ir_word(VG_USERREQ__RUNNING_ON_VALGRIND));
  addStmtToIRSB(out, IRStmt_Exit(asks, Ijk_Boring, IRConst_U64(out->next->Iex.Const.con->Ico.U64), SPY_GUEST_IP));
}
