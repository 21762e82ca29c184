/* spy_report.c: see spy_report.h.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "memspy/translate/spy_report.h"

#include "memspy/core/spy_platform.h"
#include "memspy/memory/spy_wrapper.h"
#include "memspy/record/spy_queue.h"
#include "memspy/sample/spy_sample.h"
#include "memspy/translate/spy_ir.h"

/* The tool unwinds the stack, and appends to the thread's queue. */
IRSB *spy_report_add(IRSB *block, Int shadow) {
  IRDirty *report = spy_ir_call("spy_wrapper_reports", &spy_wrapper_reports, mkIRExprVec_1(IRExpr_GSPTR()));
  spy_ir_add_effect(report, Ifx_Read, SPY_GUEST_REQUEST, 8);
  spy_ir_add_effect(report, Ifx_Read, SPY_GUEST_STACK_POINTER, 8);
  spy_ir_add_effect(report, Ifx_Read, SPY_GUEST_FRAME_POINTER, 8);
  spy_ir_add_effect(report, Ifx_Read, SPY_GUEST_IP, 8);
  spy_ir_add_effect(report, Ifx_Modify, shadow + SPY_CURSOR_OFFSET, 8);
  spy_ir_add_effect(report, Ifx_Modify, shadow + SPY_SAMPLE_OFFSET, 8);
  addStmtToIRSB(block, IRStmt_Put(SPY_GUEST_IP, block->next));
  addStmtToIRSB(block, IRStmt_Dirty(report));
  block->jumpkind = Ijk_Boring;
  return block;
}
