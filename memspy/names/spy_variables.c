/* spy_variables.c: see spy_variables.h. SPDX-License-Identifier: GPL-2.0-or-later */
#include "memspy/names/spy_variables.h"

#include "memspy/core/spy_core.h"
#include "memspy/names/spy_code.h"
#include "memspy/names/spy_layout.h"
#include "memspy/setup/spy_state.h"

static Bool in_variable(Addr address, Addr start) {
  const HChar *name;
  Addr other;
  return spy_layout_variable(address, &name, &other) && other == start;
}

/* Returns the end of the variable that starts at `start` and contains `inside`. Valgrind does not report sizes, so the
 * function looks up addresses at growing distances, and then bisects. */
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
  return spy_layout_kind(address, &path) == kind;
}

/* Returns whether there is no variable at an address, in a section of that kind. */
static Bool is_gap(Addr address, VgSectKind kind) {
  const HChar *name;
  Addr start;
  return in_section(address, kind) && !spy_layout_variable(address, &name, &start);
}

/* Returns whether an object has a symbol with an address in [least, most). The symbols are sorted and disjoint. */
static Bool has_symbol(const DebugInfo *info, Addr least, Addr most) {
  Int low = 0, high = VG_(DebugInfo_syms_howmany)(info);
  spy_core_addresses symbol;
  UInt bytes;
  while (low < high) { /* invariant: the last symbol that begins before `most` is before `high` */
    const Int middle = low + (high - low) / 2;
    VG_(DebugInfo_syms_getidx)(info, middle, &symbol, &bytes, NULL, NULL, NULL, NULL, NULL);
    if (symbol.main < most)
      low = middle + 1;
    else
      high = middle;
  }
  if (low == 0) return False;
  VG_(DebugInfo_syms_getidx)(info, low - 1, &symbol, &bytes, NULL, NULL, NULL, NULL, NULL);
  return symbol.main + bytes > least;
}

/* Returns whether it is certain that [least, most), which is less than a page, contains no variable. Looking up each
 * address takes much longer. */
static Bool lacks_variables(Addr least, Addr most) {
  /* The core has not all symbols, or wrong addresses. */
  if (VG_(di_load_di) || spy_layout_is_own(least) || spy_layout_has_more(least)) return False;
  for (const DebugInfo *info = VG_(next_DebugInfo)(NULL); info; info = VG_(next_DebugInfo)(info))
    if (has_symbol(info, least, most)) return False;
  return True;
}

/* The range around an address without a variable, up to a variable, another section or a multiple of 64 bytes. */
static void gap(Addr address, uint64_t *low, uint64_t *high) {
  const Addr least = address & ~63UL, most = least + 64;
  const HChar *path;
  const VgSectKind kind = spy_layout_kind(address, &path);
  Bool (*const goes_on)(Addr, VgSectKind) = lacks_variables(least, most) ? in_section : is_gap;
  for (*low = address; *low > least && goes_on(*low - 1, kind);) --*low;
  for (*high = address + 1; *high < most && goes_on(*high, kind);) ++*high;
}

/* Returns the path of the object or file that contains the data at an address, or NULL if there is none. */
static const HChar *path_of_data(Addr address, VgSectKind *kind) {
  const HChar *path = NULL;
  *kind = spy_layout_kind(address, &path);
  const NSegment *segment = VG_(am_find_nsegment)(address);
  if (*kind == Vg_SectUnknown && !spy_layout_is_own(address)) path = segment ? VG_(am_get_filename)(segment) : NULL;
  return path;
}

/* Returns the bin of memory of an object or file without a known variable. */
static bin_id section_bin(Addr address) {
  VgSectKind kind;
  const HChar *object = path_of_data(address, &kind);
  if (!object) return bin_table_bin(spy_table, BIN_MMAP, "[anonymous]", NULL, 0, NULL, 0);
  HChar *name = VG_(malloc)("spy.symbols.section", VG_(strlen)(object) + 32);
  const Bool known = kind != Vg_SectUnknown;
  const Bool is_object = known || spy_layout_is_own(address) || VG_(find_DebugInfo)(VG_(current_DiEpoch)(), address);
  VG_(sprintf)(name, known ? "[%s %s]" : is_object ? "[%s]" : "%s", VG_(basename)(object), VG_(pp_SectKind)(kind));
  const bin_id bin = bin_table_bin(spy_table, is_object ? BIN_STATIC : BIN_MMAP, name, NULL, 0, NULL, 0);
  VG_(free)(name);
  return bin;
}

/* Sets the variable [start, end) of a bin that was just made. */
static void tell_variable(bin_id bin, Addr start, Addr end) {
  VgSectKind kind;
  uint64_t bias;
  const HChar *path = path_of_data(start, &kind);
  bin_table_add_block(spy_table, bin, end - start);
  if (!path) return;
  const UInt object = spy_object(path, start, &bias);
  bin_table_set_variable(spy_table, bin, &(bin_variable){object, start - bias, end - start});
}

static bin_id resolve(Addr address, uint64_t *low, uint64_t *high) {
  const HChar *name;
  Addr start;
  if (spy_layout_variable(address, &name, &start)) {
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

bin_id spy_resolve(void *closure, uint64_t address, uint64_t *low, uint64_t *high) {
  (void)closure;
  return resolve(address, low, high);
}

/* Returns the next border, after an address, of a section that the core has, including small sections. Returns at most
 * `end`. */
static Addr next_border(const DebugInfo *info, Addr address, Addr end) {
  if (spy_layout_is_own(address)) return spy_layout_border(address, end);
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

/* Returns the end of the memory from `at` on that is in sections of one kind, at most `end`. Searches in steps, because
 * no section of another kind is smaller than a step. */
static Addr section_end(Addr at, Addr end, VgSectKind kind) {
  enum { SMALL = 1 << 16, STEP = 8, STEP_OF_LARGE = 64 };
  const Addr most = end - at <= SMALL ? STEP : STEP_OF_LARGE;
  Addr step = 1;
  for (; at + step < end && in_section(at + step, kind); step = step < most ? 2 * step : step) at += step;
  for (; step > 0; step /= 2)
    if (at + step < end && in_section(at + step, kind)) at += step;
  return at + 1;
}

/* Visits the memory [at, end) without variables, section by section. `info` is the information on the object; NULL
 * means that the memory is a mapped file. */
static void visit_gaps(const DebugInfo *info, Addr at, Addr end, spy_resolve_visitor *visit, void *closure) {
  const HChar *path;
  while (at < end) {
    const Addr border = info ? next_border(info, at, end) : end;
    const Addr last = info ? section_end(at, border, spy_layout_kind(at, &path)) : end;
    visit(closure, at, last, section_bin(at));
    at = last;
  }
}

/* Visits the variable at *at as a whole, even if it extends beyond the memory. Then sets *at to the end of the
 * variable.
 */
static void visit_variable(Addr *at, Addr end, spy_resolve_visitor *visit, void *closure) {
  uint64_t low, high;
  const bin_id bin = spy_resolve(NULL, *at, &low, &high);
  const Bool whole = in_variable(*at, low);
  if (high > end && !whole) high = end;
  visit(closure, whole ? low : *at, high, bin);
  *at = high;
}

/* As spy_resolve_all(), with those variables only that the core does not list. */
static void visit_unlisted(const DebugInfo *info, Addr at, Addr end, spy_resolve_visitor *visit, void *closure) {
  while (at < end) {
    const Addr next = spy_layout_next(at, end);
    if (next > at) visit_gaps(info, at, next, visit, closure);
    if (next > at) at = next;
    if (at < end) visit_variable(&at, end, visit, closure);
  }
}

void spy_resolve_all(Addr at, Addr end, spy_resolve_visitor *visit, void *closure) {
  VgSectKind kind;
  const HChar *path = path_of_data(at, &kind);
  const DebugInfo *info = path ? spy_info_of(at, path) : NULL;
  if (info && spy_layout_is_own(at)) {
    visit_unlisted(info, at, end, visit, closure);
    return;
  }
  const Int n = info ? VG_(DebugInfo_syms_howmany)(info) : 0;
  for (Int i = 0; i < n && at < end; i++) {
    spy_core_addresses symbol;
    UInt bytes;
    Bool is_code;
    VG_(DebugInfo_syms_getidx)(info, i, &symbol, &bytes, NULL, NULL, &is_code, NULL, NULL);
    if (is_code || symbol.main + bytes <= at || symbol.main >= end) continue;
    if (symbol.main > at) visit_unlisted(info, at, symbol.main, visit, closure);
    if (symbol.main > at) at = symbol.main;
    visit_variable(&at, end, visit, closure);
  }
  visit_unlisted(info, at, end, visit, closure);
}
