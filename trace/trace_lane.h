/* trace_lane.h: compresses the events of a processor (METRIC, section 5).
 *
 * A lane numbers its events 0, 1, 2, ...: their sequence ids. Each source has streams that its events extend, a
 * reservation pool for the detection of new streams, and closed descriptors that may be joined (trace_fold.h). The
 * paper computes differences between references of the same type. A lane computes differences only between references
 * of one source, since a descriptor has one source. So the paper's window w is here a number of events of one source.
 *
 * Rules beyond the paper's:
 * - A stream is a nest of levels. It expects each event of the nest, also across the ends of inner loops
 *   (trace_stream.h).
 * - A stream has aged when the sequence id of its expected event has passed. An aged stream can only adapt
 *   (trace_stream_adapt()).
 * - An event that leaves a pool unused is written as a descriptor of one event.
 * - A source whose descriptors have few events each is irregular: its events become IADs directly, without a pool,
 * until the next attempt. The wait grows with each attempt, and is shorter if events look alike.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "plat/plat.h"
#include "trace/trace_fold.h"
#include "trace/trace_iad.h"
#include "trace/trace_stream.h"

#define TRACE_WINDOW_MIN 3
#define TRACE_WINDOW_MAX 64

/* The streams and events of a regular source. */
typedef struct trace_pool trace_pool;

/* The part of a source's state that irregular events use. It occupies half a cache line of the host, since in irregular
 * programs almost each event has another source than the event before. */
typedef struct {
  trace_iad_context iad;
  int32_t wait;  /* number of events until the next attempt to find patterns. Some events count as several. If it is at
                    most 0, the source is not irregular */
  uint32_t step; /* low bits of the difference of the sequence ids of the source's last two watched events */
} trace_slot;

/* The other part of a source. */
typedef struct {
  trace_stream *previous; /* the stream whose `after` should get the source's next event; or a stream that expects
                             nothing */
  trace_pool *pool;       /* NULL: the source has no events yet, or is irregular */
  int16_t credit;         /* decreases with each short descriptor; below 0, the source becomes irregular */
  uint16_t backoff;       /* number of recent attempts */
} trace_regular;

/* Sources are allocated in pages of TRACE_PAGE sources. All pages without sources are the one page trace_empty_page,
 * which is never written to. */
enum { TRACE_PAGE = 64 };
typedef struct {
  trace_slot slots[TRACE_PAGE];
  trace_regular regular[TRACE_PAGE];
} trace_page;
extern const trace_page trace_empty_page;

/* A block of descriptors that is being built. */
typedef struct {
  trace_bytes content;
  trace_rsd_context context;
  uint64_t first; /* sequence id of the earliest event of the block */
  uint32_t n;
} trace_rsd_block;

typedef struct trace_lane trace_lane;

/* Receives the content of a block of n bytes, with `items` items. */
typedef void trace_lane_sink(void *closure, const trace_lane *lane, trace_block_kind kind, uint32_t items,
                             uint64_t first, const uint8_t *content, uint32_t n);

struct trace_lane {
  uint64_t next;      /* sequence id of the next event */
  uint64_t changes;   /* number of times that an unexpected event changed streams */
  trace_page **pages; /* pages of sources, by source / TRACE_PAGE */
  uint32_t n_pages;
  uint32_t number; /* number of the lane in the file */
  unsigned window;
  uint32_t irregular; /* number of sources that became irregular, halved at each source that proves regular */
  trace_memory *memory;
  trace_lane_sink *sink;
  void *closure;
  trace_iad_writer iads;
  trace_rsd_block rsds;
  trace_pool *oldest; /* list of the pools, ordered by the time of their last unexpected event */
  trace_pool *newest;
};

/* Makes a lane, which passes its blocks to the sink. */
trace_lane *trace_lane_new(trace_memory *memory, uint32_t number, unsigned window, trace_lane_sink *sink,
                           void *closure);
void trace_lane_free(trace_lane *lane); /* loses unflushed events */

/* Makes room for sources 0 .. n - 1. */
void trace_lane_reserve(trace_lane *lane, uint32_t n);

/* Closes all patterns and passes all blocks to the sink, so that the blocks contain all events so far. If `forget`,
 * also forgets which sources are irregular, so that all memory is freed. */
void trace_lane_flush(trace_lane *lane, bool forget);

/* As trace_lane_flush(), but for a draft: closes no pattern. Also appends the descriptor `last`, unless it is NULL. */
void trace_lane_draft(trace_lane *lane, const trace_rsd *last);

/* Returns the bytes of content in blocks that were not passed to the sink yet. */
static inline uint64_t trace_lane_content(const trace_lane *lane) {
  return (uint64_t)lane->rsds.content.used + trace_iad_bytes(&lane->iads);
}

/* Closes aged streams. Also closes half of the pools: those whose sources had no event for the longest time. */
void trace_lane_age(trace_lane *lane);

/* Adds the next n events, whose sources must be reserved (trace_lane_reserve()). */
void trace_lane_events(trace_lane *lane, const uint32_t *sources, const uint64_t *addresses, uint32_t n);

/* Adds an event of an irregular source. */
void trace_lane_irregular(trace_lane *lane, uint32_t source, uint64_t sequence, uint64_t address);

/* Adds an event of a source that is not irregular. No stream expected the event. */
void trace_lane_other(trace_lane *lane, uint32_t source, uint64_t sequence, uint64_t address);

/* Adds a stream for n events of a source, all with the same value. The sequence ids of the events begin at `sequence`
 * (at least the lane's next one) and increase by `stride`. The caller adds the events with the sequence ids in between,
 * and then sets `next` to the id after the last event. */
enum { TRACE_LANE_PLANT_MIN = 3 };
void trace_lane_plant(trace_lane *lane, uint32_t source, uint64_t value, uint64_t sequence, uint64_t stride,
                      uint64_t n);

static inline trace_regular *trace_lane_regular(const trace_lane *lane, uint32_t source) {
  return &lane->pages[source / TRACE_PAGE]->regular[source % TRACE_PAGE];
}

static inline trace_slot *trace_lane_slot(const trace_lane *lane, uint32_t source) {
  return &lane->pages[source / TRACE_PAGE]->slots[source % TRACE_PAGE];
}

/* Adds the next event, whose source must be reserved (trace_lane_reserve()). */
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
    (void)trace_odometer_step(o, 1); /* it is not the last event, since the outermost level is open */
    return;
  }
  trace_lane_other(lane, source, sequence, address);
}
