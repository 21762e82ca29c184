/* spy_deadlock_report.c: see spy_deadlock_report.h. SPDX-License-Identifier: GPL-2.0-or-later */
#include "memspy/schedule/spy_deadlock_report.h"

#include "memspy/core/spy_platform.h"
#include "memspy/schedule/spy_futex.h"
#include "memspy/schedule/spy_syscall_waits.h"
#include "memspy/schedule/spy_thread-inl.h"

enum { FRAMES = 12 };

/* A mutex of glibc contains a word, a depth, and the owner. A waiting thread sets the word to 2. */
enum { MUTEX_CONTENDED = 2, MUTEX_OWNER = 8 };

static Bool is_readable(Addr address) { return VG_(am_is_valid_for_client)(address, sizeof(Int), VKI_PROT_READ); }

static ThreadId thread_at(Addr address) {
  if (!is_readable(address) || *(const Int *)address <= 0) return VG_INVALID_THREADID;
  return spy_schedule_thread_of(*(const Int *)address);
}

static void print_thread(ThreadId tid) {
  const Addr word = spy_futex_word(tid);
  const ThreadId ends = thread_at(word), owner = thread_at(word + MUTEX_OWNER);
  if (ends != VG_INVALID_THREADID)
    VG_(umsg)("thread %u waits for the end of thread %u\n", tid, ends);
  else if (is_readable(word) && *(const UInt *)word == MUTEX_CONTENDED && owner != VG_INVALID_THREADID)
    VG_(umsg)("thread %u waits for the mutex at 0x%lx, which thread %u holds\n", tid, word, owner);
  else
    VG_(umsg)("thread %u waits at 0x%lx\n", tid, word);
  VG_(get_and_pp_StackTrace)(tid, FRAMES);
}

static Addr thread_pointer(ThreadId tid) {
  Addr pointer;
  VG_(get_shadow_regs_area)(tid, (UChar *)&pointer, 0, SPY_GUEST_THREAD_POINTER, sizeof pointer);
  return pointer;
}

/* Returns the first other thread with the same thread-local storage as `tid`, or VG_INVALID_THREADID if there is
 * none. */
static ThreadId shares_storage(ThreadId tid) {
  for (ThreadId other = 1; other < tid; other++)
    if (spy_threads.of[other].alive && thread_pointer(other) == thread_pointer(tid)) return other;
  return VG_INVALID_THREADID;
}

static void report_shared_storage(void) {
  for (ThreadId tid = 2; tid <= spy_threads.most; tid++) {
    const ThreadId other = spy_threads.of[tid].alive ? shares_storage(tid) : VG_INVALID_THREADID;
    if (other == VG_INVALID_THREADID) continue;
    VG_(umsg)
    ("threads %u and %u have the same thread-local storage (clone without CLONE_SETTLS): the C library takes "
     "them for one thread, and its locks do not work between them, with or without Valgrind\n",
     other, tid);
    return;
  }
}

void spy_deadlock_report(void) {
  VG_(umsg)("deadlock: all threads wait for each other; only a signal can end that\n");
  for (ThreadId tid = 1; tid <= spy_threads.most; tid++)
    if (spy_threads.of[tid].alive) print_thread(tid);
  report_shared_storage();
}

void spy_deadlock_report_holder(Word call) {
  HChar place[40];
  VG_(sprintf)(place, call == SPY_PAGE_FAULT ? "at a page of its memory" : "in system call %ld", call);
  VG_(umsg)
  ("thread %u has been waiting %s for a second, and Valgrind lets no other thread run meanwhile; if one of "
   "them is to end this wait, the program hangs, as with --tool=none\n",
   spy_threads.holder, place);
}
