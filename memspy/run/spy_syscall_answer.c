/* spy_syscall_answer.c: see spy_syscall_answer.h.
 *
 * A call that would wait for files is postponed: the thread waits in the tool until the call would not wait, returns to
 * the address before the call, and makes the call. If no file is ready when the call's time-out ends, the thread makes
 * the call with a time-out of 0.
 *
 * A wait that a signal interrupts is first restarted: the thread returns to the address before its system call, and the
 * core looks for signals. If no signal is for the thread, the wait continues. Otherwise the handler runs. If the
 * handler was set with SA_RESTART and the wait has no time-out, the wait then continues; otherwise it ends with EINTR,
 * as in Linux.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "memspy/run/spy_syscall_answer.h"

#include "memspy/core/spy_core.h"
#include "memspy/core/spy_platform.h"
#include "memspy/machine/spy_topology.h"
#include "memspy/run/spy_recording.h"
#include "memspy/schedule/spy_futex.h"
#include "memspy/schedule/spy_syscall_waits.h"
#include "memspy/schedule/spy_thread.h"
#include "memspy/schedule/spy_time.h"
#include "memspy/schedule/spy_wait.h"
#include "memspy/setup/spy_options.h"
#include "memspy/setup/spy_state.h"
#include "memspy/syscalls/spy_answer_time.h"
#include "memspy/syscalls/spy_path_calls.h"
#include "memspy/syscalls/spy_timers.h"

enum { SIGNALS = 65, HANDLER_RESTARTS = 0x10000000, MASK_BYTES = 8, SET_WORDS = 128 };

typedef struct {
  Bool asked;     /* the tool answers the current call */
  Bool retaken;   /* the thread is at the address before its call again, after an interruption */
  Bool looks;     /* `retaken` is set, and the core must first look for signals; or the thread's slice has ended for
                     another reason */
  Bool waits;     /* the current call would wait for files, so the tool waits, and then the thread makes the call */
  Bool is_late;   /* whether the time-out of the wait has ended */
  Bool is_ready;  /* the call was postponed, and then found not to wait */
  ULong deadline; /* in ns of the program's monotonic clock; 0: there is none */
  UWord number;
  UWord arguments[SPY_SYSCALL_ARGUMENTS];
  Int replaced;    /* index of the argument that was changed, + 1; 0: no argument was changed */
  Bool is_other;   /* the thread makes another call, or a call with other arguments */
  Bool has_result; /* the result was found before the call */
  Word result;
  Bool interrupted;
} answer;

static answer *answers; /* indexed by thread */
static Bool restarts[SIGNALS];

static UWord register_get(void *guest, Int offset) { return *(UWord *)((HChar *)guest + offset); }
static void register_set(void *guest, Int offset, UWord value) { *(UWord *)((HChar *)guest + offset) = value; }

static UWord thread_get(ThreadId tid, Int offset) {
  UWord value;
  VG_(get_shadow_regs_area)(tid, (UChar *)&value, 0, offset, sizeof value);
  return value;
}

static void thread_set(ThreadId tid, Int offset, UWord value) {
  VG_(set_shadow_regs_area)(tid, 0, offset, sizeof value, (const UChar *)&value);
}

/* ---- the processors that the program sees ---- */

static Bool is_writable(UWord start, SizeT bytes) { return VG_(am_is_valid_for_client)(start, bytes, VKI_PROT_WRITE); }
static Bool is_readable(UWord start, SizeT bytes) { return VG_(am_is_valid_for_client)(start, bytes, VKI_PROT_READ); }

/* Returns the thread of this process to which a number of the kernel refers (0 is the caller). Returns
 * VG_INVALID_THREADID if the number belongs to another process. */
static ThreadId thread_meant(ThreadId tid, UWord number) {
  if (number == 0 || (Int)number == VG_(gettid)()) return tid;
  return spy_schedule_thread_of((Int)number);
}

/* Returns the error for a number that belongs to no thread, or 0 if there is a thread with this number. */
static Word error_of_thread(UWord number) {
  ULong set[SET_WORDS];
  const Word bytes = spy_core_syscall(SPY_SYS_GETAFFINITY, number, sizeof set, (UWord)set, 0, 0, 0);
  return bytes < 0 ? bytes : 0;
}

/* For threads of other processes, reports all processors. */
static Word answer_get_affinity(ThreadId tid, const UWord *a) {
  const ThreadId meant = thread_meant(tid, a[0]);
  if (a[1] < MASK_BYTES || a[1] % MASK_BYTES != 0) return -VKI_EINVAL;
  if (meant == VG_INVALID_THREADID && error_of_thread(a[0]) != 0) return error_of_thread(a[0]);
  if (!is_writable(a[2], MASK_BYTES)) return -VKI_EFAULT;
  *(ULong *)a[2] = meant == VG_INVALID_THREADID ? spy_all_processors() : spy_schedule_allowed(meant);
  return MASK_BYTES;
}

/* Moves a thread to the first processor of the set, unless it is on one of the set's processors. */
static Word answer_set_affinity(ThreadId tid, const UWord *a) {
  ULong set = 0;
  const ThreadId meant = thread_meant(tid, a[0]);
  const SizeT bytes = a[1] < MASK_BYTES ? a[1] : MASK_BYTES;
  if (!is_readable(a[2], bytes)) return -VKI_EFAULT;
  if (meant == VG_INVALID_THREADID && error_of_thread(a[0]) != 0) return error_of_thread(a[0]);
  VG_(memcpy)(&set, (const void *)a[2], bytes);
  set &= spy_all_processors();
  if (set == 0) return -VKI_EINVAL;
  if (meant == VG_INVALID_THREADID) return 0;
  spy_recording_allow(meant, set);
  if (meant == tid) answers[tid].looks = True; /* the slice of this thread has ended */
  return 0;
}

static Word answer_get_cpu(ThreadId tid, const UWord *a) {
  const UInt processor = spy_schedule_target(tid);
  if ((a[0] != 0 && !is_writable(a[0], sizeof(UInt))) || (a[1] != 0 && !is_writable(a[1], sizeof(UInt))))
    return -VKI_EFAULT;
  if (a[0] != 0) *(UInt *)a[0] = processor;
  if (a[1] != 0) *(UInt *)a[1] = spy_node_of(processor);
  return 0;
}

/* ---- the call ---- */

static Word answer_futex(ThreadId tid, const UWord *a) { return spy_futex_call(tid, a, &answers[tid].interrupted); }

static Word answer_time(ThreadId tid, const UWord *a) { return spy_answer_time(tid, answers[tid].number, a); }

/* A sleep that is restarted keeps the time of its end. */
static Word answer_sleep(ThreadId tid, const UWord *arguments) {
  answer *a = &answers[tid];
  if (a->deadline == 0) a->deadline = spy_answer_sleep_end(tid, a->number, arguments);
  if (a->deadline == 0) return -VKI_EINVAL;
  spy_schedule_wait(tid, a->deadline);
  a->interrupted = spy_schedule_woken(tid) == SPY_INTERRUPTED;
  if (a->interrupted) spy_answer_sleep_rest(tid, a->number, arguments, a->deadline);
  return 0;
}

static Word answer_timer_set(ThreadId tid, const UWord *a) { return spy_timers_answer_set(tid, a); }
static Word answer_timer_get(ThreadId tid, const UWord *a) { return spy_timers_answer_get(tid, a); }

static const struct {
  Word (*answer)(ThreadId tid, const UWord *arguments); /* NULL: the tool does not answer the call */
} rows[] = {
#define answer_none NULL
#define SYSCALL(number, blocks, waits, lets_go, answer, path, before, after) [number] = {answer_##answer},
#include "memspy/core/spy_syscalls.def"
#undef SYSCALL
#undef answer_none
};

static Bool describes_processors(Word (*answer)(ThreadId tid, const UWord *arguments)) {
  return answer == answer_get_affinity || answer == answer_set_affinity || answer == answer_get_cpu;
}

static Bool is_ours(ThreadId tid, const answer *a) {
  if (!(a->number < sizeof rows / sizeof rows[0]) || !rows[a->number].answer) return False;
  if (rows[a->number].answer == answer_time) return spy_time_is_simulated();
  if (describes_processors(rows[a->number].answer)) return spy_machine_is_visible();
  if (rows[a->number].answer == answer_sleep) return spy_time_is_simulated() && !spy_schedule_is_free();
  if (rows[a->number].answer == answer_timer_set || rows[a->number].answer == answer_timer_get)
    return spy_timers_has(a->arguments[0]);
  return a->number != SPY_SYS_FUTEX || spy_futex_takes(tid, a->arguments);
}

/* ---- waiting for files ---- */

static ULong deadline_of(ThreadId tid, const answer *a) {
  ULong ns;
  const Bool ends = spy_syscall_timeout((UInt)a->number, a->arguments, &ns);
  return ends ? spy_time_ns(tid, VKI_CLOCK_MONOTONIC) + ns : 0;
}

static Bool times_alone(void) { return spy_time_is_simulated() && !spy_schedule_has_threads(); }

/* Postpones a call that would wait for files. `before` is the state of the thread's previous call, which is the same
 * call if it was restarted. Returns whether the call must not be made now. */
static Bool puts_off(ThreadId tid, answer *a, const answer *before) {
  const Bool again = before->retaken && before->waits && before->number == a->number;
  if (!spy_schedule_is_merging() || (again && (before->is_late || before->is_ready))) return False;
  a->waits = spy_syscall_can_wait_here((UInt)a->number, a->arguments);
  if (a->waits) a->deadline = again ? before->deadline : deadline_of(tid, a);
  return a->waits;
}

/* Returns whether a wait ended because its time-out has ended. */
static Bool is_over(ThreadId tid, ULong deadline) {
  if (spy_schedule_woken(tid) != SPY_TIMED_OUT) return False;
  return !spy_timers_exist() || (deadline != 0 && spy_time_ns(tid, VKI_CLOCK_MONOTONIC) >= deadline);
}

/* A timer can expire before the call's time-out ends. If it does, the thread tests again whether the call would
 * wait. puts_off() possibly ran on another host thread, for which a signalfd shows other signals: so the thread's own
 * host thread looks again. */
static void wait_for_files(ThreadId tid, answer *a) {
  const ULong timer = spy_timers_first();
  spy_syscall_begins(tid, (UInt)a->number, a->arguments);
  a->is_ready = spy_syscall_goes_on(tid);
  if (!a->is_ready)
    spy_schedule_watch(tid, timer != 0 && (a->deadline == 0 || timer < a->deadline) ? timer : a->deadline);
  spy_syscall_ends(tid);
  if (a->is_ready) return;
  a->is_late = is_over(tid, a->deadline);
  a->interrupted = spy_schedule_woken(tid) == SPY_INTERRUPTED;
}

static void look_at_timers(ThreadId tid) {
  if (!spy_time_is_simulated()) return;
  if (spy_schedule_is_free())
    spy_timers_release(tid);
  else
    spy_timers_ring(tid);
}

/* Handles a call that possibly reads files that describe the host. Returns whether the result was found without the
 * kernel. If not, the kernel possibly gets another call in its place. */
static Bool reads_machine(ThreadId tid, void *guest, answer *a) {
  spy_path_call call = {.number = a->number};
  VG_(memcpy)(call.arguments, a->arguments, sizeof call.arguments);
  if (spy_path_calls_before(tid, &call, &a->result)) return True;
  a->is_other = VG_(memcmp)(call.arguments, a->arguments, sizeof call.arguments) != 0;
  if (!a->is_other) return False;
  register_set(guest, SPY_SYSCALL_NUMBER, call.number);
  for (UInt i = 0; i < SPY_SYSCALL_ARGUMENTS; i++) register_set(guest, spy_syscall_argument[i], call.arguments[i]);
  return False;
}

/* Restores the arguments in the registers that were changed. */
static void give_arguments_back(ThreadId tid, answer *a) {
  if (a->replaced != 0) thread_set(tid, spy_syscall_argument[a->replaced - 1], a->arguments[a->replaced - 1]);
  a->replaced = 0;
  if (!a->is_other) return;
  a->is_other = False;
  for (UInt i = 0; i < SPY_SYSCALL_ARGUMENTS; i++) thread_set(tid, spy_syscall_argument[i], a->arguments[i]);
}

static void begin(void *guest) {
  if (!answers) answers = VG_(calloc)("spy.answers", VG_N_THREADS, sizeof *answers);
  const ThreadId tid = VG_(get_running_tid)();
  answer *a = &answers[tid];
  const answer before = *a;
  *a = (answer){.number = register_get(guest, SPY_SYSCALL_NUMBER)};
  for (UInt i = 0; i < SPY_SYSCALL_ARGUMENTS; i++) a->arguments[i] = register_get(guest, spy_syscall_argument[i]);
  look_at_timers(tid);
  if (reads_machine(tid, guest, a)) {
    a->asked = True;
    a->has_result = True;
    register_set(guest, SPY_SYSCALL_NUMBER, SPY_SYS_GETPID);
  } else if (is_ours(tid, a)) {
    a->asked = True;
    if (before.retaken && before.number == a->number) a->deadline = before.deadline;
    register_set(guest, SPY_SYSCALL_NUMBER, SPY_SYS_GETPID);
  } else if (puts_off(tid, a, &before)) {
    a->asked = True;
    register_set(guest, SPY_SYSCALL_NUMBER, SPY_SYS_GETPID);
  } else if (before.retaken && before.is_late && before.number == a->number) {
    /* The time-out of the call has ended, so it gets a time-out of 0, and the kernel reports the end of the
     * time-out. */
    a->replaced = spy_syscall_time_argument((UInt)a->number);
    register_set(guest, spy_syscall_argument[a->replaced - 1], spy_syscall_no_time((UInt)a->number));
  } else if (times_alone()) {
    a->deadline = deadline_of(tid, a);
    spy_timers_lend(tid);
  }
}

void spy_answer_begin(void *guest) {
  if (!spy_is_exact()) return;
  begin(guest);
}

Bool spy_answer_give(ThreadId tid) {
  if (!answers || !answers[tid].asked) return False;
  answer *a = &answers[tid];
  if (a->waits)
    wait_for_files(tid, a);
  else if (!a->has_result)
    a->result = rows[a->number].answer(tid, a->arguments);
  return True;
}

Bool spy_answer_is_whole(ThreadId tid) {
  if (!answers || !answers[tid].asked || answers[tid].waits) return False;
  const answer *a = &answers[tid];
  if (a->has_result) return True;
  if (a->number == SPY_SYS_FUTEX) return !spy_futex_has_deadline(a->arguments);
  return rows[a->number].answer != answer_sleep;
}

Bool spy_answer_give_at_once(ThreadId tid) {
  answer *a = &answers[tid];
  Bool waits = False;
  if (a->has_result) return True;
  a->result = a->number == SPY_SYS_FUTEX ? spy_futex_begin(tid, a->arguments, &waits)
                                         : rows[a->number].answer(tid, a->arguments);
  return !waits;
}

Bool spy_answer_give_woken(ThreadId tid) {
  answer *a = &answers[tid];
  if (spy_futex_waits_on(tid)) return False;
  a->result = spy_futex_end(tid, &a->interrupted);
  return True;
}

/* Makes the thread return to the address before its call. */
static void retake(ThreadId tid, answer *a) {
  a->retaken = True;
  a->looks = a->interrupted;
  thread_set(tid, SPY_GUEST_IP, thread_get(tid, SPY_GUEST_IP) - SPY_SYSCALL_BYTES);
  thread_set(tid, SPY_SYSCALL_NUMBER, a->number);
}

Bool spy_answer_end(ThreadId tid) {
  if (!answers) return False;
  answer *a = &answers[tid];
  give_arguments_back(tid, a);
  if (!a->asked) {
    spy_path_calls_after(tid, (Word)thread_get(tid, SPY_SYSCALL_RESULT));
    /* A thread that runs alone was idle until the time-out of its call ended. */
    if (times_alone() && a->deadline != 0 && thread_get(tid, SPY_SYSCALL_RESULT) == 0)
      spy_schedule_wait(tid, a->deadline);
    if (spy_time_is_simulated() && !spy_schedule_is_free()) {
      spy_timers_take_back(tid);
      spy_timers_after(tid, a->number, a->arguments, (Word)thread_get(tid, SPY_SYSCALL_RESULT));
    }
    return False;
  }
  a->asked = False;
  if (a->interrupted || a->waits)
    retake(tid, a);
  else
    thread_set(tid, SPY_SYSCALL_RESULT, (UWord)a->result);
  return True;
}

Bool spy_answer_wants_signals(ThreadId tid) {
  if (LIKELY(!answers || !answers[tid].looks)) return False;
  answers[tid].looks = False;
  return True;
}

void spy_answer_signal(ThreadId tid, Int signal) {
  if (!answers || !answers[tid].retaken) return;
  answer *a = &answers[tid];
  a->retaken = False;
  const Bool has_time = a->waits                     ? spy_syscall_time_argument((UInt)a->number) != 0
                        : a->number == SPY_SYS_FUTEX ? a->arguments[3] != 0
                                                     : True;
  if (!has_time && signal < SIGNALS && restarts[signal]) return;
  thread_set(tid, SPY_GUEST_IP, thread_get(tid, SPY_GUEST_IP) + SPY_SYSCALL_BYTES);
  thread_set(tid, SPY_SYSCALL_RESULT, (UWord)-VKI_EINTR);
}

void spy_answer_handler(Int signal, UWord action) {
  struct {
    UWord handler, flags;
  } set;
  if (signal <= 0 || signal >= SIGNALS || action == 0 || !is_readable(action, sizeof set)) return;
  VG_(memcpy)(&set, (const void *)action, sizeof set);
  restarts[signal] = (set.flags & HANDLER_RESTARTS) != 0;
}
