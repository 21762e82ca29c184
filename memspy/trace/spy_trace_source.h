/* spy_trace_source.h: the sources of a trace's events (docs/trace-format.md).
 *
 * A point is a reference in the program's code, by instruction and index, and stays when the code is translated again.
 * The source of a reference is its point with a gap: the instructions of the processor since its previous reference.
 * Most points have one gap or a few. A point with many gaps uses the one within its block; the difference becomes a
 * `run` event before it.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/record/spy_block.h"
#include "trace/trace_format.h"

typedef struct spy_trace_point spy_trace_point;

/* The sources of a block's sites. A run of it reads little of that: if all its references are made, only the first
 * one's gap varies. */
struct spy_traced {
  spy_trace_point **points; /* by site */
  UInt gap;                 /* gap of sources[0]; SPY_TRACE_NO_GAP: unknown yet */
  UShort known;             /* number of known sources, without the first */
  UChar first;              /* gap of the first site within its block */
  UInt sources[];           /* by site: the first one's with its last gap, others' with their gaps within the block */
};
#define SPY_TRACE_NO_GAP (~0u)

/* The bytes for a block with n sites. */
SizeT spy_traced_bytes(UInt n);

/* Initializes them at a place of that size, aligned to 8; the caller sets the points. */
spy_traced *spy_traced_init(void *place, const bin_site *sites, UInt n);

/* The point of a site: index `order` among those of the instruction at `code`. `flags`: BIN_SITE_CALL or
 * BIN_SITE_RETURN if the block ends with one, in addition to the site's own. */
spy_trace_point *spy_trace_point_of(const bin_site *site, Addr code, UInt order, UInt flags);

/* Determines the first n sources of a block. */
void spy_traced_know(spy_traced *traced, UInt n);

/* Sets traced->sources[0] to the source of the first site's next event, which has `gap`, after adding a `run` event if
 * necessary. */
void spy_traced_look(spy_traced *traced, ULong gap);
static inline void spy_traced_first(spy_traced *traced, ULong gap) {
  if (UNLIKELY(traced->gap != gap)) spy_traced_look(traced, gap);
}

/* The source of any site's next event, as spy_traced_look(). */
UInt spy_traced_source(spy_traced *traced, UInt site, ULong gap);

/* Whether the format has room for further sources. */
Bool spy_trace_source_room(void);

/* Drops all sources, which belong to a trace that has ended. */
void spy_trace_sources_forget(void);

/* Adds an event of a kind other than references, with its detail (a bin, a segment, a scope), of the turn's
 * processor. */
void spy_trace_emit(trace_kind kind, UInt detail, ULong value);
