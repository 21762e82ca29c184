/* spy_core_plain.h: in place of what a core lacks (spy_core.h): nothing that could be asked for.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef MEMSPY_SPY_CORE_PLAIN_H
#define MEMSPY_SPY_CORE_PLAIN_H

#include "memspy/core/spy_valgrind.h"

enum { SPY_CORE_TRY_FAIR };
static int vgPlain_clo_fair_sched __attribute__((unused));

typedef enum { SPY_CORE_WAITS_IN_KERNEL } spy_core_status;

static inline void vgPlain_release_BigLock(ThreadId tid, spy_core_status status, const HChar *who) {
  (void)tid, (void)status, (void)who;
  tl_assert(0);
}

static inline void vgPlain_acquire_BigLock(ThreadId tid, const HChar *who) {
  (void)tid, (void)who;
  tl_assert(0);
}

enum { SPY_CORE_CALLS = 0 };

static inline SysRes vgPlain_do_syscall(UWord number, RegWord a, RegWord b, RegWord c, RegWord d, RegWord e, RegWord f,
                                        RegWord g, RegWord h) {
  (void)number, (void)a, (void)b, (void)c, (void)d, (void)e, (void)f, (void)g, (void)h;
  tl_assert(0);
}

static inline Int vgPlain_safe_fd(Int fd) { return fd; }

static inline Bool vgPlain_am_addr_is_in_extensible_client_stack(Addr address) {
  (void)address;
  return False;
}

enum { SPY_CORE_FORGETS = 0 };

static inline void vgPlain_discard_translations(Addr start, ULong bytes, const HChar *who) {
  (void)start, (void)bytes, (void)who;
  tl_assert(0);
}

static inline void vgPlain_di_notify_munmap(Addr start, SizeT bytes) {
  (void)start, (void)bytes;
  tl_assert(0);
}

static VexControl vex_control __attribute__((unused));

static inline Bool vgPlain_extend_stack(ThreadId tid, Addr address) {
  (void)tid, (void)address;
  return False;
}

typedef struct {
  Addr main;
} spy_core_addresses;

static inline Int vgPlain_DebugInfo_syms_howmany(const DebugInfo *info) {
  (void)info;
  return 0;
}

static inline void vgPlain_DebugInfo_syms_getidx(const DebugInfo *info, Int number, spy_core_addresses *addresses,
                                                 UInt *bytes, const HChar **name, const HChar ***other_names,
                                                 Bool *is_code, Bool *is_indirect, Bool *is_global) {
  (void)info, (void)number, (void)addresses, (void)bytes, (void)name, (void)other_names, (void)is_code,
      (void)is_indirect, (void)is_global;
  tl_assert(0);
}

#endif
