/* trace_odometer.h: steps through the events of a descriptor in the order of their sequence ids.
 *
 * Each level counts like a digit of an odometer: when an inner one has completed its count, the next begins another
 * repetition. The next event is always computed, so a step within the innermost level is a few additions.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* The count of an open outermost level. */
#define TRACE_ODOMETER_OPEN (UINT64_MAX / 2)

typedef struct {
  uint64_t stride, sequence_stride, count;
  uint64_t index;             /* completed repetitions; for level 0, see `left` */
  uint64_t address, sequence; /* of the begin of its current run of repetitions */
} trace_digit;

typedef struct {
  uint64_t sequence, address;       /* the next event's */
  uint64_t left;                    /* events of the current run of the innermost level, including the next one */
  uint64_t sequence_stride, stride; /* the innermost level's */
  trace_digit *digits;              /* innermost first; at least one */
  uint32_t source;
  uint16_t depth, room;
} trace_odometer;

/* Starts the next run of the innermost level. False: there is none, since the outermost is complete. */
bool trace_odometer_roll(trace_odometer *odometer);

/* Advances by n events of the innermost level, 1 <= n <= left. False: there is no further event. */
static inline bool trace_odometer_step(trace_odometer *odometer, uint64_t n) {
  odometer->sequence += n * odometer->sequence_stride;
  odometer->address += n * odometer->stride;
  odometer->left -= n;
  return odometer->left != 0 || trace_odometer_roll(odometer);
}

/* Starts the levels below `below` at an event, with no repetitions. */
void trace_odometer_begin(trace_odometer *odometer, unsigned below, uint64_t address, uint64_t sequence);
