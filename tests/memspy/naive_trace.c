/* naive_trace.c: see naive_trace.h.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "tests/memspy/naive_trace.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "trace/trace_expand.h"

void naive_items_add(naive_items *list, const naive_item *item) {
  if (list->n == list->room) {
    list->room = 2 * list->room + 64;
    list->items = realloc(list->items, list->room * sizeof *list->items);
    if (!list->items) abort();
  }
  naive_item *added = &list->items[list->n++];
  *added = *item;
  if (item->what != ITEM_REFERENCE && item->what != ITEM_TOTALS) return;
  added->counted = list->counted[item->processor];
  added->passed = list->passed[item->processor];
}

void naive_items_total(naive_items *list, unsigned processors) {
  for (unsigned p = 0; p < processors; p++) naive_items_add(list, &(naive_item){.what = ITEM_TOTALS, .processor = p});
}

unsigned naive_items_differ(const naive_items *a, const naive_items *b) {
  unsigned i = 0;
  while (i < a->n && i < b->n && memcmp(&a->items[i], &b->items[i], sizeof a->items[i]) == 0) i++;
  return i;
}

void naive_item_print(const naive_items *list, unsigned number, char *text, size_t size) {
  static const char *const names[ITEMS] = {"reference", "call", "return", "idle", "zero", "totals"};
  if (number >= list->n) {
    snprintf(text, size, "(end)");
    return;
  }
  const naive_item *i = &list->items[number];
  snprintf(text, size,
           "%s of processor %u, thread %u, kind %u, size %u, flags %u, place %u, segment %u, code %" PRIx64
           ", value %" PRIx64 ", at %" PRIu64 " + %" PRIu64,
           names[i->what], i->processor, i->thread, i->kind, i->size, i->flags, i->place, i->segment, i->code, i->value,
           i->counted, i->passed);
}

/* ---- reading ---- */

/* The state of a processor while its events are read. */
typedef struct {
  unsigned thread;
  bool stands; /* its instructions are not counted */
} state;

static void read_reference(naive_items *list, unsigned processor, unsigned thread, const trace_source *s,
                           uint64_t value) {
  list->counted[processor] += s->gap;
  const naive_item item = {.what = ITEM_REFERENCE,
                           .processor = processor,
                           .thread = thread,
                           .kind = (unsigned)s->kind,
                           .size = (unsigned)s->size,
                           .flags = (unsigned)s->flags,
                           .place = (unsigned)s->place,
                           .segment = (unsigned)s->detail,
                           .code = s->address,
                           .value = value};
  naive_items_add(list, &item);
}

static const char *read_event(naive_items *list, state *states, unsigned processors, unsigned processor,
                              const trace_source *s, uint64_t value) {
  state *p = &states[processor];
  naive_item item = {.processor = processor, .thread = p->thread, .value = value};
  switch ((trace_kind)s->kind) {
    case TRACE_READ:
    case TRACE_WRITE:
    case TRACE_MODIFY:
      if (p->stands) return "a reference where nothing is counted";
      read_reference(list, processor, p->thread, s, value);
      return NULL;
    case TRACE_RUN:
      if (value == 0) return "a run of no instructions";
      (p->stands ? list->passed : list->counted)[processor] += value;
      return NULL;
    case TRACE_COLLECT: p->stands = value == 0; return NULL;
    case TRACE_THREAD: p->thread = (unsigned)value; return NULL;
    case TRACE_CALL:
      item.what = ITEM_CALL;
      item.segment = (unsigned)s->detail;
      break;
    case TRACE_RETURN: item.what = ITEM_RETURN; break;
    case TRACE_IDLE:
      item.what = ITEM_IDLE;
      item.flags = p->stands;
      item.thread = 0;
      break;
    case TRACE_ZERO:
      naive_items_total(list, processors);
      item = (naive_item){.what = ITEM_ZERO};
      break;
    default: return "an event of another kind";
  }
  naive_items_add(list, &item);
  return NULL;
}

const char *naive_items_read(naive_items *list, const uint8_t *file, uint64_t n, unsigned processors,
                             unsigned *sources) {
  trace_error error = {0};
  trace_reader *reader = trace_reader_new(file, n, NULL, NULL, &error);
  if (!reader) return error.message;
  const trace_source *all = trace_reader_sources(reader, sources);
  if (!trace_reader_is_complete(reader)) return "it has no end";
  if (trace_reader_events(reader) == 0) return NULL;
  trace_expander *expander = trace_expander_new(reader, 0);
  state states[NAIVE_PROCESSORS] = {0};
  const char *wrong = NULL;
  for (trace_batch batch; !wrong && trace_expander_next(expander, &batch, &error);)
    for (uint64_t r = 0; r < batch.repeats; r++)
      for (unsigned i = 0; i < batch.n && !wrong; i++)
        wrong = read_event(list, states, processors, batch.processor, &all[batch.items[i].source],
                           batch.items[i].value + r * batch.items[i].stride);
  trace_expander_free(expander);
  return wrong ? wrong : error.message;
}
