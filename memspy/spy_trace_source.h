/* spy_trace_source.h: the sources of a trace's events (docs/trace-format.md).
 *
 * A point is a reference in the program's code: the how-many-th of an instruction. It stays when the code is translated
 * again. A reference's source is its point with a gap: the instructions of the processor since its reference before. Most
 * points come with one gap or a few. A point that has had many takes the one that it has within its block; what is
 * missing becomes a `run` event before it.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef MEMSPY_SPY_TRACE_SOURCE_H
#define MEMSPY_SPY_TRACE_SOURCE_H

#include "memspy/spy_block.h"
#include "trace/trace_format.h"

typedef struct spy_trace_point spy_trace_point;

/* What a block keeps of each of its sites: the point, and its source with the gap that it had last. */
struct spy_traced_site {
  UInt gap; /* SPY_TRACE_NO_GAP: none yet */
  UInt source;
  spy_trace_point *point;
};
#define SPY_TRACE_NO_GAP (~0u)

/* Sets up what a block keeps of a site: number `order` of those of the instruction at `code`. `flags`: BIN_SITE_CALL or
 * BIN_SITE_RETURN where the block ends in that, besides the site's own. */
void spy_trace_site_init(spy_traced_site *traced, const bin_site *site, Addr code, UInt order, UInt flags);

/* The source of a site's next event. If need be a `run` event comes before. */
UInt spy_trace_source_look(spy_traced_site *traced, ULong gap);

static inline UInt spy_trace_source(spy_traced_site *traced, ULong gap) {
  return LIKELY(traced->gap == gap) ? traced->source : spy_trace_source_look(traced, gap);
}

/* The source of events of a kind that are no references, with its detail: a bin, a segment, a scope. */
UInt spy_trace_other_source(trace_kind kind, UInt detail);

/* A source by its number, where there is a log. */
const trace_source *spy_trace_get_source(UInt number);

/* Whether the format has room for some more sources. */
Bool spy_trace_source_room(void);

/* All sources are of a trace that has ended: the next one begins without. */
void spy_trace_sources_forget(void);

#endif
