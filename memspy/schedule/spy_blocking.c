/* spy_blocking.c: see spy_blocking.h. Wraps a function of the core (memspy/local.mk).
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "memspy/schedule/spy_blocking.h"

#include "memspy/core/spy_core.h"
#include "memspy/core/spy_platform.h"
#include "memspy/schedule/spy_ipc_waits.h"
#include "memspy/schedule/spy_lock.h"
#include "memspy/schedule/spy_thread.h"

/* For a call that waits for another process or for the kernel. It is always treated as blocking, because a signal must
 * always be able to interrupt it. */
static Bool blocks_always(const UWord *arguments) {
  (void)arguments;
  return True;
}

/* For a call that only another thread of this process can delay for a long time. */
static Bool blocks_with_others(const UWord *arguments) {
  (void)arguments;
  return spy_schedule_has_threads();
}

static Bool blocks_at_lock(const UWord *arguments) { return spy_ipc_is_waiting_lock(arguments[1]); }

/* For a system call that the core makes before the tool can intervene. The caller compares its table entry with this
 * function. */
static Bool blocks_unhelped(const UWord *arguments) {
  (void)arguments;
  return False;
}

static Bool (*const rows[])(const UWord *arguments) = {
#define blocks_never NULL
#define SYSCALL(number, blocks, waits, lets_go, answer, path, before, after) [number] = blocks_##blocks,
#include "memspy/core/spy_syscalls.def"
#undef SYSCALL
#undef blocks_never
};
enum { N_ROWS = sizeof rows / sizeof rows[0] };

Bool spy_blocking_knows(UInt number) { return __real_vgModuleLocal_get_linux_syscall_entry(number) != NULL; }

static void before(ThreadId tid, void *layout, spy_core_call *call, spy_core_call_status *status, UWord *flags) {
  const UInt number = (UInt)call->number;
  if (rows[number] == blocks_unhelped) spy_lock_watch();
  __real_vgModuleLocal_get_linux_syscall_entry(number)->before(tid, layout, call, status, flags);
  if (status->what == SPY_CORE_ASKS_KERNEL && !(*flags & SPY_CORE_WRITES_NO_RESULT) && rows[number](call->arguments))
    *flags |= SPY_CORE_MAY_BLOCK;
}

spy_core_call_entry *__wrap_vgModuleLocal_get_linux_syscall_entry(UInt number) {
  static spy_core_call_entry ours[N_ROWS];
  spy_core_call_entry *theirs = __real_vgModuleLocal_get_linux_syscall_entry(number);
  if (!theirs || number >= N_ROWS || !rows[number]) return theirs;
  ours[number] = (spy_core_call_entry){before, theirs->after};
  return &ours[number];
}
