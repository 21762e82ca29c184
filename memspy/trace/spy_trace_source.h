/* spy_trace_source.h: the sources of a trace's events (docs/trace-format.md).
 *
 * A point is a reference in the program's code: an instruction, and the index of the reference in it. Points stay when
 * code is translated again. The source of a reference is its point with a gap: the number of instructions of the
 * processor since its previous reference. Most points have only a few gaps. If a point has many gaps, its source has
 * the gap within the block; the difference becomes a `run` event before the reference.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/record/spy_block.h"
#include "trace/trace_format.h"

typedef struct spy_trace_point spy_trace_point;

/* The sources of a block's sites. A block run usually reads only a small part of this struct: if all references are
 * made, only the gap of the first one varies. */
struct spy_traced {
  spy_trace_point **points; /* indexed by site */
  UInt gap;                 /* gap of sources[0]; SPY_TRACE_NO_GAP: not known yet */
  UShort known;             /* number of known sources, not counting sources[0] */
  UChar first;              /* gap of the first site within its block */
  UInt sources[];           /* indexed by site: for the first site, the source with its last gap; for other sites, the
                               source with the gap within the block */
};
#define SPY_TRACE_NO_GAP (~0u)

/* Returns the number of bytes for a block with n sites. */
SizeT spy_traced_bytes(UInt n);

/* Initializes the sources of a block in `place`, which has that number of bytes and is aligned to 8. The caller sets
 * the points. */
spy_traced *spy_traced_init(void *place, const bin_site *sites, UInt n);

/* Returns the point of a site. `order` is its index among the sites of the instruction at `code`. `flags` are flags in
 * addition to the site's own: BIN_SITE_CALL or BIN_SITE_RETURN if the block ends with a call or return, and
 * TRACE_ATOMIC. */
spy_trace_point *spy_trace_point_of(const bin_site *site, Addr code, UInt order, UInt flags);

/* Determines the first n sources of a block. */
void spy_traced_know(spy_traced *traced, UInt n);

/* The first site's next event has the gap `gap`. Sets traced->sources[0] to the source of this event. Adds a `run`
 * event before the event if necessary. */
void spy_traced_look(spy_traced *traced, ULong gap);
static inline void spy_traced_first(spy_traced *traced, ULong gap) {
  if (UNLIKELY(traced->gap != gap)) spy_traced_look(traced, gap);
}

/* As spy_traced_look(), but for any site: returns the source of its next event. */
UInt spy_traced_source(spy_traced *traced, UInt site, ULong gap);

/* Returns whether the format has room for more sources. */
Bool spy_trace_source_room(void);

/* Drops all sources. Call when the trace to which they belong has ended. */
void spy_trace_sources_forget(void);

/* Adds an event of the turn's processor whose kind is not a reference. The event has a detail: a bin, a segment or a
 * scope. */
void spy_trace_emit(trace_kind kind, UInt detail, ULong value);
