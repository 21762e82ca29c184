/* trace_world.h: a trace beside the plain list of its events, which it must give back.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "trace/trace_compress.h"
#include "trace/trace_expand.h"
#include "trace/trace_loop.h"

typedef struct {
  uint64_t value;
  uint32_t source;
  uint32_t processor;
} world_event;

enum { WORLD_WORDS = 512, WORLD_SEVERAL = 8 };

typedef struct {
  trace_compressor *compressor;
  trace_loop *loop; /* events come as recorded words, in which loops are looked for; NULL: one by one */
  uint64_t words[WORLD_WORDS];
  uint32_t n_words;
  uint32_t processor; /* whose words or events they are */
  uint32_t several_sources[WORLD_SEVERAL];
  uint64_t several_values[WORLD_SEVERAL];
  uint32_t n_several; /* events that are to be given at once */
  uint64_t taken;     /* words that were taken as repetitions */
  bool keeps;         /* the list of events */
  uint64_t draft;     /* as in its limits */
  bool lost;          /* there was a time when the file had fewer events than drafts are for */
  world_event *events;
  uint64_t n, room;
  uint8_t *file;
  uint64_t size, file_room;
  uint64_t peak; /* bytes of the compressor's memory, at most */
} world;

/* A trace with sources 0 .. n_sources - 1. NULL limits: the usual ones. packs: through Zstandard. keeps: its events. */
void world_begin(world *w, uint32_t n_sources, const trace_limits *limits, bool packs, bool keeps);

/* From now on events come as a run of a block each, and loops are looked for among these. */
void world_look_for_loops(world *w, trace_loop *loop);

/* Notes an event that the compressor is given otherwise. */
void world_note(world *w, uint32_t processor, uint32_t source, uint64_t value);

/* The next event. */
void world_add(world *w, uint32_t processor, uint32_t source, uint64_t value);

/* Ends the trace, if it has not ended; the file is in w->file. */
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
