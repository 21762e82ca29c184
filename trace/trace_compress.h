/* trace_compress.h: makes a trace while the program runs: events in, a trace file out.
 *
 * Each processor has a lane, in which its events are numbered; so what the others do at the same time does not disturb
 * its patterns. The order of the processors is a lane of its own: an event of it says which processor had how many
 * events until another one's turn came.
 *
 * Memory is bounded. When it is used up, what has aged is closed and written; if that does not help, all is: a part of
 * the file ends, after which a reader needs nothing that came before. A part also ends when a certain amount was
 * written, so that not much of an irregular trace is lost when it is cut short, and its reader needs little memory. A
 * regular trace writes so little that it is one part; of that drafts are made (trace_write.h), in case the program is
 * killed.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef TRACE_TRACE_COMPRESS_H
#define TRACE_TRACE_COMPRESS_H

#include "trace/trace_lane.h"
#include "trace/trace_write.h"

enum {
  TRACE_WINDOW = 8,        /* events of a source's reservation pool, by default */
  TRACE_MEMORY = 64 << 20, /* bytes */
  TRACE_PART = 1 << 18,    /* bytes of content */
  TRACE_DRAFT = 1 << 25    /* events */
};

typedef struct {
  unsigned window; /* TRACE_WINDOW_MIN to TRACE_WINDOW_MAX */
  uint64_t memory; /* bytes that may be taken, but for what comes between two checks, and some hundred a lane */
  uint64_t part;   /* bytes of content after which a part ends */
  uint64_t draft;  /* events after which a draft is made, if no part ended; 0: none is */
} trace_limits;

/* Opened for the functions below. */
typedef struct trace_compressor {
  trace_lane *lane;    /* of the processor whose events come */
  uint64_t lane_start; /* its `next` when its turn began */
  uint32_t processor;
  bool apart;      /* turns are made afterwards */
  uint64_t open;   /* then: events of the turn that was open */
  uint32_t opener; /* whose that was */
  uint32_t n_lanes;
  trace_lane **lanes; /* by processor; NULL: it had no event yet */
  trace_lane *order;
  uint64_t events;   /* of the turns before */
  uint64_t readable; /* events that can be had from the file as it is */
  uint32_t n_sources;
  uint32_t sources_in_block;
  trace_bytes sources; /* those that are not written yet */
  trace_limits limits;
  trace_memory memory;
  trace_writer *writer;
  void (*on_part)(void *closure, bool draft);
  void *on_part_closure;
} trace_compressor;

/* Starts a trace at processor 0. NULL limits: as above. */
trace_compressor *trace_compressor_new(const trace_output *output, const trace_limits *limits);

/* Makes a source; returns its number: 0, 1, 2, ... */
uint32_t trace_compressor_source(trace_compressor *compressor, const trace_source *source);

/* Writes the tables that sources refer to, which replace those before: a whole profile without cells. */
void trace_compressor_text(trace_compressor *compressor, const uint8_t *text, uint64_t n);

/* Before a part ends this is called; it may write tables. Those that it writes in a draft go with that. */
void trace_compressor_on_part(trace_compressor *compressor, void (*call)(void *closure, bool draft), void *closure);

/* From now on events are of another processor, below TRACE_PROCESSORS_MAX. */
void trace_compressor_select(trace_compressor *compressor, uint32_t processor);

/* The next event of the processor that was selected. */
static inline void trace_compressor_event(trace_compressor *compressor, uint32_t source, uint64_t value) {
  trace_lane_event(compressor->lane, source, value);
}

/* The next n events of that processor. */
static inline void trace_compressor_several(trace_compressor *compressor, const uint32_t *sources,
                                            const uint64_t *values, uint32_t n) {
  trace_lane_events(compressor->lane, sources, values, n);
}

/* For trace_turns.h, between checks: from now on a processor that is selected has no turn. The turn that was open then:
 * returns how many events it has, and whose it is. Another turn, complete. From now on as usual, with a turn that is
 * open and has n events. */
void trace_compressor_apart(trace_compressor *compressor);
uint64_t trace_compressor_open_turn(const trace_compressor *compressor, uint32_t *processor);
void trace_compressor_turn(trace_compressor *compressor, uint32_t processor, uint64_t n);
void trace_compressor_together(trace_compressor *compressor, uint32_t processor, uint64_t n);

/* Keeps memory and parts within bounds, and makes drafts. To be called now and then: at least once in some 100,000
 * events. */
void trace_compressor_check(trace_compressor *compressor);

/* Events so far; bytes written so far. */
uint64_t trace_compressor_events(const trace_compressor *compressor);
uint64_t trace_compressor_size(const trace_compressor *compressor);

/* Ends the trace and frees the compressor. Returns whether all of the file could be stored. */
bool trace_compressor_finish(trace_compressor *compressor);

/* Frees the compressor of a trace that is given up. */
void trace_compressor_free(trace_compressor *compressor);

#endif
