/* ui_trace_counts.h: how a trace codes its events: how many by regular descriptors and how many one by one, and what
 * that takes of the file.
 *
 * Nothing is expanded: descriptors are counted, and only irregular accesses are gone through one by one.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_UI_TRACE_COUNTS_H
#define UI_UI_TRACE_COUNTS_H

#include "ui/trace/ui_trace_file.h"

/* The ways of coding events. A descriptor without a level is one event that was expected to go on: it stands in a block
 * of descriptors, but counts as irregular. */
typedef enum {
  UI_TRACE_RSD,  /* one level: METRIC's regular section descriptors */
  UI_TRACE_PRSD, /* more levels: those that repeat one */
  UI_TRACE_IAD,  /* irregular accesses */
  UI_TRACE_WAYS
} UiTraceWay;

typedef struct {
  uint64_t descriptors[UI_TRACE_WAYS];
  uint64_t events[UI_TRACE_WAYS];
  double bytes[UI_TRACE_WAYS]; /* of the file: a packed block's bytes are shared out by what they were before */
} UiTraceCoding;

typedef struct {
  UiTraceCoding *sources;               /* by source */
  UiTraceCoding turns;                  /* of the lane of the order */
  uint64_t levels[TRACE_DEPTH_MAX + 1]; /* descriptors by number of levels, those of turns left out */
  uint64_t kinds[TRACE_KINDS];          /* events of each */
  uint64_t *processors;                 /* events by processor */
  uint64_t
      *instructions; /* by processor, up to its last event: the gaps before references, and what `run` events say */
  uint32_t n_processors;
  uint64_t blocks[TRACE_BLOCKS]; /* by kind: how many, ... */
  uint64_t stored[TRACE_BLOCKS]; /* ... their bytes with headers, ... */
  uint64_t raw[TRACE_BLOCKS];    /* ... and of their contents, unpacked */
} UiTraceCounts;

/* Counts all. Returns NULL and sets *error when the file is damaged. The caller frees it with ui_trace_counts_free().
 */
UiTraceCounts *ui_trace_counts_new(const UiTraceFile *file, GError **error);
void ui_trace_counts_free(UiTraceCounts *counts);

/* Adds to `sum`. */
void ui_trace_coding_add(UiTraceCoding *sum, const UiTraceCoding *more);

/* All ways together. */
uint64_t ui_trace_coding_events(const UiTraceCoding *coding);
double ui_trace_coding_bytes(const UiTraceCoding *coding);

#endif
