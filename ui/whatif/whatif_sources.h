/* SPDX-License-Identifier: GPL-2.0-or-later
 * whatif_sources.h: the sources of a changed trace: those of the trace, and the additional sources that the changed
 * events need. Only whatif_map.c uses it. */
#pragma once

#include "trace/trace_format.h"
#include "ui/whatif/whatif_layout.h"

enum { WHATIF_SOURCES_WIDEST = 32 /* maximum size in bytes of a part of a reference that is split */ };

typedef struct {
  GArray *all;            /* trace_source: the sources of the trace come first */
  uint32_t word, release; /* indices of additional sources. One source of allocations for each plan follows them */
  /* narrower[size][source] is the index of a copy of the source whose references have this size in bytes.
   * narrower[size] is NULL if no reference gets this size. */
  uint32_t *narrower[WHATIF_SOURCES_WIDEST + 1];
} WhatifSources;

/* Makes the sources for a trace with the sources of_trace[n]. Call the next two functions before the sources are used;
 * the caller clears *sources with whatif_sources_clear(). */
void whatif_sources_init(WhatifSources *sources, const trace_source *of_trace, uint32_t n);

/* Adds a source of allocations for the bin of a plan. Call it for each plan, before whatif_sources_narrow(). */
void whatif_sources_add_plan(WhatifSources *sources, uint32_t bin);

/* Adds the narrower sources that a layout needs: for its pieces that narrow references, and for the parts of references
 * that are split. `n` is the number of sources of the trace. */
void whatif_sources_narrow(WhatifSources *sources, const WhatifLayout *layout, uint32_t n);
void whatif_sources_clear(WhatifSources *sources);

static inline const trace_source *whatif_sources_get(const WhatifSources *sources, uint32_t number) {
  return &g_array_index(sources->all, trace_source, number);
}
