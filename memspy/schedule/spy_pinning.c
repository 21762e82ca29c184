/* spy_pinning.c: see spy_pinning.h. SPDX-License-Identifier: GPL-2.0-or-later */
#include "memspy/schedule/spy_pinning.h"

#include "memspy/core/spy_core.h"
#include "memspy/core/spy_platform.h"
#include "memspy/schedule/spy_thread-inl.h"

enum { MASK_WORDS = 128, WORD_BITS = 64 };

/* The clocks are read at every TURNS-th grant of the lock. When a window of at least WINDOW_MS milliseconds has passed,
 * the threads are released if the process got less than ENOUGH percent of it as processor time. */
enum { TURNS = 64, WINDOW_MS = 50, ENOUGH = 60 };

static ULong all[MASK_WORDS]; /* set of the processors that the process may use */
static SizeT all_bytes;       /* bytes of this set */
static Int bound_to = -1;     /* processor to which threads are bound; -1: none */
static UInt moves;            /* number of changes of bound_to */

/* The current window. */
static UInt turns;
static UInt began;        /* start of the window, in ms */
static ULong time_before; /* processor time of the process at the start of the window, in ns */

static void move_to(Int processor) {
  bound_to = processor;
  moves++;
}

static UInt host_processor(void) {
  UInt processor = 0;
  spy_core_syscall(SPY_SYS_GETCPU, (UWord)&processor, 0, 0, 0, 0, 0);
  return processor;
}

/* Returns whether the process may use several processors. The user can change the set of these during the run. Only a
 * thread that is not bound can read the set. */
static Bool has_choice(const spy_seat *seat) {
  if (bound_to < 0 && seat->moves == moves) {
    const Word bytes = spy_core_syscall(SPY_SYS_GETAFFINITY, 0, sizeof all, (UWord)all, 0, 0, 0);
    all_bytes = bytes > 0 ? (SizeT)bytes : 0;
  }
  UInt n = 0;
  for (UInt i = 0; i < all_bytes / sizeof all[0]; i++) n += (UInt)__builtin_popcountll(all[i]);
  return n > 1;
}

/* Call at the end of a window. Binds the threads if they are not bound. If they are bound and had too little processor
 * time, releases them until the end of the next window. */
static void judge(void) {
  const UInt now = VG_(read_millisecond_timer)();
  if (now - began < WINDOW_MS) return;
  enum { PROCESS_TIME = 2, NS = 1000000000 }; /* CLOCK_PROCESS_CPUTIME_ID, which Valgrind's headers do not have */
  struct vki_timespec time = {0};
  spy_core_syscall(SPY_SYS_CLOCK_GETTIME, PROCESS_TIME, (UWord)&time, 0, 0, 0, 0);
  const ULong time_now = (ULong)time.tv_sec * NS + (ULong)time.tv_nsec;
  const Bool starved = (time_now - time_before) / 10000 < (ULong)(now - began) * ENOUGH;
  began = now;
  time_before = time_now;
  if (bound_to < 0)
    move_to((Int)host_processor());
  else if (starved)
    move_to(-1);
}

static void bind(void) {
  ULong one[MASK_WORDS] = {0};
  if (bound_to >= 0) one[bound_to / WORD_BITS] = 1ULL << bound_to % WORD_BITS;
  spy_core_syscall(SPY_SYS_SETAFFINITY, 0, all_bytes, (UWord)(bound_to < 0 ? all : one), 0, 0, 0);
}

void spy_pinning(spy_seat *seat) {
  if (!spy_threads.merging || spy_threads.ending) {
    if (bound_to >= 0) move_to(-1);
    turns = 0;
  } else if (turns++ % TURNS == 0 && has_choice(seat)) {
    judge();
  }
  if (seat->moves == moves) return;
  seat->moves = moves;
  bind();
}

void spy_pinning_exec(void) {
  if (bound_to < 0) return;
  move_to(-1);
  bind();
}
