/* spy_main.c: the tool's face to Valgrind: registration, start and end of the program.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "memspy/spy_block.h"
#include "memspy/spy_instrument.h"
#include "memspy/spy_memory.h"
#include "memspy/spy_options.h"
#include "memspy/spy_output.h"
#include "memspy/spy_platform.h"
#include "memspy/spy_queue.h"
#include "memspy/spy_requests.h"
#include "memspy/spy_state.h"
#include "memspy/spy_symbols.h"
#include "memspy/spy_watch.h"

coh_system *spy_system;
bin_table *spy_table;
bin_account *spy_account;

static Bool exiting; /* the program has asked to end */

static void make_machine(void) {
  if (spy_account) return;
  spy_system = coh_system_new(&spy_options_get()->machine);
  spy_table = bin_table_new();
  spy_account = bin_account_new(spy_system, spy_table, spy_resolve, NULL);
}

static void after_options(void) {
  spy_options_settle();
  spy_output_start();
  make_machine();
}

static void start_code(ThreadId tid, ULong blocks) {
  (void)blocks;
  spy_queue_run(tid);
  spy_watch_run(tid);
}

static void first_instruction(ThreadId tid) {
  if (tid == 1) spy_watch_start();
}

static void thread_exit(ThreadId tid) { spy_queue_end(tid); }

/* A signal frame keeps the shadow area, with the cursor: it must be an empty queue's when the frame is made,
 * and the queue empty again when it is restored by sigreturn. */
static void before_signal(ThreadId tid, Int signal, Bool alternate_stack) {
  (void)tid, (void)signal, (void)alternate_stack;
  spy_queues_drain();
}

static void before_syscall(ThreadId tid, UInt number, UWord *arguments, UInt n) {
  (void)tid, (void)n;
  spy_queues_drain();
  switch (number) {
    case SPY_SYS_EXIT:
    case SPY_SYS_EXIT_GROUP: exiting = True; break;
    case SPY_SYS_EXECVE:
    case SPY_SYS_EXECVEAT: spy_output_exec(); break;
    case SPY_SYS_MUNMAP: spy_symbols_unload(arguments[0], arguments[1]); break;
    default: break;
  }
}

static void after_syscall(ThreadId tid, UInt number, UWord *arguments, UInt n, SysRes result) {
  (void)tid, (void)arguments, (void)n;
  if ((number == SPY_SYS_EXECVE || number == SPY_SYS_EXECVEAT) && sr_isError(result)) spy_output_exec_failed();
}

/* A child counts what it does itself. */
static void after_fork(ThreadId tid) {
  (void)tid;
  spy_queues_forget();
  spy_blocks_flush();
  bin_account_zero(spy_account);
  spy_output_forked();
}

static void finish(Int code) {
  (void)code;
  if (!spy_output_final(exiting ? "exit" : "signal")) VG_(exit)(1);
}

static void before_options(void) {
  VG_(details_name)("memspy");
  VG_(details_version)(PACKAGE_VERSION);
  VG_(details_description)("whose data misses in which cache, and why");
  VG_(details_copyright_author)("Copyright (C) 2026, and GNU GPL'd, by the MemSpy developers.");
  VG_(details_bug_reports_to)("the MemSpy developers");
  VG_(details_avg_translation_sizeB)(400);

  VG_(basic_tool_funcs)(after_options, spy_instrument, finish);
  VG_(needs_command_line_options)(spy_options_take, spy_options_usage, spy_options_debug_usage);
  VG_(needs_client_requests)(spy_request);
  VG_(needs_superblock_discards)(spy_block_discard);
  VG_(needs_syscall_wrapper)(before_syscall, after_syscall);
  VG_(track_pre_thread_first_insn)(first_instruction);
  VG_(track_start_client_code)(start_code);
  VG_(track_pre_thread_ll_exit)(thread_exit);
  VG_(track_pre_deliver_signal)(before_signal);
  /* Call paths are taken between blocks only, where all registers are up to date. A user may choose otherwise. */
  VG_(clo_vex_control).iropt_register_updates_default = VG_(clo_px_file_backed) = VexRegUpdSpAtMemAccess;
  VG_(atfork)(NULL, NULL, after_fork);
  spy_memory_track();
}

VG_DETERMINE_INTERFACE_VERSION(before_options)
