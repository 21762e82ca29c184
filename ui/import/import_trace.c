/* SPDX-License-Identifier: GPL-2.0-or-later
 * import_trace.c: see import_trace.h.
 *
 * Two kinds of instructions become `run` events: those that do not fit into the gap of a source, and those of
 * references beyond the limit of sources. References beyond this limit have no instruction. */
#include "ui/import/import_trace.h"

#include <string.h>
#include <zstd.h>

enum {
  SOURCES_MOST = 1 << 23, /* sources of instructions; a trace has at most 2^24 sources */
  AREAS_MOST = 1 << 12,
  NEAR = (1 << 20) >> IMPORT_TRACE_CHUNK, /* chunks of an area are at most 1 MB apart */
  FIRST = 1                               /* number of the first bin after `unknown` */
};

/* ---- events ---- */

static uint32_t make_source(ImportTrace *trace, trace_kind kind, uint64_t detail) {
  return trace_compressor_source(trace->compressor, &(trace_source){.kind = kind, .detail = detail});
}

/* Adds an event on a range of memory. */
static void put_range(ImportTrace *trace, uint32_t source, uint64_t start, uint64_t bytes) {
  trace_compressor_event(trace->compressor, trace->word_source, bytes);
  trace_compressor_event(trace->compressor, source, start);
}

/* Adds all instructions of the gap except the last `rest` instructions. */
static void put_run(ImportTrace *trace, uint64_t rest) {
  if (trace->now.gap <= rest) return;
  trace_compressor_event(trace->compressor, trace->run_source, trace->now.gap - rest);
  trace->now.gap = rest;
}

void import_trace_run(ImportTrace *trace) { put_run(trace, 1); }

/* Returns the place of the current instruction. */
static uint32_t find_place(ImportTrace *trace) {
  const uint32_t *known = plat_map_find(&trace->places, trace->now.address);
  if (known != NULL) return *known;
  const uint32_t place = trace->addresses->len;
  *plat_map_add(&trace->places, trace->now.address) = place;
  g_array_append_val(trace->addresses, trace->now.address);
  return place;
}

uint32_t import_trace_source(ImportTrace *trace, trace_kind kind, uint32_t size, ImportRecent *recent) {
  const bool full = trace->sources.used >= SOURCES_MOST;
  if (full) put_run(trace, 0);
  const uint32_t place = full ? 0 : find_place(trace), key = import_trace_key(trace, kind, size);
  const uint64_t address = g_array_index(trace->addresses, uint64_t, place), number = (uint64_t)place << 26 | key;
  const uint32_t *known = plat_map_find(&trace->sources, number);
  const uint32_t source = known != NULL
                              ? *known
                              : trace_compressor_source(trace->compressor, &(trace_source){.kind = kind,
                                                                                           .gap = trace->now.gap,
                                                                                           .size = size,
                                                                                           .place = place,
                                                                                           .address = address});
  if (known == NULL) *plat_map_add(&trace->sources, number) = source;
  if (!full) *recent = (ImportRecent){trace->now.address, key, source};
  return source;
}

/* ---- memory ---- */

/* Returns the area + 1 of the nearest chunk that has one; 0: no area is near. */
static uint32_t find_area(const ImportTrace *trace, uint64_t chunk) {
  for (uint64_t distance = 1; distance <= NEAR; distance++) {
    const uint32_t *below = distance <= chunk ? plat_map_find(&trace->chunks, chunk - distance) : NULL;
    if (below != NULL && *below != 0) return *below;
    const uint32_t *above = plat_map_find(&trace->chunks, chunk + distance);
    if (above != NULL && *above != 0) return *above;
  }
  return 0;
}

/* Returns the area + 1 for a chunk, which can be a new one. */
static uint32_t take_area(ImportTrace *trace, uint64_t chunk) {
  const uint32_t near = find_area(trace, chunk);
  if (near != 0 || trace->areas->len >= AREAS_MOST) return near;
  const ImportArea area = {
      .start = chunk << IMPORT_TRACE_CHUNK,
      .source = make_source(trace, TRACE_MAP, FIRST + trace->symbols->variables->len + trace->areas->len)};
  g_array_append_val(trace->areas, area);
  return trace->areas->len;
}

void import_trace_chunk(ImportTrace *trace, uint64_t address) {
  const uint64_t chunk = address >> IMPORT_TRACE_CHUNK;
  trace->known[chunk % IMPORT_TRACE_CHUNKS] = chunk;
  if (address >= IMPORT_TRACE_END || plat_map_find(&trace->chunks, chunk) != NULL) return;
  const uint32_t number = take_area(trace, chunk);
  *plat_map_add(&trace->chunks, chunk) = number;
  if (number == 0) return;
  ImportArea *area = &g_array_index(trace->areas, ImportArea, number - 1);
  area->start = MIN(area->start, chunk << IMPORT_TRACE_CHUNK);
  area->chunks++;
  put_range(trace, area->source, chunk << IMPORT_TRACE_CHUNK, 1 << IMPORT_TRACE_CHUNK);
}

/* Maps the memory of the variables: whole chunks, which belong to no area. */
static void map_variables(ImportTrace *trace) {
  const GArray *variables = trace->symbols->variables;
  const uint32_t lazy = variables->len != 0 ? make_source(trace, TRACE_MAP_LAZY, 0) : 0;
  for (guint i = 0; i < variables->len; i++) {
    const ImportSymbol *variable = &g_array_index(variables, ImportSymbol, i);
    const uint64_t last = (variable->address + variable->bytes - 1) >> IMPORT_TRACE_CHUNK;
    for (uint64_t chunk = variable->address >> IMPORT_TRACE_CHUNK; chunk <= last; chunk++) {
      if (plat_map_find(&trace->chunks, chunk) != NULL) continue;
      *plat_map_add(&trace->chunks, chunk) = 0;
      put_range(trace, lazy, chunk << IMPORT_TRACE_CHUNK, 1 << IMPORT_TRACE_CHUNK);
    }
  }
  for (guint i = 0; i < variables->len; i++) {
    const ImportSymbol *variable = &g_array_index(variables, ImportSymbol, i);
    put_range(trace, make_source(trace, TRACE_VARIABLE, FIRST + i), variable->address, variable->bytes);
  }
}

/* ---- the trace ---- */

static bool store(void *file, const uint8_t *bytes, uint64_t n) { return fwrite(bytes, 1, n, file) == n; }

static uint32_t pack(void *context, uint8_t *to, uint32_t room, const uint8_t *from, uint32_t n) {
  const size_t bytes = ZSTD_compressCCtx(context, to, room, from, n, 1);
  return ZSTD_isError(bytes) || bytes >= n ? 0 : (uint32_t)bytes;
}

ImportTrace *import_trace_new(const char *path, const ImportSymbols *symbols, GError **error) {
  ImportTrace *trace = g_new0(ImportTrace, 1);
  const uint64_t unknown = 0;
  if (!ui_output_start(&trace->output, path, error)) {
    g_free(trace);
    return NULL;
  }
  trace->packer = ZSTD_createCCtx();
  trace->compressor = trace_compressor_new(&(trace_output){store, trace->output.file, pack, trace->packer, NULL}, NULL);
  trace->symbols = symbols;
  trace->n = 1;
  memset(trace->known, 0xff, sizeof trace->known);
  memset(trace->recent, 0xff, sizeof trace->recent);
  trace->processors = g_new0(ImportProcessor, TRACE_PROCESSORS_MAX);
  trace->addresses = g_array_new(FALSE, FALSE, sizeof(uint64_t));
  trace->areas = g_array_new(FALSE, FALSE, sizeof(ImportArea));
  trace->run_source = make_source(trace, TRACE_RUN, 0);
  trace->word_source = make_source(trace, TRACE_WORD, 0);
  g_array_append_val(trace->addresses, unknown);
  *plat_map_add(&trace->places, unknown) = 0;
  map_variables(trace);
  return trace;
}

void import_trace_select(ImportTrace *trace, unsigned processor) {
  if (processor == trace->processor) return;
  trace->processors[trace->processor] = trace->now;
  trace->now = trace->processors[processor];
  trace->processor = processor;
  trace->n = MAX(trace->n, processor + 1);
  trace_compressor_select(trace->compressor, processor);
}

/* Frees everything but the compressor and the output. */
static void free_trace(ImportTrace *trace) {
  ZSTD_freeCCtx(trace->packer);
  plat_map_clear(&trace->places);
  plat_map_clear(&trace->sources);
  plat_map_clear(&trace->entries);
  plat_map_clear(&trace->chunks);
  g_array_unref(trace->addresses);
  g_array_unref(trace->areas);
  g_free(trace->processors);
  g_free(trace);
}

void import_trace_end(ImportTrace *trace) {
  for (unsigned i = 0; i < trace->n; i++) {
    import_trace_select(trace, i);
    put_run(trace, 0);
  }
}

bool import_trace_finish(ImportTrace *trace, const char *tables, size_t n, GError **error) {
  trace_compressor_text(trace->compressor, (const uint8_t *)tables, n);
  (void)trace_compressor_finish(trace->compressor); /* ui_output_finish() reports a failed write */
  const bool good = ui_output_finish(&trace->output, error);
  free_trace(trace);
  return good;
}

void import_trace_drop(ImportTrace *trace) {
  trace_compressor_free(trace->compressor);
  ui_output_drop(&trace->output);
  free_trace(trace);
}
