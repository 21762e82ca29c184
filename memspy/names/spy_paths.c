/* spy_paths.c: see spy_paths.h. SPDX-License-Identifier: GPL-2.0-or-later */
#include "memspy/names/spy_paths.h"

#include "memspy/core/spy_core.h"
#include "memspy/core/spy_platform.h"
#include "memspy/names/spy_allocators.h"
#include "memspy/names/spy_code.h"
#include "memspy/names/spy_known_paths.h"
#include "memspy/names/spy_layout.h"
#include "memspy/setup/spy_options.h"
#include "memspy/setup/spy_state.h"

/* Functions that map memory. Their frames do not identify the user of the memory, as those of allocation functions.
 */
static const HChar *const mappers[] = {"mmap",    "mmap64",  "mremap", "sbrk", "brk",
                                       "__mmap*", "syscall", "__sbrk", "__brk"};

/* Maximum numbers of frames: frames of an allocator that are skipped for a block, such frames for a mapping, frames of a
 * path, and frames of a path with recursion. */
enum { ALLOCATOR_FRAMES = 8, MAPPING_FRAMES = 24, MOST_FRAMES = 64 + ALLOCATOR_FRAMES, DEEPEST_FRAMES = 256 };

typedef enum { FRAME_UNSEEN, FRAME_PLAIN, FRAME_MAPPER, FRAME_ALLOCATOR } frame_kind;

static Bool is_mapper(const HChar *name) {
  for (UInt i = 0; i < sizeof mappers / sizeof mappers[0]; i++)
    if (VG_(string_match)(mappers[i], name)) return True;
  return False;
}

static frame_kind look_at_frame(Addr address) {
  const HChar *name;
  if (!VG_(get_fnname)(VG_(current_DiEpoch)(), spy_layout_code(address), &name)) return FRAME_PLAIN;
  if (is_mapper(name)) return FRAME_MAPPER;
  return spy_allocator_has_frame(name) ? FRAME_ALLOCATOR : FRAME_PLAIN;
}

/* The size of the cache of addresses. */
enum { KEPT_FRAMES = 1024 };

static struct {
  Addr address;
  frame_kind kind;
} kept[KEPT_FRAMES];

static frame_kind kind_of_frame(Addr address) {
  const UInt at = (address ^ address >> 10) % KEPT_FRAMES;
  if (kept[at].address != address || kept[at].kind == FRAME_UNSEEN) {
    kept[at].kind = look_at_frame(address);
    kept[at].address = address;
  }
  return kept[at].kind;
}

/* ---- recursion ---- */

/* The calls of recent addresses are cached. */
static struct {
  Addr address;
  UInt call_plus_1; /* 0: none */
} kept_calls[KEPT_FRAMES];

static UInt call_of_frame(Addr address) {
  const UInt at = (address ^ address >> 10) % KEPT_FRAMES;
  if (kept_calls[at].address != address || kept_calls[at].call_plus_1 == 0) {
    kept_calls[at].call_plus_1 = spy_call_of(address) + 1;
    kept_calls[at].address = address;
  }
  return kept_calls[at].call_plus_1 - 1;
}

/* Sets functions[i] to the function (segment) of frame i. A frame without a symbol gets a separate number, since its
 * function is uncertain. */
static void functions_of(const Addr *path, UInt n, UInt *functions) {
  for (UInt i = 0; i < n; i++) {
    const bin_code *call = bin_table_get_call(spy_table, call_of_frame(path[i]));
    const UInt segment = bin_table_get_place(spy_table, call->place)->segment;
    const Bool has_symbol = VG_(strcmp)(bin_table_get_segment(spy_table, segment)->name, "???") != 0;
    functions[i] = has_symbol ? segment : ~i;
  }
}

/* Folds a call path from its outer end: where a function calls itself, directly or through others, the calls from its
 * outer to its inner frame are left out. The inner frame remains. Returns how many frames are left. */
static UInt fold(Addr *path, UInt n) {
  UInt functions[DEEPEST_FRAMES], left[DEEPEST_FRAMES], n_left = 0;
  functions_of(path, n, functions);
  for (UInt i = n; i-- > 0;) {
    for (UInt k = 0; k < n_left; k++)
      if (functions[left[k]] == functions[i]) n_left = k;
    left[n_left++] = i;
  }
  for (UInt i = 0; i < n_left; i++) path[i] = path[left[n_left - 1 - i]];
  return n_left;
}

/* Returns whether a function is twice among the innermost frames. */
static Bool is_recursive(const Addr *path, UInt n) {
  UInt functions[DEEPEST_FRAMES];
  functions_of(path, n, functions);
  for (UInt i = 0; i < n; i++)
    for (UInt k = i + 1; k < n; k++)
      if (functions[i] == functions[k]) return True;
  return False;
}

/* ---- bins ---- */

static bin_id bin_of_path(bin_kind kind, const Addr *path, UInt n) {
  const UInt before = bin_table_bins(spy_table);
  const bin_id bin = bin_table_bin(spy_table, kind, "", path, n, NULL, 0);
  if (bin < before) return bin;
  UInt *frames = VG_(malloc)("spy.symbols.frames", n * sizeof *frames);
  for (UInt i = 0; i < n; i++) frames[i] = call_of_frame(path[i]);
  bin_table_set_frames(spy_table, bin, frames, n);
  VG_(free)(frames);
  return bin;
}

static Bool is_code(Addr address) {
  const NSegment *segment = VG_(am_find_nsegment)(address);
  return segment && segment->hasX;
}

/* Returns the number of frames that belong to the program. Beyond the start of the program, the unwinder takes
 * arbitrary words of the stack as return addresses, which differ from run to run. */
static UInt good_frames(const Addr *path, UInt n) {
  if (n == 0 || is_code(path[n - 1])) return n;
  UInt good = 0;
  while (is_code(path[good])) good++;
  return good;
}

/* A call path from the unwinder, innermost frame first. */
typedef struct {
  Addr *frames;
  UInt n;
  Bool whole; /* it goes to the thread's start */
} stack_path;

/* Removes the innermost frames of a call path that belong to allocation functions. */
static stack_path below_allocators(stack_path path) {
  UInt first = 0;
  while (first + 1 < path.n && first < ALLOCATOR_FRAMES && kind_of_frame(path.frames[first]) != FRAME_PLAIN) first++;
  return (stack_path){path.frames + first, path.n - first, path.whole};
}

/* Returns the call path of a thread with up to DEEPEST_FRAMES frames, for recursion. */
static stack_path unwind_deep(ThreadId tid, Addr *frames) {
  const UInt n = VG_(get_StackTrace)(tid, frames, DEEPEST_FRAMES, NULL, NULL, 0);
  return below_allocators((stack_path){frames, good_frames(frames, n), n < DEEPEST_FRAMES});
}

/* Returns the bin of a thread's current call path, without frames of allocation functions. Sets *deep to whether the
 * bin depends on frames beyond that path. */
static bin_id bin_of_stack(bin_kind kind, ThreadId tid, stack_path path, Bool *deep) {
  const UInt depth = spy_options_get()->bin_depth;
  Addr frames[DEEPEST_FRAMES];
  UInt n = path.n < depth ? path.n : depth;
  const Bool recursive = is_recursive(path.frames, n);
  *deep = recursive && !path.whole;
  const stack_path whole = *deep ? unwind_deep(tid, frames) : path;
  if (recursive && whole.whole) {
    path = whole;
    n = fold(path.frames, path.n);
  }
  return bin_of_path(kind, path.frames, n < depth ? n : depth);
}

static spy_standing standing_of(ThreadId tid) {
  spy_standing at = {.tid = tid, .ip = VG_(get_IP)(tid), .sp = VG_(get_SP)(tid)};
  VG_(get_shadow_regs_area)(tid, (UChar *)&at.fp, 0, SPY_GUEST_FRAME_POINTER, sizeof at.fp);
  return at;
}

/* Returns whether a path contains a signal handler, below which registers are not saved as by a call. */
static Bool has_handler(const Addr *path, UInt n) {
  for (UInt i = 1; i < n; i++)
    if (is_code(path[i] + SPY_SIGNAL_RETURN_BYTES) && spy_is_signal_return(path[i] + 1)) return True;
  return False;
}

bin_id spy_bin_of_block(ThreadId tid) {
  Addr path[MOST_FRAMES], sps[MOST_FRAMES], fps[MOST_FRAMES];
  const spy_options *options = spy_options_get();
  const UInt most = options->bin_depth + ALLOCATOR_FRAMES;
  const Bool has_all_frames = VG_(clo_merge_recursive_frames) <= 0, may_know = options->fast && has_all_frames;
  const spy_standing at = standing_of(tid);
  bin_id bin;
  if (may_know && spy_known_path(&at, &bin)) return bin;
  const UInt n = VG_(get_StackTrace)(tid, path, most, sps, fps, 0), good = good_frames(path, n);
  Bool deep;
  Addr to_fold[MOST_FRAMES];
  VG_(memcpy)(to_fold, path, good * sizeof path[0]);
  bin = bin_of_stack(BIN_HEAP, tid, below_allocators((stack_path){to_fold, good, n < most}), &deep);
  if (may_know && !deep && !has_handler(path, good))
    spy_known_path_add(&at, &(spy_unwound){path, sps, fps, n, n < most, is_code}, bin);
  return bin;
}

bin_id spy_bin_of_mapping(ThreadId tid) {
  Addr path[MOST_FRAMES];
  const UInt n = good_frames(path, VG_(get_StackTrace)(tid, path, MOST_FRAMES, NULL, NULL, 0));
  for (UInt i = 0; i < n && i < MAPPING_FRAMES; i++)
    if (kind_of_frame(path[i]) == FRAME_ALLOCATOR) return spy_heap_bin();
  Bool deep;
  return bin_of_stack(BIN_MMAP, tid, below_allocators((stack_path){path, n, False}), &deep);
}

bin_id spy_heap_bin(void) { return bin_table_bin(spy_table, BIN_MMAP, "[heap]", NULL, 0, NULL, 0); }

void spy_paths_unload(Addr start, SizeT bytes) {
  bin_table_retire_paths(spy_table, start, start + bytes);
  VG_(memset)(kept, 0, sizeof kept);
  VG_(memset)(kept_calls, 0, sizeof kept_calls);
  spy_known_paths_forget(start, bytes);
}
