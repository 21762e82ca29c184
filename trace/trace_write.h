/* trace_write.h: writes a trace file, block by block, in the format of docs/trace-format.md.
 *
 * The writer keeps the frame: header, block headers with checksums, parts, index and trailer. It only appends.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef TRACE_TRACE_WRITE_H
#define TRACE_TRACE_WRITE_H

#include "trace/trace_bytes.h"
#include "trace/trace_format.h"

/* Takes `n` bytes of the file. Returns false when they could not be stored; it is not called again then. */
typedef bool trace_sink(void *closure, const uint8_t *bytes, uint64_t n);

/* Packs `n` bytes as one frame of Zstandard into at most `room`. Returns its length, or 0 when that is not less than `n`
 * or it cannot. */
typedef uint32_t trace_pack(void *closure, uint8_t *to, uint32_t room, const uint8_t *from, uint32_t n);

/* Where a trace goes. pack: NULL: blocks are stored as they are. */
typedef struct {
  trace_sink *sink;
  void *sink_closure;
  trace_pack *pack;
  void *pack_closure;
} trace_output;

typedef struct trace_writer trace_writer;

/* Starts a file: writes its header. The caller ends it with trace_writer_finish(). */
trace_writer *trace_writer_new(const trace_output *output, trace_memory *memory, unsigned window);

/* One block; `first` as in its header. */
void trace_writer_block(trace_writer *writer, trace_block_kind kind, uint32_t lane, uint32_t items, uint64_t first,
                        const uint8_t *content, uint32_t n);

/* Ends a part: `next[0 .. n)` are the sequence ids at which the processors go on, `order` that of the lane of the order,
 * `events` all events so far. */
void trace_writer_part(trace_writer *writer, uint64_t events, const uint64_t *next, uint32_t n, uint64_t order);

/* Bytes of the contents of all blocks since the last part ended; bytes of the file. */
uint64_t trace_writer_content(const trace_writer *writer);
uint64_t trace_writer_size(const trace_writer *writer);

/* Writes the index and the trailer and frees the writer. Returns whether all of the file could be stored. */
bool trace_writer_finish(trace_writer *writer);

/* Frees the writer of a file that is given up. */
void trace_writer_free(trace_writer *writer);

#endif
