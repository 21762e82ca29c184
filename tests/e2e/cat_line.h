/* cat_line.h: reads the lines that memspy trace cat prints.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* An event as in a log of the tool (--trace-log). */
typedef struct {
  uint64_t processor, kind /* trace_kind */, value, size, address;
} cat_event;

/* Reads a line into *event, and the event's number in the trace into *number. Returns false if it is not such a
 * line. */
bool cat_line_parse(const char *line, cat_event *event, uint64_t *number);
