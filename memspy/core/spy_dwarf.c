/* spy_dwarf.c: see spy_dwarf.h.
 *
 * An entry DW_TAG_inlined_subroutine has the ranges of a body, and refers to the entry of its function. These entries
 * nest. The nested ranges are divided into pieces, each of which has one innermost function. Code that the linker has
 * discarded has addresses near 0, or no unit, and is not found.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "memspy/core/spy_dwarf.h"

#include "memspy/core/spy_core.h"
#include "memspy/core/spy_dwarf_form.h"
#include "pub_tool_oset.h"
#include "pub_tool_poolalloc.h"

enum {
  TAG_ENUMERATION = 0x04,
  TAG_INLINED = 0x1d,
  TAG_SUBROUTINE_TYPE = 0x15,
  TAG_UNION = 0x17,
  AT_SIBLING = 0x01,
  AT_NAME = 0x03,
  AT_LOW_PC = 0x11,
  AT_HIGH_PC = 0x12,
  AT_ABSTRACT_ORIGIN = 0x31,
  AT_DECL_LINE = 0x3b,
  AT_SPECIFICATION = 0x47,
  AT_RANGES = 0x55,
  AT_LINKAGE_NAME = 0x6e,
  AT_STR_OFFSETS_BASE = 0x72,
  AT_ADDR_BASE = 0x73,
  AT_RNGLISTS_BASE = 0x74,
  AT_MIPS_LINKAGE_NAME = 0x2007,
  BODIES_AT_ONCE = 256,
  REFERENCES_MOST = 8,  /* maximum number of references from an entry to the entry with its name */
  RANGES_MOST = 1 << 20 /* maximum number of ranges of inlined bodies in an object, and maximum number of ranges of its
                           units */
};

/* A part of a unit's code; `depth` counts the entries around an inlined body. */
typedef struct {
  Addr low, high;
  UInt depth;
  const spy_dwarf_body *inlined;
} body;

typedef struct {
  spy_unit unit;
  Bool is_read;
  XArray *pieces; /* array of body, which are disjoint and sorted by address; NULL: there are none */
} unit_state;

typedef struct {
  Addr low, high;
  UInt unit; /* number of the unit */
} unit_range;

struct spy_dwarf {
  spy_section_bytes sections[SPY_SECTIONS];
  spy_abbreviations abbreviations;
  XArray *units;   /* array of unit_state, sorted by offset */
  XArray *ranges;  /* array of unit_range, sorted by address */
  OSet *functions; /* set of spy_dwarf_function; key: offset of the DWARF entry */
  PoolAlloc *made; /* pool of spy_dwarf_body */
  UInt current;    /* number of the unit that is being read */
  XArray *bodies;  /* array of body: the inlined bodies of that unit */
  XArray *around;  /* array of body without their ranges: the bodies around the entry that is being read, outermost
                      first */
};

static unit_state *nth_unit(const spy_dwarf *dwarf, Word i) { return VG_(indexXA)(dwarf->units, i); }

/* The attributes of an entry that this file uses. */
typedef struct {
  ULong sibling, origin, specification;  /* offsets; 0: none */
  const HChar *name, *link_name;         /* NULL: none */
  ULong line, strings, addresses, lists; /* 0: none */
  Addr low, high;                        /* high is an offset from low unless high_is_address */
  Bool has_low, high_is_address, has_ranges;
  spy_value ranges;
} facts;

static void take_fact(facts *f, UInt attribute, const spy_value *value) {
  switch (attribute) {
    case AT_SIBLING: f->sibling = value->number; break;
    case AT_ABSTRACT_ORIGIN: f->origin = value->kind == SPY_VALUE_ENTRY ? value->number : 0; break;
    case AT_SPECIFICATION: f->specification = value->kind == SPY_VALUE_ENTRY ? value->number : 0; break;
    case AT_NAME: f->name = value->string; break;
    case AT_LINKAGE_NAME:
    case AT_MIPS_LINKAGE_NAME: f->link_name = value->string; break;
    case AT_DECL_LINE: f->line = value->number; break;
    case AT_STR_OFFSETS_BASE: f->strings = value->number; break;
    case AT_ADDR_BASE: f->addresses = value->number; break;
    case AT_RNGLISTS_BASE: f->lists = value->number; break;
    case AT_LOW_PC:
      f->has_low = value->kind == SPY_VALUE_ADDRESS;
      f->low = value->number;
      break;
    case AT_HIGH_PC:
      f->high = value->number;
      f->high_is_address = value->kind == SPY_VALUE_ADDRESS;
      break;
    case AT_RANGES:
      f->has_ranges = True;
      f->ranges = *value;
      break;
    default: break;
  }
}

static facts read_facts(const spy_unit *unit, const spy_abbreviation *entry, spy_bytes *at) {
  facts f = {0};
  spy_bytes list = entry->attributes;
  UInt attribute;
  spy_value value;
  while (spy_entry_next(unit, &list, at, &attribute, &value)) take_fact(&f, attribute, &value);
  return f;
}

/* Calls `take` for each range of an entry's code. */
static void each_range(const spy_unit *unit, const facts *f, spy_take_range *take, void *closure) {
  const Addr high = f->high_is_address ? f->high : f->low + f->high;
  if (f->has_ranges)
    spy_ranges_each(unit, &f->ranges, take, closure);
  else if (f->has_low && f->low != 0 && f->low < high)
    take(closure, f->low, high);
}

/* ---- units ---- */

static void take_unit_range(void *closure, Addr low, Addr high) {
  spy_dwarf *dwarf = closure;
  const unit_range range = {low, high, dwarf->current};
  if (low != 0 && VG_(sizeXA)(dwarf->ranges) < RANGES_MOST) VG_(addToXA)(dwarf->ranges, &range);
}

/* Reads the first entry of a unit twice, because some attributes can be read only after other attributes that follow
 * them. */
static void read_first_entry(spy_dwarf *dwarf, spy_unit *unit) {
  facts f = {0};
  for (UInt pass = 0; pass < 2; pass++) {
    spy_bytes at = spy_bytes_of(&dwarf->sections[SPY_SECTION_INFO], unit->first);
    const spy_abbreviation *entry = spy_entry_begin(&dwarf->abbreviations, unit, &at);
    if (!entry) return;
    f = read_facts(unit, entry, &at);
    if (f.strings != 0) unit->strings = f.strings;
    if (f.addresses != 0) unit->addresses = f.addresses;
    if (f.lists != 0) unit->lists = f.lists;
  }
  unit->base = f.low;
  each_range(unit, &f, take_unit_range, dwarf);
}

static Int compare_ranges(const void *a, const void *b) {
  const unit_range *x = a, *y = b;
  return x->low != y->low ? (x->low < y->low ? -1 : 1) : (x->unit > y->unit) - (x->unit < y->unit);
}

static void read_units(spy_dwarf *dwarf) {
  for (ULong offset = 0, end = 0; offset < dwarf->sections[SPY_SECTION_INFO].size; offset = end) {
    unit_state state = {.is_read = False};
    const Bool good = spy_unit_read(dwarf->sections, offset, &state.unit, &end);
    if (end <= offset) break;
    if (!good) continue;
    dwarf->current = (UInt)VG_(sizeXA)(dwarf->units);
    read_first_entry(dwarf, &state.unit);
    VG_(addToXA)(dwarf->units, &state);
  }
  VG_(setCmpFnXA)(dwarf->ranges, compare_ranges);
  VG_(sortXA)(dwarf->ranges);
}

/* Returns the unit that contains an entry, or NULL if there is none. */
static const spy_unit *unit_of_entry(const spy_dwarf *dwarf, ULong entry) {
  Word low = 0, high = VG_(sizeXA)(dwarf->units);
  while (low < high) {
    const Word middle = low + (high - low) / 2;
    if (nth_unit(dwarf, middle)->unit.offset <= entry)
      low = middle + 1;
    else
      high = middle;
  }
  const spy_unit *unit = low > 0 ? &nth_unit(dwarf, low - 1)->unit : NULL;
  return unit && entry >= unit->first && entry < unit->end ? unit : NULL;
}

/* Returns the last unit whose code contains an address, or NULL if there is none. Ranges of units overlap only in
 * damaged files. */
static unit_state *unit_at(const spy_dwarf *dwarf, Addr address) {
  Word low = 0, high = VG_(sizeXA)(dwarf->ranges);
  while (low < high) {
    const Word middle = low + (high - low) / 2;
    const unit_range *range = VG_(indexXA)(dwarf->ranges, middle);
    if (range->low <= address)
      low = middle + 1;
    else
      high = middle;
  }
  if (low == 0) return NULL;
  const unit_range *range = VG_(indexXA)(dwarf->ranges, low - 1);
  return address < range->high ? nth_unit(dwarf, range->unit) : NULL;
}

/* ---- functions ---- */

/* Completes the attributes of a function from the entries to which it refers. */
static void find_name(spy_dwarf *dwarf, spy_dwarf_function *function) {
  spy_abbreviations abbreviations = {.section = &dwarf->sections[SPY_SECTION_ABBREV]};
  const HChar *name = NULL, *link_name = NULL;
  ULong offset = function->entry;
  for (UInt i = 0; i < REFERENCES_MOST && offset != 0 && !link_name; i++) {
    const spy_unit *unit = unit_of_entry(dwarf, offset);
    spy_bytes at = spy_bytes_of(&dwarf->sections[SPY_SECTION_INFO], offset);
    const spy_abbreviation *entry = unit ? spy_entry_begin(&abbreviations, unit, &at) : NULL;
    if (!entry) break;
    const facts f = read_facts(unit, entry, &at);
    if (!name) name = f.name;
    link_name = f.link_name;
    if (function->line == 0) function->line = (UInt)f.line;
    offset = f.origin != 0 ? f.origin : f.specification;
  }
  if (abbreviations.entries) VG_(deleteXA)(abbreviations.entries);
  if (link_name) VG_(demangle)(True, False, link_name, &name);
  if (name && name[0] != '\0') function->name = VG_(strdup)("spy.dwarf.name", name);
}

static const spy_dwarf_function *function_at(spy_dwarf *dwarf, ULong entry) {
  spy_dwarf_function *function = VG_(OSetGen_Lookup)(dwarf->functions, &entry);
  if (function) return function;
  function = VG_(OSetGen_AllocNode)(dwarf->functions, sizeof *function);
  *function = (spy_dwarf_function){.entry = entry, .number = (UInt)VG_(OSetGen_Size)(dwarf->functions)};
  find_name(dwarf, function);
  VG_(OSetGen_Insert)(dwarf->functions, function);
  return function;
}

/* ---- inlined bodies ---- */

typedef struct {
  spy_dwarf *dwarf;
  body made;
} body_maker;

static void take_body(void *closure, Addr low, Addr high) {
  body_maker *maker = closure;
  maker->made.low = low;
  maker->made.high = high;
  if (VG_(sizeXA)(maker->dwarf->bodies) < RANGES_MOST) VG_(addToXA)(maker->dwarf->bodies, &maker->made);
}

/* Returns the innermost inlined body around the entry that is being read, or NULL if there is none. */
static const body *last_around(const spy_dwarf *dwarf) {
  const Word n = VG_(sizeXA)(dwarf->around);
  return n > 0 ? VG_(indexXA)(dwarf->around, n - 1) : NULL;
}

/* Removes the bodies that do not contain an entry of a depth. Entries come in the order of the file. */
static void leave_bodies(const spy_dwarf *dwarf, UInt depth) {
  while (last_around(dwarf) && last_around(dwarf)->depth >= depth) VG_(dropTailXA)(dwarf->around, 1);
}

/* Makes the inlined body that a DWARF entry describes. `origin`: offset of the entry of the inlined function; `depth`:
 * number of entries around the body's entry. Returns NULL if the name of the function is unknown. */
static const spy_dwarf_body *inlined_at(spy_dwarf *dwarf, ULong origin, UInt depth) {
  const spy_dwarf_function *function = function_at(dwarf, origin);
  if (!function->name) return NULL;
  spy_dwarf_body *made = VG_(allocEltPA)(dwarf->made);
  *made = (spy_dwarf_body){.function = function};
  if (last_around(dwarf)) made->around = last_around(dwarf)->inlined;
  const body open = {.depth = depth, .inlined = made};
  VG_(addToXA)(dwarf->around, &open);
  return made;
}

/* Returns whether the children of an entry cannot be code. */
static Bool has_no_code(ULong tag) { return tag == TAG_ENUMERATION || tag == TAG_SUBROUTINE_TYPE || tag == TAG_UNION; }

/* Adds the inlined bodies of a unit. */
static void read_bodies(spy_dwarf *dwarf, const spy_unit *unit) {
  const UChar *info = dwarf->sections[SPY_SECTION_INFO].bytes;
  spy_bytes at = spy_bytes_of(&dwarf->sections[SPY_SECTION_INFO], unit->first);
  at.end = info + unit->end;
  for (UInt depth = 0; at.at < at.end && !at.bad;) {
    const spy_abbreviation *entry = spy_entry_begin(&dwarf->abbreviations, unit, &at);
    if (!entry) {
      if (depth > 0) depth--;
      continue;
    }
    const ULong tag = entry->tag;
    const Bool has_children = entry->has_children;
    leave_bodies(dwarf, depth);
    facts f = {0};
    if (tag == TAG_INLINED || (has_children && has_no_code(tag)))
      f = read_facts(unit, entry, &at);
    else
      spy_entry_skip(unit, entry, &at);
    if (tag == TAG_INLINED && f.origin != 0) {
      body_maker maker = {dwarf, {.depth = depth, .inlined = inlined_at(dwarf, f.origin, depth)}};
      if (maker.made.inlined) each_range(unit, &f, take_body, &maker);
    }
    if (has_children && has_no_code(tag) && f.sibling > (ULong)(at.at - info) && f.sibling < unit->end)
      at.at = info + f.sibling;
    else
      depth += has_children;
  }
}

static Int compare_bodies(const void *a, const void *b) {
  const body *x = a, *y = b;
  if (x->low != y->low) return x->low < y->low ? -1 : 1;
  return (x->depth > y->depth) - (x->depth < y->depth);
}

static void add_piece(XArray *pieces, const body *of, Addr low, Addr high) {
  const body piece = {low, high, of->depth, of->inlined};
  if (low < high) VG_(addToXA)(pieces, &piece);
}

/* Adds the pieces of the open bodies in [at, up_to), and closes the bodies that end there. */
static void close_bodies(XArray *pieces, XArray *open, Addr at, Addr up_to) {
  while (VG_(sizeXA)(open) > 0) {
    const body top = *(body *)VG_(indexXA)(open, VG_(sizeXA)(open) - 1);
    const Addr end = top.high < up_to ? top.high : up_to;
    add_piece(pieces, &top, at, end);
    if (at < end) at = end;
    if (top.high > up_to) return;
    VG_(dropTailXA)(open, 1);
  }
}

/* Makes disjoint pieces of nested bodies: each address belongs to the body that begins last. */
static XArray *flatten(XArray *bodies) {
  XArray *pieces = VG_(newXA)(VG_(malloc), "spy.dwarf.pieces", VG_(free), sizeof(body));
  XArray *open = VG_(newXA)(VG_(malloc), "spy.dwarf.open", VG_(free), sizeof(body));
  Addr at = 0;
  VG_(setCmpFnXA)(bodies, compare_bodies);
  VG_(sortXA)(bodies);
  for (Word i = 0; i < VG_(sizeXA)(bodies); i++) {
    const body *next = VG_(indexXA)(bodies, i);
    close_bodies(pieces, open, at, next->low);
    at = next->low;
    VG_(addToXA)(open, next);
  }
  close_bodies(pieces, open, at, ~(Addr)0);
  VG_(deleteXA)(open);
  return pieces;
}

static void read_pieces(spy_dwarf *dwarf, unit_state *state) {
  state->is_read = True;
  dwarf->bodies = VG_(newXA)(VG_(malloc), "spy.dwarf.bodies", VG_(free), sizeof(body));
  dwarf->around = VG_(newXA)(VG_(malloc), "spy.dwarf.around", VG_(free), sizeof(body));
  read_bodies(dwarf, &state->unit);
  VG_(deleteXA)(dwarf->around);
  if (VG_(sizeXA)(dwarf->bodies) > 0) state->pieces = flatten(dwarf->bodies);
  VG_(deleteXA)(dwarf->bodies);
}

/* ---- the object ---- */

spy_dwarf *spy_dwarf_open(const HChar *path) {
  spy_section_bytes sections[SPY_SECTIONS];
  if (!spy_debug_file_map(path, sections)) return NULL;
  spy_dwarf *dwarf = VG_(calloc)("spy.dwarf", 1, sizeof *dwarf);
  VG_(memcpy)(dwarf->sections, sections, sizeof sections);
  dwarf->abbreviations.section = &dwarf->sections[SPY_SECTION_ABBREV];
  dwarf->units = VG_(newXA)(VG_(malloc), "spy.dwarf.units", VG_(free), sizeof(unit_state));
  dwarf->ranges = VG_(newXA)(VG_(malloc), "spy.dwarf.ranges", VG_(free), sizeof(unit_range));
  dwarf->functions = VG_(OSetGen_Create)(offsetof(spy_dwarf_function, entry), NULL, VG_(malloc), "spy.dwarf.functions",
                                         VG_(free));
  dwarf->made = VG_(newPA)(sizeof(spy_dwarf_body), BODIES_AT_ONCE, VG_(malloc), "spy.dwarf.bodies", VG_(free));
  read_units(dwarf);
  return dwarf;
}

const spy_dwarf_body *spy_dwarf_inlined(spy_dwarf *dwarf, Addr address) {
  unit_state *state = unit_at(dwarf, address);
  if (!state) return NULL;
  if (!state->is_read) read_pieces(dwarf, state);
  if (!state->pieces) return NULL;
  Word low = 0, high = VG_(sizeXA)(state->pieces);
  while (low < high) {
    const Word middle = low + (high - low) / 2;
    if (((const body *)VG_(indexXA)(state->pieces, middle))->low <= address)
      low = middle + 1;
    else
      high = middle;
  }
  const body *piece = low > 0 ? VG_(indexXA)(state->pieces, low - 1) : NULL;
  return piece && address < piece->high ? piece->inlined : NULL;
}
