/* spy_core.c: see spy_core.h. SPDX-License-Identifier: GPL-2.0-or-later */
#include "memspy/core/spy_core.h"

#include "memspy/core/spy_platform.h"

static void expect(Bool holds, const HChar *what) {
  if (holds) return;
  VG_(fmsg)("memspy does not know this version of Valgrind's core: %s\n", what);
  VG_(exit)(1);
}

static Bool is_status(spy_core_status status, const HChar *name) {
  return VG_(strcmp)(VG_(name_of_ThreadStatus)(status), name) == 0;
}

static Int limit; /* maximum number of instructions in a block; 0: the number that the user chose */

static Bool is_copied(void) {
  const VexControl *of = &VG_(clo_vex_control);
  return vex_control.iropt_level == of->iropt_level && vex_control.guest_chase == of->guest_chase &&
         (limit != 0 || (vex_control.guest_max_insns == of->guest_max_insns &&
                         vex_control.iropt_unroll_thresh == of->iropt_unroll_thresh));
}

/* Returns whether the core lists symbols as this header declares: in an object with symbols, the last symbol must have
 * a name, a size and an address. */
static Bool has_symbol(const DebugInfo *info) {
  const Int n = VG_(DebugInfo_syms_howmany)(info);
  spy_core_addresses symbol = {0};
  UInt bytes = 0;
  const HChar *name = NULL;
  if (n == 0) return True;
  VG_(DebugInfo_syms_getidx)(info, n - 1, &symbol, &bytes, &name, NULL, NULL, NULL, NULL);
  return name && name[0] != '\0' && bytes > 0 && VG_(am_find_nsegment)(symbol.main);
}

void spy_core_check(void) {
  expect(is_status(SPY_CORE_WAITS_IN_KERNEL, "VgTs_WaitSys") && is_status(SPY_CORE_YIELDS, "VgTs_Yielding"),
         "the numbers of threads' states");
  for (const DebugInfo *info = VG_(next_DebugInfo)(NULL); info; info = VG_(next_DebugInfo)(info))
    expect(has_symbol(info), "how it lists symbols");
}

void spy_core_chase(void) {
  expect(is_copied(), "where VEX has its options");
  vex_control.guest_chase = True;
}

Int spy_core_limit_block(Int instructions) {
  const VexControl *of = &VG_(clo_vex_control);
  const Int before = limit;
  limit = instructions;
  vex_control.guest_max_insns = limit != 0 ? limit : of->guest_max_insns;
  vex_control.iropt_unroll_thresh = limit == 1 ? 0 : of->iropt_unroll_thresh;
  return before;
}

Int spy_core_longest_block(void) { return VG_(clo_vex_control).guest_max_insns; }

ULong spy_core_pending_signals(void) {
  ULong pending = 0;
  spy_core_syscall(SPY_SYS_SIGPENDING, (UWord)&pending, sizeof pending, 0, 0, 0, 0);
  return pending;
}

ULong spy_core_blocked_signals(ThreadId tid) {
  vki_sigset_t set = {{0}};
  _Static_assert(sizeof set == sizeof(ULong), "a bit for each of 64 signals");
  VG_(do_sys_sigprocmask)(tid, VKI_SIG_SETMASK, NULL, &set);
  return set.sig[0];
}

/* Reads /proc/self/task/TID/status. In this text, the line of the user's groups comes before the lines of the signals,
 * and can have some thousands of bytes. */
Bool spy_core_signals(Int host_thread, const HChar *set, ULong *signals) {
  enum { STATUS_BYTES = 32768, DIGITS = 16 };
  HChar path[64], key[16], text[STATUS_BYTES], *end;
  VG_(sprintf)(path, "/proc/self/task/%d/status", host_thread);
  VG_(sprintf)(key, "\n%s:", set);
  const SysRes file = VG_(open)(path, VKI_O_RDONLY, 0);
  if (sr_isError(file)) return False;
  const Int n = VG_(read)((Int)sr_Res(file), text, sizeof text - 1);
  VG_(close)((Int)sr_Res(file));
  text[n > 0 ? n : 0] = '\0';
  const HChar *line = VG_(strstr)(text, key);
  if (!line) return False;
  *signals = (ULong)VG_(strtoull16)(line + VG_(strlen)(key), &end);
  return *end == '\n' && end >= line + VG_(strlen)(key) + DIGITS;
}
