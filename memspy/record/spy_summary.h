/* spy_summary.h: describes the data flow of a block: the origins of the address of each site and of the value that the
 * site stores, and the origins of the guest registers at each exit.
 *
 * An origin is a load of the block, or a register at the block's entry. A value that was computed from several origins
 * has all these origins. A loaded value has the load as its only origin, without the origins of the load's address.
 * Registers are numbered in units of 8 bytes of the guest state. The stack pointer and the instruction pointer are
 * never origins, because their values do not wait for loads.
 *
 * A summary is an array of UShort:
 *   - the number of elements of the sites' part, including this one;
 *   - for each site a head, the origins of the address, and the origins of the stored value. The head has the number of
 *     origins of the address in its low 8 bits, and the number of origins of the value above;
 *   - for each exit the registers that have changed since the previous exit, and SPY_SUMMARY_EXIT. A register is a
 *     head and its origins. The head has the register's unit in its low 8 bits, and the number of origins above.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/core/spy_valgrind.h"

enum {
  SPY_ORIGINS_MOST = 4,     /* maximum number of origins of a value; later loads are preferred, then lower registers */
  SPY_UNITS = 255,          /* number of units of the guest state; registers above them are no origins */
  SPY_SUMMARY_EXIT = 0xffff /* an end mark, which differs from every head of a register */
};

/* An origin; 0: none. Later loads have greater numbers than earlier loads. All loads have greater numbers than
 * registers. */
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

/* Sets heads[0 .. n) to the heads of the first n sites in the summary. */
void spy_summary_heads(const UShort *summary, UInt n, const UShort **heads);

/* The next two functions return the origins of the address, and of the stored value, of the site with the head
 * `head`. */
static inline spy_summary_part spy_summary_address(const UShort *head) {
  return (spy_summary_part){head + 1, *head & 0xff};
}
static inline spy_summary_part spy_summary_value(const UShort *head) {
  return (spy_summary_part){head + 1 + (*head & 0xff), *head >> 8};
}

/* For an exit of the block, whose number `exit` counts from 0: sets changes[unit], for all SPY_UNITS units, to the head
 * of the register if the block has changed it; NULL: the register has its value at entry. */
void spy_summary_registers(const UShort *summary, UInt exit, const UShort **changes);

/* Returns the origins of the register with the head `head`. */
static inline spy_summary_part spy_summary_register(const UShort *head) {
  return (spy_summary_part){head + 1, *head >> 8};
}
