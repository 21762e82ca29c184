/* trace_rsd.h: regular section descriptors (METRIC, section 3).
 *
 * An RSD describes a sequence of events of one source by start address, start sequence id, count and strides. A PRSD
 * repeats an RSD or a PRSD, with strides of its own. Here, both have the same type: a descriptor with levels, innermost
 * first. A descriptor with one level is the paper's RSD; each further level is a PRSD around it. A descriptor without
 * levels is a single event. The type of the events is a property of the source.
 *
 * Each repetition begins after the last event of the previous one. So each level's sequence stride is greater than the
 * span of the levels within it. Therefore, counting the levels like the digits of a number gives the events in the
 * order of their sequence ids.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <stdbool.h>

#include "trace/trace_bytes.h"
#include "trace/trace_format.h"

typedef struct {
  uint64_t stride;          /* stride of addresses, modulo 2^64 */
  uint64_t sequence_stride; /* at least 1 */
  uint64_t count;           /* number of repetitions, at least 2 */
} trace_level;

typedef struct trace_rsd {
  struct trace_rsd *next; /* next descriptor in the owner's list */
  uint64_t address, sequence;
  uint32_t source;
  uint16_t depth; /* number of levels */
  uint16_t room;  /* number of levels for which the descriptor has room */
  trace_level levels[];
} trace_rsd;

/* Makes a descriptor without levels, with room for `room` levels. */
trace_rsd *trace_rsd_new(trace_memory *memory, uint32_t source, uint64_t address, uint64_t sequence, unsigned room);
void trace_rsd_free(trace_memory *memory, trace_rsd *rsd);

/* Sets *events to the number of events of the levels, and *span to the distance in sequence ids between the first and
 * the last. Returns false if a number is out of range, or if the events would not be in the order of their sequence
 * ids. */
bool trace_rsd_measure(const trace_level *levels, unsigned depth, uint64_t *events, uint64_t *span);

/* Joins `more` to `rsd` if the two are repetitions of one pattern: either `more` is the repetition that the outermost
 * level of `rsd` expects next, or both have the same levels. If it joins them, it frees `more` and returns true, and
 * *rsd can move. */
bool trace_rsd_join(trace_memory *memory, trace_rsd **rsd, trace_rsd *more);

/* Returns whether the pattern that `rsd` repeats at its outermost level has the same levels as `other`. */
bool trace_rsd_repeats(const trace_rsd *rsd, const trace_rsd *other);

/* The previous descriptor of a block, on which the encoding of the next one depends. All fields are zero at the start
 * of a block. */
typedef struct {
  uint64_t address, sequence;
  uint32_t source;
} trace_rsd_context;

/* Appends a descriptor to a block's content. */
void trace_rsd_put(trace_bytes *block, trace_rsd_context *context, const trace_rsd *rsd);

/* Reads a descriptor from a block's content into `rsd`, which has room for TRACE_DEPTH_MAX levels. Returns false if the
 * content violates the format. */
bool trace_rsd_get(trace_input *block, trace_rsd_context *context, trace_rsd *rsd);
