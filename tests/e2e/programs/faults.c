/* faults.c: threads that alternate at each atomic instruction. In between, each thread causes events that only this
 * thread can handle, in the way that the first argument names.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <setjmp.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "tests/e2e/programs/threads.h"

enum { MOST = 16, ROUNDS = 200, TURNS = 50, PAGE = 4096, DEEP = 64 };

static pthread_t threads[MOST];
static atomic_int turns, handled;
static _Thread_local char *page;
static _Thread_local sigjmp_buf before;
static _Thread_local long self; /* the kernel's thread number */

static void take_turns(void) {
  for (int i = 0; i < TURNS; i++) atomic_fetch_add(&turns, 1);
}

static void set_handler(int signal, void (*handler)(int, siginfo_t *, void *)) {
  struct sigaction action = {.sa_sigaction = handler, .sa_flags = SA_SIGINFO};
  sigaction(signal, &action, NULL);
}

static void check_handled(const siginfo_t *info, int code) {
  EXPECT(info->si_code == code);
  EXPECT(syscall(SYS_gettid) == self);
  atomic_fetch_add(&handled, 1);
}

static void begin(void) {
  self = syscall(SYS_gettid);
  page = mmap(NULL, PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  EXPECT(page != MAP_FAILED);
}

/* ---- a store to a page that may only be read: the handler lets it be ---- */

static void allow(int signal, siginfo_t *info, void *context) {
  (void)signal, (void)context;
  check_handled(info, SEGV_ACCERR);
  EXPECT(info->si_addr == page + 8);
  mprotect(page, PAGE, PROT_READ | PROT_WRITE);
}

static void *store(void *argument) {
  begin();
  for (int i = 0; i < ROUNDS; i++) {
    mprotect(page, PAGE, PROT_READ);
    take_turns();
    *(volatile int *)(page + 8) = i;
    EXPECT(*(volatile int *)(page + 8) == i);
  }
  return argument;
}

/* ---- a load from no memory, and a division by 0: the handler jumps out ---- */

static void jump(int signal, siginfo_t *info, void *context) {
  (void)context;
  check_handled(info, signal == SIGFPE ? FPE_INTDIV : SEGV_MAPERR);
  siglongjmp(before, 1);
}

static void *load(void *argument) {
  begin();
  for (volatile int i = 0; i < ROUNDS; i++) {
    if (sigsetjmp(before, 1) != 0) continue;
    take_turns();
    EXPECT(*(volatile int *)(8L + i) < 0); /* never returns */
    EXPECT(0);
  }
  return argument;
}

static void *divide(void *argument) {
  volatile int none = 0;
  begin();
  for (volatile int i = 0; i < ROUNDS; i++) {
    if (sigsetjmp(before, 1) != 0) continue;
    take_turns();
    EXPECT(i / none == 0);
  }
  return argument;
}

/* ---- the main thread's stack grows ---- */

static int descend(int depth) {
  volatile char frame[3 * PAGE];
  memset((char *)frame, depth, sizeof frame);
  take_turns();
  return depth == 0 ? 0 : descend(depth - 1) + frame[PAGE] - depth + 1;
}

static void *only_turns(void *argument) {
  begin();
  for (int i = 0; i < ROUNDS; i++) take_turns();
  return argument;
}

/* ---- nothing but turns, and waits ---- */

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int locked;

static void *lock(void *argument) {
  begin();
  for (int i = 0; i < ROUNDS * TURNS; i++) {
    pthread_mutex_lock(&mutex);
    locked++;
    pthread_mutex_unlock(&mutex);
  }
  return argument;
}

/* ---- code that a thread has written, and writes again ---- */

static void *write_code(void *argument) {
  begin();
  unsigned char *code = mmap(NULL, PAGE, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  EXPECT(code != MAP_FAILED);
  for (int i = 0; i < ROUNDS; i++) {
    const unsigned char returns[] = {0xb8, (unsigned char)i, 0, 0, 0, 0xc3}; /* mov $i, %eax; ret */
    EXPECT(mmap(code, PAGE, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) ==
           (void *)code);
    memcpy(code, returns, sizeof returns);
    take_turns();
    int (*run)(void);
    memcpy(&run, &code, sizeof run);
    EXPECT(run() == (unsigned char)i);
  }
  return argument;
}

/* ---- one of them dies ---- */

static void *die(void *argument) {
  volatile int *volatile nowhere = (volatile int *)16; /* volatile: the compiler does not notice the bad address */
  begin();
  for (int i = 0; i < ROUNDS; i++) {
    take_turns();
    if (argument && i == ROUNDS / 2) *nowhere = i;
  }
  return NULL;
}

/* In code that was executed before, no translation sends the thread to its own host thread first. */
static void *die_by_division(void *argument) {
  begin();
  for (volatile int i = 0; i < ROUNDS; i++) {
    volatile int by = argument ? ROUNDS / 2 - i : 1;
    take_turns();
    EXPECT(i / by <= i);
    take_turns();
  }
  return NULL;
}

static void run_all(void *(*run)(void *), int n) {
  for (long i = 0; i < n; i++) threads[i] = start(run, (void *)i);
  for (int i = 0; i < n; i++) join(threads[i]);
}

static void do_store(int n) {
  set_handler(SIGSEGV, allow);
  run_all(store, n);
  EXPECT(atomic_load(&handled) == n * ROUNDS);
}

static void do_load(int n) {
  set_handler(SIGSEGV, jump);
  run_all(load, n);
  EXPECT(atomic_load(&handled) == n * ROUNDS);
}

static void do_divide(int n) {
  set_handler(SIGFPE, jump);
  run_all(divide, n);
  EXPECT(atomic_load(&handled) == n * ROUNDS);
}

static void do_stack(int n) {
  for (int i = 0; i < n; i++) threads[i] = start(only_turns, NULL);
  EXPECT(descend(DEEP) == DEEP);
  for (int i = 0; i < n; i++) join(threads[i]);
}

static void do_turns(int n) { run_all(only_turns, n); }

static void do_locks(int n) {
  run_all(lock, n);
  EXPECT(locked == n * ROUNDS * TURNS);
}

static void do_code(int n) { run_all(write_code, n); }
static void do_die(int n) { run_all(die, n); }
static void do_die_by_division(int n) { run_all(die_by_division, n); }

static const way ways[] = {
    {"store", do_store},
    {"load", do_load},
    {"divide", do_divide},
    {"stack", do_stack},
    {"code", do_code},
    {"die", do_die},
    {"die-by-division", do_die_by_division},
    {"turns", do_turns},
    {"locks", do_locks},
};

int main(int argc, char **argv) {
  const int status = run_way(ways, sizeof ways / sizeof ways[0], argc, argv);
  printf("%d\n", atomic_load(&turns));
  return status;
}
