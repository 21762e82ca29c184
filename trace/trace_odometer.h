/* trace_odometer.h: counts through the events of a descriptor in the order of their sequence ids.
 *
 * Each level counts like a digit of an odometer: when an inner one has come round, the next begins another repetition.
 * Of the next event all is at hand, so that a step within the innermost level is a few additions.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef TRACE_TRACE_ODOMETER_H
#define TRACE_TRACE_ODOMETER_H

#include <stdbool.h>
#include <stdint.h>

/* The count of an outermost level that goes on for ever. */
#define TRACE_ODOMETER_OPEN (UINT64_MAX / 2)

typedef struct {
  uint64_t stride, sequence_stride, count;
  uint64_t index;             /* repetitions that are complete; of level 0 `left` counts instead */
  uint64_t address, sequence; /* where its present run of repetitions began */
} trace_digit;

typedef struct {
  uint64_t sequence, address;       /* of the next event */
  uint64_t left;                    /* events until the innermost level comes round, this one among them */
  uint64_t sequence_stride, stride; /* of the innermost level */
  trace_digit *digits;              /* innermost first; at least one */
  uint32_t source;
  uint16_t depth, room;
} trace_odometer;

/* The innermost level has come round: sets the next event up. False: the outermost has too, it was the last event. */
bool trace_odometer_roll(trace_odometer *odometer);

/* Goes on by n events of the innermost level, 1 <= n <= left. False: there is no further event. */
static inline bool trace_odometer_step(trace_odometer *odometer, uint64_t n) {
  odometer->sequence += n * odometer->sequence_stride;
  odometer->address += n * odometer->stride;
  odometer->left -= n;
  return odometer->left != 0 || trace_odometer_roll(odometer);
}

/* Begins the innermost levels at an event, up to level `below`, not included: they have seen nothing. */
void trace_odometer_begin(trace_odometer *odometer, unsigned below, uint64_t address, uint64_t sequence);

#endif
