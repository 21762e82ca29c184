/* SPDX-License-Identifier: GPL-2.0-or-later
 * import_trace.h: makes a trace (docs/trace-format.md) from the instructions and references of another format.
 *
 * The caller selects a processor and then passes its records in program order:
 *
 *   import_trace_instruction()  begins an instruction
 *   import_trace_reference()    a reference of the instruction that was begun last
 *
 * The tables of the trace have a place for each instruction that makes references. Its function comes from the symbols
 * (import_symbols.h), or else from the entries of functions that calls reveal. Memory that the symbols do not name is
 * divided into areas: parts of the address space with references, at least 1 MB apart from each other. */
#pragma once

#include "bins/bin_map.h"
#include "plat/plat.h"
#include "plat/plat_map.h"
#include "trace/trace_compress.h"
#include "ui/base/ui_output.h"
#include "ui/import/import_chunk.h"
#include "ui/import/import_symbols.h"

enum {
  IMPORT_TRACE_SIZE = 1 << 16, /* maximum bytes of a reference */
  IMPORT_TRACE_GAPS = 256,     /* the gaps of sources are below this number; further instructions become `run` events */
  IMPORT_TRACE_CHUNKS = 1024,  /* number of recent chunks that are remembered */
  IMPORT_TRACE_RECENT = 4096,  /* number of recent sources that are remembered */
  IMPORT_TRACE_CHECK = 1 << 16 /* number of references after which import_trace_check() is due */
};

typedef struct {
  uint64_t address; /* address of the instruction that was begun last; 0: unknown */
  uint64_t gap;     /* number of instructions begun since the last reference */
} ImportProcessor;

/* A source that was used recently. */
typedef struct {
  uint64_t address; /* address of its instruction */
  uint32_t key;     /* its size, gap and kind; UINT32_MAX: there is no source here */
  uint32_t source;
} ImportRecent;

typedef struct {
  uint64_t start;  /* its lowest address */
  uint64_t chunks; /* number of its chunks */
  uint32_t source; /* source of the events that map its chunks */
} ImportArea;

/* The members are public for the inline functions and for import_tables.h. */
typedef struct {
  trace_compressor *compressor;
  ImportProcessor now;   /* state of the selected processor */
  unsigned processor, n; /* n: number of processors so far */
  ImportRecent recent[IMPORT_TRACE_RECENT];
  plat_map places;                     /* place of an instruction, by its address */
  plat_map sources;                    /* source, by place, size, gap and kind */
  uint64_t known[IMPORT_TRACE_CHUNKS]; /* numbers of recent chunks, by their low bits; UINT64_MAX: none */
  ImportProcessor *processors;         /* indexed by processor: its state; the state of the selected processor is in
                                          `now` instead */
  GArray *addresses;                   /* array of uint64_t: the instruction of each place */
  plat_map entries;                    /* addresses of the functions that were called */
  plat_map chunks;                     /* maps the number of a chunk to the index of its area + 1 */
  GArray *areas;                       /* array of ImportArea */
  const ImportSymbols *symbols;
  UiOutput output;
  void *packer;                     /* compresses blocks */
  uint32_t run_source, word_source; /* sources of `run` and `word` events */
} ImportTrace;

/* Begins a trace in file `path`. `symbols` must outlive the trace. Returns NULL and sets *error if the file cannot be
 * written. End with import_trace_end() and import_trace_finish(), or with import_trace_drop(). */
ImportTrace *import_trace_new(const char *path, const ImportSymbols *symbols, GError **error);

/* Selects the processor of the following records, below TRACE_PROCESSORS_MAX. */
void import_trace_select(ImportTrace *trace, unsigned processor);

/* Begins an instruction at an address; 0: the address is unknown. */
static inline void import_trace_instruction(ImportTrace *trace, uint64_t address) {
  trace->now.address = address != PLAT_NO_KEY_AT_ALL ? address : 0;
  trace->now.gap++;
}

/* Continues an instruction: the following references belong to it, but it does not count again. */
static inline void import_trace_again(ImportTrace *trace, uint64_t address) {
  trace->now.address = address != PLAT_NO_KEY_AT_ALL ? address : 0;
}

/* Records that a function begins at an address. */
static inline void import_trace_entry(ImportTrace *trace, uint64_t address) {
  if (address != PLAT_NO_KEY_AT_ALL && G_UNLIKELY(plat_map_find(&trace->entries, address) == NULL))
    (void)plat_map_add(&trace->entries, address);
}

/* Private to import_trace_reference(). _source() returns the source of a reference of the current instruction, and
 * makes it if it is new. _chunk() puts the chunk of an address into an area. _run() adds instructions that the next gap
 * cannot contain. */
uint32_t import_trace_source(ImportTrace *trace, trace_kind kind, uint32_t size, ImportRecent *recent);
void import_trace_chunk(ImportTrace *trace, uint64_t address);
void import_trace_run(ImportTrace *trace);

/* Returns the size, gap and kind of a reference as one number. */
static inline uint32_t import_trace_key(const ImportTrace *trace, trace_kind kind, uint32_t size) {
  return (size - 1) << 10 | (uint32_t)trace->now.gap << 2 | (uint32_t)kind;
}

/* Adds a reference: TRACE_READ, TRACE_WRITE or TRACE_MODIFY, of 1 to IMPORT_TRACE_SIZE bytes. */
static inline void import_trace_reference(ImportTrace *trace, trace_kind kind, uint64_t address, uint32_t size) {
  const uint64_t chunk = address >> IMPORT_TRACE_CHUNK;
  if (G_UNLIKELY(trace->known[chunk % IMPORT_TRACE_CHUNKS] != chunk)) import_trace_chunk(trace, address);
  if (G_UNLIKELY(trace->now.gap >= IMPORT_TRACE_GAPS)) import_trace_run(trace);
  const uint32_t key = import_trace_key(trace, kind, size);
  ImportRecent *recent = &trace->recent[(trace->now.address ^ key * 2654435761u >> 20) % IMPORT_TRACE_RECENT];
  const bool known = recent->address == trace->now.address && recent->key == key;
  const uint32_t source = G_LIKELY(known) ? recent->source : import_trace_source(trace, kind, size, recent);
  trace_compressor_event(trace->compressor, source, address);
  trace->now.gap = 0;
}

/* Keeps the memory of the compressor within its limit. Call it at least once every IMPORT_TRACE_CHECK references. */
static inline void import_trace_check(ImportTrace *trace) { trace_compressor_check(trace->compressor); }

/* Returns whether there was a reference. */
static inline bool import_trace_has_references(const ImportTrace *trace) { return trace->sources.used != 0; }

/* Ends the events: adds the instructions after the last references. */
void import_trace_end(ImportTrace *trace);

/* Adds the tables, a text of n bytes, and completes the file. Frees the trace. Returns false and sets *error if a write
 * failed; the file then does not appear. */
bool import_trace_finish(ImportTrace *trace, const char *tables, size_t n, GError **error);

/* Frees a trace and discards its file. */
void import_trace_drop(ImportTrace *trace);
