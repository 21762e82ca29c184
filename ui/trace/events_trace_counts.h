/* SPDX-License-Identifier: GPL-2.0-or-later
 * events_trace_counts.h: counts how the events of a trace are coded: as regular descriptors or as irregular accesses.
 * For both, it counts the events, and the bytes that they take in the file.
 *
 * Descriptors are counted without expanding them. Only irregular accesses are read one by one. */
#pragma once

#include "ui/trace/events_trace_file.h"

/* The ways in which events are coded. A descriptor without levels is a single event, whose expected successor did not
 * come. It is stored in a block of descriptors, but counted as irregular. */
typedef enum {
  EVENTS_TRACE_RSD,  /* descriptors with one level, the regular section descriptors of METRIC */
  EVENTS_TRACE_PRSD, /* descriptors with more levels, which repeat other descriptors */
  EVENTS_TRACE_IAD,  /* irregular accesses */
  EVENTS_TRACE_WAYS
} EventsTraceWay;

typedef struct {
  uint64_t descriptors[EVENTS_TRACE_WAYS];
  uint64_t events[EVENTS_TRACE_WAYS];
  /* Number of bytes in the file. The bytes of a compressed block are divided in proportion to the uncompressed
   * bytes. */
  double bytes[EVENTS_TRACE_WAYS];
} EventsTraceCoding;

typedef struct {
  EventsTraceCoding *sources; /* indexed by source */
  EventsTraceCoding turns;    /* counts of the interleave records */
  /* indexed by number of levels: number of descriptors, without the descriptors of interleave records */
  uint64_t levels[TRACE_DEPTH_MAX + 1];
  uint64_t kinds[TRACE_KINDS]; /* number of events of each kind */
  uint64_t *processors;        /* number of events of each processor */
  /* indexed by processor: the number of instructions: the gaps before references, and the values of `run` events */
  uint64_t *instructions;
  uint32_t n_processors;
  uint64_t blocks[TRACE_BLOCKS]; /* number of blocks by kind */
  uint64_t stored[TRACE_BLOCKS]; /* size in the file, with headers, of the blocks of each kind, in bytes */
  uint64_t raw[TRACE_BLOCKS];    /* size of the uncompressed contents of the blocks of each kind, in bytes */
} EventsTraceCounts;

/* Counts the events of the whole trace. Returns NULL and sets *error if the file is damaged. The caller frees the
 * result with events_trace_counts_free(). */
EventsTraceCounts *events_trace_counts_new(const EventsTraceFile *file, GError **error);
void events_trace_counts_free(EventsTraceCounts *counts);

/* Adds `more` to `sum`. */
void events_trace_coding_add(EventsTraceCoding *sum, const EventsTraceCoding *more);

/* The next two functions return the sum of the events, and of the bytes, over all ways of coding. */
uint64_t events_trace_coding_events(const EventsTraceCoding *coding);
double events_trace_coding_bytes(const EventsTraceCoding *coding);
