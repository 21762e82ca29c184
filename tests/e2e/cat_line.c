/* cat_line.c: see cat_line.h.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "tests/e2e/cat_line.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "trace/trace_format.h"

/* Returns the kind with this name; TRACE_KINDS: there is none. */
static uint64_t kind_of(const char *name) {
  uint64_t kind = 0;
  while (kind < TRACE_KINDS && strcmp(name, trace_kind_name((trace_kind)kind)) != 0) kind++;
  return kind;
}

bool cat_line_parse(const char *line, cat_event *event, uint64_t *number) {
  char name[32];
  event->kind = TRACE_KINDS;
  if (sscanf(line, "%" SCNu64 " %31s 0x%" SCNx64 " %" SCNu64 " 0x%" SCNx64 " %" SCNu64, &event->processor, name,
             &event->value, &event->size, &event->address, number) != 6)
    return false;
  event->kind = kind_of(name);
  return event->kind < TRACE_KINDS;
}
