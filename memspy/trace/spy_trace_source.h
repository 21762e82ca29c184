/* spy_trace_source.h: the sources of a trace's events (docs/trace-format.md).
 *
 * A point is a reference in the program's code: the how-many-th of an instruction. It stays when the code is translated
 * again. A reference's source is its point with a gap: the instructions of the processor since its reference before.
 * Most points come with one gap or a few. A point that has had many takes the one that it has within its block; what is
 * missing becomes a `run` event before it.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef MEMSPY_SPY_TRACE_SOURCE_H
#define MEMSPY_SPY_TRACE_SOURCE_H

#include "memspy/record/spy_block.h"
#include "trace/trace_format.h"

typedef struct spy_trace_point spy_trace_point;

/* What a block keeps of its sites. A run of it touches little of that: where all its references are made, only the
 * first one's gap is not always the same. */
struct spy_traced {
  spy_trace_point **points; /* by site */
  UInt gap;                 /* of sources[0]; SPY_TRACE_NO_GAP: it is not known yet */
  UShort known;             /* sources that are known, the first one aside */
  UChar first;              /* gap of the first site within its block */
  UInt sources[];           /* by site: the first one's with the gap that it had last, others' with their gap within the
                             * block */
};
#define SPY_TRACE_NO_GAP (~0u)

/* Bytes of what a block with n sites keeps. */
SizeT spy_traced_bytes(UInt n);

/* Sets that up, at a place for so many bytes, aligned to 8; the points are to be set then. */
spy_traced *spy_traced_init(void *place, const bin_site *sites, UInt n);

/* The point of a site: number `order` of those of the instruction at `code`. `flags`: BIN_SITE_CALL or BIN_SITE_RETURN
 * where the block ends in that, besides the site's own. */
spy_trace_point *spy_trace_point_of(const bin_site *site, Addr code, UInt order, UInt flags);

/* Makes the first n sources of a block known. */
void spy_traced_know(spy_traced *traced, UInt n);

/* Makes traced->sources[0] that of the first site's next event, which comes after `gap`. If need be a `run` event comes
 * before. */
void spy_traced_look(spy_traced *traced, ULong gap);
static inline void spy_traced_first(spy_traced *traced, ULong gap) {
  if (UNLIKELY(traced->gap != gap)) spy_traced_look(traced, gap);
}

/* The source of any site's next event, likewise. */
UInt spy_traced_source(spy_traced *traced, UInt site, ULong gap);

/* The source of events of a kind that are no references, with its detail: a bin, a segment, a scope. */
UInt spy_trace_other_source(trace_kind kind, UInt detail);

/* Whether the format has room for some more sources. */
Bool spy_trace_source_room(void);

/* All sources are of a trace that has ended: the next one begins without. */
void spy_trace_sources_forget(void);

/* An event of a kind that is no reference, with its detail, of the processor whose turn it is. */
void spy_trace_emit(trace_kind kind, UInt detail, ULong value);

#endif
