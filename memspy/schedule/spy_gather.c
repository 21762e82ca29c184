/* spy_gather.c: see spy_gather.h. SPDX-License-Identifier: GPL-2.0-or-later */
#include "memspy/schedule/spy_gather.h"

#include "memspy/core/spy_core.h"
#include "memspy/core/spy_own_thread.h"
#include "memspy/core/spy_platform.h"
#include "memspy/schedule/spy_thread-inl.h"

enum { MASK_WORDS = 128, WORD_BITS = 64 };

/* The clocks are looked at with each so many changes of hands; threads are judged over so many milliseconds; and let go
 * when they have had less than so many hundredths of the time. */
enum { TURNS = 64, WINDOW_MS = 50, ENOUGH = 60 };

static ULong all[MASK_WORDS]; /* processors that the process may use */
static SizeT all_bytes;       /* of these */
static Int bound_to = -1;     /* the processor to be on; -1: any */
static UInt moves;            /* how often that has changed */

/* The window under way. */
static UInt turns;
static UInt began;        /* ms */
static ULong time_before; /* ns of processors until then */

static void move_to(Int processor) {
  bound_to = processor;
  moves++;
}

static UInt host_processor(void) {
  UInt processor = 0;
  spy_core_syscall(SPY_SYS_GETCPU, (UWord)&processor, 0, 0, 0, 0, 0);
  return processor;
}

static ULong processor_time(void) {
  enum { PROCESS_TIME = 2, NS = 1000000000 }; /* CLOCK_PROCESS_CPUTIME_ID, which Valgrind's headers lack */
  struct vki_timespec time = {0};
  spy_core_syscall(SPY_SYS_CLOCK_GETTIME, PROCESS_TIME, (UWord)&time, 0, 0, 0, 0);
  return (ULong)time.tv_sec * NS + (ULong)time.tv_nsec;
}

/* Whether there are several processors to choose among: the user may change that while the program runs. Only a thread
 * that is not bound can ask. */
static Bool has_choice(const spy_seat *seat) {
  if (bound_to < 0 && seat->moves == moves) {
    const Word bytes = spy_core_syscall(SPY_SYS_GETAFFINITY, 0, sizeof all, (UWord)all, 0, 0, 0);
    all_bytes = bytes > 0 ? (SizeT)bytes : 0;
  }
  UInt n = 0;
  for (UInt i = 0; i < all_bytes / sizeof all[0]; i++) n += (UInt)__builtin_popcountll(all[i]);
  return n > 1;
}

/* Threads that had the processor stay, those that did not are let go until the next window is over. */
static void judge(void) {
  const UInt now = VG_(read_millisecond_timer)();
  if (now - began < WINDOW_MS) return;
  const ULong time_now = processor_time();
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

void spy_gather(spy_seat *seat) {
  if (!spy_threads.merging || spy_threads.ending || spy_own_thread_runs) {
    if (bound_to >= 0) move_to(-1);
    turns = 0;
  } else if (turns++ % TURNS == 0 && has_choice(seat)) {
    judge();
  }
  if (seat->moves == moves) return;
  seat->moves = moves;
  bind();
}

void spy_gather_exec(void) {
  if (bound_to < 0) return;
  move_to(-1);
  bind();
}
