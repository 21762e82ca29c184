/* trace_compress.h: compresses a trace during the run: takes events, and writes a trace file.
 *
 * Each processor has a lane in which its events are numbered, so that other processors' simultaneous events do not
 * disturb its patterns. The order of the processors has a lane of its own. Its events are turns: a turn is a processor
 * and a number of consecutive events of that processor.
 *
 * Memory is bounded. When the memory is used up, the compressor closes and writes aged patterns. If that does not free
 * enough memory, it closes all patterns, and ends a part of the file. Later parts do not depend on earlier ones. A part
 * also ends after a certain number of bytes. So a truncated irregular trace loses few events, and its reader needs
 * little memory. A regular trace is so small that it is a single part. In case the program is killed, drafts of this
 * part are written (trace_write.h).
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "trace/trace_lane.h"
#include "trace/trace_write.h"

enum {
  TRACE_WINDOW = 8,        /* default size of a source's reservation pool, in events */
  TRACE_MEMORY = 64 << 20, /* default maximum number of bytes of the compressor's memory */
  TRACE_PART = 1 << 18,    /* default number of bytes of block contents after which a part ends */
  TRACE_DRAFT = 1 << 25    /* default number of events after which a draft is written */
};

typedef struct {
  unsigned window; /* number of events in a source's reservation pool, from TRACE_WINDOW_MIN to TRACE_WINDOW_MAX */
  uint64_t memory; /* maximum number of bytes of the compressor's memory. Not included: events added between two checks,
                      and some hundred bytes for each lane */
  uint64_t part;   /* number of bytes of block contents after which a part ends */
  uint64_t draft;  /* number of events after which a draft is written if no part ended; 0: no drafts */
} trace_limits;

/* The members are public only for the inline functions. */
typedef struct trace_compressor {
  trace_lane *lane;    /* lane of the selected processor */
  uint64_t lane_start; /* value of the lane's `next` at the start of the current turn */
  uint32_t processor;
  bool apart;      /* the caller adds the turns later */
  uint64_t open;   /* if apart: number of events in the turn that was open before */
  uint32_t opener; /* if apart: processor of the turn that was open before */
  uint32_t n_lanes;
  trace_lane **lanes; /* indexed by processor; NULL: the processor has no events yet */
  trace_lane *order;
  uint64_t events;   /* number of events in completed turns */
  uint64_t readable; /* number of events that a reader can read from the file as it is written so far */
  uint32_t n_sources;
  uint32_t sources_in_block;
  trace_bytes sources; /* encoded sources that were not written yet */
  trace_limits limits;
  trace_memory memory;
  trace_writer *writer;
  void (*on_part)(void *closure, bool draft);
  void *on_part_closure;
} trace_compressor;

/* Starts a trace, and selects processor 0. `limits` NULL: the defaults above apply. */
trace_compressor *trace_compressor_new(const trace_output *output, const trace_limits *limits);

/* Adds a source and returns its number. The numbers are 0, 1, 2, ... */
uint32_t trace_compressor_source(trace_compressor *compressor, const trace_source *source);

/* Writes the tables to which sources refer, as the text of a profile without cells. These tables replace earlier
 * ones. */
void trace_compressor_text(trace_compressor *compressor, const uint8_t *text, uint64_t n);

/* Sets a function that is called before each part ends. The function can write tables. If it writes them in a draft,
 * they belong to the draft. */
void trace_compressor_on_part(trace_compressor *compressor, void (*call)(void *closure, bool draft), void *closure);

/* Selects the processor of the following events, below TRACE_PROCESSORS_MAX. */
void trace_compressor_select(trace_compressor *compressor, uint32_t processor);

/* Adds an event of the selected processor. */
static inline void trace_compressor_event(trace_compressor *compressor, uint32_t source, uint64_t value) {
  trace_lane_event(compressor->lane, source, value);
}

/* Adds n events of the selected processor. */
static inline void trace_compressor_several(trace_compressor *compressor, const uint32_t *sources,
                                            const uint64_t *values, uint32_t n) {
  trace_lane_events(compressor->lane, sources, values, n);
}

/* The next four functions are for trace_turns.h, between two checks. _apart(): from now on, selections of a processor
 * do not begin turns. _open_turn(): returns the number of events of the turn that was open at the call of _apart(), and
 * sets its processor. _turn(): adds a complete turn. _together(): selections begin turns again, and a turn with n
 * events of `processor` is open. */
void trace_compressor_apart(trace_compressor *compressor);
uint64_t trace_compressor_open_turn(const trace_compressor *compressor, uint32_t *processor);
void trace_compressor_turn(trace_compressor *compressor, uint32_t processor, uint64_t n);
void trace_compressor_together(trace_compressor *compressor, uint32_t processor, uint64_t n);

/* Keeps the compressor's memory and the parts of the file within their limits, and writes drafts. Call it at least once
 * every 100,000 events or so. */
void trace_compressor_check(trace_compressor *compressor);

/* The next two functions return the number of events so far, and the number of bytes written so far. */
uint64_t trace_compressor_events(const trace_compressor *compressor);
uint64_t trace_compressor_size(const trace_compressor *compressor);

/* Ends the trace and frees the compressor. Returns whether the whole file was stored. */
bool trace_compressor_finish(trace_compressor *compressor);

/* Frees the compressor of an abandoned trace. */
void trace_compressor_free(trace_compressor *compressor);
