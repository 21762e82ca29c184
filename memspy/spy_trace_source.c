/* spy_trace_source.c: see spy_trace_source.h.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "memspy/spy_trace_source.h"

#include "memspy/spy_state.h"
#include "memspy/spy_trace.h"

/* Gaps of a point that are told by sources of their own. */
enum { VARIANTS = 8 };

#define NO_SOURCE (~0u)

struct spy_trace_point {
  struct spy_trace_point *next; /* for VgHashTable, with the key */
  UWord key;                    /* address of the instruction */
  UInt order;                   /* among the instruction's references */
  UInt place;
  UShort last;
  UChar flags;
  UChar gap; /* within its block */
  UInt run;  /* source of its `run` events */
  UInt generation; /* of the trace whose sources these are */
  UInt n;
  struct {
    UInt gap, source;
  } variants[VARIANTS];
};

static VgHashTable *points;
static UInt generation = 1;

/* Sources by number, for the log. */
static XArray *sources; /* of trace_source */

static UInt new_source(const trace_source *source) {
  if (spy_trace_logs) {
    if (!sources) sources = VG_(newXA)(VG_(malloc), "spy.trace.sources", VG_(free), sizeof *source);
    VG_(addToXA)(sources, source);
  }
  return trace_compressor_source(spy_trace_compressor, source);
}

const trace_source *spy_trace_get_source(UInt number) { return VG_(indexXA)(sources, number); }

Bool spy_trace_source_room(void) {
  enum { SOME = 1 << 16 };
  return spy_trace_compressor->n_sources < TRACE_SOURCES_MAX - SOME;
}

/* ---- points ---- */

static Word different(const void *a, const void *b) {
  const spy_trace_point *x = a, *y = b;
  return x->order != y->order || x->place != y->place || x->last != y->last || x->flags != y->flags || x->gap != y->gap;
}

void spy_trace_site_init(spy_traced_site *traced, const bin_site *site, Addr code, UInt order, UInt flags) {
  /* Not BIN_SITE_FIXED: in the block that enters a loop the first addresses may be constant, and the loop's references
   * would be two sources' each. */
  const UInt told = BIN_SITE_KIND | BIN_SITE_GUARDED | BIN_SITE_CALL | BIN_SITE_RETURN;
  const spy_trace_point wanted = {.key = code,
                                  .order = order,
                                  .place = site->place,
                                  .last = site->last,
                                  .flags = (UChar)((site->flags & told) | flags),
                                  .gap = site->gap};
  if (!points) points = VG_(HT_construct)("spy.trace.points");
  spy_trace_point *point = VG_(HT_gen_lookup)(points, &wanted, different);
  if (!point) {
    point = VG_(malloc)("spy.trace.point", sizeof *point);
    *point = wanted;
    VG_(HT_add_node)(points, point);
  }
  *traced = (spy_traced_site){.gap = SPY_TRACE_NO_GAP, .point = point};
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
                               .detail = call ? bin_table_get_place(spy_table, point->place)->segment : 0,
                               .address = point->key};
  point->variants[point->n].gap = gap;
  point->variants[point->n].source = new_source(&source);
  return point->variants[point->n++].source;
}

static UInt find_variant(const spy_trace_point *point, ULong gap) {
  for (UInt i = 0; i < point->n; i++)
    if (point->variants[i].gap == gap) return point->variants[i].source;
  return NO_SOURCE;
}

static UInt run_source(spy_trace_point *point) {
  const trace_source source = {.kind = TRACE_RUN, .place = point->place, .address = point->key};
  if (point->run == NO_SOURCE) point->run = new_source(&source);
  return point->run;
}

UInt spy_trace_source_look(spy_traced_site *traced, ULong gap) {
  spy_trace_point *point = traced->point;
  if (point->generation != generation) {
    point->generation = generation;
    point->n = 0;
    point->run = NO_SOURCE;
    make_variant(point, point->gap);
  }
  UInt source = find_variant(point, gap);
  if (source == NO_SOURCE && (point->n == VARIANTS || gap >= SPY_TRACE_NO_GAP)) {
    spy_trace_event(run_source(point), gap - point->gap);
    return find_variant(point, point->gap);
  }
  if (source == NO_SOURCE) source = make_variant(point, (UInt)gap);
  traced->gap = (UInt)gap;
  traced->source = source;
  return source;
}

/* ---- others ---- */

static XArray *others[TRACE_KINDS]; /* by kind: of UInt: by detail, sources + 1 */

UInt spy_trace_other_source(trace_kind kind, UInt detail) {
  static const UInt none = 0;
  if (!others[kind]) others[kind] = VG_(newXA)(VG_(malloc), "spy.trace.others", VG_(free), sizeof(UInt));
  while (VG_(sizeXA)(others[kind]) <= (Word)detail) VG_(addToXA)(others[kind], &none);
  UInt *known = VG_(indexXA)(others[kind], detail);
  if (*known == 0) {
    const trace_source source = {.kind = kind, .detail = detail};
    *known = new_source(&source) + 1;
  }
  return *known - 1;
}

void spy_trace_sources_forget(void) {
  generation++;
  for (UInt kind = 0; kind < TRACE_KINDS; kind++)
    if (others[kind]) VG_(dropTailXA)(others[kind], VG_(sizeXA)(others[kind]));
  if (sources) VG_(dropTailXA)(sources, VG_(sizeXA)(sources));
  spy_blocks_forget_sources();
}
