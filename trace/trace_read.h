/* trace_read.h: reads the blocks, sources and tables of a trace file. trace_expand.h reads the events.
 *
 * Files are untrusted input. A violation of docs/trace-format.md is reported as an error with its place in the file. A
 * truncated file is valid up to the last complete part.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "trace/trace_rsd.h"

/* An error, and its place in the file. The message is a phrase without a dot. */
typedef struct {
  uint64_t offset;
  const char *message; /* NULL: no error */
} trace_error;

/* Unpacks a Zstandard frame into exactly `room` bytes. Returns false if the frame is invalid, or if its content has
 * another length. */
typedef bool trace_unpack(void *closure, uint8_t *to, uint32_t room, const uint8_t *from, uint32_t n);

typedef struct {
  trace_block_header header;
  uint64_t offset; /* offset of the header */
} trace_block;

/* A part of the file, with the blocks [first, last). The block `last` is the one that ends the part. */
typedef struct {
  uint32_t first, last;
  uint64_t event;  /* number of events of all processors before the part */
  uint64_t events; /* number of events in the part */
} trace_part;

typedef struct trace_reader trace_reader;

/* Reads the structure, the sources and the tables of a file of n bytes, which must outlive the reader. If `unpack` is
 * NULL, packed blocks are an error. Returns NULL on an error, with *error set. */
trace_reader *trace_reader_new(const uint8_t *file, uint64_t n, trace_unpack *unpack, void *closure,
                               trace_error *error);
void trace_reader_free(trace_reader *reader);

/* Returns whether the file is complete. If not, it was truncated, and the reader ignores everything after the last
 * complete part. */
bool trace_reader_is_complete(const trace_reader *reader);

uint64_t trace_reader_events(const trace_reader *reader); /* number of events in all parts */

/* Returns the offset of the end of the last complete part. */
uint64_t trace_reader_end(const trace_reader *reader);

const trace_file_header *trace_reader_header(const trace_reader *reader);
const trace_source *trace_reader_sources(const trace_reader *reader, uint32_t *n);

/* Returns the newest tables: all text blocks from the last one that begins with TRACE_TEXT_BEGIN. If no block begins
 * so, returns all text blocks. */
const uint8_t *trace_reader_text(const trace_reader *reader, uint64_t *n);

const trace_block *trace_reader_blocks(const trace_reader *reader, uint32_t *n);
const trace_part *trace_reader_parts(const trace_reader *reader, uint32_t *n);

/* Returns the next sequence ids of the processors' lanes at the end of a part: an array of *n numbers, which the caller
 * frees with plat_free(). Sets *order to the next sequence id of the order's lane. Returns NULL on an error, with
 * *error set. */
uint64_t *trace_reader_marks(const trace_reader *reader, uint32_t part, uint32_t *n, uint64_t *order,
                             trace_error *error);

/* Checks a block and unpacks its content. Returns the content, of header.raw bytes, which the caller frees with
 * plat_free(). Returns NULL on an error, with *error set. */
uint8_t *trace_reader_content(const trace_reader *reader, const trace_block *block, trace_error *error);

/* Calls `visit` for each descriptor of a block of kind RSD; the descriptor is valid only during the call. If `visit`
 * returns a message, the walk ends. Returns false on an error, with *error set. */
typedef const char *trace_visit(void *closure, const trace_rsd *rsd);
bool trace_reader_descriptors(const trace_reader *reader, const trace_block *block, trace_visit *visit, void *closure,
                              trace_error *error);
