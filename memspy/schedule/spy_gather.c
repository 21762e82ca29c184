/* spy_gather.c: see spy_gather.h.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "memspy/schedule/spy_gather.h"

#include "memspy/core/spy_core.h"
#include "memspy/core/spy_own_thread.h"
#include "memspy/core/spy_platform.h"

enum { MASK_WORDS = 128, WORD_BITS = 64 };

/* The clocks are looked at with each so many changes of hands; threads are judged over so many milliseconds; and let go
 * when they have had less than so many hundredths of the time. */
enum { TURNS = 64, WINDOW_MS = 50, ENOUGH = 60 };

static ULong all[MASK_WORDS]; /* processors that the process may use */
static SizeT all_bytes;       /* of these; 0: not known yet */
static Int place = -1;        /* the processor to be on; -1: any */
static UInt changes;          /* of the place */

/* The window under way. */
static UInt turns;
static UInt began; /* ms */
static ULong had;  /* ns of processors until then */

static void go_to(Int processor) {
  place = processor;
  changes++;
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

/* Whether there is a choice. Asked before any thread has been bound. */
static Bool has_choice(void) {
  if (all_bytes == 0) {
    const Word bytes = spy_core_syscall(SPY_SYS_GETAFFINITY, 0, sizeof all, (UWord)all, 0, 0, 0);
    all_bytes = bytes > 0 ? (SizeT)bytes : sizeof all[0];
  }
  UInt n = 0;
  for (UInt i = 0; i < MASK_WORDS; i++) n += (UInt)__builtin_popcountll(all[i]);
  return n > 1;
}

/* Threads that had the processor stay, those that did not are let go until the next window is over. */
static void judge(void) {
  const UInt now = VG_(read_millisecond_timer)();
  if (now - began < WINDOW_MS) return;
  const ULong has = processor_time();
  const Bool starved = (has - had) / 10000 < (ULong)(now - began) * ENOUGH;
  began = now;
  had = has;
  if (place < 0)
    go_to((Int)host_processor());
  else if (starved)
    go_to(-1);
}

static void choose(void) {
  if (!spy_schedule_is_merging() || spy_own_thread_runs) {
    if (place >= 0) go_to(-1);
    turns = 0;
  } else if (turns++ % TURNS == 0 && has_choice()) {
    judge();
  }
}

static void bind(void) {
  ULong one[MASK_WORDS] = {0};
  if (place >= 0) one[place / WORD_BITS] = 1ULL << place % WORD_BITS;
  spy_core_syscall(SPY_SYS_SETAFFINITY, 0, all_bytes, (UWord)(place < 0 ? all : one), 0, 0, 0);
}

void spy_gather(spy_seat *seat) {
  choose();
  if (seat->place == changes) return;
  seat->place = changes;
  bind();
}

void spy_gather_exec(void) {
  if (place < 0) return;
  go_to(-1);
  bind();
}
