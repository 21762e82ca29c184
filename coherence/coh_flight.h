/* SPDX-License-Identifier: GPL-2.0-or-later
 * coh_flight.h: the latest lines that a processor with a window (coh_window.h) has requested, with the times at which
 * they arrive. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { COH_FLIGHTS = 64 }; /* maximum number of requests that are kept for a processor */

/* A request for a line. Its times and its progress are those of the processor's window. */
typedef struct {
  uint64_t line;
  uint64_t arrival;  /* in ticks: the time at which the line has arrived and the requesting reference has used it */
  uint64_t progress; /* in ticks: progress of the window at the requesting reference */
  bool own;          /* whether the request makes the processor the line's owner */
} coh_flight;

typedef struct {
  coh_flight entries[COH_FLIGHTS]; /* the request with number i is at index i % COH_FLIGHTS */
  uint64_t n;                      /* number of requests so far */
  /* The current reference: */
  uint64_t since; /* coh_window_miss.since */
  bool again;     /* the reference hits a line that is on its way, and requests the line again (coh_request.c) */
} coh_flights;

static inline void coh_flight_add(coh_flights *flights, coh_flight flight) {
  flights->entries[flights->n++ % COH_FLIGHTS] = flight;
}

/* Returns the latest request for a line, or NULL if none is kept. */
static inline const coh_flight *coh_flight_find(const coh_flights *flights, uint64_t line) {
  const uint64_t kept = flights->n < COH_FLIGHTS ? 0 : flights->n - COH_FLIGHTS;
  for (uint64_t i = flights->n; i > kept; i--)
    if (flights->entries[(i - 1) % COH_FLIGHTS].line == line) return &flights->entries[(i - 1) % COH_FLIGHTS];
  return NULL;
}
