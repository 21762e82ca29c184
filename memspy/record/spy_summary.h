/* spy_summary.h: the data flow of a block: for each site the origins of its address and of the value that it stores,
 * and for each exit the origins of the guest registers there.
 *
 * An origin is a load of the block, or a register at the block's entry. A value that was computed from several has all
 * of them as its origins. A loaded value has the load as its only origin; the origins of the address are those of the
 * load. Registers are numbered in units of 8 bytes of the guest state. The stack pointer and the instruction pointer
 * are no origins: their values do not wait for loads.
 *
 * A summary is an array of UShort:
 *   - the number of elements of the sites' part, including this one;
 *   - for each site a head, the origins of the address, and the origins of the stored value. The head has the number of
 *     the former in its low 8 bits, and that of the latter above;
 *   - for each exit the registers that have changed since the previous exit, and SPY_SUMMARY_EXIT. A register is a
 *     head, with the unit in its low 8 bits and the number of origins above, and the origins.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/core/spy_valgrind.h"

enum {
  SPY_ORIGINS_MOST = 4,     /* origins of a value; of more, the latest loads are kept, then the lowest registers */
  SPY_UNITS = 255,          /* of the guest state; registers above are no origins */
  SPY_SUMMARY_EXIT = 0xffff /* no head of a register */
};

/* An origin; 0: none. Later loads have greater numbers than earlier ones, and all loads than registers. */
typedef UShort spy_origin;

static inline spy_origin spy_origin_of_unit(UInt unit) { return (spy_origin)(SPY_UNITS - unit); }
static inline spy_origin spy_origin_of_load(UInt site) { return (spy_origin)(SPY_UNITS + 1 + site); }
static inline Bool spy_origin_is_load(spy_origin origin) { return origin > SPY_UNITS; }
static inline UInt spy_origin_unit(spy_origin origin) { return (UInt)SPY_UNITS - origin; }
static inline UInt spy_origin_site(spy_origin origin) { return origin - (SPY_UNITS + 1u); }

/* The origins of a value in a summary. */
typedef struct {
  const spy_origin *first;
  UInt n;
} spy_summary_part;

/* Sets heads[0 .. n) to the places of the first n sites' heads. */
void spy_summary_heads(const UShort *summary, UInt n, const UShort **heads);

/* The origins of the address of the site with a head; of the value that it stores. */
static inline spy_summary_part spy_summary_address(const UShort *head) {
  return (spy_summary_part){head + 1, *head & 0xff};
}
static inline spy_summary_part spy_summary_value(const UShort *head) {
  return (spy_summary_part){head + 1 + (*head & 0xff), *head >> 8};
}

/* Sets changes[unit], of SPY_UNITS, to the head of each register that the block has changed when it leaves at its exit
 * number `exit`, counted from 0; NULL: the register has its value at entry. */
void spy_summary_registers(const UShort *summary, UInt exit, const UShort **changes);

/* The origins of the register with a head. */
static inline spy_summary_part spy_summary_register(const UShort *head) {
  return (spy_summary_part){head + 1, *head >> 8};
}
