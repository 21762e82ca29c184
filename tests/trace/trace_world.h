/* trace_world.h: a trace beside the plain list of its events, which it must give back.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef TESTS_TRACE_TRACE_WORLD_H
#define TESTS_TRACE_TRACE_WORLD_H

#include "trace/trace_compress.h"
#include "trace/trace_expand.h"

typedef struct {
  uint64_t value;
  uint32_t source;
  uint32_t processor;
} world_event;

typedef struct {
  trace_compressor *compressor;
  bool keeps; /* the list of events */
  world_event *events;
  uint64_t n, room;
  uint8_t *file;
  uint64_t size, file_room;
  uint64_t peak; /* bytes of the compressor's memory, at most */
} world;

/* A trace with sources 0 .. n_sources - 1. NULL limits: the usual ones. packs: through Zstandard. keeps: its events. */
void world_begin(world *w, uint32_t n_sources, const trace_limits *limits, bool packs, bool keeps);

/* The next event. */
void world_add(world *w, uint32_t processor, uint32_t source, uint64_t value);

/* Ends the trace; the file is in w->file. */
void world_end(world *w);

/* What comes of a file. */
typedef enum {
  WORLD_SAME,    /* the events of the list, or the first of them when the file was cut */
  WORLD_REFUSED, /* those, and then an error */
  WORLD_WRONG    /* others */
} world_verdict;

/* Expands the first `n` bytes of the file and compares with the list. `tells`: prints what is not as it should be.
 * *events: how many came. */
world_verdict world_compare(const world *w, uint64_t n, bool tells, uint64_t *events);

void world_free(world *w);

/* Ends, compares all and frees. Prints what is wrong, after `name` and `seed`. *size: bytes of the file. */
bool world_check(world *w, const char *name, uint64_t seed, uint64_t *size);

/* Counts of what a file holds. */
typedef struct {
  uint64_t rsds, iads, parts, deepest;
} world_counts;
world_counts world_count(const world *w);

#endif
