/* trace_rsd.h: regular section descriptors (METRIC, section 3).
 *
 * An RSD stands for events of one source: start address, start sequence id, and how many follow at which strides. A
 * PRSD repeats an RSD, or a PRSD, at strides of its own. Both are one type here: a descriptor with levels, innermost
 * first. One level is the paper's RSD, more are PRSDs around it; without a level it is a single event. The event type
 * is the source's.
 *
 * A repetition begins after the last event of the one before: each level's sequence stride is greater than what the
 * levels within it span. So the events of a descriptor are in the order of their sequence ids when its levels are
 * counted like the digits of a number.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef TRACE_TRACE_RSD_H
#define TRACE_TRACE_RSD_H

#include <stdbool.h>

#include "trace/trace_bytes.h"
#include "trace/trace_format.h"

typedef struct {
  uint64_t stride;          /* of addresses, modulo 2^64 */
  uint64_t sequence_stride; /* at least 1 */
  uint64_t count;           /* repetitions, at least 2 */
} trace_level;

typedef struct trace_rsd {
  struct trace_rsd *next; /* for the list that it is in */
  uint64_t address, sequence;
  uint32_t source;
  uint16_t depth; /* levels */
  uint16_t room;  /* for levels */
  trace_level levels[];
} trace_rsd;

/* A descriptor without a level; there is room for `room` of them. */
trace_rsd *trace_rsd_new(trace_memory *memory, uint32_t source, uint64_t address, uint64_t sequence, unsigned room);
void trace_rsd_free(trace_memory *memory, trace_rsd *rsd);

/* Adds an outermost level. The descriptor may move: returns where it is now. */
trace_rsd *trace_rsd_raise(trace_memory *memory, trace_rsd *rsd, trace_level level);

/* How many events the levels stand for, and how far the last is from the first, in sequence ids. False: a number is out
 * of range, or the order of the events is not that of the levels. */
bool trace_rsd_measure(const trace_level *levels, unsigned depth, uint64_t *events, uint64_t *span);

/* Joins `more` to `rsd` when the two are repetitions of one pattern: `more` is the repetition that an outermost level
 * of `rsd` expects next, or both have the same levels. Then frees `more` and returns true; *rsd may move. */
bool trace_rsd_join(trace_memory *memory, trace_rsd **rsd, trace_rsd *more);

/* Whether what the outermost level of `rsd` repeats has the levels of `other`. */
bool trace_rsd_repeats(const trace_rsd *rsd, const trace_rsd *other);

/* What a descriptor's code refers to in its block: the one before. All zero at the start of a block. */
typedef struct {
  uint64_t address, sequence;
  uint32_t source;
} trace_rsd_context;

/* Appends a descriptor to a block's content. */
void trace_rsd_put(trace_bytes *block, trace_rsd_context *context, const trace_rsd *rsd);

/* Takes a descriptor from a block's content into `rsd`, which has room for TRACE_DEPTH_MAX levels. False: it breaks a
 * rule of the format. */
bool trace_rsd_get(trace_input *block, trace_rsd_context *context, trace_rsd *rsd);

#endif
