/* spy_own_thread.c: see spy_own_thread.h. SPDX-License-Identifier: GPL-2.0-or-later */
#include "memspy/core/spy_own_thread.h"

#include "memspy/core/spy_core.h"
#include "memspy/core/spy_platform.h"

enum { STACK_BYTES = 1024 * 1024, PATIENCE = 200 };

typedef enum { FREE, TAKEN, AWAITED } lock_state;

Bool spy_own_thread_runs;

static HChar *stack;       /* stack of the ended thread, kept for the next one */
static volatile Int alive; /* the host sets this word to 0 when the thread has ended */

/* The two sides are the program's threads and the tool's own thread. A variable that one side writes often does not
 * share a cache line with the variables of the other side. */
static struct {
  __attribute__((aligned(SPY_HOST_LINE))) volatile Int lock; /* a lock_state */
  Bool held;                                                 /* the program's threads hold the lock */
  __attribute__((aligned(SPY_HOST_LINE))) UInt depth; /* number of nested calls of spy_core_enter() in the tool's own
                                                         thread */
} sides;

/* ---- waiting ---- */

void spy_host_wait(volatile Int *word, Int value, Int ms) {
  const struct vki_timespec time = {.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000L};
  spy_core_syscall(SPY_SYS_FUTEX, (UWord)word, VKI_FUTEX_WAIT | VKI_FUTEX_PRIVATE_FLAG, (UWord)value,
                   ms < 0 ? 0 : (UWord)&time, 0, 0);
}

void spy_host_wake(volatile Int *word) {
  spy_core_syscall(SPY_SYS_FUTEX, (UWord)word, VKI_FUTEX_WAKE | VKI_FUTEX_PRIVATE_FLAG, 0x7fffffff, 0, 0, 0);
}

/* ---- the lock ---- */

static Bool try_lock(void) {
  Int expected = FREE;
  return __atomic_compare_exchange_n(&sides.lock, &expected, TAKEN, False, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED);
}

static void take(void) {
  for (UInt i = 0; i < PATIENCE; i++) {
    if (try_lock()) return;
    spy_pause();
  }
  while (__atomic_exchange_n(&sides.lock, AWAITED, __ATOMIC_ACQUIRE) != FREE) spy_host_wait(&sides.lock, AWAITED, -1);
}

static void give_back(void) {
  if (__atomic_exchange_n(&sides.lock, FREE, __ATOMIC_RELEASE) == AWAITED) spy_host_wake(&sides.lock);
}

void spy_core_hold(void) {
  if (!spy_own_thread_runs || sides.held) return;
  take();
  sides.held = True;
}

void spy_core_release(void) {
  if (!spy_own_thread_runs || !sides.held) return;
  sides.held = False;
  give_back();
}

Bool spy_core_is_held(void) { return sides.held; }

Bool spy_own_thread_is_caller(void) {
  return spy_own_thread_runs && (UWord)((HChar *)__builtin_frame_address(0) - stack) < STACK_BYTES;
}

void spy_core_enter(void) {
  if (spy_own_thread_is_caller() && sides.depth++ == 0) take();
}

void spy_core_leave(void) {
  if (spy_own_thread_is_caller() && --sides.depth == 0) give_back();
}

/* ---- the thread ---- */

UInt spy_host_processors(void) {
  ULong mask[128] = {0};
  UInt n = 0;
  spy_core_syscall(SPY_SYS_GETAFFINITY, 0, sizeof mask, (UWord)mask, 0, 0, 0);
  for (UInt i = 0; i < sizeof mask / sizeof mask[0]; i++)
    for (ULong rest = mask[i]; rest != 0; rest &= rest - 1) n++;
  return n;
}

Bool spy_own_thread_start(void (*run)(void)) {
  const ULong all = ~0ULL;
  ULong before = 0;
  if (!stack) stack = spy_core_pages("spy.own_thread", STACK_BYTES);
  alive = 1;
  sides.lock = TAKEN;
  sides.held = True;
  spy_own_thread_runs = True;
  spy_core_syscall(SPY_SYS_SIGPROCMASK, VKI_SIG_SETMASK, (UWord)&all, (UWord)&before, sizeof all, 0, 0);
  /* The thread shares the program's files, since closing a file must close it for all threads. It does not share the
   * directory: a thread with a shared directory cannot enter another mount namespace. */
  const Word id = spy_clone(VKI_CLONE_VM | VKI_CLONE_FILES | VKI_CLONE_SIGHAND | VKI_CLONE_THREAD | VKI_CLONE_SYSVSEM |
                                VKI_CLONE_CHILD_CLEARTID,
                            stack + STACK_BYTES, &alive, run);
  spy_core_syscall(SPY_SYS_SIGPROCMASK, VKI_SIG_SETMASK, (UWord)&before, 0, sizeof all, 0, 0);
  if (id < 0) spy_own_thread_forget();
  return id > 0;
}

void spy_own_thread_join(void) {
  if (!spy_own_thread_runs) return;
  /* The kernel uses a shared futex to wake the threads that wait for this word. */
  for (Int is; (is = alive) != 0;) spy_core_syscall(SPY_SYS_FUTEX, (UWord)&alive, VKI_FUTEX_WAIT, (UWord)is, 0, 0, 0);
  spy_own_thread_forget();
}

void spy_own_thread_forget(void) {
  spy_own_thread_runs = False;
  sides.held = False;
  sides.depth = 0;
}
