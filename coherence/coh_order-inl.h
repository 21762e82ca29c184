/* coh_order-inl.h: selects the processor with the next reference.
 *
 * References are simulated one at a time in the order of the processors' clocks; among processors with equal clocks, the
 * lowest number goes first. Each processor has a key: its clock in ticks (MACH_TICKS), with its number in the low bits,
 * so that all keys differ. Keys have room for 2^58 ticks, which is three days at 1 GHz; all later times have the
 * largest key. A tree of minima gives the smallest key, and how far the processor with this key may advance before the
 * turn of another processor. Both are needed at nearly every reference if the clocks are close.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "machine/mach_config.h"

enum { COH_ORDER_BITS = 6 }; /* number of low bits of a key that contain the number of the processor */
_Static_assert(MACH_MAX_PROCESSORS <= 1 << COH_ORDER_BITS, "a processor's number fits a key");

#define COH_ORDER_NEVER (~(uint64_t)0) /* key of an idle processor */

/* In cycles. All later times get the key of this time. */
#define COH_ORDER_LATEST ((COH_ORDER_NEVER >> COH_ORDER_BITS) / MACH_TICKS - 1)

/* Returns the key of a time: `clock` cycles and `ticks` less than a cycle. */
static inline uint64_t coh_order_key_at(uint64_t clock, uint32_t ticks, unsigned processor) {
  return ((clock < COH_ORDER_LATEST ? clock : COH_ORDER_LATEST) * MACH_TICKS + ticks) << COH_ORDER_BITS | processor;
}

static inline uint64_t coh_order_key(uint64_t clock, unsigned processor) {
  return coh_order_key_at(clock, 0, processor);
}

/* The next functions return, of a key, the whole cycles, the ticks beyond the whole cycles, and the processor. */
static inline uint64_t coh_order_clock(uint64_t key) { return (key >> COH_ORDER_BITS) / MACH_TICKS; }
static inline uint32_t coh_order_ticks(uint64_t key) { return (uint32_t)((key >> COH_ORDER_BITS) % MACH_TICKS); }

/* Returns the difference between two keys of one processor, given the difference of their times in cycles. */
static inline uint64_t coh_order_span(uint64_t cycles) { return cycles * MACH_TICKS << COH_ORDER_BITS; }

static inline unsigned coh_order_processor(uint64_t key) { return (unsigned)(key & ((1u << COH_ORDER_BITS) - 1)); }

/* tree[1] is the smallest key. tree[n] is the smaller one of tree[2n] and tree[2n + 1]. The processors' keys begin at
 * tree[leaves]. */
typedef struct {
  unsigned leaves; /* number of leaves, a power of two */
  uint64_t tree[2 << COH_ORDER_BITS];
} coh_order;

/* Initializes an order of `processors` processors, from 1 to MACH_MAX_PROCESSORS. All are idle. */
static inline void coh_order_init(coh_order *order, unsigned processors) {
  order->leaves = 1;
  while (order->leaves < processors) order->leaves *= 2;
  for (unsigned i = 0; i < 2 * order->leaves; i++) order->tree[i] = COH_ORDER_NEVER;
}

/* Sets a processor's key. */
static inline void coh_order_set(coh_order *order, unsigned processor, uint64_t key) {
  unsigned node = order->leaves + processor;
  order->tree[node] = key;
  while (node > 1) {
    const uint64_t other = order->tree[node ^ 1];
    key = other < key ? other : key;
    order->tree[node /= 2] = key;
  }
}

/* Returns the smallest key, or COH_ORDER_NEVER if all processors are idle. */
static inline uint64_t coh_order_first(const coh_order *order) { return order->tree[1]; }

/* Returns the smallest key of all processors other than `processor`. */
static inline uint64_t coh_order_limit(const coh_order *order, unsigned processor) {
  uint64_t limit = COH_ORDER_NEVER;
  for (unsigned node = order->leaves + processor; node > 1; node /= 2)
    if (order->tree[node ^ 1] < limit) limit = order->tree[node ^ 1];
  return limit;
}
