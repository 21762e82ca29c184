/* trace_world.h: a trace, and the plain list of its events, which the trace must contain.
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
  trace_loop *loop; /* events are recorded words, in which loops are detected; NULL: events are given one by one */
  uint64_t words[WORLD_WORDS];
  uint32_t n_words;
  uint32_t processor; /* the processor of the words or events */
  uint32_t several_sources[WORLD_SEVERAL];
  uint64_t several_values[WORLD_SEVERAL];
  uint32_t n_several; /* events that are given at once */
  uint64_t taken;     /* words that were accepted as repetitions */
  bool keeps;         /* stores the list of events */
  uint64_t draft;     /* as in its limits */
  bool lost;          /* at some time, the file had fewer events than drafts guarantee */
  world_event *events;
  uint64_t n, room;
  uint8_t *file;
  uint64_t size, file_room;
  uint64_t peak; /* largest size of the compressor's memory, in bytes */
} world;

/* Makes a trace with sources 0 .. n_sources - 1. NULL limits: the usual ones. packs: compresses with Zstandard. keeps:
 * stores its events. */
void world_begin(world *w, uint32_t n_sources, const trace_limits *limits, bool packs, bool keeps);

/* From now on, each event is given as a run of a block, and loops are detected among these. */
void world_look_for_loops(world *w, trace_loop *loop);

/* Notes an event that the compressor gets in another way. */
void world_note(world *w, uint32_t processor, uint32_t source, uint64_t value);

/* Gives the next event to the compressor. */
void world_add(world *w, uint32_t processor, uint32_t source, uint64_t value);

/* Ends the trace, unless it has ended; the file is in w->file. */
void world_end(world *w);

/* The result of reading a file. */
typedef enum {
  WORLD_SAME,    /* the events of the list, or the first of them if the file was truncated */
  WORLD_REFUSED, /* those, and then an error */
  WORLD_WRONG    /* other events */
} world_verdict;

/* Expands the first `n` bytes of the file and compares the events with the list. `tells`: prints errors. *events: the
 * number of events. */
world_verdict world_compare(const world *w, uint64_t n, bool tells, uint64_t *events);

void world_free(world *w);

/* Ends the trace, compares everything and frees it. Prints errors with `name` and `seed`. *size: bytes of the file. */
bool world_check(world *w, const char *name, uint64_t seed, uint64_t *size);

/* Counts the contents of a file. */
typedef struct {
  uint64_t rsds, iads, parts, deepest;
} world_counts;
world_counts world_count(const world *w);
