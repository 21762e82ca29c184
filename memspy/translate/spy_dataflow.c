/* spy_dataflow.c: see spy_dataflow.h. SPDX-License-Identifier: GPL-2.0-or-later */
#include "memspy/translate/spy_dataflow.h"

#include "memspy/core/spy_platform.h"

enum { UNIT = 8 /* bytes */ };

typedef struct {
  spy_origins address, value;
} reference;

/* State of the block that is being summarized. */
static struct {
  spy_origins now[SPY_UNITS];     /* origins of the registers at the current operation */
  spy_origins at_exit[SPY_UNITS]; /* origins of the registers at the latest exit, or at entry */
  UInt units;                     /* the block has used only registers below this unit */
  XArray *references;             /* array of reference: the sites */
  XArray *registers;              /* array of UShort: the exits' part of the summary */
  XArray *summary;                /* array of UShort: the summary of the latest block */
} block;

static void empty(XArray **array, SizeT size) {
  if (!*array) *array = VG_(newXA)(VG_(malloc), "spy.dataflow", VG_(free), (Word)size);
  VG_(dropTailXA)(*array, VG_(sizeXA)(*array));
}

void spy_dataflow_begin(void) {
  empty(&block.references, sizeof(reference));
  empty(&block.registers, sizeof(UShort));
  empty(&block.summary, sizeof(UShort));
  block.units = 0;
}

spy_origins spy_dataflow_join(spy_origins a, spy_origins b) {
  spy_origins both = {{0}};
  for (UInt i = 0, j = 0, n = 0; n < SPY_ORIGINS_MOST; n++) {
    const spy_origin x = i < SPY_ORIGINS_MOST ? a.from[i] : 0, y = j < SPY_ORIGINS_MOST ? b.from[j] : 0;
    both.from[n] = x > y ? x : y;
    i += x >= y;
    j += y >= x;
  }
  return both;
}

/* ---- registers ---- */

static Bool is_pointer(UInt unit) {
  return unit == (UInt)SPY_GUEST_STACK_POINTER / UNIT || unit == (UInt)SPY_GUEST_IP / UNIT;
}

static spy_origins at_entry(UInt unit) { return (spy_origins){{is_pointer(unit) ? 0 : spy_origin_of_unit(unit)}}; }

/* Returns the origins of a register at the current operation. */
static spy_origins *register_of(UInt unit) {
  for (; block.units <= unit; block.units++)
    block.now[block.units] = block.at_exit[block.units] = at_entry(block.units);
  return &block.now[unit];
}

spy_origins spy_dataflow_get(Int offset, Int bytes) {
  spy_origins value = {{0}};
  for (Int unit = offset / UNIT; unit * UNIT < offset + bytes && unit < SPY_UNITS; unit++)
    value = spy_dataflow_join(value, *register_of((UInt)unit));
  return value;
}

void spy_dataflow_put(Int offset, Int bytes, spy_origins value) {
  for (Int unit = offset / UNIT; unit * UNIT < offset + bytes && unit < SPY_UNITS; unit++) {
    spy_origins *now = register_of((UInt)unit);
    const Bool whole = offset <= unit * UNIT && (unit + 1) * UNIT <= offset + bytes;
    if (!is_pointer((UInt)unit)) *now = whole ? value : spy_dataflow_join(*now, value);
  }
}

/* ---- sites ---- */

spy_origins spy_dataflow_refer(spy_origins address) {
  const reference added = {.address = address};
  VG_(addToXA)(block.references, &added);
  return spy_dataflow_latest();
}

spy_origins spy_dataflow_latest(void) {
  return (spy_origins){{spy_origin_of_load((UInt)VG_(sizeXA)(block.references) - 1)}};
}

void spy_dataflow_store(spy_origins value) {
  reference *latest = VG_(indexXA)(block.references, VG_(sizeXA)(block.references) - 1);
  latest->value = spy_dataflow_join(latest->value, value);
}

/* ---- the summary ---- */

static UInt count(const spy_origins *origins) {
  UInt n = 0;
  while (n < SPY_ORIGINS_MOST && origins->from[n] != 0) n++;
  return n;
}

static void add(XArray *to, UInt element) {
  const UShort added = (UShort)element;
  VG_(addToXA)(to, &added);
}

static void add_origins(XArray *to, const spy_origins *origins) {
  for (UInt i = 0; i < count(origins); i++) add(to, origins->from[i]);
}

void spy_dataflow_exit(void) {
  for (UInt unit = 0; unit < block.units; unit++) {
    const spy_origins *now = &block.now[unit];
    if (VG_(memcmp)(now, &block.at_exit[unit], sizeof *now) == 0) continue;
    add(block.registers, unit | count(now) << 8);
    add_origins(block.registers, now);
    block.at_exit[unit] = *now;
  }
  add(block.registers, SPY_SUMMARY_EXIT);
}

XArray *spy_dataflow_end(UInt sites) {
  tl_assert(VG_(sizeXA)(block.references) == (Word)sites);
  XArray *const summary = block.summary;
  add(summary, 0);
  for (Word i = 0; i < VG_(sizeXA)(block.references); i++) {
    const reference *r = VG_(indexXA)(block.references, i);
    add(summary, count(&r->address) | count(&r->value) << 8);
    add_origins(summary, &r->address);
    add_origins(summary, &r->value);
  }
  *(UShort *)VG_(indexXA)(summary, 0) = (UShort)VG_(sizeXA)(summary);
  for (Word i = 0; i < VG_(sizeXA)(block.registers); i++) add(summary, *(UShort *)VG_(indexXA)(block.registers, i));
  return summary;
}
