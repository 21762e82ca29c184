/* trace_lane.h: compresses the events of one processor (METRIC, section 5).
 *
 * A lane numbers its events 0, 1, 2, ...: their sequence ids. Each source has the streams that its events extend, a
 * reservation pool in which new streams are found, and closed descriptors that may be joined (trace_fold.h). The paper
 * takes differences between references of like type only; here only between those of one source, since all of a
 * descriptor are of one. So the window w is counted in events of the source.
 *
 * Rules beyond the paper's:
 *   - A stream is a nest of levels and expects each event of it, also across the ends of inner loops (trace_stream.h).
 *   - A stream has aged when the sequence id of the event that it expects has passed. Then it can only adapt
 *     (trace_stream_adapt()).
 *   - What leaves a pool unclaimed is written as a descriptor of one event.
 *   - A source whose descriptors hold few events each is irregular: its events become IADs at once, without a pool, for
 *     a while that is longer each time, and shorter where they look alike. Then it is tried again.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef TRACE_TRACE_LANE_H
#define TRACE_TRACE_LANE_H

#include "coherence/plat.h"
#include "trace/trace_fold.h"
#include "trace/trace_iad.h"
#include "trace/trace_stream.h"

#define TRACE_WINDOW_MIN 3
#define TRACE_WINDOW_MAX 64

/* What a source has while it is not irregular. */
typedef struct trace_pool trace_pool;

/* A source in a lane, while it is irregular: half a line of the host's cache, of which irregular programs touch another
 * one with almost each event. */
typedef struct {
  trace_iad_context iad;
  int32_t wait;  /* until it is tried again: events, some of which count more; 0 and below: it is not irregular */
  uint32_t step; /* how far the sequence ids of its last two watched events were apart: the low bits */
} trace_slot;

/* The rest of it. */
typedef struct {
  trace_stream *previous; /* whose `after` is expected next; one that expects nothing: none is */
  trace_pool *pool;       /* NULL: it has seen nothing, or is irregular */
  int16_t credit;         /* falls with descriptors of few events; below 0 it is irregular */
  uint16_t backoff;       /* how often that was, lately */
} trace_regular;

/* Sources come in pages; pages that were never used are all this one, which is never written to. */
enum { TRACE_PAGE = 64 };
typedef struct {
  trace_slot slots[TRACE_PAGE];
  trace_regular regular[TRACE_PAGE];
} trace_page;
extern const trace_page trace_empty_page;

/* A block of descriptors that is being made. */
typedef struct {
  trace_bytes content;
  trace_rsd_context context;
  uint64_t first; /* sequence id of the earliest event */
  uint32_t n;
} trace_rsd_block;

typedef struct trace_lane trace_lane;

/* Takes the content of a block. */
typedef void trace_lane_sink(void *closure, const trace_lane *lane, trace_block_kind kind, uint32_t items,
                             uint64_t first, const uint8_t *content, uint32_t n);

struct trace_lane {
  uint64_t next;      /* sequence id of the next event */
  uint64_t changes;   /* of its streams, but for events that they expected */
  trace_page **pages; /* of the sources */
  uint32_t n_pages;
  uint32_t number; /* of the lane in the file */
  unsigned window;
  uint32_t irregular; /* sources that were found to be so, less when some are regular */
  trace_memory *memory;
  trace_lane_sink *sink;
  void *closure;
  trace_iad_writer iads;
  trace_rsd_block rsds;
  trace_pool *oldest; /* pools by when they last saw an event that was not expected */
  trace_pool *newest;
};

/* Makes a lane; its blocks go to the sink. */
trace_lane *trace_lane_new(trace_memory *memory, uint32_t number, unsigned window, trace_lane_sink *sink,
                           void *closure);
void trace_lane_free(trace_lane *lane); /* what was not flushed is lost */

/* Makes room for sources 0 .. n - 1. */
void trace_lane_reserve(trace_lane *lane, uint32_t n);

/* Closes everything and hands over all blocks: all events so far can be had from the blocks. `forget`: which sources
 * are irregular is forgotten too, which gives back all memory. */
void trace_lane_flush(trace_lane *lane, bool forget);

/* Hands over blocks that hold all events so far, as trace_lane_flush() would, and `last`, if that is not NULL; but
 * closes nothing. */
void trace_lane_draft(trace_lane *lane, const trace_rsd *last);

/* Bytes of content in blocks that are not handed over yet. */
static inline uint64_t trace_lane_content(const trace_lane *lane) {
  return (uint64_t)lane->rsds.content.used + trace_iad_bytes(&lane->iads);
}

/* Closes what has aged: streams and pools whose sources had no event for the longest time, one half. */
void trace_lane_age(trace_lane *lane);

/* The next n events; room for their sources was made. */
void trace_lane_events(trace_lane *lane, const uint32_t *sources, const uint64_t *addresses, uint32_t n);

/* An event of an irregular source. */
void trace_lane_irregular(trace_lane *lane, uint32_t source, uint64_t sequence, uint64_t address);

/* An event of another one that no stream expected. */
void trace_lane_other(trace_lane *lane, uint32_t source, uint64_t sequence, uint64_t address);

/* n events of a source with one value come at sequence ids that begin with `sequence` and are `stride` apart, not
 * before the lane's next one: they become a stream. The lane's `next` is to be set behind them; its other ids until
 * then are others'. */
enum { TRACE_LANE_PLANT_MIN = 3 };
void trace_lane_plant(trace_lane *lane, uint32_t source, uint64_t value, uint64_t sequence, uint64_t stride,
                      uint64_t n);

static inline trace_regular *trace_lane_regular(const trace_lane *lane, uint32_t source) {
  return &lane->pages[source / TRACE_PAGE]->regular[source % TRACE_PAGE];
}

static inline trace_slot *trace_lane_slot(const trace_lane *lane, uint32_t source) {
  return &lane->pages[source / TRACE_PAGE]->slots[source % TRACE_PAGE];
}

/* The next event; room for its source was made. */
static inline void trace_lane_event(trace_lane *lane, uint32_t source, uint64_t address) {
  const uint64_t sequence = lane->next++;
  if (trace_lane_slot(lane, source)->wait > 0) {
    trace_lane_irregular(lane, source, sequence, address);
    return;
  }
  trace_regular *regular = trace_lane_regular(lane, source);
  trace_stream *stream = regular->previous->after;
  trace_odometer *o = &stream->odometer;
  if (PLAT_LIKELY(o->sequence == sequence && o->address == address)) {
    regular->previous = stream;
    (void)trace_odometer_step(o, 1); /* never the last one: the outermost level is open */
    return;
  }
  trace_lane_other(lane, source, sequence, address);
}

#endif
