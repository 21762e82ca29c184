/* spy_host_wait.c: see spy_host_wait.h. SPDX-License-Identifier: GPL-2.0-or-later */
#include "memspy/core/spy_host_wait.h"

#include "memspy/core/spy_core.h"
#include "memspy/core/spy_platform.h"

void spy_host_wait(volatile Int *word, Int value, Int ms) {
  const struct vki_timespec time = {.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000L};
  spy_core_syscall(SPY_SYS_FUTEX, (UWord)word, VKI_FUTEX_WAIT | VKI_FUTEX_PRIVATE_FLAG, (UWord)value,
                   ms < 0 ? 0 : (UWord)&time, 0, 0);
}

void spy_host_wake(volatile Int *word) {
  spy_core_syscall(SPY_SYS_FUTEX, (UWord)word, VKI_FUTEX_WAKE | VKI_FUTEX_PRIVATE_FLAG, 0x7fffffff, 0, 0, 0);
}
