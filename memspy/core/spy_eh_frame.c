/* spy_eh_frame.c: see spy_eh_frame.h.
 *
 * The table consists of entries for functions (FDE), each of which refers to an entry (CIE) with the encoding of its
 * addresses.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "memspy/core/spy_eh_frame.h"

#include "memspy/core/spy_dwarf_form.h"

/* Encodings of an address: the low four bits are its size, and the high four bits are its base. */
enum {
  ENCODED_WORD = 0x00,
  ENCODED_LEB = 0x01,
  ENCODED_2 = 0x02,
  ENCODED_4 = 0x03,
  ENCODED_8 = 0x04,
  ENCODED_SIGNED = 0x08,
  ENCODED_SIZE = 0x0f,
  ENCODED_FROM_HERE = 0x10,
  ENCODED_BASE = 0x70
};

/* State of a table that is being read. */
typedef struct {
  spy_mapped_section section;
  XArray *functions; /* array of spy_bounds */
} table;

/* Returns the link-time address of the next byte. */
static Addr address_of(const table *t, const spy_bytes *b) {
  return t->section.address + (Addr)(b->at - t->section.content.bytes);
}

/* Reads an encoded number. */
static ULong read_encoded(spy_bytes *b, UInt encoding) {
  const Bool is_signed = (encoding & ENCODED_SIGNED) != 0;
  switch (encoding & ENCODED_SIZE & ~ENCODED_SIGNED) {
    case ENCODED_LEB: return is_signed ? (ULong)spy_bytes_signed_leb(b) : spy_bytes_leb(b);
    case ENCODED_2: return is_signed ? (ULong)(Long)(Short)spy_bytes_number(b, 2) : spy_bytes_number(b, 2);
    case ENCODED_4: return is_signed ? (ULong)(Long)(Int)spy_bytes_number(b, 4) : spy_bytes_number(b, 4);
    case ENCODED_WORD:
    case ENCODED_8: return spy_bytes_number(b, 8);
    default: b->bad = True; return 0;
  }
}

/* Reads the encoding of addresses in the CIE at an offset. Returns False if it is damaged, or unknown. */
static Bool read_encoding(const table *t, ULong offset, UInt *encoding) {
  spy_bytes b = spy_bytes_of(&t->section.content, offset);
  if (spy_bytes_number(&b, 4) == 0xffffffff) spy_bytes_skip(&b, 8);
  if (spy_bytes_number(&b, 4) != 0) return False;
  const ULong version = spy_bytes_number(&b, 1);
  const HChar *augmentation = spy_bytes_string(&b);
  *encoding = ENCODED_WORD;
  if (augmentation[0] != 'z') return augmentation[0] == '\0' && !b.bad;
  spy_bytes_leb(&b);
  spy_bytes_signed_leb(&b);
  if (version == 1)
    spy_bytes_number(&b, 1);
  else
    spy_bytes_leb(&b);
  spy_bytes_leb(&b);
  for (const HChar *letter = augmentation + 1; *letter && !b.bad; letter++) {
    if (*letter == 'R')
      *encoding = (UInt)spy_bytes_number(&b, 1);
    else if (*letter == 'L')
      spy_bytes_number(&b, 1);
    else if (*letter == 'P')
      read_encoded(&b, (UInt)spy_bytes_number(&b, 1));
    else if (*letter != 'S' && *letter != 'B')
      return False;
  }
  return !b.bad;
}

/* Adds the function of an FDE. The next bytes to read are the addresses of this FDE. */
static void add_function(const table *t, spy_bytes *b, ULong cie) {
  UInt encoding;
  if (!read_encoding(t, cie, &encoding)) return;
  const Addr here = address_of(t, b);
  const UInt base = encoding & ENCODED_BASE;
  if (base != 0 && base != ENCODED_FROM_HERE) return;
  const Addr low = read_encoded(b, encoding) + (base == ENCODED_FROM_HERE ? here : 0);
  const spy_bounds function = {low, low + read_encoded(b, encoding & ENCODED_SIZE & ~ENCODED_SIGNED)};
  if (!b->bad && low != 0 && function.low < function.high) VG_(addToXA)(t->functions, &function);
}

static void read_table(const table *t) {
  spy_bytes b = spy_bytes_of(&t->section.content, 0);
  while (!b.bad && b.at < b.end) {
    ULong length = spy_bytes_number(&b, 4);
    if (length == 0xffffffff) length = spy_bytes_number(&b, 8);
    if (length == 0 || b.bad || length > (ULong)(b.end - b.at)) return;
    spy_bytes entry = {b.at, b.at + length, False};
    const ULong at = (ULong)(entry.at - t->section.content.bytes), back = spy_bytes_number(&entry, 4);
    if (back != 0 && back <= at) add_function(t, &entry, at - back);
    spy_bytes_skip(&b, length);
  }
}

static Int compare(const void *a, const void *b) {
  const spy_bounds *x = a, *y = b;
  return x->low != y->low ? (x->low < y->low ? -1 : 1) : (x->high > y->high) - (x->high < y->high);
}

/* A procedure linkage table is not a function. */
static void drop_section(void *closure, const HChar *name, Addr low, Addr high) {
  XArray *functions = closure;
  Word kept = 0;
  if (VG_(strncmp)(name, ".plt", 4) != 0) return;
  for (Word i = 0; i < VG_(sizeXA)(functions); i++) {
    const spy_bounds *one = VG_(indexXA)(functions, i);
    if (one->low < low || one->low >= high) *(spy_bounds *)VG_(indexXA)(functions, kept++) = *one;
  }
  VG_(dropTailXA)(functions, VG_(sizeXA)(functions) - kept);
}

XArray *spy_eh_frame_read(const HChar *path) {
  table t = {.functions = VG_(newXA)(VG_(malloc), "spy.eh_frame", VG_(free), sizeof(spy_bounds))};
  VG_(setCmpFnXA)(t.functions, compare);
  if (spy_section_map(path, ".eh_frame", &t.section)) {
    read_table(&t);
    spy_section_unmap(&t.section);
    spy_sections_each(path, drop_section, t.functions);
  }
  VG_(sortXA)(t.functions);
  return t.functions;
}

const spy_bounds *spy_eh_frame_find(XArray *all, Addr address) {
  Word low = 0, high = VG_(sizeXA)(all);
  while (low < high) {
    const Word middle = low + (high - low) / 2;
    if (((const spy_bounds *)VG_(indexXA)(all, middle))->low <= address)
      low = middle + 1;
    else
      high = middle;
  }
  const spy_bounds *found = low > 0 ? VG_(indexXA)(all, low - 1) : NULL;
  return found && address < found->high ? found : NULL;
}
