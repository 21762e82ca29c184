/* trace_write.h: writes a trace file, block by block, in the format of docs/trace-format.md.
 *
 * The writer keeps the frame: header, block headers with checksums, parts, index and trailer. Blocks wait until their
 * part ends; so what is in the file are whole parts, always.
 *
 * A regular trace is one part, which is in the file when the program ends. In case the program is killed before, a
 * draft of the part as it stands can be put at the end of the file: blocks that end it there. What is written next
 * takes its place, so that a file that is complete has no trace of drafts.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef TRACE_TRACE_WRITE_H
#define TRACE_TRACE_WRITE_H

#include "trace/trace_bytes.h"
#include "trace/trace_format.h"

/* Takes `n` bytes of the file. Returns false when they could not be stored; it is not called again then. */
typedef bool trace_sink(void *closure, const uint8_t *bytes, uint64_t n);

/* Packs `n` bytes as one frame of Zstandard into at most `room`. Returns its length, or 0 when that is not less than
 * `n` or it cannot. */
typedef uint32_t trace_pack(void *closure, uint8_t *to, uint32_t room, const uint8_t *from, uint32_t n);

/* Makes the file `size` bytes long, the first of those that were stored; what is stored next comes behind them. Returns
 * false when it cannot; neither is called again then. */
typedef bool trace_cut(void *closure, uint64_t size);

/* Where a trace goes. pack: NULL: blocks are stored as they are. cut: with the closure of the sink; NULL: the file
 * cannot be cut, and there are no drafts. */
typedef struct {
  trace_sink *sink;
  void *sink_closure;
  trace_pack *pack;
  void *pack_closure;
  trace_cut *cut;
} trace_output;

typedef struct trace_writer trace_writer;

/* Starts a file: writes its header. The caller ends it with trace_writer_finish(). */
trace_writer *trace_writer_new(const trace_output *output, trace_memory *memory, unsigned window);

/* One block; `first` as in its header. */
void trace_writer_block(trace_writer *writer, trace_block_kind kind, uint32_t lane, uint32_t items, uint64_t first,
                        const uint8_t *content, uint32_t n);

/* Ends a part: `next[0 .. n)` are the sequence ids at which the processors go on, `order` that of the lane of the
 * order, `events` all events so far. */
void trace_writer_part(trace_writer *writer, uint64_t events, const uint64_t *next, uint32_t n, uint64_t order);

/* Blocks from here on, up to the end that is like that of a part, are a draft. Only if one can be made. */
bool trace_writer_can_draft(const trace_writer *writer);
void trace_writer_draft_begin(trace_writer *writer);
void trace_writer_draft_end(trace_writer *writer, uint64_t events, const uint64_t *next, uint32_t n, uint64_t order);

/* Bytes of the contents of all blocks since the last part ended; bytes of the file, with those that wait. */
uint64_t trace_writer_content(const trace_writer *writer);
uint64_t trace_writer_size(const trace_writer *writer);

/* Writes the index and the trailer and frees the writer. Returns whether all of the file could be stored. */
bool trace_writer_finish(trace_writer *writer);

/* Frees the writer of a file that is given up. */
void trace_writer_free(trace_writer *writer);

#endif
