/* compare_trace.c: tests whether the lines of memspy trace cat are the events of a log that the tool wrote
 * (--trace-log).
 *
 *   memspy trace cat TRACE | compare_trace LOG
 *
 * Prints how many events there are and how many of them are references, or prints a difference. The log has the events
 * in the order of the clocks. In the trace, a reference may precede earlier references of other processors that are to
 * other pages, or only read (docs/trace-format.md).
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/e2e/cat_line.h"
#include "tests/trace/legal_order.h"
#include "trace/trace_format.h"

enum { LINE = 1 << 16, AHEAD = 1 << 16 /* number of kept events; no reference is earlier by more */ };

/* The log, up to the last line read. */
typedef struct {
  FILE *file;
  cat_event events[AHEAD]; /* the last events, by their number */
  legal_order order;
} event_log;

static bool is_reference(const cat_event *e) { return e->kind <= TRACE_MODIFY; }

/* Whether events of other processors do not depend on this event. */
static bool is_own(const cat_event *e) {
  return e->kind == TRACE_ENTER || e->kind == TRACE_EXIT || e->kind == TRACE_RUN || e->kind == TRACE_CALL ||
         e->kind == TRACE_RETURN || e->kind == TRACE_COLLECT;
}

static bool have_page(const cat_event *a, const cat_event *b) {
  enum { PAGE_BITS = 12 };
  return a->value >> PAGE_BITS <= (b->value + b->size - 1) >> PAGE_BITS &&
         b->value >> PAGE_BITS <= (a->value + a->size - 1) >> PAGE_BITS;
}

static bool may_pass(void *closure, uint64_t late, uint64_t early) {
  const event_log *log = closure;
  const cat_event *a = &log->events[late % AHEAD], *b = &log->events[early % AHEAD];
  if (!is_reference(a) || !is_reference(b)) return (is_reference(a) || is_own(a)) && (is_reference(b) || is_own(b));
  return (a->kind == TRACE_READ && b->kind == TRACE_READ) || !have_page(a, b);
}

/* Returns the event of the log that equals an event of a processor, and reads the log as far as necessary; NULL: there
 * is none. */
static const cat_event *take(event_log *log, unsigned processor) {
  legal_order *order = &log->order;
  uint64_t at;
  while ((at = legal_order_take(order, processor)) == LEGAL_ORDER_NONE) {
    cat_event *next = &log->events[order->n % AHEAD];
    if (order->n - order->first == AHEAD || fread(next, sizeof *next, 1, log->file) != 1) return NULL;
    legal_order_tell(order, (unsigned)next->processor);
  }
  return &log->events[at % AHEAD];
}

/* Reads both to their ends. Returns the number of events that are equal; *wrong: the line that differs, in `line`. */
static uint64_t compare(event_log *log, char *line, uint64_t *references, bool *wrong) {
  uint64_t n = 0, number;
  cat_event found;
  *references = 0;
  for (; fgets(line, LINE, stdin); n++) {
    const cat_event *told = NULL;
    if (cat_line_parse(line, &found, &number) && number == n) told = take(log, (unsigned)found.processor);
    *wrong = !told || memcmp(told, &found, sizeof found) != 0;
    if (*wrong) return n;
    *references += is_reference(told);
  }
  line[0] = '\0';
  *wrong = !legal_order_is_over(&log->order) || fgetc(log->file) != EOF;
  return n;
}

int main(int argc, char **argv) {
  static char line[LINE];
  static event_log log = {.order = {.may_pass = may_pass, .closure = &log}};
  log.file = argc == 2 ? fopen(argv[1], "rb") : NULL;
  if (!log.file) {
    fputs("usage: compare_trace LOG <LINES\n", stderr);
    return 2;
  }
  bool wrong;
  uint64_t references;
  const uint64_t n = compare(&log, line, &references, &wrong);
  if (wrong) printf("event %" PRIu64 " differs: the trace has %s\n", n, line[0] ? line : "no more");
  printf("%" PRIu64 " %" PRIu64 "\n", n, references);
  return wrong;
}
