/* SPDX-License-Identifier: GPL-2.0-or-later
 * whatif_map.h: transforms the events of a trace so that some data have other addresses.
 *
 * A plan describes the change of a bin's blocks, variables and ranges. The map changes the events that begin and end
 * them, and the references to them; it passes all other events unchanged. The first byte of a reference determines its
 * block; bytes after the end of the block stay contiguous with it. */
#pragma once

#include "machine/mach_config.h"
#include "trace/trace_batch.h"
#include "trace/trace_format.h"
#include "ui/whatif/whatif_layout.h"
#include "ui/whatif/whatif_place.h"

/* Bytes of a large page. */
#define WHATIF_HUGE ((uint64_t)2 << 20)

/* The placement of pages on nodes. */
typedef struct {
  mach_placement placement;
  uint32_t node; /* MACH_FIXED_NODE: the node */
} WhatifHome;

/* A field of a struct, which the elements of several arrays become. The first objects of all fields' bins share memory,
 * then the second objects, and so on. */
typedef struct {
  uint32_t join;   /* equal for all fields of one struct; 0: no field */
  uint32_t number; /* number of the field; the memory belongs to the bin of field 0, at the site of its plan */
} WhatifColumn;

/* The change of a bin's data. */
typedef struct {
  uint32_t bin;         /* number in the tables of the trace */
  WhatifLayout *layout; /* NULL: unchanged */
  uint64_t room;        /* sizes are rounded up to a multiple of this; 0: unchanged */
  uint64_t least;       /* objects with fewer bytes do not move */
  bool yields;          /* if the program names a part of an object or moves it: true returns the object to its old
                             address, false refuses the change */
  bool is_private;      /* each thread has a copy */
  bool is_huge;         /* the pages of its data have WHATIF_HUGE bytes */
  bool is_placed;       /* `home` determines the node of the pages of its data */
  WhatifHome home;
  WhatifSite site;
  WhatifColumn column; /* if used: `layout` is that of the struct, the plan is not private, and `room` is 0 */

  /* Results for the report. */
  uint64_t objects, bytes_before, bytes_after; /* moved blocks, variables and ranges; each copy counts */
  uint64_t references;                         /* counted references to them */
} WhatifPlan;

typedef struct WhatifMap WhatifMap;

/* Receives changed events, in order, like trace_replay_columns(). Returns NULL, or a phrase if they are invalid. */
typedef const char *WhatifMapSink(void *closure, const trace_batch *batch, const trace_column *columns, uint32_t n);

/* Makes a map for events of n sources by n_plans plans, at most one for each bin; both must outlive it. Free the result
 * with whatif_map_free(). */
WhatifMap *whatif_map_new(const trace_source *sources, uint32_t n, WhatifPlan *plans, uint32_t n_plans);
void whatif_map_free(WhatifMap *map);

/* Returns the *n sources of changed events: those of the trace, then additional ones. Owned by the map. */
const trace_source *whatif_map_sources(const WhatifMap *map, uint32_t *n);

/* Returns the *n ranges of memory with a placement of pages, for coh_system_place(). Owned by the map. */
const mach_zone *whatif_map_zones(const WhatifMap *map, uint32_t *n);

/* Changes the next events and passes them to the sink. Returns NULL, or a phrase: an error of the sink, or the reason
 * for which a change is refused. */
const char *whatif_map_batch(WhatifMap *map, const trace_batch *batch, WhatifMapSink *sink, void *closure);

/* The refusal of a change. */
typedef struct {
  const char *what; /* the reason; also the allowed changes, unless a reference prevents this one; NULL: not refused */
  uint32_t plan;    /* number of the plan */
  uint32_t source;  /* source of the reference that prevents the change; WHATIF_NO_SOURCE: none */
  uint64_t offset;  /* offset of its first byte in the block */
} WhatifRefusal;
#define WHATIF_NO_SOURCE UINT32_MAX
const WhatifRefusal *whatif_map_refusal(const WhatifMap *map);
