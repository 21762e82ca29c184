/* fake_core.c: see fake_core.h.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "tests/memspy/fake_core.h"

#include "memspy/core/spy_core.h"
#include "memspy/core/spy_platform.h"
#include "tests/memspy/fake_libc.h"
#include "tests/memspy/trial.h"

fake_core_state fake_core;

UInt VG_N_THREADS = FAKE_THREADS;
int VG_(clo_fair_sched);

/* ---- the base ---- */

void VG_(assert_fail)(Bool is_core, const HChar *expression, const HChar *file, Int line, const HChar *function,
                      const HChar *format, ...) {
  (void)is_core, (void)function, (void)format;
  trial_fail("assertion failed: %s:%d: %s", file, line, expression);
}

void *VG_(malloc)(const HChar *cc, SizeT bytes) {
  (void)cc;
  return fake_malloc(bytes);
}

void *VG_(calloc)(const HChar *cc, SizeT n, SizeT bytes) {
  (void)cc;
  return fake_calloc(n * bytes);
}

void *VG_(realloc)(const HChar *cc, void *block, SizeT bytes) {
  (void)cc;
  return fake_realloc(block, bytes);
}

void VG_(free)(void *block) { fake_free(block); }

void *VG_(memset)(void *to, Int byte, SizeT bytes) {
  fake_fill(to, byte, bytes);
  return to;
}

void *VG_(memcpy)(void *to, const void *from, SizeT bytes) {
  fake_copy(to, from, bytes);
  return to;
}

Int VG_(memcmp)(const void *a, const void *b, SizeT bytes) { return __builtin_memcmp(a, b, bytes); }

void *VG_(memmove)(void *to, const void *from, SizeT bytes) {
  fake_copy(to, from, bytes);
  return to;
}

/* ---- memory ---- */

#if SHADOW_ALLOC_REPORTS_ERRORS
SysRes VG_(am_shadow_alloc)(SizeT bytes) { return (SysRes){._val = (UWord)fake_pages(bytes)}; }

void VG_(out_of_memory_NORETURN)(const HChar *who, SizeT bytes, UWord error) {
  trial_fail("no memory: %s, %lu, %lu", who, bytes, error);
}
#else
void *VG_(am_shadow_alloc)(SizeT bytes) { return fake_pages(bytes); }

void VG_(out_of_memory_NORETURN)(const HChar *who, SizeT bytes) { trial_fail("no memory: %s, %lu", who, bytes); }
#endif

SysRes VG_(am_munmap_valgrind)(Addr start, SizeT bytes) {
  fake_unmap((void *)start, bytes);
  return (SysRes){0};
}

Bool VG_(am_is_valid_for_client)(Addr start, SizeT bytes, UInt prot) {
  (void)prot;
  return fake_core.invalid == 0 || start >> 12 != fake_core.invalid >> 12 || bytes == 0;
}

/* ---- threads ---- */

static UChar shadows[FAKE_THREADS][FAKE_SHADOW_BYTES];

void VG_(get_shadow_regs_area)(ThreadId tid, UChar *to, Int shadow, PtrdiffT offset, SizeT bytes) {
  tl_assert(shadow == 1 && offset + (Word)bytes <= FAKE_SHADOW_BYTES);
  fake_copy(to, &shadows[tid][offset], bytes);
}

void VG_(set_shadow_regs_area)(ThreadId tid, Int shadow, PtrdiffT offset, SizeT bytes, const UChar *from) {
  tl_assert(shadow == 1 && offset + (Word)bytes <= FAKE_SHADOW_BYTES);
  fake_copy(&shadows[tid][offset], from, bytes);
}

Addr VG_(get_IP)(ThreadId tid) { return fake_core.ip[tid]; }
Bool VG_(is_exiting)(ThreadId tid) { return fake_core.exiting[tid]; }
void __real_vgPlain_poll_signals(ThreadId tid) { fake_core.polls[tid]++; }
Int __real_vgPlain_gettid(void) {
  fake_core.asked_thread++;
  return (Int)fake_core.host_thread;
}
UInt VG_(get_StackTrace)(ThreadId tid, Addr *code, UInt most, Addr *stack, Addr *frames, Word first) {
  (void)tid, (void)code, (void)most, (void)stack, (void)frames, (void)first;
  return 0;
}
void VG_(get_and_pp_StackTrace)(ThreadId tid, UInt most) { (void)tid, (void)most; }

/* ---- the host ---- */

void VG_(clock_gettime)(struct vki_timespec *time, vki_clockid_t clock) {
  const ULong ns = clock == VKI_CLOCK_REALTIME ? fake_core.realtime_ns : fake_core.monotonic_ns;
  time->tv_sec = (Long)(ns / 1000000000);
  time->tv_nsec = (Long)(ns % 1000000000);
}

static ULong *kept_to(void) { return &fake_core.kept_to[fake_core.host_thread]; }

/* Executes a system call about processors. Returns 0 if it is another call, else 1 more than its result. The thread is
 * always on the last processor that it may use. */
static UWord ask_processors(UWord number, UWord a, UWord b, UWord c) {
  const ULong may = *kept_to() != 0 ? *kept_to() : fake_core.processors;
  switch (number) {
    case SPY_SYS_GETCPU: *(UInt *)a = 63 - (UInt)__builtin_clzll(may); return 1;
    case SPY_SYS_CLOCK_GETTIME:
      ((struct vki_timespec *)b)->tv_sec = (Long)(fake_core.used_ns / 1000000000);
      ((struct vki_timespec *)b)->tv_nsec = (Long)(fake_core.used_ns % 1000000000);
      return 1;
    case SPY_SYS_GETAFFINITY: *(ULong *)c = may; return 1 + sizeof may;
    case SPY_SYS_SETAFFINITY:
      tl_assert(b == sizeof may && (*(ULong *)c & ~fake_core.processors) == 0 && *(ULong *)c != 0);
      *kept_to() = *(ULong *)c;
      fake_core.choices++;
      return 1;
    default: return 0;
  }
}

SysRes VG_(do_syscall)(UWord number, RegWord a, RegWord b, RegWord c, RegWord d, RegWord e, RegWord f, RegWord g,
                       RegWord h) {
  (void)d, (void)e, (void)f, (void)g, (void)h;
  const UWord asked = ask_processors(number, a, b, c);
  if (asked != 0) return (SysRes){._val = asked - 1};
  if (number != SPY_SYS_YIELD) trial_fail("system call %lu", number);
  return (SysRes){0};
}

Bool spy_core_signals(Int host_thread, const HChar *set, ULong *signals) {
  (void)host_thread, (void)set;
  *signals = fake_core.pending_signals;
  return True;
}

Int spy_core_longest_block(void) { return FAKE_LONGEST_BLOCK; }

ULong spy_core_pending_signals(void) { return fake_core.pending_signals; }
ULong spy_core_blocked_signals(ThreadId tid) { return fake_core.blocked[tid]; }

UInt VG_(read_millisecond_timer)(void) { return (UInt)(fake_core.monotonic_ns / 1000000); }

SysRes VG_(stat)(const HChar *path, struct vg_stat *file) {
  (void)path, (void)file;
  return (SysRes){._val = VKI_ENOENT, ._isError = True};
}

/* ---- text ---- */

Bool VG_(clo_stats);

Int VG_(strcmp)(const HChar *a, const HChar *b) { return fake_compare(a, b); }
HChar *VG_(strstr)(const HChar *text, const HChar *part) { return fake_find(text, part); }

UInt VG_(umsg)(const HChar *format, ...) {
  (void)format;
  return 0;
}

UInt VG_(dmsg)(const HChar *format, ...) {
  (void)format;
  return 0;
}

UInt VG_(gdb_printf)(const HChar *format, ...) {
  (void)format;
  return 0;
}
