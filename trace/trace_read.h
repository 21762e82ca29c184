/* trace_read.h: reads a trace file: its blocks, sources and tables. The events: trace_expand.h.
 *
 * Nothing in a file is believed: whatever breaks a rule of docs/trace-format.md is an error with its place in the file.
 * A file that was cut short is good up to the last part that is whole.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef TRACE_TRACE_READ_H
#define TRACE_TRACE_READ_H

#include "trace/trace_rsd.h"

/* What is wrong, and where in the file. The message is a phrase without a dot. */
typedef struct {
  uint64_t offset;
  const char *message; /* NULL: nothing */
} trace_error;

/* Unpacks a frame of Zstandard into exactly `room` bytes. False: it is none, or has another length. */
typedef bool trace_unpack(void *closure, uint8_t *to, uint32_t room, const uint8_t *from, uint32_t n);

typedef struct {
  trace_block_header header;
  uint64_t offset; /* of the header */
} trace_block;

/* A part of the file: blocks [first, last), of which the last is the part's own. */
typedef struct {
  uint32_t first, last;
  uint64_t event;  /* events of all processors before it */
  uint64_t events; /* in it */
} trace_part;

typedef struct trace_reader trace_reader;

/* Reads the frame, the sources and the tables of a file of n bytes, which stay where they are until the reader is
 * freed. unpack: NULL: a file with packed blocks is refused. NULL: *error says why. */
trace_reader *trace_reader_new(const uint8_t *file, uint64_t n, trace_unpack *unpack, void *closure,
                               trace_error *error);
void trace_reader_free(trace_reader *reader);

/* Whether the file has its end. If not it was cut short, and what is after its last whole part is left out. */
bool trace_reader_is_complete(const trace_reader *reader);

uint64_t trace_reader_events(const trace_reader *reader); /* of all parts */

/* Where in the file the last whole part ends. */
uint64_t trace_reader_end(const trace_reader *reader);

const trace_file_header *trace_reader_header(const trace_reader *reader);
const trace_source *trace_reader_sources(const trace_reader *reader, uint32_t *n);

/* The newest tables: the text blocks from the last that begins with TRACE_TEXT_BEGIN on, or all if there is none. */
const uint8_t *trace_reader_text(const trace_reader *reader, uint64_t *n);

const trace_block *trace_reader_blocks(const trace_reader *reader, uint32_t *n);
const trace_part *trace_reader_parts(const trace_reader *reader, uint32_t *n);

/* Sequence ids at which the lanes stand at the end of a part: the processors' in next[0 .. *n), which the caller frees
 * with plat_free(); and that of the order's lane. NULL: *error says why. */
uint64_t *trace_reader_marks(const trace_reader *reader, uint32_t part, uint32_t *n, uint64_t *order,
                             trace_error *error);

/* Checks a block and unpacks its content, of header.raw bytes, which the caller frees with plat_free(). NULL: *error
 * says why. */
uint8_t *trace_reader_content(const trace_reader *reader, const trace_block *block, trace_error *error);

/* Calls visit for each descriptor of a block of kind RSD; it may use the descriptor until it returns. False: *error
 * says why; a visit that returns a message ends it. */
typedef const char *trace_visit(void *closure, const trace_rsd *rsd);
bool trace_reader_descriptors(const trace_reader *reader, const trace_block *block, trace_visit *visit, void *closure,
                              trace_error *error);

#endif
