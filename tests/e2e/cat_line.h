/* cat_line.h: the lines that memspy trace cat prints.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* As in a log of the tool (--trace-log). */
typedef struct {
  uint64_t processor, kind /* trace_kind */, value, size, address;
} cat_event;

/* Reads a line into *event, and which event of the trace it says to be into *number. False: it is no such line. */
bool cat_line_parse(const char *line, cat_event *event, uint64_t *number);
