/* spy_dwarf_form.c: see spy_dwarf_form.h. The file can be damaged: each read is checked.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "memspy/core/spy_dwarf_form.h"

/* ---- bytes ---- */

spy_bytes spy_bytes_of(const spy_section_bytes *section, ULong offset) {
  if (offset > section->size) return (spy_bytes){NULL, NULL, True};
  return (spy_bytes){section->bytes + offset, section->bytes + section->size, False};
}

static SizeT left(const spy_bytes *b) { return (SizeT)(b->end - b->at); }

ULong spy_bytes_number(spy_bytes *b, UInt n) {
  ULong number = 0;
  if (b->bad || n > left(b)) {
    b->bad = True;
    return 0;
  }
  for (UInt i = 0; i < n; i++) number |= (ULong)b->at[i] << 8 * i;
  b->at += n;
  return number;
}

ULong spy_bytes_leb(spy_bytes *b) {
  ULong number = 0;
  if (!b->bad && b->at < b->end && *b->at < 0x80) return *b->at++; /* most numbers have one byte */
  for (UInt shift = 0;; shift += 7) {
    const ULong byte = spy_bytes_number(b, 1);
    if (shift < 64) number |= (byte & 0x7f) << shift;
    if (!(byte & 0x80)) return number;
  }
}

Long spy_bytes_signed_leb(spy_bytes *b) {
  ULong number = 0, byte;
  UInt shift = 0;
  do {
    byte = spy_bytes_number(b, 1);
    if (shift < 64) number |= (byte & 0x7f) << shift;
    shift += 7;
  } while (byte & 0x80);
  if ((byte & 0x40) && shift < 64) number |= ~0ULL << shift;
  return (Long)number;
}

const HChar *spy_bytes_string(spy_bytes *b) {
  const HChar *string = (const HChar *)b->at;
  if (b->bad) return "";
  while (b->at < b->end && *b->at != '\0') b->at++;
  b->bad = b->at == b->end;
  if (b->bad) return "";
  b->at++;
  return string;
}

void spy_bytes_skip(spy_bytes *b, ULong n) {
  if (b->bad || n > left(b))
    b->bad = True;
  else
    b->at += n;
}

/* ---- units ---- */

enum { UNIT_COMPILE = 1, UNIT_PARTIAL = 3, UNIT_SKELETON = 4, LONG_FORMAT = 0xffffffff };

Bool spy_unit_read(const spy_section_bytes *sections, ULong offset, spy_unit *unit, ULong *end) {
  spy_bytes b = spy_bytes_of(&sections[SPY_SECTION_INFO], offset);
  UInt kind = UNIT_COMPILE;
  *unit = (spy_unit){.sections = sections, .offset = offset, .offset_bytes = 4};
  ULong length = spy_bytes_number(&b, 4);
  if (length == LONG_FORMAT) {
    unit->offset_bytes = 8;
    length = spy_bytes_number(&b, 8);
  }
  *end = 0;
  if (b.bad || length > left(&b)) return False;
  b.end = b.at + length;
  *end = unit->end = (ULong)(b.end - sections[SPY_SECTION_INFO].bytes);
  unit->version = (UChar)spy_bytes_number(&b, 2);
  if (unit->version < 2 || unit->version > 5) return False;
  if (unit->version >= 5) {
    kind = (UInt)spy_bytes_number(&b, 1);
    unit->address_bytes = (UChar)spy_bytes_number(&b, 1);
  }
  unit->abbreviations = spy_bytes_number(&b, unit->offset_bytes);
  if (unit->version < 5) unit->address_bytes = (UChar)spy_bytes_number(&b, 1);
  if (kind == UNIT_SKELETON) spy_bytes_skip(&b, 8);
  unit->first = (ULong)(b.at - sections[SPY_SECTION_INFO].bytes);
  /* The defaults are the offsets after the section's first header, which belong to the first unit. */
  unit->strings = unit->addresses = unit->offset_bytes == 4 ? 8 : 16;
  unit->lists = unit->offset_bytes == 4 ? 12 : 20;
  return !b.bad && unit->address_bytes == sizeof(Addr) &&
         (kind == UNIT_COMPILE || kind == UNIT_PARTIAL || kind == UNIT_SKELETON);
}

/* ---- abbreviations ---- */

enum { FORM_INDIRECT = 0x16, FORM_IMPLICIT_CONST = 0x21 };

/* The sizes of values of a form. */
typedef struct {
  Bool is_fixed;
  UChar bytes, offsets; /* a value takes `bytes` bytes, and `offsets` offsets into sections */
} form_size;

static form_size size_of_form(ULong form) {
  /* clang-format off */
  static const form_size sizes[] = {
      [0x01] = {True, 8, 0}, [0x05] = {True, 2, 0}, [0x06] = {True, 4, 0}, [0x07] = {True, 8, 0}, /* addr, data2 to 8 */
      [0x0b] = {True, 1, 0}, [0x0c] = {True, 1, 0}, [0x0e] = {True, 0, 1},                        /* data1, flag, strp */
      [0x11] = {True, 1, 0}, [0x12] = {True, 2, 0}, [0x13] = {True, 4, 0}, [0x14] = {True, 8, 0}, /* ref1 to ref8 */
      [0x17] = {True, 0, 1}, [0x19] = {True, 0, 0}, [0x1e] = {True, 16, 0}, [0x1f] = {True, 0, 1},
      [0x20] = {True, 8, 0}, [0x21] = {True, 0, 0}}; /* sec_offset, flag_present, data16, line_strp; ref_sig8, constant */
  /* clang-format on */
  return form < sizeof sizes / sizeof sizes[0] ? sizes[form] : (form_size){.is_fixed = False};
}

/* Adds the size of a value to the size of an entry. */
static void add_form(spy_abbreviation *entry, ULong form) {
  const form_size size = size_of_form(form);
  entry->is_fixed &= size.is_fixed;
  entry->bytes += size.bytes;
  entry->offsets += size.offsets;
}

static void read_abbreviations(spy_abbreviations *all, ULong offset) {
  if (!all->entries)
    all->entries = VG_(newXA)(VG_(malloc), "spy.dwarf.abbreviations", VG_(free), sizeof(spy_abbreviation));
  VG_(dropTailXA)(all->entries, VG_(sizeXA)(all->entries));
  all->offset = offset;
  spy_bytes b = spy_bytes_of(all->section, offset);
  for (;;) {
    spy_abbreviation entry = {.code = spy_bytes_leb(&b)};
    if (entry.code == 0 || b.bad) return;
    entry.tag = spy_bytes_leb(&b);
    entry.has_children = spy_bytes_number(&b, 1) != 0;
    entry.attributes = b;
    entry.is_fixed = True;
    for (ULong name = 1, form = 1; (name != 0 || form != 0) && !b.bad;) {
      name = spy_bytes_leb(&b);
      form = spy_bytes_leb(&b);
      if (name != 0 || form != 0) add_form(&entry, form);
      if (form == FORM_IMPLICIT_CONST) spy_bytes_signed_leb(&b);
    }
    entry.is_fixed &= !b.bad;
    VG_(addToXA)(all->entries, &entry);
  }
}

/* Codes are consecutive numbers from 1 in all known compilers. */
static const spy_abbreviation *find_abbreviation(const spy_abbreviations *all, ULong code) {
  const Word n = VG_(sizeXA)(all->entries);
  if (code - 1 < (ULong)n) {
    const spy_abbreviation *entry = VG_(indexXA)(all->entries, (Word)(code - 1));
    if (entry->code == code) return entry;
  }
  for (Word i = 0; i < n; i++) {
    const spy_abbreviation *entry = VG_(indexXA)(all->entries, i);
    if (entry->code == code) return entry;
  }
  return NULL;
}

const spy_abbreviation *spy_entry_begin(spy_abbreviations *all, const spy_unit *unit, spy_bytes *at) {
  const ULong code = spy_bytes_leb(at);
  if (code == 0 || at->bad) return NULL;
  if (!all->entries || all->offset != unit->abbreviations) read_abbreviations(all, unit->abbreviations);
  const spy_abbreviation *entry = find_abbreviation(all, code);
  if (!entry) at->bad = True;
  return entry;
}

/* ---- values ---- */

/* In a section that ends with a zero byte, each string has an end, so that no search for it is necessary. */
static spy_value string_at(const spy_unit *unit, spy_section section, ULong offset) {
  const spy_section_bytes *in = &unit->sections[section];
  if (offset < in->size && in->bytes[in->size - 1] == '\0')
    return (spy_value){.kind = SPY_VALUE_STRING, .string = (const HChar *)in->bytes + offset};
  spy_bytes b = spy_bytes_of(in, offset);
  return (spy_value){.kind = SPY_VALUE_STRING, .string = spy_bytes_string(&b)};
}

static spy_value indexed_string(const spy_unit *unit, ULong index) {
  const ULong n = unit->offset_bytes;
  spy_bytes b = spy_bytes_of(&unit->sections[SPY_SECTION_STR_OFFSETS], unit->strings + index * n);
  return string_at(unit, SPY_SECTION_STR, spy_bytes_number(&b, (UInt)n));
}

static Addr indexed_address(const spy_unit *unit, ULong index) {
  spy_bytes b = spy_bytes_of(&unit->sections[SPY_SECTION_ADDR], unit->addresses + index * sizeof(Addr));
  return spy_bytes_number(&b, sizeof(Addr));
}

static spy_value number(ULong n) { return (spy_value){.kind = SPY_VALUE_NUMBER, .number = n}; }
static spy_value address(Addr a) { return (spy_value){.kind = SPY_VALUE_ADDRESS, .number = a}; }
static spy_value entry_of(const spy_unit *unit, ULong n) {
  return (spy_value){.kind = SPY_VALUE_ENTRY, .number = unit->offset + n};
}

static spy_value skipped(spy_bytes *at, ULong bytes) {
  spy_bytes_skip(at, bytes);
  return (spy_value){.kind = SPY_VALUE_OTHER};
}

/* Reads a value of one of the forms that DWARF 5 numbers from 0x17 on, or of an extension. */
static spy_value read_newer(const spy_unit *unit, UInt form, spy_bytes *at) {
  switch (form) {
    case 0x17: return number(spy_bytes_number(at, unit->offset_bytes));  /* sec_offset */
    case 0x18: return skipped(at, spy_bytes_leb(at));                    /* exprloc */
    case 0x19: return number(1);                                         /* flag_present */
    case 0x1a: return indexed_string(unit, spy_bytes_leb(at));           /* strx */
    case 0x1b: return address(indexed_address(unit, spy_bytes_leb(at))); /* addrx */
    case 0x1c: return skipped(at, 4);                                    /* ref_sup4 */
    case 0x1d: return skipped(at, unit->offset_bytes);                   /* strp_sup */
    case 0x1e: return skipped(at, 16);                                   /* data16 */
    case 0x1f: return string_at(unit, SPY_SECTION_LINE_STR, spy_bytes_number(at, unit->offset_bytes)); /* line_strp */
    case 0x20: return skipped(at, 8);                                                                  /* ref_sig8 */
    case 0x22: return number(spy_bytes_leb(at));                                                       /* loclistx */
    case 0x23: return (spy_value){.kind = SPY_VALUE_LIST, .number = spy_bytes_leb(at)};                /* rnglistx */
    case 0x24: return skipped(at, 8);                                                                  /* ref_sup8 */
    case 0x25:
    case 0x26:
    case 0x27:
    case 0x28: return indexed_string(unit, spy_bytes_number(at, form - 0x24)); /* strx1 to strx4 */
    case 0x29:
    case 0x2a:
    case 0x2b:
    case 0x2c: return address(indexed_address(unit, spy_bytes_number(at, form - 0x28))); /* addrx1 to addrx4 */
    case 0x1f01: return address(indexed_address(unit, spy_bytes_leb(at)));               /* GNU_addr_index */
    case 0x1f02: return indexed_string(unit, spy_bytes_leb(at));                         /* GNU_str_index */
    case 0x1f20:
    case 0x1f21: return skipped(at, unit->offset_bytes); /* GNU_ref_alt, GNU_strp_alt */
    default: at->bad = True; return (spy_value){.kind = SPY_VALUE_OTHER};
  }
}

static spy_value read_value(const spy_unit *unit, UInt form, spy_bytes *at) {
  switch (form) {
    case 0x01: return address(spy_bytes_number(at, sizeof(Addr)));                           /* addr */
    case 0x03: return skipped(at, spy_bytes_number(at, 2));                                  /* block2 */
    case 0x04: return skipped(at, spy_bytes_number(at, 4));                                  /* block4 */
    case 0x05: return number(spy_bytes_number(at, 2));                                       /* data2 */
    case 0x06: return number(spy_bytes_number(at, 4));                                       /* data4 */
    case 0x07: return number(spy_bytes_number(at, 8));                                       /* data8 */
    case 0x08: return (spy_value){.kind = SPY_VALUE_STRING, .string = spy_bytes_string(at)}; /* string */
    case 0x09: return skipped(at, spy_bytes_leb(at));                                        /* block */
    case 0x0a: return skipped(at, spy_bytes_number(at, 1));                                  /* block1 */
    case 0x0b:
    case 0x0c: return number(spy_bytes_number(at, 1));                                            /* data1, flag */
    case 0x0d: return number((ULong)spy_bytes_signed_leb(at));                                    /* sdata */
    case 0x0e: return string_at(unit, SPY_SECTION_STR, spy_bytes_number(at, unit->offset_bytes)); /* strp */
    case 0x0f: return number(spy_bytes_leb(at));                                                  /* udata */
    case 0x10:
      return (spy_value){.kind = SPY_VALUE_ENTRY, /* ref_addr */
                         .number = spy_bytes_number(at, unit->version == 2 ? sizeof(Addr) : unit->offset_bytes)};
    case 0x11:
    case 0x12: return entry_of(unit, spy_bytes_number(at, form - 0x10)); /* ref1, ref2 */
    case 0x13: return entry_of(unit, spy_bytes_number(at, 4));           /* ref4 */
    case 0x14: return entry_of(unit, spy_bytes_number(at, 8));           /* ref8 */
    case 0x15: return entry_of(unit, spy_bytes_leb(at));                 /* ref_udata */
    default: return read_newer(unit, form, at);
  }
}

Bool spy_entry_next(const spy_unit *unit, spy_bytes *list, spy_bytes *at, UInt *attribute, spy_value *value) {
  *attribute = (UInt)spy_bytes_leb(list);
  UInt form = (UInt)spy_bytes_leb(list);
  if (list->bad || at->bad || (*attribute == 0 && form == 0)) return False;
  if (form == FORM_INDIRECT) form = (UInt)spy_bytes_leb(at);
  *value = form == FORM_IMPLICIT_CONST ? number((ULong)spy_bytes_signed_leb(list)) : read_value(unit, form, at);
  return !at->bad;
}

void spy_entry_skip(const spy_unit *unit, const spy_abbreviation *entry, spy_bytes *at) {
  if (entry->is_fixed) {
    spy_bytes_skip(at, entry->bytes + (ULong)entry->offsets * unit->offset_bytes);
    return;
  }
  spy_bytes list = entry->attributes;
  for (;;) {
    const ULong attribute = spy_bytes_leb(&list), form = spy_bytes_leb(&list);
    if (list.bad || at->bad || (attribute == 0 && form == 0)) return;
    const form_size size = size_of_form(form);
    if (form == FORM_IMPLICIT_CONST) spy_bytes_signed_leb(&list);
    if (size.is_fixed)
      spy_bytes_skip(at, size.bytes + (ULong)size.offsets * unit->offset_bytes);
    else
      read_value(unit, form == FORM_INDIRECT ? (UInt)spy_bytes_leb(at) : (UInt)form, at);
  }
}

/* ---- ranges ---- */

static void take_range(spy_take_range *take, void *closure, Addr low, Addr high) {
  if (low < high) take(closure, low, high);
}

/* Versions 2 to 4: pairs of offsets from a base. */
static void each_pair(const spy_unit *unit, ULong offset, spy_take_range *take, void *closure) {
  spy_bytes b = spy_bytes_of(&unit->sections[SPY_SECTION_RANGES], offset);
  for (Addr base = unit->base;;) {
    const ULong low = spy_bytes_number(&b, sizeof(Addr)), high = spy_bytes_number(&b, sizeof(Addr));
    if (b.bad || (low == 0 && high == 0)) return;
    if (low == ~0ULL)
      base = high;
    else
      take_range(take, closure, base + low, base + high);
  }
}

/* Version 5: entries of several kinds. */
static void each_entry(const spy_unit *unit, ULong offset, spy_take_range *take, void *closure) {
  enum { END, BASE_X, STARTX_ENDX, STARTX_LENGTH, OFFSET_PAIR, BASE_ADDRESS, START_END, START_LENGTH };
  spy_bytes b = spy_bytes_of(&unit->sections[SPY_SECTION_RNGLISTS], offset);
  Addr base = unit->base, low;
  for (;;) {
    const ULong kind = spy_bytes_number(&b, 1);
    if (b.bad || kind == END || kind > START_LENGTH) return;
    if (kind == BASE_X) {
      base = indexed_address(unit, spy_bytes_leb(&b));
    } else if (kind == BASE_ADDRESS) {
      base = spy_bytes_number(&b, sizeof(Addr));
    } else if (kind == OFFSET_PAIR) {
      low = base + spy_bytes_leb(&b);
      take_range(take, closure, low, base + spy_bytes_leb(&b));
    } else {
      const Bool is_indexed = kind == STARTX_ENDX || kind == STARTX_LENGTH;
      low = is_indexed ? indexed_address(unit, spy_bytes_leb(&b)) : spy_bytes_number(&b, sizeof(Addr));
      Addr high = kind == STARTX_ENDX ? indexed_address(unit, spy_bytes_leb(&b))
                  : kind == START_END ? spy_bytes_number(&b, sizeof(Addr))
                                      : low + spy_bytes_leb(&b);
      take_range(take, closure, low, high);
    }
  }
}

void spy_ranges_each(const spy_unit *unit, const spy_value *value, spy_take_range *take, void *closure) {
  ULong offset = value->number;
  if (value->kind == SPY_VALUE_LIST) {
    spy_bytes b = spy_bytes_of(&unit->sections[SPY_SECTION_RNGLISTS], unit->lists + offset * unit->offset_bytes);
    offset = unit->lists + spy_bytes_number(&b, unit->offset_bytes);
  }
  if (unit->version < 5)
    each_pair(unit, offset, take, closure);
  else
    each_entry(unit, offset, take, closure);
}
