/* spy_dwarf_form.h: reads the encoding of DWARF (versions 2 to 5): numbers, abbreviations, attributes and ranges.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/core/spy_debug_file.h"

/* The bytes that are to be read. A reader that would pass the end reads 0 and sets `bad`. */
typedef struct {
  const UChar *at, *end;
  Bool bad;
} spy_bytes;

/* Returns the bytes of a section, beginning at an offset. */
spy_bytes spy_bytes_of(const spy_section_bytes *section, ULong offset);

/* The next functions read the next number. The first reads a number of `n` bytes (1 to 8). The other two read LEB128
 * numbers, without and with sign. */
ULong spy_bytes_number(spy_bytes *b, UInt n);
ULong spy_bytes_leb(spy_bytes *b);
Long spy_bytes_signed_leb(spy_bytes *b);

/* Reads the next string, which is valid while the section is mapped. Returns "" if the string has no end. */
const HChar *spy_bytes_string(spy_bytes *b);

/* Skips n bytes. */
void spy_bytes_skip(spy_bytes *b, ULong n);

/* The properties of a compilation unit on which its encoding depends. */
typedef struct {
  const spy_section_bytes *sections; /* array of SPY_SECTIONS elements */
  ULong offset, first, end;          /* offsets in .debug_info of the unit's header, first entry and end */
  ULong abbreviations;               /* offset in .debug_abbrev */
  ULong strings, addresses, lists;   /* offsets of the unit's parts of .debug_str_offsets, _addr and _rnglists */
  ULong base;                        /* address to which the unit's ranges are relative */
  UChar version, address_bytes, offset_bytes;
} spy_unit;

/* Reads the header of the unit at an offset of .debug_info, without its first entry. Returns False if the unit is
 * damaged, or has no code; in this case, *end is the offset of the next unit, or 0. */
Bool spy_unit_read(const spy_section_bytes *sections, ULong offset, spy_unit *unit, ULong *end);

/* The kinds of a value. */
typedef enum {
  SPY_VALUE_OTHER,
  SPY_VALUE_ADDRESS,
  SPY_VALUE_NUMBER, /* a number, a flag, or an offset in another section */
  SPY_VALUE_ENTRY,  /* offset of an entry in .debug_info */
  SPY_VALUE_LIST,   /* number of a list of ranges */
  SPY_VALUE_STRING
} spy_value_kind;

typedef struct {
  spy_value_kind kind;
  ULong number;
  const HChar *string;
} spy_value;

/* A reader of abbreviations, with a cache of those of the last unit. */
typedef struct {
  const spy_section_bytes *section;
  ULong offset;
  XArray *entries; /* cache, an array of spy_abbreviation; NULL: no unit was read yet */
} spy_abbreviations;

typedef struct {
  ULong code, tag;
  Bool has_children;
  Bool is_fixed;        /* whether the size of each attribute depends only on its form and on the unit */
  UInt bytes, offsets;  /* if is_fixed: the attributes take `bytes` bytes, and `offsets` offsets into sections */
  spy_bytes attributes; /* pairs of an attribute and its form */
} spy_abbreviation;

/* Reads the next entry's abbreviation. Returns NULL if the entry ends a list of children. Also returns NULL, and sets
 * `at->bad`, if the entry is damaged. */
const spy_abbreviation *spy_entry_begin(spy_abbreviations *all, const spy_unit *unit, spy_bytes *at);

/* Reads the next attribute of an entry. `list` is a copy of the abbreviation's attributes. Returns False if there are
 * no more. */
Bool spy_entry_next(const spy_unit *unit, spy_bytes *list, spy_bytes *at, UInt *attribute, spy_value *value);

/* Skips the attributes of an entry, as reading all of them does. */
void spy_entry_skip(const spy_unit *unit, const spy_abbreviation *entry, spy_bytes *at);

/* Calls `take` for each range [low, high) of link-time addresses that a value of DW_AT_ranges lists. */
typedef void spy_take_range(void *closure, Addr low, Addr high);
void spy_ranges_each(const spy_unit *unit, const spy_value *value, spy_take_range *take, void *closure);
