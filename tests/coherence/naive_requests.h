/* naive_requests.h: the requests of a processor with a window, for the naive machine (naive.h): one list with all lines
 * that it has ever requested, and a naive window. coh_request.c states the rules.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "coherence/coh_system.h"
#include "tests/coherence/naive_window.h"

/* A request. Times are in ticks. */
typedef struct {
  uint64_t line, arrival, progress;
  bool store;
} naive_request;

typedef struct {
  naive_window window;
  uint32_t sets;  /* sets of the D1 */
  uint32_t stay;  /* ticks for which a line stays after its arrival */
  uint64_t work;  /* ticks of all work so far */
  uint64_t since; /* ticks: the time until which the current reference waits for a line that is on its way */
  bool again;     /* the current reference requests a line again that is on its way */
  naive_request requests[2 * NAIVE_MISSES];
  size_t n;
  bool is_miss[NAIVE_MISSES]; /* by miss of the window */
  unsigned without_latency;   /* number of misses with no latency, which do not enter the window */
} naive_requests;

naive_requests *naive_requests_new(const mach_config *config);

/* Executes cycles of work. Returns the clock in cycles. */
void naive_requests_work(naive_requests *r, uint64_t cycles);
uint64_t naive_requests_now(const naive_requests *r);

/* The current reference waits for the latest request of another processor for the line. */
void naive_requests_wait(naive_requests *r, const naive_requests *other, uint64_t line);

/* Returns whether the current reference, to a word (address / 8) of a line, needs no request. */
bool naive_requests_serve(naive_requests *r, uint64_t line, uint64_t word, bool store);

/* Returns whether a line is on its way to a processor, at the time of this one. */
bool naive_requests_is_on_its_way(const naive_requests *r, const naive_requests *to, uint64_t line);

/* The current reference uses a line that is on its way. Returns whether the line will have left by then, if another
 * processor waits for it. */
bool naive_requests_await(naive_requests *r, uint64_t line, uint64_t word, bool store);

/* Ends the current reference, to the lines [first, last]: it enters the window. `records`: its requests are recorded. */
void naive_requests_complete(naive_requests *r, coh_kind kind, const coh_outcome *outcome, uint64_t word,
                             uint64_t first, uint64_t last, bool records);

/* Waits for all misses, and adds the stalls of all references to *counts. */
void naive_requests_drain(naive_requests *r, coh_counts *counts);
