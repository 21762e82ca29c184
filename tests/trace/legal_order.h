/* legal_order.h: events of several processors, given back in another order than the one in which they were told: each
 * processor's in its own order, and none before others' that it must not pass.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* Whether event `late`, by its number among those told, may come before `early`, another processor's. */
typedef bool legal_order_rule(void *closure, uint64_t late, uint64_t early);

typedef struct {
  unsigned processor;
  bool taken;
} legal_order_event;

/* Private. All zero but for the rule: nothing was told. */
typedef struct {
  legal_order_rule *may_pass;
  void *closure;
  legal_order_event *told; /* from number `base` on */
  uint64_t n, room;
  uint64_t first;  /* that is not taken */
  uint64_t base;   /* of `told`: what is before was taken */
  uint64_t passed; /* events that came before others */
} legal_order;

#define LEGAL_ORDER_NONE UINT64_MAX

/* The next event is a processor's. */
void legal_order_tell(legal_order *order, unsigned processor);

/* An event of a processor comes. Returns its number among those told, or LEGAL_ORDER_NONE: there is none, or it passes
 * one that it must not. */
uint64_t legal_order_take(legal_order *order, unsigned processor);

/* Whether all that was told has come. */
bool legal_order_is_over(const legal_order *order);

void legal_order_clear(legal_order *order);
