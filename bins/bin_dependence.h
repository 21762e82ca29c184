/* SPDX-License-Identifier: GPL-2.0-or-later
 * bin_dependence.h: the loads that produce the addresses of other loads, for a machine with instruction windows.
 *
 * For each load that misses, the account requests the completion of the load that produces its address, and then
 * records the completion of the load itself. A completion is a time of the processor's window (coherence/coh_window.h).
 * A window is drained before another thread runs on its processor, so the completions of another thread are always in
 * the past.
 *
 * A load is an instruction, identified by its address. Its producers are other loads, or the load itself. Each producer
 * has a distance: the number of misses of the producer between the miss that brought the address and the miss of the
 * load. If one instruction walks several lists in turn, the distance makes each list depend only on itself. A load
 * waits until all its producers have completed. The account learns the producers. At the 2nd, 3rd, 4th, 6th, 8th,
 * 12th ... 192nd miss of a load, a callback searches for the misses that brought the address of the load. The producers
 * are the loads that at least a quarter of the searches found, each with the distance found most often. */
#pragma once

#include <stdbool.h>

#include "bins/bin_site.h"

typedef struct bin_dependences bin_dependences;

enum {
  BIN_PRODUCERS_MOST = 4,
  BIN_PRODUCER_DISTANCES = 16, /* all distances are below this number */
  BIN_PRODUCERS_UNKNOWN = ~0u  /* result of bin_producer_search */
};

/* A producer: the miss of the instruction at `code` that was followed by `distance` more misses of this instruction. */
typedef struct {
  uint64_t code;
  uint32_t distance;
} bin_producer;

/* The next two functions convert a producer to a number other than 0, and back. */
static inline uint64_t bin_producer_pack(bin_producer producer) {
  return producer.code * BIN_PRODUCER_DISTANCES + producer.distance;
}
static inline bin_producer bin_producer_unpack(uint64_t number) {
  return (bin_producer){number / BIN_PRODUCER_DISTANCES, (uint32_t)(number % BIN_PRODUCER_DISTANCES)};
}

/* Callback: searches for the producers of the address of the load that `processor` makes now at `site`. Stores them in
 * found[0 .. n), and returns n, at most BIN_PRODUCERS_MOST. Returns BIN_PRODUCERS_UNKNOWN if the next miss must search
 * again. */
typedef unsigned bin_producer_search(void *closure, unsigned processor, const bin_site *site, uint64_t address,
                                     bin_producer *found);

/* Callback: sets the producers of the instruction at `code`. They replace its earlier producers. */
typedef void bin_producer_change(void *closure, uint64_t code, const bin_producer *producers, unsigned n);

/* Makes the dependences of a machine with `processors` processors, without any producers. Free with
 * bin_dependences_free(). */
bin_dependences *bin_dependences_new(unsigned processors);

/* NULL is allowed. */
void bin_dependences_free(bin_dependences *dependences);

/* Starts to learn producers with these callbacks. `change` can be NULL. */
void bin_dependences_learn(bin_dependences *dependences, bin_producer_search *search, bin_producer_change *change,
                           void *closure);

/* Records the address of the instruction of a site whose references are loads. */
void bin_dependences_set_code(bin_dependences *dependences, const bin_site *site, uint64_t code);

/* The first function removes all producers of an instruction. The second adds a producer. An instruction has at most
 * BIN_PRODUCERS_MOST. */
void bin_dependences_clear(bin_dependences *dependences, uint64_t code);
void bin_dependences_add(bin_dependences *dependences, uint64_t code, bin_producer producer);

/* Calls `visit` for each instruction that has producers. */
void bin_dependences_visit(const bin_dependences *dependences, bin_producer_change *visit, void *closure);

/* Finds, among the recent misses of a processor, the latest one that brought the line of an address. `line_bits`: the
 * binary logarithm of a line's length in bytes. Returns false if there is no such miss, or if its instruction has
 * missed BIN_PRODUCER_DISTANCES times since. */
bool bin_dependences_find(const bin_dependences *dependences, unsigned processor, uint64_t address, unsigned line_bits,
                          bin_producer *producer);

/* Returns the time, in ticks, at which all producers of the address of a load have completed, or 0 if the load has no
 * producer. `processor` makes the load at `site`. Call it at each load that misses, before
 * bin_dependences_complete(). */
uint64_t bin_dependences_producer(bin_dependences *dependences, unsigned processor, const bin_site *site,
                                  uint64_t address);

/* Records the time, in ticks, at which a load that missed completes. `processor` makes the load at `site`. */
void bin_dependences_complete(bin_dependences *dependences, unsigned processor, const bin_site *site, uint64_t address,
                              uint64_t completion);
