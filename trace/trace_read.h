/* trace_read.h: reads a trace file: its blocks, sources and tables; for the events see trace_expand.h.
 *
 * Files are untrusted input: a violation of docs/trace-format.md is an error with its place in the file. A truncated
 * file is valid up to the last complete part.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "trace/trace_rsd.h"

/* An error, and its place in the file. The message is a phrase without a dot. */
typedef struct {
  uint64_t offset;
  const char *message; /* NULL: no error */
} trace_error;

/* Unpacks a Zstandard frame into exactly `room` bytes. False: it is invalid, or has another length. */
typedef bool trace_unpack(void *closure, uint8_t *to, uint32_t room, const uint8_t *from, uint32_t n);

typedef struct {
  trace_block_header header;
  uint64_t offset; /* offset of the header */
} trace_block;

/* A part of the file: blocks [first, last), where the last is the part's own. */
typedef struct {
  uint32_t first, last;
  uint64_t event;  /* events of all processors before the part */
  uint64_t events; /* in the part */
} trace_part;

typedef struct trace_reader trace_reader;

/* Reads the structure, the sources and the tables of a file of n bytes, which must outlive the reader. unpack: NULL:
 * packed blocks are an error. Returns NULL on an error, with *error set. */
trace_reader *trace_reader_new(const uint8_t *file, uint64_t n, trace_unpack *unpack, void *closure,
                               trace_error *error);
void trace_reader_free(trace_reader *reader);

/* Whether the file is complete. If not it was truncated, and the reader ignores everything after the last complete
 * part. */
bool trace_reader_is_complete(const trace_reader *reader);

uint64_t trace_reader_events(const trace_reader *reader); /* in all parts */

/* The offset of the end of the last complete part. */
uint64_t trace_reader_end(const trace_reader *reader);

const trace_file_header *trace_reader_header(const trace_reader *reader);
const trace_source *trace_reader_sources(const trace_reader *reader, uint32_t *n);

/* The newest tables: the text blocks from the last one that begins with TRACE_TEXT_BEGIN, or all if there is none. */
const uint8_t *trace_reader_text(const trace_reader *reader, uint64_t *n);

const trace_block *trace_reader_blocks(const trace_reader *reader, uint32_t *n);
const trace_part *trace_reader_parts(const trace_reader *reader, uint32_t *n);

/* The next sequence id of each lane at the end of a part: of processors in next[0 .. *n), which the caller frees with
 * plat_free(), and of the order's lane. NULL: *error is set. */
uint64_t *trace_reader_marks(const trace_reader *reader, uint32_t part, uint32_t *n, uint64_t *order,
                             trace_error *error);

/* Checks a block and unpacks its content, of header.raw bytes, which the caller frees with plat_free(). NULL: *error is
 * set. */
uint8_t *trace_reader_content(const trace_reader *reader, const trace_block *block, trace_error *error);

/* Calls `visit` for each descriptor of a block of kind RSD, which is valid during the call. A visit ends the walk by
 * returning a message. False: *error is set. */
typedef const char *trace_visit(void *closure, const trace_rsd *rsd);
bool trace_reader_descriptors(const trace_reader *reader, const trace_block *block, trace_visit *visit, void *closure,
                              trace_error *error);
