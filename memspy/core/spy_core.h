/* spy_core.h: what the tool uses of Valgrind's core beyond the interface for tools.
 *
 * Most are symbols of libcoregrind, declared here because the headers that declare them are not installed.
 * `configure` checks that the installed library has them (m4/valgrind.m4). The scheduler's lock is a table of functions
 * that the linker takes from us instead of from the library; its layout is that of Valgrind 3.19 to 3.27.
 * Where the interface for tools differs between versions, the function that hides it is here, too.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef MEMSPY_SPY_CORE_H
#define MEMSPY_SPY_CORE_H

#include "memspy/core/spy_valgrind.h"

/* The functions of the lock that each thread holds while it runs the program's code or Valgrind's. */
struct sched_lock;
struct sched_lock_ops {
  const HChar *(*get_sched_lock_name)(void);
  struct sched_lock *(*create_sched_lock)(void);
  void (*destroy_sched_lock)(struct sched_lock *lock);
  int (*get_sched_lock_owner)(struct sched_lock *lock); /* id of the host's thread; 0: none */
  void (*acquire_sched_lock)(struct sched_lock *lock);
  void (*release_sched_lock)(struct sched_lock *lock);
};

/* The lock that the core uses when VG_(clo_fair_sched) says so. In a tool that leaves the threads to the core (the core
 * has no such lock, or --disable-exact-interleaving) the linker does not take ours: it goes by another name. */
#if !EXACT_INTERLEAVING
#define vgModuleLocal_linux_ticket_lock_ops spy_core_unused_lock_ops
#endif
extern const struct sched_lock_ops vgModuleLocal_linux_ticket_lock_ops;

enum { SPY_CORE_UNFAIR, SPY_CORE_FAIR, SPY_CORE_TRY_FAIR };
extern int VG_(clo_fair_sched); /* an enumeration of those */

/* States of a thread that does not hold the lock. */
typedef enum { SPY_CORE_WAITS_IN_KERNEL = 3, SPY_CORE_YIELDS = 4 } spy_core_status;
extern const HChar *VG_(name_of_ThreadStatus)(spy_core_status status);
extern void VG_(release_BigLock)(ThreadId tid, spy_core_status status, const HChar *who);
extern void VG_(acquire_BigLock)(ThreadId tid, const HChar *who);

/* Whether a thread, which exists, is to end as soon as it has the lock, or is just ending. */
extern Bool VG_(is_exiting)(ThreadId tid);

/* --trace-syscalls */
extern Bool VG_(clo_trace_syscalls);

/* Calls the system, for the tool. */
extern SysRes VG_(do_syscall)(UWord number, RegWord a, RegWord b, RegWord c, RegWord d, RegWord e, RegWord f, RegWord g,
                              RegWord h);

/* The core's table of the program's system calls: what it does before a call and after it. Before: it fills in the
 * status, and flags for a call that the kernel is to make. NULL: the core does not know the call. Ours in its place
 * (schedule/spy_blocking.c). */
typedef struct {
  UWord number, arguments[8];
} spy_core_call;
typedef struct {
  Int what; /* SPY_CORE_ASKS_KERNEL, or the core has answered */
} spy_core_call_status;
enum { SPY_CORE_ASKS_KERNEL = 2 };
enum { SPY_CORE_MAY_BLOCK = 1 << 1, SPY_CORE_WRITES_NO_RESULT = 1 << 5 };
typedef struct {
  void (*before)(ThreadId tid, void *layout, spy_core_call *call, spy_core_call_status *status, UWord *flags);
  void (*after)(ThreadId tid, spy_core_call *call, spy_core_call_status *status);
} spy_core_call_entry;
extern spy_core_call_entry *__real_vgModuleLocal_get_linux_syscall_entry(UInt number);
extern spy_core_call_entry *__wrap_vgModuleLocal_get_linux_syscall_entry(UInt number);

/* Moves a file descriptor out of the program's sight. */
extern Int VG_(safe_fd)(Int fd);

/* Makes the main thread's stack reach down to an address. */
extern Bool VG_(am_addr_is_in_extensible_client_stack)(Addr address);
extern Bool VG_(extend_stack)(ThreadId tid, Addr address);

/* Whether, and over how many frames, the unwinder merges calls of a function by itself (--merge-recursive-frames). */
extern Int VG_(clo_merge_recursive_frames);

/* Throws translations of code away, at any time: those that run are not touched; called through ours
 * (sample/spy_alias.c). Ends what is known of an object whose text overlaps a range, and its redirections. */
extern void VG_(discard_translations)(Addr start, ULong bytes, const HChar *who);
extern void __real_vgPlain_discard_translations(Addr start, ULong bytes, const HChar *who);
extern void __wrap_vgPlain_discard_translations(Addr start, ULong bytes, const HChar *who);
extern void VG_(di_notify_munmap)(Addr start, SizeT bytes);

/* Where an address is redirected to, or the address; *is_wrap: the code there calls the original. The linker gives the
 * core ours in its place (sample/spy_alias.c), which calls the core's own by the first name. */
extern Addr __real_vgPlain_redir_do_lookup(Addr address, Bool *is_wrap);
extern Addr __wrap_vgPlain_redir_do_lookup(Addr address, Bool *is_wrap);

/* Runs translated code from `code` on, until the thread has to come back; result: why, one of VEX_TRC_JMP_... or of
 * those below, and a word that belongs to it. In its place as well (run/spy_enter.c). */
enum {
  SPY_CORE_BORING = 29,
  SPY_CORE_FAST_MISS = 37,
  SPY_CORE_COUNTER_ZERO = 41,
  SPY_CORE_CHAIN_TO_SLOW = 49,
  SPY_CORE_CHAIN_TO_FAST = 51
};
#define SPY_CORE_SLICE_ENDED (~0u) /* the counter of events then: it goes from 0 to that */
extern void __real_vgPlain_disp_run_translations(HWord *result, volatile void *guest, Addr code);
extern void __wrap_vgPlain_disp_run_translations(HWord *result, volatile void *guest, Addr code);

/* What the core counts while translated code runs, and expects to be 0 when a thread begins to run it. */
extern UInt VG_(stats__n_xIndirs_32), VG_(stats__n_xIndir_hits1_32), VG_(stats__n_xIndir_hits2_32),
    VG_(stats__n_xIndir_hits3_32), VG_(stats__n_xIndir_misses_32);

/* Leaves translated code, from a signal's handler, for where the core began to run it. In its place as well
 * (run/spy_carry.c). */
extern void __real_VG_MINIMAL_LONGJMP(ULong *environment) __attribute__((noreturn));
extern void __wrap_VG_MINIMAL_LONGJMP(ULong *environment) __attribute__((noreturn));

/* Called by the handler of a fault of translated code before the fault is delivered. In its place as well. Returns
 * whether it is to be. */
extern Bool __real_vgPlain_gdbserver_report_signal(vki_siginfo_t *info, ThreadId tid);
extern Bool __wrap_vgPlain_gdbserver_report_signal(vki_siginfo_t *info, ThreadId tid);

/* What the program does about a signal; a pointer that is NULL is not asked for. */
extern SysRes VG_(do_sys_sigaction)(Int signal, const vki_sigaction_toK_t *next, vki_sigaction_fromK_t *before);

/* The translation of an address, if there is one. */
extern Bool VG_(search_transtab)(Addr *code, UInt *sector, UShort *number, Addr address, Bool update_cache);

/* Where jumps look translations up first: pairs of an address of the program, SPY_CORE_NO_ADDRESS: none, and of its
 * translation. */
enum { SPY_CORE_FAST_CACHE_WORDS = 65536, SPY_CORE_NO_ADDRESS = 1 };
extern Addr VG_(tt_fast)[SPY_CORE_FAST_CACHE_WORDS];

/* Sets the signals that the program blocks in a thread; a set that is NULL is left. */
extern SysRes VG_(do_sys_sigprocmask)(ThreadId tid, Int how, vki_sigset_t *set, vki_sigset_t *before);

/* Takes signals that the kernel has for a thread; the number of the host's thread. In place of both as well, for the
 * system calls that they take: schedule/spy_polls.c, core/spy_host_thread.c. */
extern void __real_vgPlain_poll_signals(ThreadId tid);
extern void __wrap_vgPlain_poll_signals(ThreadId tid);
extern Int __real_vgPlain_gettid(void);
extern Int __wrap_vgPlain_gettid(void);

/* New pages for the core, and for the tool, anywhere. Likewise (spy_reserve.c). */
extern SysRes __real_vgPlain_am_mmap_anon_float_valgrind(SizeT bytes);
extern SysRes __wrap_vgPlain_am_mmap_anon_float_valgrind(SizeT bytes);
#if SHADOW_ALLOC_REPORTS_ERRORS
extern SysRes __real_vgPlain_am_shadow_alloc(SizeT bytes);
extern SysRes __wrap_vgPlain_am_shadow_alloc(SizeT bytes);
#else
extern void *__real_vgPlain_am_shadow_alloc(SizeT bytes);
extern void *__wrap_vgPlain_am_shadow_alloc(SizeT bytes);
#endif

/* Fills memory. Likewise (spy_pages.c). */
extern void *__real_vgPlain_memset(void *to, Int byte, SizeT n);
extern void *__wrap_vgPlain_memset(void *to, Int byte, SizeT n);

/* Where the core's log goes; and writes to a file: the log, for one. Likewise (spy_limits.c). */
typedef struct {
  Int fd;
} spy_core_sink; /* begins so */
extern spy_core_sink VG_(log_output_sink);
extern Int __real_vgPlain_write(Int fd, const void *bytes, Int n);
extern Int __wrap_vgPlain_write(Int fd, const void *bytes, Int n);

/* Checks code of VEX. Likewise (translate/spy_ir_check.c), by --sanity-level. */
extern void __real_sanityCheckIRSB(const IRSB *block, const HChar *caller, Bool must_be_flat, IRType word);
extern void __wrap_sanityCheckIRSB(const IRSB *block, const HChar *caller, Bool must_be_flat, IRType word);
extern Int VG_(clo_sanity_level);

/* Adds calls of the debugger's server to a block that the tool has instrumented, one for each instruction, where the
 * program is stepped or a breakpoint lies in the block. Returns the block itself if there are none. */
extern IRSB *VG_(instrument_for_gdbserver_if_needed)(IRSB *block, const VexGuestLayout *layout,
                                                     const VexGuestExtents *extents, IRType guest_word,
                                                     IRType host_word);

/* The debugger's server, between blocks; tid: 0: to end it. Likewise called through ours (sample/spy_alias.c). */
extern void __real_vgPlain_gdbserver(ThreadId tid);
extern void __wrap_vgPlain_gdbserver(ThreadId tid);

/* A thread is in translated code, or in what that calls. */
extern Bool VG_(in_generated_code);

/* VEX's copy of VG_(clo_vex_control), made before the first translation. */
extern VexControl vex_control;

/* The symbols of an object, by address. The addresses of one are more than one word for some processors. NULL: not
 * asked for. */
typedef struct {
  Addr main, others[3];
} spy_core_addresses;
extern Int VG_(DebugInfo_syms_howmany)(const DebugInfo *info);
extern void VG_(DebugInfo_syms_getidx)(const DebugInfo *info, Int number, spy_core_addresses *addresses, UInt *bytes,
                                       const HChar **name, const HChar ***other_names, Bool *is_code, Bool *is_indirect,
                                       Bool *is_global);

/* Reads the debug information of an object, if the core has put that off: Valgrind 3.22 and newer do, until a call path
 * or a message needs it. Earlier ones do not have the function. */
extern void VG_(di_load_di)(DebugInfo *info) __attribute__((weak));

/* When the program starts: ends the run with a message if the core is not as described here, as far as can be seen from
 * outside. configure checks the rest. */
void spy_core_check(void);

/* Has VEX follow jumps in what it translates from now on. */
void spy_core_chase(void);

/* The most instructions of the blocks that are translated from now on; 0: as many as the user has chosen. One stands
 * alone: if it is a loop, VEX does not unroll it. Returns what that was before. */
Int spy_core_limit_block(Int instructions);

/* How many instructions a block has at most, as the user has chosen. */
Int spy_core_longest_block(void);

/* Sets of signals are a bit each, the lowest for 1. What is pending for the host's thread that asks, sent to it or to
 * the process. */
ULong spy_core_pending_signals(void);

/* What the program blocks in a thread; not what a call that it is in does. */
ULong spy_core_blocked_signals(ThreadId tid);

/* A set of signals as the kernel tells it of a thread of the host: SigPnd, what was sent to it and is pending; ShdPnd,
 * what was sent to the process; SigBlk, what it blocks, or the call that it is in. Returns whether it is known: there
 * may be no such thread. */
Bool spy_core_signals(Int host_thread, const HChar *set, ULong *signals);

/* A system call of the tool's own. Returns its result, or an error's number, negative. */
static inline Word spy_core_syscall(UWord number, UWord a, UWord b, UWord c, UWord d, UWord e, UWord f) {
  const SysRes result = VG_(do_syscall)(number, a, b, c, d, e, f, 0, 0);
  return sr_isError(result) ? -(Word)sr_Err(result) : (Word)sr_Res(result);
}

/* Pages of the tool's own, zeroed; code in them can be executed, since the core takes those for its translations so,
 * too. A failure ends the run with a message that names `purpose`. */
static inline void *spy_core_pages(const HChar *purpose, SizeT bytes) {
#if SHADOW_ALLOC_REPORTS_ERRORS
  const SysRes result = VG_(am_shadow_alloc)(bytes);
  if (sr_isError(result)) VG_(out_of_memory_NORETURN)(purpose, bytes, sr_Err(result));
  return (void *)sr_Res(result);
#else
  void *pages = VG_(am_shadow_alloc)(bytes);
  if (!pages) VG_(out_of_memory_NORETURN)(purpose, bytes);
  return pages;
#endif
}

#endif
