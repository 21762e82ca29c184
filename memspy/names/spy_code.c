/* spy_code.c: see spy_code.h.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "memspy/names/spy_code.h"

#include "memspy/core/spy_core.h"
#include "memspy/core/spy_elf.h"
#include "memspy/setup/spy_options.h"
#include "memspy/setup/spy_state.h"

/* ---- code ---- */

/* The function that the last instruction was in, and where the next one is if nothing jumps. */
static struct {
  Bool known;
  Addr end;
  UInt segment;
  uint64_t bias;
} last;

/* What Valgrind knows of the object of a path that an address is in. It finds it by addresses of functions, but not by
 * those of the procedure linkage table, for one. */
static const DebugInfo *info_of(Addr address, const HChar *path) {
  const DebugInfo *info = VG_(find_DebugInfo)(VG_(current_DiEpoch)(), address);
  if (info) return info;
  for (info = VG_(next_DebugInfo)(NULL); info; info = VG_(next_DebugInfo)(info))
    if (VG_(strcmp)(VG_(DebugInfo_get_filename)(info), path) == 0) break;
  return info;
}

UInt spy_object(const HChar *name, Addr address, uint64_t *bias) {
  const UInt before = bin_table_objects(spy_table), object = bin_table_object(spy_table, name);
  const DebugInfo *info = info_of(address, name);
  *bias = 0;
  if (info) *bias = (uint64_t)VG_(DebugInfo_get_text_bias)(info);
  if (object == before || bin_table_get_object(spy_table, object)->bias != *bias) {
    HChar build_id[2 * SPY_BUILD_ID_BYTES + 1];
    spy_elf_build_id(name, build_id);
    bin_table_set_object(spy_table, object, build_id, *bias);
  }
  return object;
}

/* An executable without symbols still has its name. */
static UInt object_of(Addr address, uint64_t *bias) {
  const HChar *name;
  if (VG_(get_objname)(VG_(current_DiEpoch)(), address, &name)) return spy_object(name, address, bias);
  *bias = 0;
  return bin_table_object(spy_table, "");
}

/* "DIR/FILE". */
UInt spy_file_line(Addr address, UInt *line) {
  const HChar *file, *directory;
  if (!VG_(get_filename_linenum)(VG_(current_DiEpoch)(), address, &file, &directory, line)) {
    *line = 0;
    return bin_table_file(spy_table, "");
  }
  if (directory[0] == '\0' || file[0] == '/') return bin_table_file(spy_table, file);
  HChar *path = VG_(malloc)("spy.symbols.path", VG_(strlen)(directory) + VG_(strlen)(file) + 2);
  VG_(sprintf)(path, "%s/%s", directory, file);
  const UInt number = bin_table_file(spy_table, path);
  VG_(free)(path);
  return number;
}

/* The address where the function around an address starts. Valgrind tells the distance as a suffix of the
 * name: "main+12". */
static Addr function_start(Addr address) {
  const HChar *name;
  if (!VG_(get_fnname_w_offset)(VG_(current_DiEpoch)(), address, &name)) return address;
  const HChar *plus = VG_(strrchr)(name, '+');
  HChar *end;
  if (!plus || !VG_(isdigit)(plus[1])) return address;
  const Long distance = VG_(strtoll10)(plus + 1, &end);
  return *end == '\0' ? address - (Addr)distance : address;
}

static UInt segment_of(Addr address, uint64_t *bias) {
  const HChar *name;
  const UInt object = object_of(address, bias);
  if (!VG_(get_fnname)(VG_(current_DiEpoch)(), address, &name))
    return bin_table_segment(spy_table, "???", object, bin_table_file(spy_table, ""), 0);
  HChar *copy = VG_(strdup)("spy.symbols.name", name); /* the next question overwrites it */
  UInt line;
  const UInt file = spy_file_line(function_start(address), &line);
  const UInt segment = bin_table_segment(spy_table, copy, object, file, line);
  VG_(free)(copy);
  return segment;
}

/* The last symbol of code that begins at or below an address; -1: none. */
static Int symbol_below(const DebugInfo *info, Addr address) {
  Int low = 0, high = VG_(DebugInfo_syms_howmany)(info);
  while (low < high) {
    const Int middle = low + (high - low) / 2;
    spy_core_addresses symbol;
    UInt bytes;
    VG_(DebugInfo_syms_getidx)(info, middle, &symbol, &bytes, NULL, NULL, NULL, NULL, NULL);
    if (symbol.main <= address)
      low = middle + 1;
    else
      high = middle;
  }
  return low - 1;
}

Bool spy_function_at(Addr address, spy_function *function) {
  const DebugInfo *info = VG_(find_DebugInfo)(VG_(current_DiEpoch)(), address);
  const Int number = info ? symbol_below(info, address) : -1;
  spy_core_addresses symbol;
  UInt bytes;
  Bool is_code;
  if (number < 0) return False;
  VG_(DebugInfo_syms_getidx)(info, number, &symbol, &bytes, &function->name, NULL, &is_code, NULL, NULL);
  if (!is_code || address - symbol.main >= bytes) return False;
  function->low = symbol.main;
  function->high = symbol.main + bytes;
  function->segment = segment_of(symbol.main, &function->bias);
  return True;
}

void spy_place_begin(void) { last.known = False; }

/* Valgrind follows jumps and calls within a block, so an instruction may be in another function than the last one,
 * even right behind it. */
static Bool is_same_function(Addr address) {
  const HChar *name;
  return last.known && address == last.end && !VG_(get_fnname_if_entry)(VG_(current_DiEpoch)(), address, &name);
}

UInt spy_place_of(Addr address, UInt bytes) {
  if (!is_same_function(address)) last.segment = segment_of(address, &last.bias);
  last.known = True;
  last.end = address + bytes;
  UInt line;
  const UInt file = spy_file_line(address, &line);
  return bin_table_place(spy_table, last.segment, file, line, 0);
}

UInt spy_place_of_references(UInt line, Addr address) {
  if (!spy_options_get()->instructions) return line;
  const bin_place place = *bin_table_get_place(spy_table, line);
  return bin_table_place(spy_table, place.segment, place.file, place.line, address - last.bias);
}

static Bool is_our_library(const DebugInfo *info) {
  return VG_(strstr)(VG_(DebugInfo_get_filename)(info), "vgpreload_memspy") != NULL;
}

Bool spy_our_code(Addr *start, SizeT *bytes) {
  const DebugInfo *info = VG_(next_DebugInfo)(NULL);
  while (info && !is_our_library(info)) info = VG_(next_DebugInfo)(info);
  if (!info) return False;
  *start = VG_(DebugInfo_get_text_avma)(info);
  *bytes = VG_(DebugInfo_get_text_size)(info);
  return *bytes != 0;
}

Bool spy_is_our_code(Addr address) {
  static Addr start, end; /* of the library's text, once seen */
  if (address >= start && address < end) return True;
  if (end != 0) return False;
  const DebugInfo *info = VG_(find_DebugInfo)(VG_(current_DiEpoch)(), address);
  if (!info || !is_our_library(info)) return False;
  start = VG_(DebugInfo_get_text_avma)(info);
  end = start + VG_(DebugInfo_get_text_size)(info);
  return address >= start && address < end;
}

Bool spy_is_toggle(Addr address) {
  const spy_options *options = spy_options_get();
  const HChar *name;
  if (options->n_toggles == 0 || !VG_(get_fnname_if_entry)(VG_(current_DiEpoch)(), address, &name)) return False;
  for (UInt i = 0; i < options->n_toggles; i++)
    if (VG_(string_match)(options->toggles[i], name)) return True;
  return False;
}

/* ---- call paths ---- */

/* Functions that hand out memory, whose frames say nothing about whose it is: those that map memory, and those
 * that cut it into blocks. */
static const HChar *const mappers[] = {"mmap", "mmap64", "mremap", "sbrk", "brk", "__mmap*", "syscall", "__sbrk", "__brk"};
static const HChar *const allocators[] = {
    "malloc", "calloc", "realloc", "reallocarray", "posix_memalign", "aligned_alloc", "memalign", "valloc",
    "pvalloc", "__libc_malloc", "__libc_calloc", "__libc_realloc", "__libc_memalign", "operator new*", "tc_*",
    "_Zn?m*", "je_*", "sysmalloc*", "_int_malloc*", "tcmalloc::*", "new_heap*", "arena_get*", "_mid_memalign*",
    "_int_memalign*", "sysmalloc_mmap*", "__GI___libc_malloc*", "__minimal_malloc", "__minimal_calloc",
    "__minimal_realloc"};

typedef enum { FRAME_UNSEEN, FRAME_PLAIN, FRAME_MAPPER, FRAME_ALLOCATOR } frame_kind;

static Bool matches_one(const HChar *name, const HChar *const *patterns, UInt n) {
  for (UInt i = 0; i < n; i++)
    if (VG_(string_match)(patterns[i], name)) return True;
  return False;
}

static frame_kind look_at_frame(Addr address) {
  const HChar *name;
  if (spy_is_our_code(address)) return FRAME_ALLOCATOR; /* a wrapper */
  if (!VG_(get_fnname)(VG_(current_DiEpoch)(), address, &name)) return FRAME_PLAIN;
  if (matches_one(name, mappers, sizeof mappers / sizeof mappers[0])) return FRAME_MAPPER;
  if (matches_one(name, allocators, sizeof allocators / sizeof allocators[0])) return FRAME_ALLOCATOR;
  return FRAME_PLAIN;
}

/* The answers of recent addresses are kept. */
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

UInt spy_call_of(Addr address) {
  uint64_t bias;
  const UInt object = object_of(address, &bias);
  spy_place_begin();
  return bin_table_call(spy_table, object, address - bias, spy_place_of(address, 0));
}

static bin_id bin_of_path(bin_kind kind, const Addr *path, UInt n) {
  const UInt before = bin_table_bins(spy_table);
  const bin_id bin = bin_table_bin(spy_table, kind, "", path, n, NULL, 0);
  if (bin < before) return bin;
  UInt *frames = VG_(malloc)("spy.symbols.frames", n * sizeof *frames);
  for (UInt i = 0; i < n; i++) frames[i] = spy_call_of(path[i]);
  bin_table_set_frames(spy_table, bin, frames, n);
  VG_(free)(frames);
  return bin;
}

/* Frames of an allocator above its caller: few below the wrapper of a block, more around a mapping. */
enum { ALLOCATOR_FRAMES = 8, MAPPING_FRAMES = 24, MOST_FRAMES = 64 + ALLOCATOR_FRAMES };

static Bool is_code(Addr address) {
  const NSegment *segment = VG_(am_find_nsegment)(address);
  return segment && segment->hasX;
}

/* The call path of `tid`, innermost first, at most so many frames. Where the program began, the unwinder takes more
 * words of the stack for return addresses, and they differ from run to run. */
static UInt call_path(ThreadId tid, Addr *path, UInt most) {
  const UInt n = VG_(get_StackTrace)(tid, path, most, NULL, NULL, 0);
  if (n == 0 || is_code(path[n - 1])) return n;
  UInt good = 0;
  while (is_code(path[good])) good++;
  return good;
}

/* The path without its innermost frames of allocation functions. */
static bin_id bin_below_allocators(bin_kind kind, const Addr *path, UInt n) {
  const UInt depth = spy_options_get()->bin_depth;
  UInt first = 0;
  while (first + 1 < n && first < ALLOCATOR_FRAMES && kind_of_frame(path[first]) != FRAME_PLAIN) first++;
  return bin_of_path(kind, path + first, n - first < depth ? n - first : depth);
}

bin_id spy_block_bin(ThreadId tid) {
  enum { WRAPPER_FRAMES = 2 }; /* a wrapper, and its function that tells the tool */
  Addr path[MOST_FRAMES];
  const UInt n = call_path(tid, path, spy_options_get()->bin_depth + ALLOCATOR_FRAMES);
  UInt wrappers = 0;
  for (UInt i = 0; i < n; i++) wrappers += spy_is_our_code(path[i]);
  return wrappers > WRAPPER_FRAMES ? SPY_NO_BIN : bin_below_allocators(BIN_HEAP, path, n);
}

bin_id spy_mapping_bin(ThreadId tid) {
  Addr path[MOST_FRAMES];
  const UInt n = call_path(tid, path, MOST_FRAMES);
  for (UInt i = 0; i < n && i < MAPPING_FRAMES; i++)
    if (kind_of_frame(path[i]) == FRAME_ALLOCATOR) return spy_heap_bin();
  return bin_below_allocators(BIN_MMAP, path, n);
}

bin_id spy_heap_bin(void) { return bin_table_bin(spy_table, BIN_MMAP, "[heap]", NULL, 0, NULL, 0); }

void spy_symbols_unload(Addr start, SizeT bytes) {
  bin_table_retire_paths(spy_table, start, start + bytes);
  VG_(memset)(kept, 0, sizeof kept);
}

/* ---- data ---- */

/* The variable at an address: its start, and its name, valid until the next question. */
static Bool variable(Addr address, const HChar **name, Addr *start) {
  PtrdiffT offset;
  if (!VG_(get_datasym_and_offset)(VG_(current_DiEpoch)(), address, name, &offset)) return False;
  *start = address - (Addr)offset;
  return True;
}

static Bool in_variable(Addr address, Addr start) {
  const HChar *name;
  Addr other;
  return variable(address, &name, &other) && other == start;
}

/* The end of the variable that starts at `start` and holds `inside`. Valgrind does not tell sizes: ask about
 * addresses further and further on, then between. */
static Addr variable_end(Addr start, Addr inside) {
  Addr step = 1;
  while (in_variable(inside + step, start)) {
    inside += step;
    step *= 2;
  }
  for (; step > 1; step /= 2)
    if (in_variable(inside + step / 2, start)) inside += step / 2;
  return inside + 1;
}

static Bool in_section(Addr address, VgSectKind kind) {
  const HChar *path;
  return VG_(DebugInfo_sect_kind)(&path, address) == kind;
}

/* Whether at an address there is no variable, in a section of that kind. */
static Bool is_gap(Addr address, VgSectKind kind) {
  const HChar *name;
  Addr start;
  return in_section(address, kind) && !variable(address, &name, &start);
}

/* The stretch around an address without a variable, up to a variable, another section or the border of 64 bytes. */
static void gap(Addr address, uint64_t *low, uint64_t *high) {
  const Addr least = address & ~63UL, most = least + 64;
  const HChar *path;
  const VgSectKind kind = VG_(DebugInfo_sect_kind)(&path, address);
  for (*low = address; *low > least && is_gap(*low - 1, kind);) --*low;
  for (*high = address + 1; *high < most && is_gap(*high, kind);) ++*high;
}

/* The path of the object or file that data at an address is of; NULL: of none. */
static const HChar *path_of_data(Addr address, VgSectKind *kind) {
  const HChar *path = NULL;
  *kind = VG_(DebugInfo_sect_kind)(&path, address);
  const NSegment *segment = VG_(am_find_nsegment)(address);
  if (*kind == Vg_SectUnknown) path = segment ? VG_(am_get_filename)(segment) : NULL;
  return path;
}

/* Memory of an object or file that no variable is known in. */
static bin_id section_bin(Addr address) {
  VgSectKind kind;
  const HChar *object = path_of_data(address, &kind);
  if (!object) return bin_table_bin(spy_table, BIN_MMAP, "[anonymous]", NULL, 0, NULL, 0);
  HChar *name = VG_(malloc)("spy.symbols.section", VG_(strlen)(object) + 32);
  const Bool known = kind != Vg_SectUnknown;
  const Bool is_object = known || VG_(find_DebugInfo)(VG_(current_DiEpoch)(), address);
  VG_(sprintf)(name, known ? "[%s %s]" : is_object ? "[%s]" : "%s", VG_(basename)(object), VG_(pp_SectKind)(kind));
  const bin_id bin = bin_table_bin(spy_table, is_object ? BIN_STATIC : BIN_MMAP, name, NULL, 0, NULL, 0);
  VG_(free)(name);
  return bin;
}

/* A bin that was just made is the variable [start, end). */
static void tell_variable(bin_id bin, Addr start, Addr end) {
  VgSectKind kind;
  uint64_t bias;
  const HChar *path = path_of_data(start, &kind);
  bin_table_add_block(spy_table, bin, end - start);
  if (!path) return;
  const UInt object = spy_object(path, start, &bias);
  bin_table_set_variable(spy_table, bin, &(bin_variable){object, start - bias, end - start});
}

bin_id spy_resolve(void *closure, uint64_t address, uint64_t *low, uint64_t *high) {
  (void)closure;
  const HChar *name;
  Addr start;
  if (variable(address, &name, &start)) {
    const uint64_t key = start;
    const UInt before = bin_table_bins(spy_table);
    const bin_id bin = bin_table_bin(spy_table, BIN_STATIC, name, &key, 1, NULL, 0);
    *low = start;
    *high = variable_end(start, address);
    if (bin == before) tell_variable(bin, *low, *high);
    return bin;
  }
  gap(address, low, high);
  return section_bin(address);
}

/* The next border after an address of a section that the core tells of, small ones among them; at most `end`. */
static Addr next_border(const DebugInfo *info, Addr address, Addr end) {
  const struct {
    Addr start;
    SizeT bytes;
  } sections[] = {{VG_(DebugInfo_get_text_avma)(info), VG_(DebugInfo_get_text_size)(info)},
                  {VG_(DebugInfo_get_plt_avma)(info), VG_(DebugInfo_get_plt_size)(info)},
                  {VG_(DebugInfo_get_got_avma)(info), VG_(DebugInfo_get_got_size)(info)},
                  {VG_(DebugInfo_get_bss_avma)(info), VG_(DebugInfo_get_bss_size)(info)},
                  {VG_(DebugInfo_get_gotplt_avma)(info), VG_(DebugInfo_get_gotplt_size)(info)}};
  for (UInt i = 0; i < sizeof sections / sizeof sections[0]; i++) {
    const Addr borders[] = {sections[i].start, sections[i].start + sections[i].bytes};
    for (UInt b = 0; b < 2; b++)
      if (borders[b] > address && borders[b] < end) end = borders[b];
  }
  return end;
}

/* How far memory from `at` on, up to `end`, is in a section of one kind: none of others is smaller than a step. */
static Addr section_end(Addr at, Addr end, VgSectKind kind) {
  enum { SMALL = 1 << 16, STEP = 8, STEP_OF_LARGE = 64 };
  const Addr most = end - at <= SMALL ? STEP : STEP_OF_LARGE;
  Addr step = 1;
  for (; at + step < end && in_section(at + step, kind); step = step < most ? 2 * step : step) at += step;
  for (; step > 0; step /= 2)
    if (at + step < end && in_section(at + step, kind)) at += step;
  return at + 1;
}

/* Memory [at, end) without variables: a visit for each section. info: of the object; NULL: it is a file's. */
static void visit_gaps(const DebugInfo *info, Addr at, Addr end, spy_resolve_visitor *visit, void *closure) {
  const HChar *path;
  while (at < end) {
    const Addr border = info ? next_border(info, at, end) : end;
    const Addr last = info ? section_end(at, border, VG_(DebugInfo_sect_kind)(&path, at)) : end;
    visit(closure, at, last, section_bin(at));
    at = last;
  }
}

void spy_resolve_all(Addr at, Addr end, spy_resolve_visitor *visit, void *closure) {
  VgSectKind kind;
  const HChar *path = path_of_data(at, &kind);
  const DebugInfo *info = path ? info_of(at, path) : NULL;
  const Int n = info ? VG_(DebugInfo_syms_howmany)(info) : 0;
  for (Int i = 0; i < n && at < end; i++) {
    spy_core_addresses symbol;
    UInt bytes;
    Bool is_code;
    VG_(DebugInfo_syms_getidx)(info, i, &symbol, &bytes, NULL, NULL, &is_code, NULL, NULL);
    if (is_code || symbol.main + bytes <= at || symbol.main >= end) continue;
    if (symbol.main > at) visit_gaps(info, at, symbol.main, visit, closure);
    if (symbol.main > at) at = symbol.main;
    uint64_t low, high;
    const bin_id bin = spy_resolve(NULL, at, &low, &high);
    const Bool whole = in_variable(at, low);
    if (high > end && !whole) high = end;
    visit(closure, whole ? low : at, high, bin);
    at = high;
  }
  visit_gaps(info, at, end, visit, closure);
}
