/* SPDX-License-Identifier: GPL-2.0-or-later
 * whatif_map.h: changes the events of a trace so that some data have other addresses.
 *
 * A plan describes the change of a bin's blocks, variables and named ranges. The map changes the events that begin and
 * end these data, and the references to them. It passes all other events on without change. The first byte of a
 * reference determines its block. If the reference extends beyond the end of the block, the bytes after the block
 * remain contiguous with the block. */
#pragma once

#include "machine/mach_config.h"
#include "trace/trace_batch.h"
#include "trace/trace_format.h"
#include "ui/whatif/whatif_layout.h"
#include "ui/whatif/whatif_place.h"

/* The size of a large page in bytes. */
#define WHATIF_HUGE ((uint64_t)2 << 20)

/* The placement of pages on memory nodes. */
typedef struct {
  mach_placement placement;
  uint32_t node; /* for MACH_FIXED_NODE: number of the node */
} WhatifHome;

/* Several arrays can be combined into one array of structs. This describes one field of the struct. The data of each
 * field are a bin. The first objects of the bins of all fields share memory, and so do the second objects, and so
 * on. */
typedef struct {
  uint32_t join;   /* number that is equal for all fields of one struct; 0: the data do not become a field */
  uint32_t number; /* number of the field; the shared memory belongs to the bin of field 0, at the site of that field's
                      plan */
} WhatifColumn;

/* The change of one bin's data. */
typedef struct {
  uint32_t bin;         /* number of the bin in the tables of the trace */
  WhatifLayout *layout; /* new layout of the data; NULL: the layout does not change */
  uint64_t room;        /* in bytes: the size of each object is rounded up to a multiple of this; 0: it does not
                           change */
  uint64_t least;       /* objects with fewer bytes than this do not move */
  bool yields;          /* behaviour if the program names a part of an object, or moves the object. true: the object
                           returns to its old address; false: the change is refused */
  bool is_private;      /* whether each thread has a private copy */
  bool is_huge;         /* whether the pages of the data have WHATIF_HUGE bytes */
  bool is_placed;       /* whether `home` determines the node of the pages of the data */
  WhatifHome home;
  WhatifSite site;
  WhatifColumn column; /* if `join` is not 0, `layout` is the layout of the struct, the plan is not private, and `room`
                          is 0 */

  /* Results for the report. */
  uint64_t objects, bytes_before, bytes_after; /* number of moved blocks, variables and ranges, and their sizes; each
                                                  private copy counts */
  uint64_t references;                         /* number of counted references to the moved data */
} WhatifPlan;

typedef struct WhatifMap WhatifMap;

/* The type of a function that receives the changed events in order, as trace_replay_columns() does. It returns NULL, or
 * a phrase that describes why the events are not valid. */
typedef const char *WhatifMapSink(void *closure, const trace_batch *batch, const trace_column *columns, uint32_t n);

/* Returns a map for the events of n sources, according to n_plans plans, at most one for each bin. The sources and the
 * plans must outlive the map. The caller frees it with whatif_map_free(). */
WhatifMap *whatif_map_new(const trace_source *sources, uint32_t n, WhatifPlan *plans, uint32_t n_plans);
void whatif_map_free(WhatifMap *map);

/* Returns the sources of the changed events, and sets *n to their number. The sources of the trace come first, then
 * additional ones. The map owns the array. */
const trace_source *whatif_map_sources(const WhatifMap *map, uint32_t *n);

/* Returns the ranges of memory for which plans determine the placement of pages, for coh_system_place(), and sets *n to
 * their number. The map owns the array. */
const mach_zone *whatif_map_zones(const WhatifMap *map, uint32_t *n);

/* Changes the next events and passes them to the sink. Returns NULL, or a phrase. The phrase is an error of the sink,
 * or the reason why a change is refused. */
const char *whatif_map_batch(WhatifMap *map, const trace_batch *batch, WhatifMapSink *sink, void *closure);

/* Why and where a change was refused. */
typedef struct {
  const char *what; /* the reason, followed by the allowed changes unless a reference prevents this change; NULL: not
                       refused */
  uint32_t plan;    /* number of the plan that was refused */
  uint32_t source;  /* number of the source whose reference prevents the change; WHATIF_NO_SOURCE: none */
  uint64_t offset;  /* offset of the reference's first byte in the block */
} WhatifRefusal;
#define WHATIF_NO_SOURCE UINT32_MAX
const WhatifRefusal *whatif_map_refusal(const WhatifMap *map);
