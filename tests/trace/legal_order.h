/* legal_order.h: checks the order in which events of several processors come back, which may differ from the order in
 * which they were reported. Each processor's events must stay in order, and no event may precede events of other
 * processors that it must not pass.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* Whether event `late`, by its number among the reported ones, may precede `early`, which is another processor's. */
typedef bool legal_order_rule(void *closure, uint64_t late, uint64_t early);

typedef struct {
  unsigned processor;
  bool taken;
} legal_order_event;

/* Private. Initially zero except for the rule: nothing was reported yet. */
typedef struct {
  legal_order_rule *may_pass;
  void *closure;
  legal_order_event *told; /* the reported events, from number `base` on */
  uint64_t n, room;
  uint64_t first;  /* the first one that has not come back */
  uint64_t base;   /* of `told`: all earlier events have come back */
  uint64_t passed; /* events that preceded others */
} legal_order;

#define LEGAL_ORDER_NONE UINT64_MAX

/* Reports that the next event is one of this processor. */
void legal_order_tell(legal_order *order, unsigned processor);

/* An event of a processor comes back. Returns its number among the reported ones, or LEGAL_ORDER_NONE: there is none,
 * or it precedes one that it must not precede. */
uint64_t legal_order_take(legal_order *order, unsigned processor);

/* Whether all reported events have come back. */
bool legal_order_is_over(const legal_order *order);

void legal_order_clear(legal_order *order);
