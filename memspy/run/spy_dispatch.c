/* spy_dispatch.c: see spy_dispatch.h.
 *
 * A host thread that runs the code of this file holds the lock, except while it waits.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "memspy/run/spy_dispatch.h"

#include "libvex_trc_values.h"
#include "memspy/core/spy_host_thread.h"
#include "memspy/core/spy_limits.h"
#include "memspy/core/spy_platform.h"
#include "memspy/run/spy_recording.h"
#include "memspy/run/spy_syscall_answer.h"
#include "memspy/sample/spy_alias.h"
#include "memspy/sample/spy_sample.h"
#include "memspy/schedule/spy_lock.h"
#include "memspy/schedule/spy_schedule.h"
#include "memspy/schedule/spy_signal_polls.h"
#include "memspy/schedule/spy_syscall_waits.h"
#include "memspy/schedule/spy_thread-inl.h"
#include "memspy/schedule/spy_wait.h"
#include "pub_tool_libcsetjmp.h"

/* A thread in translated code. */
typedef struct {
  void *guest;
  UInt looks;      /* value of the event counter that the core gave; the counter must not be higher at the return */
  Bool over;       /* the thread stopped because its slice ended, not because it waits */
  Bool has_result; /* the thread returned on another host thread, with one of these results: */
  HWord result[2]; /* the result of the core's function, */
  ULong *fault;    /* the target of the core's jump for a fault; NULL: no fault, */
  Bool dies;       /* or, if True, `signal`, a fault that ends the process */
  vki_siginfo_t signal;
} runner;

static runner *runners; /* indexed by thread */
static UInt quantum;    /* maximum of the event counter that the core gives: the length of a turn */
static void (*code_begins)(ThreadId tid, ULong blocks);

/* A host thread can run the code of another thread. If this code faults, the host thread continues here. */
static VG_MINIMAL_JMP_BUF(after_fault);

Bool spy_dispatch_is_on(void) {
  return spy_threads.merging && !spy_threads.ending && !spy_sample_is_on() && !spy_alias_debugger_came();
}

void spy_dispatch_start(void (*begins)(ThreadId tid, ULong blocks)) { code_begins = begins; }

static runner *runner_of(ThreadId tid) {
  if (!runners) runners = VG_(calloc)("spy.dispatch", VG_N_THREADS, sizeof *runners);
  return &runners[tid];
}

static UInt *counter_of(ThreadId tid) { return spy_blocks_left(runner_of(tid)->guest); }

/* Corrects the event counter of a thread that returns. After a complete slice, the core expects that the counter has
 * passed 0; otherwise, it expects at most the value that it gave. */
static void settle_looks(ThreadId tid) {
  const runner *r = runner_of(tid);
  if (*counter_of(tid) != SPY_CORE_SLICE_ENDED && *counter_of(tid) > r->looks) *counter_of(tid) = r->looks;
}

/* ---- counts that the core reads when a thread returns from translated code ---- */

static UInt *const counted[] = {&VG_(stats__n_xIndirs_32), &VG_(stats__n_xIndir_hits1_32),
                                &VG_(stats__n_xIndir_hits2_32), &VG_(stats__n_xIndir_hits3_32),
                                &VG_(stats__n_xIndir_misses_32)};
enum { N_COUNTED = sizeof counted / sizeof counted[0] };
static UInt uncounted[N_COUNTED];

/* Call leave_code() when a host thread leaves translated code without a return to the core. Call enter_code() when it
 * enters translated code. */
static void leave_code(void) {
  for (UInt i = 0; i < N_COUNTED; i++) {
    uncounted[i] += *counted[i];
    *counted[i] = 0;
  }
  VG_(in_generated_code) = False;
}

static void enter_code(void) {
  for (UInt i = 0; i < N_COUNTED; i++) {
    *counted[i] += uncounted[i];
    uncounted[i] = 0;
  }
  VG_(in_generated_code) = True;
}

/* ---- running ---- */

/* The reason why a thread stopped. All except the first are detected outside translated code. */
typedef enum { CAME_BACK, SLICE_OVER, WAITS, FAULTED } outcome;

/* Call when a thread with the turn enters translated code. */
static void enter(ThreadId tid) {
  enter_code();
  code_begins(tid, 0);
}

/* Runs a thread until it returns. Follows its jumps to translated code. `code` is the translation to start with; if it
 * is 0, the function looks it up. */
static void run_code(ThreadId tid, HWord *result, Addr code) {
  void *guest = runner_of(tid)->guest;
  for (;;) {
    result[0] = SPY_CORE_FAST_MISS;
    result[1] = 0;
    if (code == 0 && !VG_(search_transtab)(&code, NULL, NULL, *spy_guest_ip(guest), True)) return;
    result[0] = 0;
    __real_vgPlain_disp_run_translations(result, guest, code);
    if (result[0] != SPY_CORE_FAST_MISS) return;
    code = 0;
  }
}

/* Begins a call that the tool answers, as before_syscall() of spy_main.c does. If the thread need not wait, also ends
 * the call, as after_syscall() does. Returns whether the thread must wait. */
static Bool begin_call(ThreadId tid) {
  static const UWord no_arguments[SPY_SYSCALL_ARGUMENTS];
  spy_recording_drain();
  spy_syscall_begins(tid, SPY_SYS_GETPID, no_arguments);
  const Bool waits = !spy_answer_give_at_once(tid);
  if (waits) spy_schedule_wait_begin(tid, 0);
  spy_schedule_seat(tid)->in_call = waits;
  return waits;
}

static void end_call(ThreadId tid) {
  spy_schedule_seat(tid)->in_call = False;
  spy_syscall_ends(tid);
  spy_answer_end(tid);
}

/* Continues a thread that possibly has waited. Returns False if it must continue to wait. */
static Bool resume(ThreadId tid) {
  if (!spy_schedule_seat(tid)->in_call) return True;
  spy_schedule_wait_end(tid);
  if (!spy_answer_give_woken(tid)) {
    spy_schedule_wait_begin(tid, 0);
    return False;
  }
  end_call(tid);
  return True;
}

/* Runs a thread for its turn. */
static outcome run_turn(ThreadId tid, HWord *result, Addr code) {
  for (;;) {
    run_code(tid, result, code);
    code = 0;
    const Bool over = result[0] == SPY_CORE_COUNTER_ZERO && spy_dispatch_is_on();
    if (!over && !(result[0] == VEX_TRC_JMP_SYS_SYSCALL && spy_dispatch_is_on() && spy_answer_is_whole(tid) &&
                   !VG_(clo_trace_syscalls))) {
      settle_looks(tid);
      return CAME_BACK;
    }
    leave_code();
    runner_of(tid)->over = over;
    if (over) return SLICE_OVER;
    if (begin_call(tid)) return WAITS;
    end_call(tid);
    enter(tid);
  }
}

/* As run_turn(), for a thread other than the caller's own. */
static outcome run_carried(ThreadId tid, HWord *result) {
  if (VG_MINIMAL_SETJMP(after_fault) != 0) return FAULTED;
  return run_turn(tid, result, 0);
}

/* Returns whether a jump of the core leads to the place where the core began to run a thread's code. The environment of
 * such a jump is in the thread's state, after the registers. Other jumps of the core use the same function. */
static Bool is_of_thread(const ULong *environment, ThreadId tid) {
  enum { STATE_BYTES = 32768 };
  const Addr guest = runners ? (Addr)runner_of(tid)->guest : 0;
  return guest != 0 && (Addr)environment - guest < STATE_BYTES;
}

void __wrap_VG_MINIMAL_LONGJMP(ULong *environment) {
  const ThreadId tid = VG_(get_running_tid)();
  if (is_of_thread(environment, tid)) {
    settle_looks(tid);
    if (spy_host_thread_stands_in()) {
      runner_of(tid)->fault = environment;
      __real_VG_MINIMAL_LONGJMP(after_fault);
    }
    spy_schedule_seat(tid)->in_code = False;
  }
  __real_VG_MINIMAL_LONGJMP(environment);
}

static Bool is_handled(Int signal) {
  vki_sigaction_fromK_t action;
  VG_(memset)(&action, 0, sizeof action);
  return !sr_isError(VG_(do_sys_sigaction)(signal, NULL, &action)) && action.ksa_handler != VKI_SIG_DFL &&
         action.ksa_handler != VKI_SIG_IGN;
}

/* Only the own host thread of a dying thread may run the handler, because the thread waits in the handler until all
 * other threads have ended. So the fault is raised again in the own host thread. */
Bool __wrap_vgPlain_gdbserver_report_signal(vki_siginfo_t *info, ThreadId tid) {
  spy_limits_fault(info);
  if (spy_host_thread_stands_in() && !is_handled(info->si_signo)) {
    runner *r = runner_of(tid);
    r->dies = True;
    r->signal = *info;
    settle_looks(tid);
    __real_VG_MINIMAL_LONGJMP(after_fault);
  }
  return __real_vgPlain_gdbserver_report_signal(info, tid);
}

/* ---- turns ---- */

/* Begins the turn of a thread whose code the caller runs. */
static void begin_turn(ThreadId tid, ThreadId own) {
  if (tid != own) spy_host_thread_stand_in(spy_schedule_seat(tid)->host_thread);
  VG_(acquire_BigLock)(tid, "memspy: turn");
}

/* Ends the turn of a thread whose slice has ended, or which waits. Returns the thread whose code the caller runs next,
 * or VG_INVALID_THREADID if another host thread has the turn. */
static ThreadId pass_turn(ThreadId tid, ThreadId own) {
  const Bool waits = spy_schedule_seat(tid)->in_call;
  const ThreadId next = spy_lock_pass(tid, own, waits ? SPY_CORE_WAITS_IN_KERNEL : SPY_CORE_YIELDS);
  if (next != VG_INVALID_THREADID) begin_turn(next, own);
  return next;
}

/* Continues a thread in translated code at the start of its turn. */
static void go_on(ThreadId tid) {
  *counter_of(tid) = quantum;
  enter(tid);
}

/* Runs a thread other than the caller's own for its turn. Returns the thread whose code the caller runs next. */
static ThreadId carry(ThreadId tid, ThreadId own) {
  HWord result[2] = {0};
  if (!resume(tid)) return pass_turn(tid, own);
  go_on(tid);
  const outcome was = run_carried(tid, result);
  if (was == SLICE_OVER || was == WAITS) return pass_turn(tid, own);
  leave_code();
  if (was == FAULTED) {
    /* The jump has left the handler of the signal, in which all signals were blocked. Unblock the signals of faults,
     * which the core never blocks. */
    static const UChar faults[] = {VKI_SIGSEGV, VKI_SIGBUS, VKI_SIGFPE, VKI_SIGILL, VKI_SIGTRAP};
    ULong set = 0;
    for (UInt i = 0; i < sizeof faults; i++) set |= 1ULL << (faults[i] - 1);
    spy_core_syscall(SPY_SYS_SIGPROCMASK, VKI_SIG_UNBLOCK, (UWord)&set, 0, sizeof set, 0, 0);
    result[0] = result[1] = 0; /* the core expects this after a fault */
  }
  /* The thread must continue in its own host thread. */
  runner *r = runner_of(tid);
  r->has_result = True;
  r->result[0] = result[0];
  r->result[1] = result[1];
  spy_lock_hand(tid);
  return VG_INVALID_THREADID;
}

/* Runs other threads, or waits, until the next turn of the caller's own thread. Call it when the turn of this thread
 * has ended. */
static void wait_for_turn(ThreadId own) {
  ThreadId tid = pass_turn(own, own); /* if this thread is `own`, it has the lock */
  while (tid != own && tid != VG_INVALID_THREADID) tid = carry(tid, own);
  if (tid == VG_INVALID_THREADID) begin_turn(own, own);
}

static void come_back(ThreadId tid, HWord *result, HWord why, UInt counter) {
  *counter_of(tid) = counter;
  result[0] = why;
  result[1] = 0;
}

/* Call when the caller's own thread has the turn. Returns whether it must return to the core. */
static Bool must_come_back(ThreadId own, HWord *result) {
  runner *r = runner_of(own);
  const Bool ends = VG_(is_exiting)(own), polls = r->over && spy_signal_polls_awaited(own);
  if (!r->has_result && !ends && !polls) return False;
  enter_code();
  spy_schedule_seat(own)->in_code = False;
  if (r->has_result) {
    ULong *const fault = r->fault;
    r->has_result = False;
    r->fault = NULL;
    result[0] = r->result[0];
    result[1] = r->result[1];
    if (fault) __real_VG_MINIMAL_LONGJMP(fault);
    if (r->dies)
      spy_core_syscall(SPY_SYS_TGSIGQUEUE, (UWord)VG_(getpid)(), (UWord)VG_(gettid)(), (UWord)r->signal.si_signo,
                       (UWord)&r->signal, 0, 0);
    tl_assert(!r->dies);
  } else if (ends) {
    come_back(own, result, SPY_CORE_BORING, r->looks);
  } else {
    spy_lock_keep();
    come_back(own, result, SPY_CORE_COUNTER_ZERO, SPY_CORE_SLICE_ENDED);
  }
  return True;
}

void spy_dispatch_run(HWord *result, void *guest, Addr code) {
  const ThreadId own = VG_(get_running_tid)();
  *runner_of(own) = (runner){.guest = guest, .looks = *spy_blocks_left(guest)};
  if (runner_of(own)->looks > quantum) quantum = runner_of(own)->looks;
  spy_schedule_seat(own)->in_code = True;
  while (run_turn(own, result, code) != CAME_BACK) {
    do wait_for_turn(own);
    while (!resume(own));
    if (must_come_back(own, result)) return;
    go_on(own);
    code = 0;
  }
  spy_schedule_seat(own)->in_code = False;
}
