/* spy_main.c: the tool's interface to Valgrind: registration, start and end of the program.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "memspy/core/spy_platform.h"

#include "coherence/coh_traffic.h"
#include "fetch/fetch_region.h"
#include "memspy/core/spy_core.h"
#include "memspy/core/spy_file.h"
#include "memspy/core/spy_host_thread.h"
#include "memspy/core/spy_inflate.h"
#include "memspy/core/spy_limits.h"
#include "memspy/core/spy_pages.h"
#include "memspy/core/spy_reserve.h"
#include "memspy/core/spy_start.h"
#include "memspy/counter/spy_counter.h"
#include "memspy/drain/spy_block_shapes.h"
#include "memspy/drain/spy_intervals.h"
#include "memspy/drain/spy_late_receivers.h"
#include "memspy/drain/spy_outside.h"
#include "memspy/drain/spy_producers.h"
#include "memspy/drain/spy_stages.h"
#include "memspy/memory/spy_allocator_calls.h"
#include "memspy/memory/spy_memory.h"
#include "memspy/memory/spy_stack.h"
#include "memspy/memory/spy_tls.h"
#include "memspy/names/spy_functions.h"
#include "memspy/names/spy_paths.h"
#include "memspy/names/spy_toggles.h"
#include "memspy/names/spy_variables.h"
#include "memspy/phases/spy_vectors.h"
#include "memspy/record/spy_block.h"
#include "memspy/run/spy_dispatch.h"
#include "memspy/run/spy_output.h"
#include "memspy/run/spy_progress.h"
#include "memspy/run/spy_recording.h"
#include "memspy/run/spy_stop.h"
#include "memspy/run/spy_syscall_answer.h"
#include "memspy/sample/spy_alias.h"
#include "memspy/sample/spy_sample.h"
#include "memspy/schedule/spy_blocking.h"
#include "memspy/schedule/spy_deadlock_report.h"
#include "memspy/schedule/spy_futex.h"
#include "memspy/schedule/spy_jitter.h"
#include "memspy/schedule/spy_lock.h"
#include "memspy/schedule/spy_pinning.h"
#include "memspy/schedule/spy_schedule.h"
#include "memspy/schedule/spy_shared.h"
#include "memspy/schedule/spy_signal_polls.h"
#include "memspy/schedule/spy_signals.h"
#include "memspy/schedule/spy_syscall_waits.h"
#include "memspy/schedule/spy_thread.h"
#include "memspy/schedule/spy_wait.h"
#include "memspy/setup/spy_options.h"
#include "memspy/setup/spy_state.h"
#include "memspy/spy_requests.h"
#include "memspy/sweep/spy_sweep.h"
#include "memspy/syscalls/spy_path_calls.h"
#include "memspy/trace/spy_tables.h"
#include "memspy/trace/spy_trace_control.h"
#include "memspy/trace/spy_trace_emit.h"
#include "memspy/trace/spy_trace_session.h"
#include "memspy/translate/spy_block_counts.h"
#include "memspy/translate/spy_discard.h"

static Bool exiting; /* the program has asked to end */

static void make_machine(void) {
  if (spy_account) return;
  if (spy_options_get()->cache) spy_inflate_use_cache();
  spy_system = coh_system_new(&spy_options_get()->machine);
  spy_table = bin_table_new();
  spy_account = bin_account_new(spy_system, spy_table, spy_resolve, NULL);
  if (spy_options_get()->instructions) bin_account_note_spreads(spy_account);
  if (spy_options_get()->references) bin_account_tell_references(spy_account);
  if (spy_options_get()->stack_vars) bin_account_tell_slots(spy_account);
  if (spy_options_get()->callers) bin_account_tell_contexts(spy_account);
  if (spy_options_get()->counts_functions) {
    bin_account_tell_uncounted(spy_account);
    spy_blocks_copy();
  }
  spy_contexts = bin_account_contexts(spy_account);
  if (spy_options_get()->fetches.geometry.size != 0) {
    bin_account_tell_fetches(spy_account, &spy_options_get()->fetches);
    spy_caches = bin_fetches_system(bin_account_fetches(spy_account));
  }
  spy_block_shapes_reserve();
  if (!spy_options_get()->fast) bin_account_take_full_path(spy_account);
  spy_sweep_begin(spy_options_get()->sweep, spy_options_get()->sweep_by);
  spy_counter_begin(&spy_options_get()->counting);
  spy_intervals_begin();
  spy_stages_start();
  spy_producers_start();
}

/* A user who now kills the program still has a profile. */
static void report_stuck(void) {
  spy_deadlock_report();
  if (spy_options_get()->simulate && spy_output_now("deadlock"))
    VG_(umsg)("profile so far: %s; the threads go on waiting\n", spy_output_last());
}

static Bool ended_early; /* recording ended for lack of memory */

/* Reports that recording has just ended. */
static void report_early_end(void) {
  if (!spy_reserve_is_used()) return;
  ended_early = True;
  VG_(fmsg)("out of memory: recording ends here, and the program goes on; the profile has what was recorded\n");
}

static void after_options(void) {
  spy_options_settle();
  spy_reserve_start(spy_stop_soon);
  spy_tables_start();
  make_machine();
  /* Translations do not follow jumps, because a block must be in one function (translate/spy_split.h). Sampled runs
   * are an exception, because they need few translations. But with --toggle-collect, and with regions of instruction
   * caches, sampled runs do not follow jumps either, because these need the starts and ends of blocks. */
  if (spy_options_get()->n_toggles != 0 || fetch_uses_regions(spy_options_get()->fetches.technique) ||
      !spy_is_sampled(&spy_options_get()->sampling))
    spy_stop_chasing();
  spy_sample_start();
  spy_trace_start();
  spy_control_start();
  spy_futex_when_stuck(report_stuck);
  /* Nothing is recorded except vectors. Those of cycles need threads that take turns, as between samples. */
  if (!spy_options_get()->simulate && !spy_trace_is_wanted() && !spy_sample_is_on()) spy_stop_soon();
}

static void start_code(ThreadId tid, ULong blocks) {
  (void)blocks;
  spy_syscall_ends(tid); /* a signal can have ended a system call */
  if (LIKELY(!spy_stopped())) {
    if (spy_recording_run(tid)) spy_stack_begin(tid);
    spy_tls_look(tid);
    spy_calls_run(tid);
    spy_stop_look();
    if (UNLIKELY(spy_stopped())) report_early_end();
    spy_progress_look();
  }
  spy_vectors_run(tid);
  if (UNLIKELY(spy_answer_wants_signals(tid))) spy_end_own_slice(tid);
}

static void first_instruction(ThreadId tid) {
  if (tid != 1) return;
  spy_core_check();
  spy_options_check_slices();
  spy_control_begin();
  spy_vectors_begin();
  spy_tls_start(spy_start_entry());
  if (spy_options_get()->fixed_stack) spy_start_settle_stack();
}

static ThreadId new_thread; /* whose host thread is unknown yet */

static void thread_create(ThreadId parent, ThreadId child) {
  if (parent == VG_INVALID_THREADID) return; /* the first thread */
  new_thread = child;
  spy_host_threads_forget();
  if (!spy_is_exact()) {
    static Bool said;
    if (!said) VG_(umsg)("threads run in Valgrind's own slices: sharing between them is hardly seen\n");
    said = True;
  }
  if (!spy_schedule_is_merging()) spy_recording_drain();
  spy_schedule_create(parent, child);
}

static void thread_created(Int host_thread) {
  if (new_thread == VG_INVALID_THREADID || !spy_is_exact()) return;
  spy_schedule_created(new_thread, host_thread);
  spy_lock_newcomer();
}

static void thread_exit(ThreadId tid) {
  spy_late_receivers_thread_ends(tid);
  spy_tls_end(tid);
  spy_calls_end(tid);
  spy_recording_end(tid);
  spy_schedule_exit(tid);
}

/* A signal frame saves the shadow area, with the cursor: the queue must be empty when the frame is made, and again when
 * sigreturn restores it (spy_recording_returned()). */
static void before_signal(ThreadId tid, Int signal, Bool alternate_stack) {
  (void)alternate_stack;
  spy_alias_leave(tid);
  spy_recording_drain();
  if (spy_contexts) spy_recording_interrupt(tid);
  spy_answer_signal(tid, signal);
}

/* ---- system calls ---- */

static void before_none(ThreadId tid, const UWord *arguments) { (void)tid, (void)arguments; }

static void before_exit(ThreadId tid, const UWord *arguments) {
  (void)tid, (void)arguments;
  exiting = True;
}

static void before_exit_group(ThreadId tid, const UWord *arguments) {
  (void)tid, (void)arguments;
  exiting = True;
  spy_schedule_end_all();
}

static void before_yield(ThreadId tid, const UWord *arguments) {
  (void)arguments;
  spy_schedule_yield(tid);
}

/* If a thread of the process will get SIGKILL, the core ends the process itself: it waits in the call until it has
 * ended all other threads. */
static void end_if_killed(Int host_thread, UWord signal) {
  if (signal == VKI_SIGKILL && host_thread > 0 && spy_schedule_thread_of(host_thread) != VG_INVALID_THREADID)
    spy_schedule_end_all();
}

static void before_signal_process(ThreadId tid, const UWord *arguments) {
  if ((Int)arguments[0] == VG_(getpid)()) spy_signals_to_process((UInt)arguments[1], tid);
  end_if_killed((Int)arguments[0], arguments[1]);
}

static void before_signal_thread(ThreadId tid, const UWord *arguments) {
  spy_signals_to_thread((Int)arguments[0], tid);
  end_if_killed((Int)arguments[0], arguments[1]);
}

static void before_signal_thread_of(ThreadId tid, const UWord *arguments) {
  spy_signals_to_thread((Int)arguments[1], tid);
  if ((Int)arguments[0] == VG_(getpid)() || (Int)arguments[0] == -1) end_if_killed((Int)arguments[1], arguments[2]);
}

/* The process's root directory, or its rights to files, will change. */
static void before_place(ThreadId tid, const UWord *arguments) {
  (void)tid, (void)arguments;
  spy_file_keep_rights();
}

/* Only the superuser has rights to give up. */
static void before_rights(ThreadId tid, const UWord *arguments) {
  if (VG_(geteuid)() == 0) before_place(tid, arguments);
}

/* The call could forbid calls that the tool needs. */
static void before_alone(ThreadId tid, const UWord *arguments) {
  spy_pages_leave();
  before_place(tid, arguments);
}

static void before_filter(ThreadId tid, const UWord *arguments) {
  spy_file_restrict();
  before_alone(tid, arguments);
  spy_path_calls_leave();
}

static void before_prctl(ThreadId tid, const UWord *arguments) {
  enum { SET_SECCOMP = 22, DROP_CAPABILITY = 24, SET_SECURE_BITS = 28 };
  if (arguments[0] == SET_SECCOMP) before_filter(tid, arguments);
  if (arguments[0] == DROP_CAPABILITY || arguments[0] == SET_SECURE_BITS) before_rights(tid, arguments);
}

static void before_limit(UWord resource) {
  enum { FILE_SIZE = 1, ADDRESS_SPACE = 9 }; /* of <linux/resource.h> */
  if (resource == FILE_SIZE) spy_file_keep_rights();
  if (resource == ADDRESS_SPACE) spy_reserve_before_limit();
}

static void before_setrlimit(ThreadId tid, const UWord *arguments) {
  (void)tid;
  before_limit(arguments[0]);
}

static void before_prlimit(ThreadId tid, const UWord *arguments) {
  (void)tid;
  if (arguments[2] != 0) before_limit(arguments[1]);
}

/* The core waits in the call until it has ended all other threads. */
static void become(ThreadId tid, const HChar *path) {
  spy_trace_exec(path);
  spy_vectors_exec(path);
  spy_output_exec(path);
  spy_syscall_ends(tid);
  spy_pinning_exec();
}

static void before_exec(ThreadId tid, const UWord *arguments) { become(tid, (const HChar *)arguments[0]); }

static void before_execat(ThreadId tid, const UWord *arguments) {
  (void)arguments;
  become(tid, NULL);
}

static void before_mmap(ThreadId tid, const UWord *arguments) { spy_memory_maps(tid, arguments[3]); }

static void before_futex_waitv(ThreadId tid, const UWord *arguments) {
  if (spy_blocking_knows(SPY_SYS_FUTEX_WAITV)) spy_futex_leave_words(tid, arguments);
}

static void before_munmap(ThreadId tid, const UWord *arguments) {
  (void)tid;
  spy_paths_unload(arguments[0], arguments[1]);
  spy_functions_unload(arguments[0], arguments[1]);
}

static void after_none(ThreadId tid, const UWord *arguments, SysRes result) {
  (void)tid, (void)arguments, (void)result;
}

static void after_exec(ThreadId tid, const UWord *arguments, SysRes result) {
  (void)tid, (void)arguments;
  if (sr_isError(result)) spy_output_exec_failed();
}

static void after_clone(ThreadId tid, const UWord *arguments, SysRes result) {
  (void)tid, (void)arguments;
  if (!sr_isError(result)) thread_created((Int)sr_Res(result));
  new_thread = VG_INVALID_THREADID;
}

static void after_umask(ThreadId tid, const UWord *arguments, SysRes result) {
  (void)tid, (void)arguments;
  spy_file_umask((UInt)sr_Res(result));
}

static void after_arch_prctl(ThreadId tid, const UWord *arguments, SysRes result) {
  (void)arguments, (void)result;
  spy_tls_moved(tid);
}

static void after_sigreturn(ThreadId tid, const UWord *arguments, SysRes result) {
  (void)arguments, (void)result;
  spy_recording_returned(tid);
}

static void after_sigaction(ThreadId tid, const UWord *arguments, SysRes result) {
  (void)tid;
  if (!sr_isError(result)) spy_answer_handler((Int)arguments[0], arguments[1]);
}

static void after_mmap(ThreadId tid, const UWord *arguments, SysRes result) {
  (void)tid;
  if (sr_isError(result)) spy_limits_not_mapped(arguments[1]);
  if (!sr_isError(result)) spy_shared_map(sr_Res(result), arguments[1], (arguments[3] & VKI_MAP_SHARED) != 0);
}

static void after_munmap(ThreadId tid, const UWord *arguments, SysRes result) {
  (void)tid;
  if (!sr_isError(result)) spy_shared_unmap(arguments[0], arguments[1]);
}

/* With an old size of 0, mremap makes a second mapping of the same memory. */
static void after_mremap(ThreadId tid, const UWord *arguments, SysRes result) {
  enum { DONT_UNMAP = 4 };
  (void)tid;
  if (sr_isError(result)) return;
  spy_shared_move(arguments[0], arguments[1], sr_Res(result), arguments[2], (arguments[3] & DONT_UNMAP) != 0);
}

/* The core has a separate segment for each System V segment that was attached. */
static void after_shmat(ThreadId tid, const UWord *arguments, SysRes result) {
  (void)tid, (void)arguments;
  const NSegment *segment = sr_isError(result) ? NULL : VG_(am_find_nsegment)(sr_Res(result));
  if (segment) spy_shared_attach(sr_Res(result), segment->end + 1 - sr_Res(result));
}

static void after_shmdt(ThreadId tid, const UWord *arguments, SysRes result) {
  (void)tid;
  if (!sr_isError(result)) spy_shared_detach(arguments[0]);
}

static void after_signal_process(ThreadId tid, const UWord *arguments, SysRes result) {
  (void)result;
  spy_signals_sent();
  spy_schedule_signalled(0, (UInt)arguments[1], tid);
}

static void after_signal_thread(ThreadId tid, const UWord *arguments, SysRes result) {
  (void)result;
  spy_signals_sent();
  spy_schedule_signalled((Int)arguments[0], (UInt)arguments[1], tid);
}

static void after_signal_thread_of(ThreadId tid, const UWord *arguments, SysRes result) {
  after_signal_thread(tid, arguments + 1, result);
}

static const struct {
  void (*before)(ThreadId tid, const UWord *arguments);
  void (*after)(ThreadId tid, const UWord *arguments, SysRes result);
} syscalls[] = {
#define SYSCALL(number, blocks, waits, lets_go, answer, path, before, after) \
  [number] = {before_##before, after_##after},
#include "memspy/core/spy_syscalls.def"
#undef SYSCALL
};

static Bool is_known(UInt number) { return number < sizeof syscalls / sizeof syscalls[0] && syscalls[number].before; }

static void before_syscall(ThreadId tid, UInt number, UWord *arguments, UInt n) {
  (void)n;
  if (number == SPY_SYS_WRITE || number == SPY_SYS_WRITEV) spy_progress_clear();
  spy_recording_drain();
  spy_syscall_begins(tid, number, arguments);
  if (!spy_answer_give(tid)) spy_signal_polls_are_due();
  if (is_known(number)) syscalls[number].before(tid, arguments);
}

static Bool has_forked; /* in the current system call */

static void after_fork_in_parent(ThreadId tid) {
  (void)tid;
  spy_file_after_fork(False);
  has_forked = True;
}

static void after_syscall(ThreadId tid, UInt number, UWord *arguments, UInt n, SysRes result) {
  (void)n;
  spy_syscall_ends(tid);
  if (!spy_answer_end(tid)) spy_signal_polls_are_due();
  if (spy_syscall_changes(number, arguments)) spy_schedule_recheck(spy_syscall_goes_on, tid);
  if (is_known(number)) syscalls[number].after(tid, arguments, result);
  if (has_forked && !sr_isError(result)) spy_output_child((Int)sr_Res(result));
  has_forked = False;
}

static void before_fork(ThreadId tid) {
  (void)tid;
  spy_recording_drain();
  spy_host_threads_forget();
  spy_file_before_fork();
}

/* A child only counts its own references. */
static void after_fork(ThreadId tid) {
  spy_file_after_fork(True);
  spy_schedule_forked(tid);
  spy_futex_forget();
  spy_recording_forget();
  spy_tls_forked(tid);
  spy_calls_forked(tid);
  spy_blocks_flush();
  spy_outside_zero(coh_now(spy_system, spy_schedule_processor(tid)));
  bin_account_zero(spy_account);
  spy_intervals_zero();
  spy_stages_zero();
  spy_sweep_zero();
  spy_counter_zero();
  spy_sample_forked();
  spy_output_forked();
  spy_trace_forked();
  spy_vectors_forked();
  spy_control_forked();
}

/* For --stats=yes: prints how many references took each path through the account. */
static void print_paths(void) {
  const coh_counts counts = coh_counts_of_all(spy_system);
  const bin_path_counts *paths = bin_account_paths(spy_account);
  VG_(dmsg)
  ("memspy: references: %llu; of these %llu missed, %llu hit by the short way (%llu looked their address up), "
   "%llu by the full path\n",
   (ULong)counts.reads + counts.writes, (ULong)paths->misses, (ULong)paths->shorts, (ULong)paths->lookups,
   (ULong)paths->full_hits);
}

/* For --stats=yes: prints the counts of the TLBs. */
static void print_translation(void) {
  const coh_counts counts = coh_counts_of_all(spy_system);
  VG_(message)
  (Vg_DebugMsg, "memspy: translation: the first TLB missed %llu pages; %llu walks; %llu cycles\n",
   (ULong)counts.tlb_misses, (ULong)counts.walks, (ULong)counts.translation_cycles);
}

/* For --stats=yes: prints the counts of the prefetchers. */
static void print_prefetching(void) {
  const coh_counts counts = coh_counts_of_all(spy_system);
  VG_(message)
  (Vg_DebugMsg,
   "memspy: prefetching: %llu lines; %llu used, %llu of them late; %llu unused; they pushed out %llu that missed\n",
   (ULong)counts.prefetches, (ULong)counts.covered, (ULong)counts.late, (ULong)counts.unused, (ULong)counts.displaced);
}

/* With --stats=yes, for a machine that counts traffic. */
static void print_traffic(void) {
  const coh_counts counts = coh_counts_of_all(spy_system);
  VG_(message)
  (Vg_DebugMsg,
   "memspy: traffic: bytes read and written back: D1 %llu, %llu; L2 %llu, %llu; memory %llu, %llu; transferred %llu; "
   "%llu modified lines left at the end\n",
   (ULong)counts.d1_bytes_read, (ULong)counts.d1_bytes_written, (ULong)counts.l2_bytes_read,
   (ULong)counts.l2_bytes_written, (ULong)counts.memory_bytes_read, (ULong)counts.memory_bytes_written,
   (ULong)counts.transferred_bytes, (ULong)coh_modified_lines(spy_system));
}

static void finish(Int code) {
  (void)code;
  spy_progress_clear();
  if (VG_(clo_stats) && spy_stopped()) spy_stop_print_stats();
  const HChar *reason = ended_early ? "memory" : exiting ? "exit" : "signal";
  spy_recording_finish();
  spy_late_receivers_finish();
  if (VG_(clo_stats)) {
    const spy_points points = spy_blocks_points();
    VG_(dmsg)
    ("memspy: points: %llu blocks, with %llu sites and %llu exits\n", points.blocks, points.sites, points.exits);
    print_paths();
    if (spy_options_get()->machine.dtlb.n != 0) print_translation();
    if (mach_config_prefetches(&spy_options_get()->machine)) print_prefetching();
    if (spy_options_get()->machine.traffic) print_traffic();
  }
  spy_control_end();
  spy_trace_finish(reason);
  spy_vectors_finish();
  if (spy_output_final(reason)) spy_sample_say_missed();
  spy_output_report_children();
  spy_toggles_report();
}

static void before_options(void) {
  spy_schedule_prepare();
  VG_(details_name)("memspy");
  VG_(details_version)(PACKAGE_VERSION);
  VG_(details_description)("whose data misses in which cache, and why");
  VG_(details_copyright_author)("Copyright (C) 2026, and GNU GPL'd, by the MemSpy developers.");
  VG_(details_bug_reports_to)("the MemSpy developers");
  VG_(details_avg_translation_sizeB)(400);

  VG_(basic_tool_funcs)(after_options, spy_counted, finish);
  VG_(needs_command_line_options)(spy_options_take, spy_options_usage, spy_options_debug_usage);
  VG_(needs_client_requests)(spy_request);
  VG_(needs_superblock_discards)(spy_discard);
  VG_(needs_syscall_wrapper)(before_syscall, after_syscall);
  VG_(track_pre_thread_first_insn)(first_instruction);
  VG_(track_start_client_code)(start_code);
  spy_dispatch_start(start_code);
  VG_(track_pre_thread_ll_create)(thread_create);
  VG_(track_pre_thread_ll_exit)(thread_exit);
  VG_(track_pre_deliver_signal)(before_signal);
  /* Call paths are only taken between blocks, where all registers are up to date. A user can choose otherwise. */
  VG_(clo_vex_control).iropt_register_updates_default = VG_(clo_px_file_backed) = VexRegUpdSpAtMemAccess;
  VG_(atfork)(before_fork, after_fork_in_parent, after_fork);
  spy_memory_track();
}

VG_DETERMINE_INTERFACE_VERSION(before_options)
