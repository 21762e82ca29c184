/* spy_trace_source.c: see spy_trace_source.h. SPDX-License-Identifier: GPL-2.0-or-later */
#include "memspy/trace/spy_trace_source.h"

#include "memspy/setup/spy_state.h"
#include "memspy/trace/spy_trace_emit.h"

/* The maximum number of gaps of a point that have their own sources. */
enum { VARIANTS = 8 };

#define NO_SOURCE (~0u)

struct spy_trace_point {
  struct spy_trace_point *next; /* for VgHashTable, together with the key */
  UWord key;                    /* address of the instruction */
  UInt order;                   /* index among the instruction's references */
  UInt place;
  UShort last;
  UChar flags;
  UChar gap;       /* gap of the point within its block */
  UInt run;        /* source of its `run` events */
  UInt generation; /* generation of the trace to which these sources belong */
  UInt n;
  struct {
    UInt gap, source;
  } variants[VARIANTS];
};

static VgHashTable *points;
static UInt generation = 1;

Bool spy_trace_source_room(void) {
  enum { SOME = 1 << 16 };
  return spy_trace.compressor->n_sources < TRACE_SOURCES_MAX - SOME;
}

/* ---- points ---- */

static Word different(const void *a, const void *b) {
  const spy_trace_point *x = a, *y = b;
  return x->order != y->order || x->place != y->place || x->last != y->last || x->flags != y->flags || x->gap != y->gap;
}

spy_trace_point *spy_trace_point_of(const bin_site *site, Addr code, UInt order, UInt flags) {
  /* BIN_SITE_FIXED is excluded: in the block that enters a loop the first addresses can be constant, and the references
   * of the loop would then have two sources each. */
  const UInt kept = BIN_SITE_KIND | BIN_SITE_GUARDED | BIN_SITE_CALL | BIN_SITE_RETURN;
  const spy_trace_point wanted = {.key = code,
                                  .order = order,
                                  .place = site->place,
                                  .last = site->last,
                                  .flags = (UChar)((site->flags & kept) | flags),
                                  .gap = site->gap};
  if (!points) points = VG_(HT_construct)("spy.trace.points");
  spy_trace_point *point = VG_(HT_gen_lookup)(points, &wanted, different);
  if (!point) {
    point = VG_(malloc)("spy.trace.point", sizeof *point);
    *point = wanted;
    VG_(HT_add_node)(points, point);
  }
  return point;
}

static trace_kind kind_of(UInt flags) {
  switch (flags & BIN_SITE_KIND) {
    case COH_READ: return TRACE_READ;
    case COH_WRITE: return TRACE_WRITE;
    default: return TRACE_MODIFY;
  }
}

static UInt make_variant(spy_trace_point *point, UInt gap) {
  const Bool call = (point->flags & BIN_SITE_CALL) != 0;
  const trace_source source = {.kind = kind_of(point->flags),
                               .flags = point->flags & ~(UInt)BIN_SITE_KIND,
                               .gap = gap,
                               .size = point->last + 1u,
                               .place = point->place,
                               .detail = call ? bin_table_get_place(spy_table, point->place)->function : 0,
                               .address = point->key};
  point->variants[point->n].gap = gap;
  point->variants[point->n].source = spy_trace_new_source(&source);
  return point->variants[point->n++].source;
}

static UInt find_variant(const spy_trace_point *point, ULong gap) {
  for (UInt i = 0; i < point->n; i++)
    if (point->variants[i].gap == gap) return point->variants[i].source;
  return NO_SOURCE;
}

static UInt run_source(spy_trace_point *point) {
  const trace_source source = {.kind = TRACE_RUN, .place = point->place, .address = point->key};
  if (point->run == NO_SOURCE) point->run = spy_trace_new_source(&source);
  return point->run;
}

/* Returns the source of a point with the gap within the block, which is the first variant. */
static UInt base_source(spy_trace_point *point) {
  if (point->generation != generation) {
    point->generation = generation;
    point->n = 0;
    point->run = NO_SOURCE;
    make_variant(point, point->gap);
  }
  return point->variants[0].source;
}

/* Returns the source of a point's next event, and sets *gap to the source's gap. Adds a `run` event before the next
 * event if necessary. */
static UInt look(spy_trace_point *point, ULong *gap) {
  const UInt base = base_source(point), known = find_variant(point, *gap);
  if (known != NO_SOURCE) return known;
  if (point->n < VARIANTS && *gap < SPY_TRACE_NO_GAP) return make_variant(point, (UInt)*gap);
  spy_trace_event(run_source(point), *gap - point->gap);
  *gap = point->gap;
  return base;
}

/* ---- blocks ---- */

static SizeT bytes_of_sources(UInt n) { return VG_ROUNDUP(sizeof(spy_traced) + n * sizeof(UInt), sizeof(UWord)); }

SizeT spy_traced_bytes(UInt n) { return bytes_of_sources(n) + n * sizeof(spy_trace_point *); }

spy_traced *spy_traced_init(void *place, const bin_site *sites, UInt n) {
  spy_traced *traced = place;
  *traced = (spy_traced){.points = (spy_trace_point **)((HChar *)place + bytes_of_sources(n)),
                         .gap = SPY_TRACE_NO_GAP,
                         .first = n != 0 ? sites[0].gap : 0};
  return traced;
}

void spy_traced_know(spy_traced *traced, UInt n) {
  for (UInt i = traced->known; i < n; i++)
    if (i != 0) traced->sources[i] = base_source(traced->points[i]);
  traced->known = (UShort)n;
}

void spy_traced_look(spy_traced *traced, ULong gap) {
  traced->sources[0] = look(traced->points[0], &gap);
  traced->gap = (UInt)gap;
}

UInt spy_traced_source(spy_traced *traced, UInt site, ULong gap) {
  if (site != 0) return look(traced->points[site], &gap);
  spy_traced_first(traced, gap);
  return traced->sources[0];
}

/* ---- sources of other events ---- */

static struct {
  UInt *sources; /* indexed by detail: number of the source + 1; 0: none yet */
  UInt room;
} others[TRACE_KINDS];

static UInt other_source(trace_kind kind, UInt detail) {
  if (UNLIKELY(detail >= others[kind].room)) {
    const UInt room = others[kind].room, more = detail + 1 + room;
    others[kind].sources = VG_(realloc)("spy.trace.others", others[kind].sources, more * sizeof(UInt));
    others[kind].room = more;
    VG_(memset)(others[kind].sources + room, 0, (more - room) * sizeof(UInt));
  }
  UInt *known = &others[kind].sources[detail];
  if (UNLIKELY(*known == 0)) {
    const trace_source source = {.kind = kind, .detail = detail};
    *known = spy_trace_new_source(&source) + 1;
  }
  return *known - 1;
}

static void forget_block(spy_block *block) {
  spy_traced *traced = spy_block_traced(block);
  if (!traced) return;
  traced->gap = SPY_TRACE_NO_GAP;
  traced->known = 0;
}

void spy_trace_sources_forget(void) {
  generation++;
  for (UInt kind = 0; kind < TRACE_KINDS; kind++) others[kind].room = 0;
  spy_blocks_visit(forget_block);
}

void spy_trace_emit(trace_kind kind, UInt detail, ULong value) { spy_trace_event(other_source(kind, detail), value); }
