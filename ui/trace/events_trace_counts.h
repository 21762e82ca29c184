/* SPDX-License-Identifier: GPL-2.0-or-later
 * events_trace_counts.h: how a trace codes its events: the numbers of events in regular descriptors and of irregular
 * accesses, and the bytes of each in the file.
 *
 * Descriptors are counted without expanding them. Only irregular accesses are read one by one. */
#pragma once

#include "ui/trace/events_trace_file.h"

/* How events are coded. A descriptor without levels is a single event whose expected successor did not come: it is in a
 * block of descriptors, but counts as irregular. */
typedef enum {
  EVENTS_TRACE_RSD,  /* one level: METRIC's regular section descriptors */
  EVENTS_TRACE_PRSD, /* more levels: those that repeat one */
  EVENTS_TRACE_IAD,  /* irregular accesses */
  EVENTS_TRACE_WAYS
} EventsTraceWay;

typedef struct {
  uint64_t descriptors[EVENTS_TRACE_WAYS];
  uint64_t events[EVENTS_TRACE_WAYS];
  /* Bytes in the file. Those of a compressed block are divided in proportion to the uncompressed bytes. */
  double bytes[EVENTS_TRACE_WAYS];
} EventsTraceCoding;

typedef struct {
  EventsTraceCoding *sources;           /* by source */
  EventsTraceCoding turns;              /* the interleave records */
  uint64_t levels[TRACE_DEPTH_MAX + 1]; /* descriptors by number of levels, without those of interleave records */
  uint64_t kinds[TRACE_KINDS];          /* events by kind */
  uint64_t *processors;                 /* events by processor */
  uint64_t *instructions;               /* by processor: the gaps before references, and the values of `run` events */
  uint32_t n_processors;
  uint64_t blocks[TRACE_BLOCKS]; /* number of blocks by kind */
  uint64_t stored[TRACE_BLOCKS]; /* their bytes in the file, with headers */
  uint64_t raw[TRACE_BLOCKS];    /* bytes of their uncompressed contents */
} EventsTraceCounts;

/* Counts the whole trace. Returns NULL and sets *error if the file is damaged. The caller frees the result with
 * events_trace_counts_free(). */
EventsTraceCounts *events_trace_counts_new(const EventsTraceFile *file, GError **error);
void events_trace_counts_free(EventsTraceCounts *counts);

/* Adds `more` to `sum`. */
void events_trace_coding_add(EventsTraceCoding *sum, const EventsTraceCoding *more);

/* Returns the sums over all ways of coding. */
uint64_t events_trace_coding_events(const EventsTraceCoding *coding);
double events_trace_coding_bytes(const EventsTraceCoding *coding);
