/* spy_code.c: see spy_code.h. SPDX-License-Identifier: GPL-2.0-or-later */
#include "memspy/names/spy_code.h"

#include "memspy/core/spy_core.h"
#include "memspy/core/spy_elf.h"
#include "memspy/core/spy_platform.h"
#include "memspy/names/spy_inlines.h"
#include "memspy/names/spy_layout.h"
#include "memspy/names/spy_toggles.h"
#include "memspy/names/spy_unnamed.h"
#include "memspy/setup/spy_options.h"
#include "memspy/setup/spy_state.h"

/* ---- code ---- */

/* The function of the last instruction, the address after the instruction, and, if the function has no symbol, the
 * address after the function. */
static struct {
  Bool known;
  Addr end, limit;
  Addr unnamed; /* first address of a function without symbol; 0: the function has a symbol, or its bounds are
                   unknown */
  UInt segment;
  uint64_t bias;
} last;

/* The core finds an object by the address of a function, but not by an address of other code, for example of the
 * procedure linkage table. */
const DebugInfo *spy_info_of(Addr address, const HChar *path) {
  const DebugInfo *info = VG_(find_DebugInfo)(VG_(current_DiEpoch)(), address);
  if (info) return info;
  for (info = VG_(next_DebugInfo)(NULL); info; info = VG_(next_DebugInfo)(info))
    if (VG_(strcmp)(VG_(DebugInfo_get_filename)(info), path) == 0) break;
  return info;
}

UInt spy_object(const HChar *name, Addr address, uint64_t *bias) {
  const UInt before = bin_table_objects(spy_table), object = bin_table_object(spy_table, name);
  const DebugInfo *info = spy_info_of(address, name);
  *bias = 0;
  if (!spy_layout_bias(address, bias) && info) *bias = (uint64_t)VG_(DebugInfo_get_text_bias)(info);
  if (object >= before || bin_table_get_object(spy_table, object)->bias != *bias) {
    HChar build_id[2 * SPY_BUILD_ID_BYTES + 1];
    spy_elf_build_id(name, build_id);
    bin_table_set_object(spy_table, object, build_id, *bias);
  }
  return object;
}

/* An executable without symbols still has a name. */
UInt spy_object_of(Addr address, uint64_t *bias) {
  const HChar *name;
  if (VG_(get_objname)(VG_(current_DiEpoch)(), address, &name)) return spy_object(name, address, bias);
  *bias = 0;
  return bin_table_object(spy_table, "");
}

/* "DIR/FILE". */
UInt spy_file_line(Addr address, UInt *line) {
  const HChar *file, *directory;
  if (!VG_(get_filename_linenum)(VG_(current_DiEpoch)(), spy_layout_code(address), &file, &directory, line)) {
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

/* Returns the start of the function that contains an address. Valgrind appends the offset of the address to the name:
 * "main+12". */
static Addr function_start(Addr address) {
  const HChar *name;
  if (!VG_(get_fnname_w_offset)(VG_(current_DiEpoch)(), spy_layout_code(address), &name)) return address;
  const HChar *plus = VG_(strrchr)(name, '+');
  HChar *end;
  if (!plus || !VG_(isdigit)(plus[1])) return address;
  const Long distance = VG_(strtoll10)(plus + 1, &end);
  return *end == '\0' ? address - (Addr)distance : address;
}

/* Returns the segment of a function with a symbol. If it has none, returns the segment of all code of the object
 * without symbols. */
static UInt segment_of(Addr address, uint64_t *bias) {
  const HChar *name;
  const UInt object = spy_object_of(address, bias);
  if (!VG_(get_fnname)(VG_(current_DiEpoch)(), spy_layout_code(address), &name))
    return bin_table_segment(spy_table, "???", object, bin_table_file(spy_table, ""), 0);
  HChar *copy = VG_(strdup)("spy.symbols.name", name); /* the next call overwrites it */
  UInt line;
  const UInt file = spy_file_line(function_start(address), &line);
  const UInt segment = bin_table_segment(spy_table, copy, object, file, line);
  VG_(free)(copy);
  return segment;
}

/* Returns the segment of the function that contains an address. Sets *bounds to the bounds of a function without a
 * symbol, or to NULL. */
static UInt function_of(Addr address, uint64_t *bias, const spy_bounds **bounds) {
  const HChar *name;
  const UInt segment = segment_of(address, bias), object = bin_table_get_segment(spy_table, segment)->object;
  const Bool has_symbol = VG_(get_fnname)(VG_(current_DiEpoch)(), spy_layout_code(address), &name);
  *bounds = has_symbol ? NULL : spy_unnamed_function(object, address - *bias);
  return *bounds ? spy_unnamed_segment(object, *bounds) : segment;
}

/* Returns the last code symbol at or below an address, or -1 if there is none. */
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
  const Addr asked = spy_layout_code(address), moved = asked - address;
  const DebugInfo *info = VG_(find_DebugInfo)(VG_(current_DiEpoch)(), asked);
  const Int number = info ? symbol_below(info, asked) : -1;
  spy_core_addresses symbol;
  UInt bytes;
  Bool is_code;
  if (number < 0) return False;
  VG_(DebugInfo_syms_getidx)(info, number, &symbol, &bytes, &function->name, NULL, &is_code, NULL, NULL);
  if (!is_code || asked - symbol.main >= bytes) return False;
  function->low = symbol.main - moved;
  function->high = function->low + bytes;
  function->segment = segment_of(function->low, &function->bias);
  return True;
}

/* Returns the core's information on the object that contains an address, in any section, or NULL if there is none. */
static const DebugInfo *info_at(Addr address) {
  const HChar *path;
  const DebugInfo *info = VG_(find_DebugInfo)(VG_(current_DiEpoch)(), address);
  if (info || !VG_(get_objname)(VG_(current_DiEpoch)(), address, &path)) return info;
  return spy_info_of(address, path);
}

Bool spy_symbol_at(Addr address, spy_symbol *symbol) {
  const Addr asked = spy_layout_code(address);
  const DebugInfo *info = info_at(asked);
  const Int number = info ? symbol_below(info, asked) : -1;
  spy_core_addresses at;
  UInt bytes;
  Bool is_code;
  if (number < 0) return False;
  VG_(DebugInfo_syms_getidx)
  (info, number, &at, &bytes, &symbol->name, &symbol->others, &is_code, NULL, NULL);
  symbol->object = VG_(DebugInfo_get_soname)(info);
  return is_code && at.main == asked;
}

void spy_place_begin(void) { last.known = False; }

/* Returns whether an address is in the function of the last instruction. Valgrind follows jumps and calls within a
 * block, so consecutive instructions, even adjacent ones, can be in different functions. */
static Bool is_same_function(Addr address) {
  const HChar *name;
  return last.known && address == last.end && address < last.limit && !spy_layout_entry(address, &name);
}

/* Looks up the function of an instruction. */
static void find_function(Addr address) {
  const spy_bounds *bounds;
  last.segment = function_of(address, &last.bias, &bounds);
  last.limit = bounds ? bounds->high + last.bias : ~(Addr)0;
  last.unnamed = bounds ? bounds->low + last.bias : 0;
}

UInt spy_place_of(Addr address, UInt bytes) {
  if (!is_same_function(address)) find_function(address);
  last.known = True;
  last.end = address + bytes;
  UInt line;
  const UInt file = spy_file_line(address, &line);
  return bin_table_place(spy_table, spy_inlined_segment(last.segment, address - last.bias, file), file, line, 0);
}

Bool spy_begins_function(Addr address) {
  const HChar *name;
  return address == last.unnamed || spy_layout_entry(address, &name);
}

Bool spy_is_in_toggle_body(Addr address) { return spy_is_toggle_body(last.segment, address - last.bias); }

Bool spy_is_resolver(const HChar *name) { return VG_(string_match)("_dl_runtime_resolve*", name); }

Bool spy_is_linkage(Addr address) {
  const HChar *name, *path;
  if (spy_layout_kind(address, &path) == Vg_SectPLT) return True;
  if (VG_(get_fnname)(VG_(current_DiEpoch)(), spy_layout_code(address), &name)) return spy_is_resolver(name);
  return spy_is_linkage_entry(address);
}

/* Returns the length of the name of the function whose cold part has a name ("f.cold", "f(int) [clone .cold]"). Returns
 * 0 if the name is not that of a cold part. */
static SizeT length_without_cold(const HChar *name) {
  static const HChar clone[] = " [clone ";
  const HChar *cold = VG_(strstr)(name, ".cold");
  if (!cold) return 0;
  const SizeT n = (SizeT)(cold - name), more = sizeof clone - 1;
  return n > more && VG_(strncmp)(cold - more, clone, more) == 0 ? n - more : n;
}

UInt spy_whole_function(UInt segment) {
  const bin_segment part = *bin_table_get_segment(spy_table, segment);
  const SizeT n = length_without_cold(part.name);
  UInt in_object = 0, in_file = 0, of_object = segment, of_file = segment; /* functions of that name */
  for (UInt i = 0; n != 0 && i < bin_table_segments(spy_table); i++) {
    const bin_segment *other = bin_table_get_segment(spy_table, i);
    if (other->object != part.object || other->inlined_in != 0 || VG_(strncmp)(other->name, part.name, n) != 0 ||
        other->name[n] != '\0')
      continue;
    in_object++;
    of_object = i;
    if (other->file != part.file) continue;
    in_file++;
    of_file = i;
  }
  return in_file == 1 ? of_file : in_object == 1 ? of_object : segment;
}

UInt spy_place_of_references(UInt line, Addr address) {
  if (!spy_options_get()->instructions) return line;
  const bin_place place = *bin_table_get_place(spy_table, line);
  return bin_table_place(spy_table, place.segment, place.file, place.line, address - last.bias);
}

/* A call belongs to the function that contains its code, not to an inlined function, because names of data depend on
 * the real call path. */
UInt spy_call_of(Addr address) {
  uint64_t bias;
  UInt line;
  const spy_bounds *bounds;
  const UInt segment = function_of(address, &bias, &bounds), file = spy_file_line(address, &line);
  const UInt object = bin_table_get_segment(spy_table, segment)->object;
  spy_place_begin();
  return bin_table_call(spy_table, object, address - bias, bin_table_place(spy_table, segment, file, line, 0));
}

void spy_code_load(void) {
  if (!VG_(di_load_di)) return;
  for (const DebugInfo *info = VG_(next_DebugInfo)(NULL); info; info = VG_(next_DebugInfo)(info))
    VG_(di_load_di)((DebugInfo *)info);
}
