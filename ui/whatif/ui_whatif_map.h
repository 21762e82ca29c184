/* ui_whatif_map.h: the events of a trace as they would be if some data lay elsewhere.
 *
 * A plan says for a bin what becomes of its blocks, variables and ranges. Events that make and end them, and references
 * to them, are changed; all others are handed on as they are. What a reference belongs to is found as long as its
 * first byte is in the block; bytes behind the end of a block stay next to it.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_UI_WHATIF_MAP_H
#define UI_UI_WHATIF_MAP_H

#include "coherence/coh_config.h"
#include "trace/trace_batch.h"
#include "trace/trace_format.h"
#include "ui/whatif/ui_whatif_layout.h"
#include "ui/whatif/ui_whatif_place.h"

/* Bytes of a large page. */
#define UI_WHATIF_HUGE ((uint64_t)2 << 20)

/* Where pages are. */
typedef struct {
  coh_placement placement;
  uint32_t node; /* COH_FIXED_NODE: which */
} UiWhatifHome;

/* A field of the struct that elements of several arrays become. The first object of each field's bins share memory,
 * then the second of each, and so on. */
typedef struct {
  uint32_t join;   /* fields of one struct have the same number; 0: of none */
  uint32_t number; /* of the field: the memory is of the bin of 0, and where its plan says */
} UiWhatifColumn;

/* What becomes of the data of a bin. */
typedef struct {
  uint32_t bin;           /* number in the tables of the trace */
  UiWhatifLayout *layout; /* NULL: as it is */
  uint64_t room;          /* each takes a multiple of so many bytes; 0: what it has */
  uint64_t least;         /* what has fewer bytes stays where it is */
  bool yields;            /* what the program names a part of, or moves itself, goes back; else that is refused */
  bool is_private;        /* a copy for each thread */
  bool is_huge;           /* its pages are of UI_WHATIF_HUGE bytes */
  bool is_placed;         /* its pages are where `home` says */
  UiWhatifHome home;
  UiWhatifSite site;
  UiWhatifColumn column; /* with the layout of the struct in which the elements are, not private, without `room` */

  /* What was done, for a report. */
  uint64_t objects, bytes_before, bytes_after; /* blocks, variables, ranges; copies count by themselves */
  uint64_t references;                         /* that are counted */
} UiWhatifPlan;

typedef struct UiWhatifMap UiWhatifMap;

/* Takes changed events, in order, as trace_replay_columns() does. Returns NULL, or what is wrong with them. */
typedef const char *UiWhatifMapSink(void *closure, const trace_batch *batch, const trace_column *columns, uint32_t n);

/* Makes a map for events of these sources by n_plans plans, no two of one bin; both must outlive it. Free with
 * ui_whatif_map_free(). */
UiWhatifMap *ui_whatif_map_new(const trace_source *sources, uint32_t n, UiWhatifPlan *plans, uint32_t n_plans);
void ui_whatif_map_free(UiWhatifMap *map);

/* The sources of changed events: those of the trace, and some behind. *n of them; they belong to the map. */
const trace_source *ui_whatif_map_sources(const UiWhatifMap *map, uint32_t *n);

/* Memory of the plans that say where pages are, for coh_system_place(). *n of them; they belong to the map. */
const coh_zone *ui_whatif_map_zones(const UiWhatifMap *map, uint32_t *n);

/* Changes the next events. Returns NULL, or what is wrong: what the sink said, or that a change cannot be made. */
const char *ui_whatif_map_batch(UiWhatifMap *map, const trace_batch *batch, UiWhatifMapSink *sink, void *closure);

/* Why a change cannot be made. */
typedef struct {
  const char *what; /* a phrase, with what is allowed if no reference is at fault; NULL: it can */
  uint32_t plan;    /* number of the plan */
  uint32_t source;  /* of the reference at fault; UI_WHATIF_NO_SOURCE: none is */
  uint64_t offset;  /* of its first byte in the block */
} UiWhatifRefusal;
#define UI_WHATIF_NO_SOURCE UINT32_MAX
const UiWhatifRefusal *ui_whatif_map_refusal(const UiWhatifMap *map);

#endif
