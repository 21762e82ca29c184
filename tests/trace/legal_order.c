/* legal_order.c: see legal_order.h.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "tests/trace/legal_order.h"

#include <stdlib.h>

/* Makes room after the last event. */
static void grow(legal_order *order) {
  const uint64_t kept = order->n - order->first;
  for (uint64_t i = 0; i < kept; i++) order->told[i] = order->told[order->first - order->base + i];
  order->base = order->first;
  if (2 * kept < order->room) return;
  order->room = 2 * order->room + 1024;
  order->told = realloc(order->told, order->room * sizeof *order->told);
  if (!order->told) abort();
}

static bool is_taken(const legal_order *order, uint64_t i) { return order->told[i - order->base].taken; }

void legal_order_tell(legal_order *order, unsigned processor) {
  if (order->n - order->base == order->room) grow(order);
  const uint64_t at = order->n++ - order->base;
  order->told[at].processor = processor;
  order->told[at].taken = false;
}

uint64_t legal_order_take(legal_order *order, unsigned processor) {
  uint64_t at = order->first;
  while (at < order->n && (is_taken(order, at) || order->told[at - order->base].processor != processor)) at++;
  if (at == order->n) return LEGAL_ORDER_NONE;
  for (uint64_t early = order->first; early < at; early++)
    if (!is_taken(order, early) && !order->may_pass(order->closure, at, early)) return LEGAL_ORDER_NONE;
  order->told[at - order->base].taken = true;
  order->passed += at != order->first;
  while (order->first < order->n && is_taken(order, order->first)) order->first++;
  return at;
}

bool legal_order_is_over(const legal_order *order) { return order->first == order->n; }

void legal_order_clear(legal_order *order) {
  free(order->told);
  *order = (legal_order){0};
}
