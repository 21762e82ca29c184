/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/whatif/whatif_sources.h"

static uint32_t add(WhatifSources *sources, trace_kind kind, uint32_t bin) {
  const trace_source source = {.kind = kind, .detail = bin};
  g_array_append_val(sources->all, source);
  return sources->all->len - 1;
}

/* Adds a narrower source of `bytes` bytes for each of the first n sources whose references are wider. */
static void add_narrower(WhatifSources *sources, uint64_t bytes, uint32_t n) {
  if (sources->narrower[bytes] != NULL) return;
  uint32_t *twins = sources->narrower[bytes] = g_new0(uint32_t, n);
  for (uint32_t i = 0; i < n; i++) {
    trace_source source = *whatif_sources_get(sources, i);
    if (source.kind > TRACE_MODIFY || source.size <= bytes) continue;
    source.size = (uint8_t)bytes;
    twins[i] = sources->all->len;
    g_array_append_val(sources->all, source);
  }
}

void whatif_sources_init(WhatifSources *sources, const trace_source *of_trace, uint32_t n) {
  *sources = (WhatifSources){.all = g_array_new(FALSE, FALSE, sizeof(trace_source))};
  g_array_append_vals(sources->all, of_trace, n);
  sources->word = add(sources, TRACE_WORD, 0);
  sources->release = add(sources, TRACE_RELEASE, 0);
}

void whatif_sources_add_plan(WhatifSources *sources, uint32_t bin) { add(sources, TRACE_ALLOCATE, bin); }

void whatif_sources_narrow(WhatifSources *sources, const WhatifLayout *layout, uint32_t n) {
  for (uint64_t bytes = 1; bytes <= WHATIF_SOURCES_WIDEST; bytes *= 2) add_narrower(sources, bytes, n);
  for (guint p = 0; p < layout->pieces->len; p++) {
    const WhatifPiece *piece = &g_array_index(layout->pieces, WhatifPiece, p);
    if (piece->narrows) add_narrower(sources, piece->kept, n);
  }
}

void whatif_sources_clear(WhatifSources *sources) {
  g_array_free(sources->all, TRUE);
  for (unsigned i = 0; i <= WHATIF_SOURCES_WIDEST; i++) g_free(sources->narrower[i]);
}
