/* test_futex.c: compares memspy/schedule/spy_futex.c with naive_futex.h, with random calls of random threads. After
 * each call, it compares the result, the threads that are woken and their order, and the words.
 *
 *   test_futex [--worlds N] [--seed S]
 *
 * The scheduler is a fake: a step decides when a waiting thread continues. Between the end of its wait (by a wake, a
 * time-out or a signal) and the moment when it runs, other threads may make calls.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "memspy/schedule/spy_futex.h"

#include "memspy/schedule/spy_shared.h"
#include "memspy/schedule/spy_time.h"
#include "memspy/schedule/spy_wait.h"
#include "tests/coherence/dice.h"
#include "tests/memspy/fake_core.h"
#include "tests/memspy/fibers.h"
#include "tests/memspy/naive_futex.h"
#include "tests/memspy/trial.h"

enum { THREADS = 10, STEPS = 400, NUMBER = 1000 /* number of the first thread's host thread */, TIMED_OUT = 110 };
enum { BAD_WORD = NAIVE_WORDS }; /* the number of a word in memory that does not belong to the program */

enum kind {
  WAIT,
  WAIT_BITS,
  WAKE,
  WAKE_BITS,
  REQUEUE,
  CMP_REQUEUE,
  WAKE_OP,
  UNALIGNED,
  UNREADABLE,
  BAD_TIME, /* calls of the actor */
  TIME,
  SIGNAL,
  RUN,
  END,
  SET,
  FORK,
  SHARE,
  LEAVE,
  KINDS
};

static const char *const kinds[KINDS + 1] = {"wait",
                                             "wait for bits",
                                             "wake",
                                             "wake for bits",
                                             "requeue",
                                             "compare and requeue",
                                             "wake and operate",
                                             "call at an odd address",
                                             "call at memory that is not there",
                                             "wait with a time that is not there",
                                             "time of a wait is up",
                                             "signal",
                                             "thread runs on",
                                             "thread ends",
                                             "store",
                                             "fork",
                                             "memory is mapped anew",
                                             "words are left to the kernel"};

/* Other events that must happen in a full run. */
enum {
  WOKEN = KINDS,
  SEVERAL_WOKEN,
  MOVED,
  TOO_LATE,
  WOKEN_IN_TIME,
  COMPARED,
  ENDED,
  KERNELS,
  TWO_KERNELS,
  LET_GO,
  COUNTERS
};
static const char *const others[COUNTERS - KINDS + 1] = {"threads woken",
                                                         "several woken at once",
                                                         "threads moved",
                                                         "waits that ended by time or signal",
                                                         "waits woken after their time was up",
                                                         "second words of wake and operate that compare",
                                                         "threads woken by the end of another one",
                                                         "calls that the kernel answers",
                                                         "of these, calls of which one word was not the kernel's",
                                                         "threads that go on since their word becomes the kernel's"};

/* A thread of the program. */
typedef struct {
  fiber *fiber;
  UWord arguments[6];
  Word result;
  Bool interrupted;
  Bool calls; /* it is in a call */
  Bool waits; /* the scheduler does not execute it */
  spy_wake why;
  ULong deadline;
} thread;

static thread threads[THREADS + 1]; /* by number, from 1 */
static ThreadId running;
static ThreadId woken[THREADS];
static unsigned n_woken;
static naive_futex model;
static UInt *words;     /* the first half is in one page, the second half in another */
static Bool is_private; /* the calls of this step are private */
enum { PAGE = 4096, WORDS_APART = PAGE / sizeof(UInt), HALF = NAIVE_WORDS / 2 };

/* ---- the scheduler ---- */

Bool spy_schedule_has_threads(void) { return True; }

Bool spy_time_is_simulated(void) { return False; }

ULong spy_time_ns(ThreadId tid, Int clock) {
  struct vki_timespec now;
  (void)tid;
  VG_(clock_gettime)(&now, clock);
  return (ULong)now.tv_sec * 1000000000ULL + (ULong)now.tv_nsec;
}

void spy_schedule_wait(ThreadId tid, ULong deadline) {
  thread *t = &threads[tid];
  if (tid != running) trial_fail("thread %u waits for thread %u", running, tid);
  t->deadline = deadline;
  t->waits = True;
  fiber_pause();
}

spy_wake spy_schedule_woken(ThreadId tid) { return threads[tid].why; }

void spy_schedule_wake(ThreadId tid, spy_wake why, ThreadId waker) {
  if (waker != running) trial_fail("thread %u wakes in the name of %u", running, waker);
  woken[n_woken++] = tid;
  if (!threads[tid].waits) return;
  threads[tid].waits = False;
  threads[tid].why = why;
}

/* ---- threads ---- */

static void live(void *closure) {
  thread *t = closure;
  for (;;) {
    t->result = spy_futex_call((ThreadId)(t - threads), t->arguments, &t->interrupted);
    t->calls = False;
    fiber_pause();
  }
}

static void resume(ThreadId tid) {
  running = tid;
  n_woken = 0;
  fiber_resume(threads[tid].fiber);
}

static UInt *word_at(unsigned word) { return &words[word % HALF + word / HALF * WORDS_APART]; }
static Addr address_of(unsigned word) { return word == BAD_WORD ? fake_core.invalid : (Addr)word_at(word); }

/* Makes a call and compares it with the model's answer. */
static void call(ThreadId tid, UWord command, unsigned word, UWord b, UWord c, UWord d, UWord e) {
  thread *t = &threads[tid];
  const UWord arguments[6] = {address_of(word), command | (is_private ? VKI_FUTEX_PRIVATE_FLAG : 0), b, c, d, e};
  VG_(memcpy)(t->arguments, arguments, sizeof arguments);
  t->calls = True;
  t->interrupted = False;
  resume(tid);
}

static void compare_result(ThreadId tid, long expected) {
  const thread *t = &threads[tid];
  if (t->calls) trial_fail("thread %u waits, and should have got %ld", tid, expected);
  if (t->result != expected) trial_fail("thread %u got %ld, not %ld", tid, t->result, expected);
}

static void compare_woken(void) {
  if (n_woken != model.n_woken) trial_fail("%u threads are woken, not %u", n_woken, model.n_woken);
  for (unsigned i = 0; i < n_woken; i++)
    if (woken[i] != model.woken[i]) trial_fail("thread %u is woken, not %u", woken[i], model.woken[i]);
  for (unsigned i = 0; i < n_woken; i++) trial_note(WOKEN);
  if (n_woken > 1) trial_note(SEVERAL_WOKEN);
}

static void compare_words(void) {
  for (unsigned i = 0; i < NAIVE_WORDS; i++)
    if (*word_at(i) != model.words[i]) trial_fail("word %u is %u, not %u", i, *word_at(i), model.words[i]);
}

/* ---- steps ---- */

static UInt value_of(unsigned number) { return number < 4 ? number : NUMBER + number - 4; }

/* Returns the value that a call expects in a word: its present value, or any other. */
static UInt expected_of(unsigned word, unsigned number) { return number & 8 ? *word_at(word) : value_of(number % 8); }

/* Returns a wait's time-out: none, or a number of milliseconds, relative or by a clock. */
static struct vki_timespec at(ULong ns) {
  return (struct vki_timespec){.tv_sec = (Long)(ns / 1000000000), .tv_nsec = (Long)(ns % 1000000000)};
}

static void compare_deadline(ThreadId tid, ULong earliest) {
  const ULong deadline = threads[tid].deadline;
  if (earliest == 0 && deadline != 0) trial_fail("a wait without a time has %llu", deadline);
  if (earliest != 0 && (deadline < earliest || deadline > earliest + 1))
    trial_fail("a wait's time is %llu, not %llu", deadline, earliest);
}

static void step_wait(const trial_step *s) {
  static struct vki_timespec times[THREADS + 1];
  const Bool bits = s->kind == WAIT_BITS, timed = s->c % 4 != 0, today = bits && s->c % 4 == 3;
  const ULong ms = s->c / 4 * 1000000ULL;
  const ULong clock = !bits ? 0 : today ? fake_core.realtime_ns : fake_core.monotonic_ns;
  /* By a clock, some time-outs are in the past. */
  const ULong time = bits ? clock + ms - 500 * 1000000ULL : ms;
  times[s->actor] = at(time);
  const UWord command = bits ? VKI_FUTEX_WAIT_BITSET | (today ? VKI_FUTEX_CLOCK_REALTIME : 0) : VKI_FUTEX_WAIT;
  const UInt mask = bits ? s->b / 16 & 7 : ~0u, expected = expected_of(s->a, s->b);
  long result;
  const bool waits = naive_wait(&model, s->actor, s->a, is_private, expected, mask, &result);
  call(s->actor, command, s->a, expected, timed ? (UWord)&times[s->actor] : 0, 0, mask);
  if (!waits) {
    compare_result(s->actor, result);
    return;
  }
  if (!threads[s->actor].calls) trial_fail("thread %u got %ld and should wait", s->actor, threads[s->actor].result);
  const ULong left = !bits ? ms : time > clock ? time - clock : 0;
  const ULong when = bits && !today ? time : left != 0 || !bits ? fake_core.monotonic_ns + left : 1;
  compare_deadline(s->actor, timed ? when : 0);
}

static void step_wake(const trial_step *s) {
  const Bool bits = s->kind == WAKE_BITS;
  const UInt mask = bits ? s->c & 7 : ~0u;
  const long expected = naive_wake(&model, s->a, is_private, s->b % 5, mask);
  call(s->actor, bits ? VKI_FUTEX_WAKE_BITSET : VKI_FUTEX_WAKE, s->a, s->b % 5, 0, 0, bits ? mask : 0);
  compare_result(s->actor, expected);
}

static void step_requeue(const trial_step *s) {
  const Bool compares = s->kind == CMP_REQUEUE;
  const unsigned to = s->b / 16 % NAIVE_WORDS, wake = s->b % 4, most = s->b / 4 % 4;
  const UInt expected = expected_of(s->a, s->c);
  long result = -VKI_EAGAIN;
  model.n_woken = 0;
  if (!compares || model.words[s->a] == expected) result = naive_requeue(&model, s->a, to, is_private, wake, most);
  if (result > (long)model.n_woken) trial_note(MOVED);
  call(s->actor, compares ? VKI_FUTEX_CMP_REQUEUE : VKI_FUTEX_REQUEUE, s->a, wake, most, address_of(to),
       compares ? expected : 0);
  compare_result(s->actor, result);
}

static void step_wake_op(const trial_step *s) {
  const naive_operation o = {.op = s->c % 5,
                             .comparison = s->c / 5 % 6,
                             .shifted = s->c / 30 % 4 == 0,
                             .argument = s->c % 3 == 0 ? -(int)(s->c % 7) : (int)(s->c % 7),
                             .compared = (int)(s->b / 128 % 8) - 3};
  const unsigned second = s->b % NAIVE_WORDS, most = s->b / 8 % 4, most_second = s->b / 32 % 4;
  const long before = naive_wake_op(&model, s->a, second, is_private, most, most_second, &o);
  const UWord coded = (UWord)(o.op | (o.shifted ? 8 : 0)) << 28 | (UWord)o.comparison << 24 |
                      ((UWord)o.argument & 0xfff) << 12 | ((UWord)o.compared & 0xfff);
  call(s->actor, VKI_FUTEX_WAKE_OP, s->a, most, most_second, address_of(second), coded);
  compare_result(s->actor, before);
  if (n_woken > most) trial_note(COMPARED);
}

static void step_bad(const trial_step *s) {
  static const UWord commands[] = {VKI_FUTEX_WAIT, VKI_FUTEX_WAKE, VKI_FUTEX_REQUEUE, VKI_FUTEX_WAKE_OP};
  model.n_woken = 0;
  if (s->kind == UNREADABLE) {
    call(s->actor, commands[s->b % 4], BAD_WORD, 1, 0, address_of(0), 0);
    compare_result(s->actor, -VKI_EFAULT);
  } else if (s->kind == BAD_TIME) {
    call(s->actor, VKI_FUTEX_WAIT, s->a, *word_at(s->a), fake_core.invalid, 0, 0);
    compare_result(s->actor, -VKI_EFAULT);
  } else {
    thread *t = &threads[s->actor];
    const UWord arguments[6] = {address_of(s->a) + 1 + s->b % 3, commands[s->b % 4], 1};
    VG_(memcpy)(t->arguments, arguments, sizeof arguments);
    t->calls = True;
    resume(s->actor);
    compare_result(s->actor, -VKI_EINVAL);
  }
}

/* The scheduler ends a wait. */
static void step_end_wait(const trial_step *s) {
  thread *t = &threads[s->actor];
  t->waits = False;
  t->why = s->kind == TIME ? SPY_TIMED_OUT : SPY_INTERRUPTED;
}

/* A thread that was in a call continues. If it was woken, it does not learn that its time-out had also passed. */
static void step_run(const trial_step *s) {
  thread *t = &threads[s->actor];
  const bool waited = naive_waits(&model, s->actor);
  naive_give_up(&model, s->actor);
  model.n_woken = 0;
  trial_note(waited ? TOO_LATE : t->why != SPY_WOKEN ? WOKEN_IN_TIME : WOKEN);
  resume(s->actor);
  compare_result(s->actor, !waited ? 0 : t->why == SPY_TIMED_OUT ? -TIMED_OUT : -VKI_EINTR);
  if (t->interrupted != (waited && t->why == SPY_INTERRUPTED)) trial_fail("thread %u: interrupted is wrong", s->actor);
}

static void step_thread_ends(const trial_step *s) {
  naive_thread_ends(&model, NUMBER + s->a % 4);
  if (model.n_woken != 0) trial_note(ENDED);
  running = s->actor;
  n_woken = 0;
  spy_futex_thread_ends(s->actor, NUMBER + s->a % 4);
}

/* Only the actor remains. */
static void step_fork(void) {
  spy_futex_forget();
  model.n = 0;
  model.n_woken = n_woken = 0;
  for (ThreadId tid = 1; tid <= THREADS; tid++)
    if (threads[tid].calls) threads[tid] = (thread){.fiber = fiber_new(live, &threads[tid])};
}

static Bool is_possible(unsigned kind, ThreadId tid) {
  const thread *t = &threads[tid];
  switch (kind) {
    case TIME:
    case SIGNAL: return t->waits && (kind == SIGNAL || t->deadline != 0);
    case RUN: return t->calls && !t->waits;
    default: return !t->calls;
  }
}

/* Returns the thread that takes a step: the first one that can, starting with the actor. */
static ThreadId taker_of(const trial_step *s) {
  for (ThreadId i = 0; i < THREADS; i++) {
    const ThreadId tid = (s->actor - 1 + i) % THREADS + 1;
    if (is_possible(s->kind, tid)) return tid;
  }
  return VG_INVALID_THREADID;
}

/* Returns the second word of a call; the first one if the call has only one. */
static unsigned second_of(const trial_step *s) {
  switch (s->kind) {
    case REQUEUE:
    case CMP_REQUEUE: return s->b / 16 % NAIVE_WORDS;
    case WAKE_OP: return s->b % NAIVE_WORDS;
    default: return s->a;
  }
}

/* Whether the kernel must handle a call, which is then not made here. */
static Bool is_kernels(const trial_step *s) {
  static const UWord commands[] = {
      [WAIT] = VKI_FUTEX_WAIT,       [WAIT_BITS] = VKI_FUTEX_WAIT_BITSET,
      [WAKE] = VKI_FUTEX_WAKE,       [WAKE_BITS] = VKI_FUTEX_WAKE_BITSET,
      [REQUEUE] = VKI_FUTEX_REQUEUE, [CMP_REQUEUE] = VKI_FUTEX_CMP_REQUEUE,
      [WAKE_OP] = VKI_FUTEX_WAKE_OP,
  };
  if (s->kind > WAKE_OP) return False;
  const unsigned second = second_of(s);
  const UWord arguments[6] = {address_of(s->a), commands[s->kind] | (is_private ? VKI_FUTEX_PRIVATE_FLAG : 0), 0, 0,
                              address_of(second)};
  const bool takes = naive_takes(&model, s->a, second, is_private);
  running = s->actor;
  if (spy_futex_takes(s->actor, arguments) != takes) trial_fail("the kernel answers: %d", takes);
  if (model.n_woken != 0) trial_note(LET_GO);
  if (takes) return False;
  trial_note(KERNELS);
  if (second != s->a && second / HALF != s->a / HALF) trial_note(TWO_KERNELS);
  return True;
}

/* The second page becomes memory of another kind. */
static void step_share(const trial_step *s) {
  spy_shared_map(address_of(HALF), PAGE, s->b & 1);
  for (unsigned i = HALF; i < NAIVE_WORDS; i++) model.shared[i] = s->b & 1;
}

/* From now on, the kernel handles one word, or two. */
static void step_leave(const trial_step *s) {
  struct {
    ULong value, word;
    UInt flags, reserved;
  } list[2] = {{.word = address_of(s->a)}, {.word = address_of(s->b % NAIVE_WORDS)}};
  const UWord n = 1 + s->b / 16 % 2, arguments[6] = {(UWord)list, n};
  naive_leave(&model, s->a);
  if (n == 2) naive_leave(&model, s->b % NAIVE_WORDS);
  running = s->actor;
  spy_futex_leave_words(s->actor, arguments);
  if (n_woken != 0) trial_note(LET_GO);
}

static void make_step(const trial_step *s) {
  switch ((enum kind)s->kind) {
    case WAIT:
    case WAIT_BITS: step_wait(s); break;
    case WAKE:
    case WAKE_BITS: step_wake(s); break;
    case REQUEUE:
    case CMP_REQUEUE: step_requeue(s); break;
    case WAKE_OP: step_wake_op(s); break;
    case UNALIGNED:
    case UNREADABLE:
    case BAD_TIME: step_bad(s); break;
    case TIME:
    case SIGNAL: step_end_wait(s); break;
    case RUN: step_run(s); break;
    case END: step_thread_ends(s); break;
    case SET: *word_at(s->a) = model.words[s->a] = value_of(s->b % 8) | (s->b & 64 ? 0x80000000 : 0); break;
    case FORK: step_fork(); break;
    case SHARE: step_share(s); break;
    case LEAVE: step_leave(s); break;
    case KINDS: break;
  }
}

static void take(trial_step s) {
  is_private = s.c >> 12;
  s.c &= 0xfff;
  trial_note(s.kind);
  model.n_woken = n_woken = 0;
  if (!is_kernels(&s)) {
    model.n_woken = n_woken = 0;
    make_step(&s);
  }
  compare_woken();
  compare_words();
}

/* ---- which calls the tool handles ---- */

static void check_one(UWord command, Addr word, Bool expected) {
  const UWord arguments[6] = {word, command, 0, 0, word};
  if (spy_futex_takes(1, arguments) != expected) trial_fail("command %lu at %lx: ours is %d", command, word, !expected);
}

static void check_ours(void) {
  static const struct {
    UWord command;
    Bool known;
  } commands[] = {{VKI_FUTEX_WAIT, True},       {VKI_FUTEX_WAKE, True},        {VKI_FUTEX_FD, False},
                  {VKI_FUTEX_REQUEUE, True},    {VKI_FUTEX_CMP_REQUEUE, True}, {VKI_FUTEX_WAKE_OP, True},
                  {VKI_FUTEX_LOCK_PI, False},   {VKI_FUTEX_UNLOCK_PI, False},  {VKI_FUTEX_WAIT_BITSET, True},
                  {VKI_FUTEX_WAKE_BITSET, True}};
  spy_shared_map(0x10000, 0x2000, True);
  spy_shared_map(0x40000, 0x1000, True);
  for (unsigned i = 0; i < sizeof commands / sizeof commands[0]; i++) {
    const UWord command = commands[i].command;
    const Bool known = commands[i].known;
    check_one(command, 0x8000, known);
    check_one(command, 0xfffc, known);
    check_one(command, 0x10000, False);
    check_one(command, 0x11ffc, False);
    check_one(command, 0x12000, known);
    check_one(command, 0x40ffc, False);
    check_one(command | VKI_FUTEX_PRIVATE_FLAG, 0x40ffc, known);
    check_one(command | VKI_FUTEX_CLOCK_REALTIME, 0x8000, known);
  }
}

/* ---- trials ---- */

static size_t make(uint64_t seed, trial_step *steps) {
  dice d = {seed};
  /* With few words, threads meet often; with many, seldom. */
  const unsigned used = dice_between(&d, 1, NAIVE_WORDS), values = dice_chance(&d, 50) ? 2 : 16;
  const unsigned privacy = dice_chance(&d, 50) ? 4096 : 0; /* of most calls */
  const size_t n = dice_between(&d, 10, STEPS);
  for (size_t i = 0; i < n; i++) {
    static const uint8_t often[] = {WAIT, WAIT,   WAIT_BITS, RUN,         RUN,       RUN,     WAKE,
                                    TIME, SIGNAL, REQUEUE,   CMP_REQUEUE, WAKE_BITS, WAKE_OP, SET};
    const uint32_t kind = dice_chance(&d, 80) ? often[dice_below(&d, sizeof often)] : dice_below(&d, FORK);
    const uint32_t seldom = dice_below(&d, STEPS);
    steps[i] = (trial_step){.kind = (uint8_t)(seldom == 0   ? FORK
                                              : seldom < 8  ? SHARE
                                              : seldom == 8 ? LEAVE
                                                            : kind),
                            .actor = (uint8_t)dice_between(&d, 1, THREADS),
                            .a = (uint16_t)dice_below(&d, used),
                            .b = (uint16_t)dice_next(&d),
                            .c = (uint16_t)(dice_below(&d, 4096) | (dice_chance(&d, 70) ? privacy : 4096 - privacy))};
    if (steps[i].kind != WAKE_OP && steps[i].kind != REQUEUE)
      steps[i].b = (uint16_t)((steps[i].b & ~7u) ^ dice_below(&d, values));
    if (steps[i].kind == REQUEUE || steps[i].kind == CMP_REQUEUE)
      steps[i].b = (uint16_t)((steps[i].b & 15) | 16 * dice_below(&d, used));
  }
  return n;
}

static void run(uint64_t seed, const trial_step *steps, size_t n) {
  (void)seed;
  fake_core.monotonic_ns = 5000000000;
  fake_core.realtime_ns = 900000000000;
  static ULong pages[4 * PAGE / sizeof(ULong)];
  words = (UInt *)VG_ROUNDUP((Addr)pages, PAGE);
  fake_core.invalid = (Addr)words + 2 * PAGE;
  for (ThreadId tid = 1; tid <= THREADS; tid++) threads[tid].fiber = fiber_new(live, &threads[tid]);
  for (size_t i = 0; i < n; i++) {
    fake_core.monotonic_ns += 1000;
    fake_core.realtime_ns += 1000;
    trial_step step = steps[i];
    step.actor = (uint8_t)taker_of(&step);
    if (step.actor != VG_INVALID_THREADID) take(step);
  }
  check_ours();
}

int main(int argc, char **argv) {
  return trial_main(&(trial_test){"test_futex", 400, "thread", kinds, others, make, STEPS, run}, argc, argv);
}
