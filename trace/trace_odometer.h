/* trace_odometer.h: steps through the events of a descriptor in the order of their sequence ids.
 *
 * Each level counts like a digit of an odometer: when a level has completed its count, the level around it begins
 * another repetition. The odometer always contains the next event, so a step within the innermost level is a few
 * additions.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* The `count` of an outermost level that is still open. */
#define TRACE_ODOMETER_OPEN (UINT64_MAX / 2)

typedef struct {
  uint64_t stride, sequence_stride, count;
  uint64_t index;             /* number of completed repetitions; not used in level 0, because trace_odometer.left gives
                                 the position in level 0 */
  uint64_t address, sequence; /* address and sequence id at the start of the level's current run of repetitions */
} trace_digit;

typedef struct {
  uint64_t sequence, address;       /* sequence id and address of the next event */
  uint64_t left;                    /* number of events left in the current run of the innermost level, including the
                                       next event */
  uint64_t sequence_stride, stride; /* copies of the strides of the innermost level */
  trace_digit *digits;              /* the levels, innermost first; there is at least one */
  uint32_t source;
  uint16_t depth, room;
} trace_odometer;

/* Starts the next run of the innermost level. Returns false if the outermost level is complete, so that no run
 * follows. */
bool trace_odometer_roll(trace_odometer *odometer);

/* Advances by n events of the innermost level, 1 <= n <= left. Returns false if there is no further event. */
static inline bool trace_odometer_step(trace_odometer *odometer, uint64_t n) {
  odometer->sequence += n * odometer->sequence_stride;
  odometer->address += n * odometer->stride;
  odometer->left -= n;
  return odometer->left != 0 || trace_odometer_roll(odometer);
}

/* Starts all levels below the level `below` at the event (`address`, `sequence`), with no completed repetitions. */
void trace_odometer_begin(trace_odometer *odometer, unsigned below, uint64_t address, uint64_t sequence);
