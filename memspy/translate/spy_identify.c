/* spy_identify.c: see spy_identify.h.
 *
 * VEX executes the instruction by one of several functions of its own, depending on the host. The tool's function gets
 * the address and the arguments of VEX's function, and calls it.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "memspy/translate/spy_identify.h"

#include "memspy/core/spy_platform.h"
#include "memspy/machine/spy_cpuid.h"
#include "memspy/machine/spy_topology.h"
#include "memspy/schedule/spy_thread.h"
#include "memspy/translate/spy_ir.h"

static void identify(spy_guest *guest, HWord function, HWord first, HWord second, HWord third) {
  const spy_cpuid_helper helper = {function, {first, second, third}};
  spy_cpuid_execute(&helper, guest, spy_machine_is_visible() ? spy_schedule_target(VG_(get_running_tid)()) : 0);
}

static HWord constant(const IRExpr *e) {
  tl_assert(e->tag == Iex_Const && e->Iex.Const.con->tag == Ico_U64);
  return e->Iex.Const.con->Ico.U64;
}

void spy_identify_replace(IRStmt *st) {
  if (st->tag != Ist_Dirty) return;
  IRDirty *call = st->Ist.Dirty.details;
  if (VG_(strncmp)(call->cee->name, SPY_IDENTIFY_HELPER, sizeof SPY_IDENTIFY_HELPER - 1) != 0) return;
  spy_cpuid_helper helper = {(HWord)call->cee->addr, {0}};
  for (UInt i = 0; i < SPY_CPUID_ARGUMENTS && call->args[1 + i]; i++) helper.arguments[i] = constant(call->args[1 + i]);
  spy_cpuid_note(&helper);
  const HWord *const a = helper.arguments;
  call->cee = mkIRCallee(0, "spy_identify", VG_(fnptr_to_fnentry)(&identify));
  call->args = mkIRExprVec_5(call->args[0], spy_ir_word(helper.function), spy_ir_word(a[0]), spy_ir_word(a[1]),
                             spy_ir_word(a[2]));
}
