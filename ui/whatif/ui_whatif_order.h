/* ui_whatif_order.h: the events of a trace in another order, in which the program would have done the same.
 *
 * Each processor keeps its own order, and accesses of different processors to the same byte, of which at least one
 * stores, keep theirs (ui_whatif_conflicts.h). So each load gets what it got: the orders are equivalent in
 * Mazurkiewicz' sense. What else must not move:
 *   - What allocates and releases memory keeps its order among all of its kind, and with all accesses to that memory.
 *   - A processor that waited, or that a thread comes to, goes on behind all that was before that in the trace.
 *   - All other events about memory and counting stay where they are between all others.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_UI_WHATIF_ORDER_H
#define UI_UI_WHATIF_ORDER_H

#include "trace/trace_batch.h"
#include "trace/trace_format.h"

/* How orders are drawn. Each processor goes through the trace at a speed between 1 / drift and drift, another one after
 * each slice of random length, and events are handed on by the time at which it comes to them. */
typedef struct {
  uint32_t window; /* so many events may change their order at a time */
  double drift;    /* 1: the order stays as it is */
  uint32_t seed;
} UiWhatifDraw;

enum { UI_WHATIF_WINDOW = 1 << 16 };
#define UI_WHATIF_DRIFT 2.0

typedef struct UiWhatifOrder UiWhatifOrder;

/* Takes events, in their order. Returns NULL, or what is wrong with them. */
typedef const char *UiWhatifSink(void *closure, const trace_batch *batch);

/* Makes an order for events of these sources, which must outlive it. Free with ui_whatif_order_free(). */
UiWhatifOrder *ui_whatif_order_new(const trace_source *sources, const UiWhatifDraw *draw);
void ui_whatif_order_free(UiWhatifOrder *order);

/* Takes the next events, and hands some on, of which each batch is of one processor. Returns NULL, or what the sink
 * said is wrong; nothing may follow then. */
const char *ui_whatif_order_batch(UiWhatifOrder *order, const trace_batch *batch, UiWhatifSink *sink, void *closure);

/* Hands on what is left. Returns as ui_whatif_order_batch() does. */
const char *ui_whatif_order_end(UiWhatifOrder *order, UiWhatifSink *sink, void *closure);

#endif
