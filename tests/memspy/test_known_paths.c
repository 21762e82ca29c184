/* test_known_paths.c: compares memspy/names/spy_known_paths.c with an unwinder that reads everything anew, on a program
 * that calls, returns and writes to its stack. Old values remain on the stack, among them return addresses.
 *
 *   test_known_paths [--worlds N] [--seed S]
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "memspy/names/spy_known_paths.h"

#include <sys/mman.h>

#include "bins/bin_index.h"
#include "tests/coherence/dice.h"
#include "tests/memspy/fake_core.h"
#include "tests/memspy/trial.h"

enum {
  STEPS = 6000,
  FUNCTIONS = 8,
  SITES = 2,
  STACK = 2048 /* words */,
  LARGE_STACK = 65536, /* in a world that has large frames, which one of LARGE_WORLDS is */
  LARGE_WORLDS = 8,
  USED = 4096, /* about this many of its words are used */
  MANY = 600,  /* words of a large frame */
  MOST = 2500, /* more frames than the tool examines */
  PAGE = 512,
  ABOVE = 8, /* words above the first frame */
  FRAMES = 20,
  DEPTH = 24,
  WORDS = 9,
  FIRST = 4096,
  REMEMBERED = 4
};

enum { CALL, RETURN, WRITE, POINT, ASK, CHANGE_CODE, CHANGE_THREAD, KINDS, KNOWN = KINDS, UNKNOWN, FRAMES_OF };
static const char *const kinds[KINDS + 1] = {"calls",
                                             "returns",
                                             "writes",
                                             "frame pointers that are data",
                                             "questions",
                                             "changes of code",
                                             "changes of the thread"};

/* How a function makes its frame, which determines how the unwinder finds the caller's frame: from the stack pointer;
 * from the stack pointer, but the frame pointer is saved and used for data; from the frame pointer; aligned, with the
 * start of the caller's frame in a separate word; or there is no information. */
typedef enum { PLAIN, SAVES, BY_POINTER, ALIGNED, UNSAID, FRAME_KINDS } frame_kind;
enum { LARGE = FRAMES_OF + FRAME_KINDS };
static const char *const others[] = {"known",
                                     "unknown",
                                     "plain frames",
                                     "frames that save the pointer",
                                     "frames by the pointer",
                                     "aligned frames",
                                     "frames of which nothing is said",
                                     "large frames",
                                     NULL};

/* Always at the same address, so that a seed gives the same program. */
static UWord *const stack = (UWord *)0x10000000;
static struct {
  frame_kind kind;
  UInt words;    /* words of its frame, if that is found from the stack pointer */
  UInt versions; /* versions of its code */
} functions[FUNCTIONS];
static struct {
  UInt function;
  Addr begin, ip, fp; /* of the caller */
} frames[DEPTH];
static UInt stack_words, depth, most_frames, n_functions,
    variety; /* number of functions that are called, and of sizes of a frame */
static spy_standing now;
static Addr pointers[REMEMBERED]; /* old frame pointers */
static Bool astray;               /* the unwinder uses a frame pointer without information that it is one */

static Bool is_code(Addr address) { return address >= FIRST && address < (FUNCTIONS + 1) * FIRST; }
static UInt function_at(Addr address) { return (UInt)(address / FIRST) - 1; }
static Addr site_of(UInt function, UInt site) { return (Addr)(function + 1) * FIRST + 16 * site + 8; }
static UWord *word_at(Addr address) { return (UWord *)address; }
static Addr last_word(void) { return (Addr)&stack[stack_words - 1]; }

static UWord *some_place(UInt b) { return &stack[stack_words == STACK ? b % STACK : stack_words - 1 - b % USED]; }

/* Returns a value that may be in a word of a stack. */
static UWord some_word(UInt a, UInt b) {
  switch (a % 4) {
    case 0: return b % 3;
    case 1: return site_of(b % n_functions, b / FUNCTIONS % SITES);
    case 2: return (Addr)some_place(b);
    default: return *some_place(b);
  }
}

/* ---- the program ---- */

static void push(UWord word) {
  now.sp -= sizeof word;
  *word_at(now.sp) = word;
}

static Addr saved_at(Addr begin, UInt function) { return begin - (2 + functions[function].words / 2) * sizeof(UWord); }

static Bool is_large(UInt function) { return functions[function].words > 2 + WORDS; }

static void make_frame(UInt function, Addr begin, UInt words) {
  switch (functions[function].kind) {
    case BY_POINTER:
    case ALIGNED:
      if (functions[function].kind == ALIGNED) now.sp &= ~(Addr)63;
      push(now.fp);
      now.fp = now.sp;
      if (functions[function].kind == ALIGNED) push(begin);
      now.sp -= (is_large(function) ? functions[function].words : words) * sizeof(UWord);
      break;
    case SAVES: *word_at(saved_at(begin, function)) = now.fp; /* fall through */
    default: now.sp -= functions[function].words * sizeof(UWord);
  }
}

static void call(const trial_step *s) {
  const UInt function = s->a % n_functions;
  if (depth == DEPTH) return;
  frames[depth].function = function;
  frames[depth].begin = now.sp;
  frames[depth].fp = now.fp;
  frames[depth++].ip = now.ip;
  push(now.ip + 1);
  make_frame(function, now.sp + sizeof(UWord), s->c % variety * 2);
  now.ip = site_of(function, s->b % SITES);
  trial_note(FRAMES_OF + functions[function].kind);
  if (is_large(function)) trial_note(LARGE);
}

static void leave(void) {
  depth--;
  now.sp = frames[depth].begin;
  now.fp = frames[depth].fp;
  now.ip = frames[depth].ip;
}

/* Writes into the frame of the current function, except to the words that the function needs itself. */
static void write_word(const trial_step *s) {
  const UInt running = function_at(now.ip);
  const Addr to = now.sp + s->a % WORDS * sizeof(UWord), begin = frames[depth - 1].begin;
  const frame_kind kind = functions[running].kind;
  const Addr end = kind == BY_POINTER ? now.fp : kind == ALIGNED ? now.fp - sizeof(UWord) : begin - sizeof(UWord);
  if (to < end && !(kind == SAVES && to == saved_at(begin, running))) *word_at(to) = some_word(s->b, s->c);
}

/* Only a function that has saved the frame pointer may change it. */
static void point(const trial_step *s) {
  if (functions[function_at(now.ip)].kind != SAVES) return;
  const Addr before = now.fp;
  now.fp = s->c % 2 != 0 ? pointers[s->c / 2 % REMEMBERED] : some_word(s->a, s->b);
  pointers[s->b % REMEMBERED] = before;
}

/* Code that was unloaded is not on the stack. */
static void change_code(const trial_step *s) {
  const UInt function = s->a % FUNCTIONS;
  for (UInt i = 0; i < depth; i++)
    if (frames[i].function == function || (is_code(frames[i].ip) && function_at(frames[i].ip) == function)) return;
  functions[function].kind = s->b % FRAME_KINDS;
  functions[function].words = 2 + s->c % WORDS;
  functions[function].versions++;
  spy_known_paths_forget((Addr)(function + 1) * FIRST, FIRST);
}

/* ---- the unwinder ---- */

static Bool is_on_stack(Addr address) {
  return address >= now.sp && address <= last_word() && address % sizeof(UWord) == 0;
}

/* Finds the caller by the information about the function. */
static Bool find_caller(spy_standing *at) {
  if (!is_code(at->ip)) return False;
  const UInt function = function_at(at->ip);
  Addr begin, saved = 0;
  switch (functions[function].kind) {
    case PLAIN: begin = at->sp + (functions[function].words + 1) * sizeof(UWord); break;
    case SAVES:
      begin = at->sp + (functions[function].words + 1) * sizeof(UWord);
      saved = saved_at(begin, function);
      break;
    case BY_POINTER:
      begin = at->fp + 2 * sizeof(UWord);
      saved = at->fp;
      break;
    case ALIGNED:
      if (!is_on_stack(at->fp - sizeof(UWord)) || !is_on_stack(at->fp)) return False;
      begin = *word_at(at->fp - sizeof(UWord));
      saved = at->fp;
      break;
    default: return False;
  }
  if (!is_on_stack(begin - sizeof(UWord)) || (saved != 0 && !is_on_stack(saved))) return False;
  if (saved != 0) at->fp = *word_at(saved);
  at->ip = *word_at(begin - sizeof(UWord));
  at->sp = begin;
  return True;
}

/* Unwinds one frame, as the core does: 0 at the end. After a guess, the reported stack pointer and the next one
 * differ. */
static Bool go_out(spy_standing *at, Addr *next) {
  const Addr before = *next;
  at->sp = before;
  if (find_caller(at)) {
    *next = at->sp;
  } else if (is_on_stack(at->fp) && is_on_stack(at->fp + sizeof(UWord))) {
    at->ip = *word_at(at->fp + sizeof(UWord));
    astray = True;
    *next = at->sp = at->fp + 2 * sizeof(UWord);
    at->fp = *word_at(at->fp);
  } else if (is_on_stack(at->sp)) {
    at->ip = *word_at(at->sp);
    *next = at->sp + sizeof(UWord);
  } else {
    return False;
  }
  if (at->ip <= 1 || *next <= before) return False;
  at->ip--;
  return True;
}

static bin_id unwind(Addr *ips, Addr *sps, Addr *fps, UInt *n) {
  uint64_t hash = now.tid;
  spy_standing at = now;
  Addr next = now.sp;
  *n = 0;
  astray = False;
  do {
    ips[*n] = at.ip;
    sps[*n] = at.sp;
    fps[*n] = at.fp;
    hash = bin_hash_mix(hash, at.ip);
    if (is_code(at.ip)) hash = bin_hash_mix(hash, functions[function_at(at.ip)].versions);
  } while (++*n < most_frames && go_out(&at, &next));
  return (bin_id)hash;
}

static void ask(void) {
  Addr ips[FRAMES], sps[FRAMES], fps[FRAMES];
  UInt n;
  bin_id bin = 0;
  const bin_id right = unwind(ips, sps, fps, &n);
  const Bool known = spy_known_path(&now, &bin);
  if (astray && n < most_frames) return; /* the place where it ended must not be visible */
  if (known && bin != right) trial_fail("bin %u, not %u, of a path of %u frames", bin, right, n);
  trial_note(known ? KNOWN : UNKNOWN);
  if (!known) spy_known_path_add(&now, &(spy_unwound){ips, sps, fps, n, n < most_frames, is_code}, right);
}

/* ---- trials ---- */

static void take(const trial_step *s) {
  switch (s->kind) {
    case CALL: call(s); break;
    case RETURN:
      if (depth > 1) leave();
      break;
    case WRITE: write_word(s); break;
    case POINT: point(s); break;
    case CHANGE_CODE: change_code(s); break;
    case CHANGE_THREAD: now.tid = 1 + s->a % 2; break;
    default: ask();
  }
  trial_note(s->kind);
}

static size_t make(uint64_t seed, trial_step *steps) {
  static const unsigned percent[KINDS] = {25, 22, 12, 9, 30, 1, 1};
  dice d = {seed};
  for (size_t i = 0; i < STEPS; i++) {
    unsigned kind = 0;
    for (unsigned left = dice_below(&d, 100); left >= percent[kind]; kind++) left -= percent[kind];
    steps[i] = (trial_step){.kind = (uint8_t)kind,
                            .a = (uint16_t)dice_below(&d, 1 << 16),
                            .b = (uint16_t)dice_below(&d, 1 << 16),
                            .c = (uint16_t)dice_below(&d, 1 << 16)};
  }
  return STEPS;
}

/* In some worlds, functions have large frames, and one has a very large one. */
static void make_large(uint64_t seed, dice *d) {
  const Bool large = seed % LARGE_WORLDS == 0;
  stack_words = large ? LARGE_STACK : STACK;
  for (UInt i = 0; large && i < FUNCTIONS; i++)
    if (i % 3 != 0) functions[i].words += WORDS + dice_below(d, i == FUNCTIONS - 1 ? MOST : MANY);
}

static void run(uint64_t seed, const trial_step *steps, size_t n) {
  dice d = {seed};
  for (UInt i = 0; i < FUNCTIONS; i++) {
    functions[i].kind = dice_chance(&d, 75) ? dice_below(&d, UNSAID) : UNSAID;
    functions[i].words = 2 + dice_below(&d, WORDS);
  }
  make_large(seed, &d);
  if (mmap(stack, stack_words * sizeof *stack, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1,
           0) != stack)
    trial_fail("no stack");
  most_frames = dice_between(&d, 3, FRAMES);
  n_functions = dice_between(&d, 2, FUNCTIONS);
  variety = dice_between(&d, 2, 5);
  /* The stack ends at the end of its memory, or at the end of a page. */
  const UInt first = dice_chance(&d, 60) ? stack_words - ABOVE : stack_words - PAGE - ABOVE / 2 + dice_below(&d, ABOVE);
  for (UInt i = 0; i < ABOVE; i++) stack[first + i] = dice_chance(&d, 80) ? 2 + dice_below(&d, 100) : 0;
  fake_core.invalid = (Addr)&stack[stack_words];
  const Addr outermost = dice_chance(&d, 50) ? 0 : 2 + dice_below(&d, 100); /* the caller of the first function need not
                                                                               be code */
  now = (spy_standing){.tid = 1, .ip = outermost, .sp = (Addr)&stack[first]};
  call(&(trial_step){.kind = CALL});
  for (size_t i = 0; i < n; i++) take(&steps[i]);
}

int main(int argc, char **argv) {
  return trial_main(&(trial_test){"test_known_paths", 400, "", kinds, others, make, STEPS, run}, argc, argv);
}
