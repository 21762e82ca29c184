/* spy_alias.c: see spy_alias.h.
 *
 * Wraps the core's function that looks up redirections (memspy/local.mk), and two functions that convert addresses for
 * the debugger, since the debugger only has addresses of the program.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "memspy/sample/spy_alias.h"

#include "memspy/core/spy_core.h"
#include "memspy/core/spy_platform.h"
#include "memspy/names/spy_allocators.h"
#include "memspy/setup/spy_state.h"

/* The core has looked up a redirection. If it passes NULL as `is_wrap`, it checks whether a block can be extended to an
 * address. A block cannot be extended if the address is redirected. */
static Bool asked;
static Bool came; /* the debugger was attached */

Addr __wrap_vgPlain_redir_do_lookup(Addr address, Bool *is_wrap) {
  asked = True;
  if (!is_wrap && !spy_stopped() && spy_allocator_is_watched(address)) return 0;
  if (LIKELY(!spy_is_original(address))) return __real_vgPlain_redir_do_lookup(spy_alias_address(address), is_wrap);
  *is_wrap = False;
  return spy_alias_address(address);
}

void spy_alias_check(void) {
  if (LIKELY(asked)) return;
  VG_(fmsg)
  ("memspy does not know this version of Valgrind's core: where code is redirected to\n");
  VG_(exit)(1);
}

static void set_ip(ThreadId tid, Addr address) {
  VG_(set_shadow_regs_area)(tid, 0, SPY_GUEST_IP, sizeof address, (const UChar *)&address);
}

void spy_alias_leave(ThreadId tid) {
  const Addr alias = VG_(get_IP)(tid), address = spy_alias_address(alias);
  if (address != alias) set_ip(tid, address);
}

void spy_alias_discarded(Addr start, Addr code) {
  if (code == start) return;
  for (UInt i = 0; i < SPY_CORE_FAST_CACHE_WORDS; i += 2)
    if (VG_(tt_fast)[i] == start) VG_(tt_fast)[i] = SPY_CORE_NO_ADDRESS;
}

/* When a debugger steps a thread, the core passes the thread's address, which can be an alias. */
void __wrap_vgPlain_discard_translations(Addr start, ULong bytes, const HChar *who) {
  __real_vgPlain_discard_translations(spy_alias_address(start), bytes, who);
}

/* The thread can be at an alias that the core has not looked up yet. If the core chained a jump to the plain address
 * instead, this jump would always end recording. */
void __wrap_vgPlain_gdbserver(ThreadId tid) {
  const Addr alias = tid != VG_INVALID_THREADID ? VG_(get_IP)(tid) : 0;
  if (alias != 0) spy_alias_leave(tid);
  came |= alias != 0;
  __real_vgPlain_gdbserver(tid);
  if (alias != 0 && VG_(get_IP)(tid) == spy_alias_address(alias)) set_ip(tid, alias);
}

Bool spy_alias_debugger_came(void) { return came; }

Addr spy_alias_entry(Addr start, Addr code) {
  Bool is_wrap;
  if (spy_is_original(start) || code != spy_alias_address(start)) return start;
  return __real_vgPlain_redir_do_lookup(code, &is_wrap) == code ? start : spy_original_of(start);
}

IRStmt *spy_alias_preamble(IRStmt *st, Addr alias, Addr code) {
  if (st->tag != Ist_Put || st->Ist.Put.offset != SPY_GUEST_CALLED_AS) return st;
  if (code == spy_alias_address(alias)) return NULL; /* the block is not redirected */
  const IRExpr *value = st->Ist.Put.data;
  const Bool names_it = value->tag == Iex_Const && value->Iex.Const.con->Ico.U64 == alias;
  return names_it ? IRStmt_Put(st->Ist.Put.offset, IRExpr_Const(IRConst_U64(spy_alias_address(alias)))) : st;
}
