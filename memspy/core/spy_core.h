/* spy_core.h: the parts of Valgrind's core that the tool uses beyond the interface for tools.
 *
 * Most of these parts are symbols of libcoregrind. They are declared here because the headers of libcoregrind are not
 * installed. `configure` checks that the installed library has them (m4/valgrind.m4). For functions with a __wrap_
 * name, the linker makes the core call the tool's version, which calls the core's own version by its __real_ name. The
 * scheduler's lock is a table of functions, which the linker also takes from the tool. The layout of this table is the
 * same in Valgrind 3.19 to 3.27.
 *
 * This header also has functions that hide differences between versions of the interface for tools.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/core/spy_valgrind.h"

/* The functions of the scheduler's lock. A thread holds this lock while it runs the program's code or the core's
 * code. */
struct sched_lock;
struct sched_lock_ops {
  const HChar *(*get_sched_lock_name)(void);
  struct sched_lock *(*create_sched_lock)(void);
  void (*destroy_sched_lock)(struct sched_lock *lock);
  int (*get_sched_lock_owner)(struct sched_lock *lock); /* returns the number of the host thread that owns the lock; 0:
                                                           no thread owns it */
  void (*acquire_sched_lock)(struct sched_lock *lock);
  void (*release_sched_lock)(struct sched_lock *lock);
};

/* The core uses this lock if VG_(clo_fair_sched) selects it. If the core does not support the tool's version of the
 * lock, or with --disable-exact-interleaving, the tool's version has another name. Then the linker does not use it. */
#if !EXACT_INTERLEAVING
#define vgModuleLocal_linux_ticket_lock_ops spy_core_unused_lock_ops
#endif
extern const struct sched_lock_ops vgModuleLocal_linux_ticket_lock_ops;

enum { SPY_CORE_UNFAIR, SPY_CORE_FAIR, SPY_CORE_TRY_FAIR };
extern int VG_(clo_fair_sched); /* a value of the enumeration above */

/* States of a thread that does not hold the lock. */
typedef enum { SPY_CORE_WAITS_IN_KERNEL = 3, SPY_CORE_YIELDS = 4 } spy_core_status;
extern const HChar *VG_(name_of_ThreadStatus)(spy_core_status status);
extern void VG_(release_BigLock)(ThreadId tid, spy_core_status status, const HChar *who);
extern void VG_(acquire_BigLock)(ThreadId tid, const HChar *who);

/* Returns whether an existing thread is ending, or will end as soon as it has the lock. */
extern Bool VG_(is_exiting)(ThreadId tid);

/* The option --trace-syscalls. */
extern Bool VG_(clo_trace_syscalls);

/* Makes a system call on behalf of the tool. */
extern SysRes VG_(do_syscall)(UWord number, RegWord a, RegWord b, RegWord c, RegWord d, RegWord e, RegWord f, RegWord g,
                              RegWord h);

/* An entry of the core's table of system calls. The core calls one function before the program's system call, and
 * another one after it. The function before the call sets the status. If the kernel will execute the call, it also sets
 * the flags. A function is NULL if the core does not support the call. The look-up of an entry is wrapped in
 * schedule/spy_blocking.c. */
typedef struct {
  UWord number, arguments[8];
} spy_core_call;
typedef struct {
  Int what; /* SPY_CORE_ASKS_KERNEL: the kernel makes the call; other values: the core answers it */
} spy_core_call_status;
enum { SPY_CORE_ASKS_KERNEL = 2 };
enum { SPY_CORE_MAY_BLOCK = 1 << 1, SPY_CORE_WRITES_NO_RESULT = 1 << 5 };
typedef struct {
  void (*before)(ThreadId tid, void *layout, spy_core_call *call, spy_core_call_status *status, UWord *flags);
  void (*after)(ThreadId tid, spy_core_call *call, spy_core_call_status *status);
} spy_core_call_entry;
extern spy_core_call_entry *__real_vgModuleLocal_get_linux_syscall_entry(UInt number);
extern spy_core_call_entry *__wrap_vgModuleLocal_get_linux_syscall_entry(UInt number);

/* Maps a part of a file for the tool, at any address. The offset in the file is a multiple of the page size. */
extern SysRes VG_(am_mmap_file_float_valgrind)(SizeT bytes, UInt protection, Int fd, Off64T offset);

/* The value of --extra-debuginfo-path; NULL: the option was not given. */
extern const HChar *VG_(clo_extra_debuginfo_path);

/* Returns the readable form of a link name, as --demangle requires. The result is valid until the next call. */
extern void VG_(demangle)(Bool cxx, Bool z, const HChar *name, const HChar **readable);

/* Inflates `bytes` bytes at `from` to at most `room` bytes at `to`. Flag 1 means that a zlib header precedes the data.
 * Returns the number of bytes written, or (SizeT)-1 if the data are damaged. `room` is the size of the inflated data in
 * all calls. The address of the real function is NULL if the core was built without it. It is wrapped in
 * core/spy_inflate.c. */
extern SizeT __real_tinfl_decompress_mem_to_mem(void *to, SizeT room, const void *from, SizeT bytes, Int flags)
    __attribute__((weak));
extern SizeT __wrap_tinfl_decompress_mem_to_mem(void *to, SizeT room, const void *from, SizeT bytes, Int flags);

/* Moves a file descriptor to a number that the program does not use. */
extern Int VG_(safe_fd)(Int fd);

/* Extends the main thread's stack down to an address. */
extern Bool VG_(am_addr_is_in_extensible_client_stack)(Addr address);
extern Bool VG_(extend_stack)(ThreadId tid, Addr address);

/* The maximum number of frames of a recursion that the unwinder merges (--merge-recursive-frames). */
extern Int VG_(clo_merge_recursive_frames);

/* Discards the translations of a range of code. It can be called at any time, since translations that are running are
 * not affected. It also discards the information on an object whose text overlaps the range, and the object's
 * redirections. The core calls it through the wrapper in sample/spy_alias.c. */
extern void VG_(discard_translations)(Addr start, ULong bytes, const HChar *who);
extern void __real_vgPlain_discard_translations(Addr start, ULong bytes, const HChar *who);
extern void __wrap_vgPlain_discard_translations(Addr start, ULong bytes, const HChar *who);
extern void VG_(di_notify_munmap)(Addr start, SizeT bytes);

/* Returns the address to which Valgrind redirects an address, or the address itself if it is not redirected. Sets
 * *is_wrap to whether the code at the returned address calls the original function. It is wrapped in
 * sample/spy_alias.c. */
extern Addr __real_vgPlain_redir_do_lookup(Addr address, Bool *is_wrap);
extern Addr __wrap_vgPlain_redir_do_lookup(Addr address, Bool *is_wrap);

/* Runs translated code, starting at `code`, until the thread must return to the core. Sets result[0] to the reason
 * (VEX_TRC_JMP_... or one of those below), and result[1] to a word with details. It is wrapped in run/spy_enter.c. */
enum {
  SPY_CORE_BORING = 29,
  SPY_CORE_FAST_MISS = 37,
  SPY_CORE_COUNTER_ZERO = 41,
  SPY_CORE_CHAIN_TO_SLOW = 49,
  SPY_CORE_CHAIN_TO_FAST = 51
};
#define SPY_CORE_SLICE_ENDED (~0u) /* value of the event counter after the slice has ended: the counter wraps around */
extern void __real_vgPlain_disp_run_translations(HWord *result, volatile void *guest, Addr code);
extern void __wrap_vgPlain_disp_run_translations(HWord *result, volatile void *guest, Addr code);

/* Counters that translated code increments for the core. The core expects them to be 0 when a thread begins to run
 * code. */
extern UInt VG_(stats__n_xIndirs_32), VG_(stats__n_xIndir_hits1_32), VG_(stats__n_xIndir_hits2_32),
    VG_(stats__n_xIndir_hits3_32), VG_(stats__n_xIndir_misses_32);

/* Leaves translated code that a signal has interrupted, and continues at the place where the core entered this code.
 * Call it in the signal handler. It is wrapped in run/spy_dispatch.c. */
extern void __real_VG_MINIMAL_LONGJMP(ULong *environment) __attribute__((noreturn));
extern void __wrap_VG_MINIMAL_LONGJMP(ULong *environment) __attribute__((noreturn));

/* The handler of a fault in translated code calls this function before the fault is delivered. Returns whether to
 * deliver the fault. It is wrapped in run/spy_dispatch.c. */
extern Bool __real_vgPlain_gdbserver_report_signal(vki_siginfo_t *info, ThreadId tid);
extern Bool __wrap_vgPlain_gdbserver_report_signal(vki_siginfo_t *info, ThreadId tid);

/* Sets the program's action for a signal, and returns the old one. Either pointer can be NULL. */
extern SysRes VG_(do_sys_sigaction)(Int signal, const vki_sigaction_toK_t *next, vki_sigaction_fromK_t *before);

/* Finds the translation of an address. Returns False if there is none. */
extern Bool VG_(search_transtab)(Addr *code, UInt *sector, UShort *number, Addr address, Bool update_cache);

/* The cache in which jumps look up translations first: pairs of an address of the program (SPY_CORE_NO_ADDRESS: the
 * entry is empty) and its translation. */
enum { SPY_CORE_FAST_CACHE_WORDS = 65536, SPY_CORE_NO_ADDRESS = 1 };
extern Addr VG_(tt_fast)[SPY_CORE_FAST_CACHE_WORDS];

/* Sets the signals that the program blocks in a thread, and stores the old ones in *before. Either set can be NULL. */
extern SysRes VG_(do_sys_sigprocmask)(ThreadId tid, Int how, vki_sigset_t *set, vki_sigset_t *before);

/* poll_signals() takes a thread's pending signals from the kernel. gettid() returns the number of the host thread. Both
 * are wrapped, to save system calls: in schedule/spy_signal_polls.c and core/spy_host_thread.c. */
extern void __real_vgPlain_poll_signals(ThreadId tid);
extern void __wrap_vgPlain_poll_signals(ThreadId tid);
extern Int __real_vgPlain_gettid(void);
extern Int __wrap_vgPlain_gettid(void);

/* The next two functions allocate pages at any address: the first for the core, the second for the tool. They are
 * wrapped in spy_reserve.c. */
extern SysRes __real_vgPlain_am_mmap_anon_float_valgrind(SizeT bytes);
extern SysRes __wrap_vgPlain_am_mmap_anon_float_valgrind(SizeT bytes);
#if SHADOW_ALLOC_REPORTS_ERRORS
extern SysRes __real_vgPlain_am_shadow_alloc(SizeT bytes);
extern SysRes __wrap_vgPlain_am_shadow_alloc(SizeT bytes);
#else
extern void *__real_vgPlain_am_shadow_alloc(SizeT bytes);
extern void *__wrap_vgPlain_am_shadow_alloc(SizeT bytes);
#endif

/* Fills memory with a byte. It is wrapped in spy_pages.c. */
extern void *__real_vgPlain_memset(void *to, Int byte, SizeT n);
extern void *__wrap_vgPlain_memset(void *to, Int byte, SizeT n);

/* The destination of the core's log, and a function by which the core writes to a file, for example to the log. The
 * function is wrapped in spy_limits.c. */
typedef struct {
  Int fd;
} spy_core_sink; /* only its first fields */
extern spy_core_sink VG_(log_output_sink);
extern Int __real_vgPlain_write(Int fd, const void *bytes, Int n);
extern Int __wrap_vgPlain_write(Int fd, const void *bytes, Int n);

/* Checks the intermediate code of a block, as --sanity-level requires. It is wrapped in translate/spy_ir_check.c. */
extern void __real_sanityCheckIRSB(const IRSB *block, const HChar *caller, Bool must_be_flat, IRType word);
extern void __wrap_sanityCheckIRSB(const IRSB *block, const HChar *caller, Bool must_be_flat, IRType word);
extern Int VG_(clo_sanity_level);

/* If the program is stepped, or the block has a breakpoint, returns an instrumented block with a call of the debugger's
 * server at each instruction. Otherwise returns the block itself. */
extern IRSB *VG_(instrument_for_gdbserver_if_needed)(IRSB *block, const VexGuestLayout *layout,
                                                     const VexGuestExtents *extents, IRType guest_word,
                                                     IRType host_word);

/* Runs the debugger's server, between blocks. With tid 0, ends the server. The core calls it through the wrapper in
 * sample/spy_alias.c. */
extern void __real_vgPlain_gdbserver(ThreadId tid);
extern void __wrap_vgPlain_gdbserver(ThreadId tid);

/* Whether a thread is in translated code, or in a function that the code called. */
extern Bool VG_(in_generated_code);

/* VEX's copy of VG_(clo_vex_control). VEX makes it before the first translation. */
extern VexControl vex_control;

/* The next functions return the symbols of an object, by address. On some processors, an address consists of more than
 * one word. Each pointer for a result can be NULL. */
typedef struct {
  Addr main, others[3];
} spy_core_addresses;
extern Int VG_(DebugInfo_syms_howmany)(const DebugInfo *info);
extern void VG_(DebugInfo_syms_getidx)(const DebugInfo *info, Int number, spy_core_addresses *addresses, UInt *bytes,
                                       const HChar **name, const HChar ***other_names, Bool *is_code, Bool *is_indirect,
                                       Bool *is_global);

/* Reads the debug information of an object, if the core has postponed this. Valgrind 3.22 and newer read it when a call
 * path or a message needs it. Earlier versions lack the function. */
extern void VG_(di_load_di)(DebugInfo *info) __attribute__((weak));

/* Call at program start. If the core differs from this header, the function ends the run with a message. The script
 * `configure` checks those properties of the core that the function cannot check. */
void spy_core_check(void);

/* Makes VEX follow jumps in later translations. */
void spy_core_chase(void);

/* Sets the maximum number of instructions in blocks that are translated later. 0 means the number that the user chose.
 * With 1, VEX does not unroll a block that is a loop. Returns the previous maximum. */
Int spy_core_limit_block(Int instructions);

/* Returns the maximum number of instructions of a block that the user chose. */
Int spy_core_longest_block(void);

/* Returns the pending signals of the calling host thread and of the process. A set of signals has one bit for each
 * signal; the lowest bit is signal 1. */
ULong spy_core_pending_signals(void);

/* Returns the signals that the program blocks in a thread. Signals that the thread blocks only during its current
 * system call are excluded. */
ULong spy_core_blocked_signals(ThreadId tid);

/* Reads a set of signals of a host thread from the kernel: SigPnd, pending for the thread; ShdPnd, pending for the
 * process; SigBlk, blocked by the thread or its current call. Returns False if the set is unavailable, for example
 * because the thread does not exist. */
Bool spy_core_signals(Int host_thread, const HChar *set, ULong *signals);

/* Makes a system call for the tool. Returns its result, or a negative error number. */
static inline Word spy_core_syscall(UWord number, UWord a, UWord b, UWord c, UWord d, UWord e, UWord f) {
  const SysRes result = VG_(do_syscall)(number, a, b, c, d, e, f, 0, 0);
  return sr_isError(result) ? -(Word)sr_Err(result) : (Word)sr_Res(result);
}

/* Allocates zeroed pages for the tool. The pages are executable, since the core allocates translations in the same way.
 * On failure, ends the run with a message that names `purpose`. */
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
