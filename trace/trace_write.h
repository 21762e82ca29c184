/* trace_write.h: writes a trace file, block by block, in the format of docs/trace-format.md.
 *
 * The writer produces the frame: header, block headers with checksums, parts, index and trailer. Blocks wait until
 * their part ends, so the file always consists of whole parts.
 *
 * A regular trace is one part, which is written at the end of the run. In case the program is killed, a draft of the
 * current part can be added to the end of the file: its blocks, followed by the end of a part. The next write replaces
 * the draft, so a complete file has no drafts.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "trace/trace_bytes.h"
#include "trace/trace_format.h"

/* Stores `n` bytes of the file. Returns false on failure, after which it is not called again. */
typedef bool trace_sink(void *closure, const uint8_t *bytes, uint64_t n);

/* Packs `n` bytes as one Zstandard frame of at most `room` bytes. Returns the length of the frame, or 0 on failure or
 * if the frame is not shorter than `n` bytes. */
typedef uint32_t trace_pack(void *closure, uint8_t *to, uint32_t room, const uint8_t *from, uint32_t n);

/* Truncates the file to `size` bytes; the next bytes are stored at this offset. Returns false on failure, after which
 * neither this function nor the sink is called again. */
typedef bool trace_cut(void *closure, uint64_t size);

/* The destination of a trace. If `pack` is NULL, blocks are not packed. `cut` is called with the closure of the sink.
 * If `cut` is NULL, the file cannot be truncated, and gets no drafts. */
typedef struct {
  trace_sink *sink;
  void *sink_closure;
  trace_pack *pack;
  void *pack_closure;
  trace_cut *cut;
} trace_output;

typedef struct trace_writer trace_writer;

/* Starts a file by writing its header. End the file with trace_writer_finish(). */
trace_writer *trace_writer_new(const trace_output *output, trace_memory *memory, unsigned window);

/* Writes a block; `first` is the value of the field `first` in the block's header. */
void trace_writer_block(trace_writer *writer, trace_block_kind kind, uint32_t lane, uint32_t items, uint64_t first,
                        const uint8_t *content, uint32_t n);

/* Ends a part. next[0 .. n) are the next sequence ids of the processors, `order` is the next sequence id of the order's
 * lane, and `events` is the number of all events so far. */
void trace_writer_part(trace_writer *writer, uint64_t events, const uint64_t *next, uint32_t n, uint64_t order);

/* _draft_begin(): makes the following blocks, up to the next end of a part, a draft. Requires
 * trace_writer_can_draft(). */
bool trace_writer_can_draft(const trace_writer *writer);
void trace_writer_draft_begin(trace_writer *writer);
void trace_writer_draft_end(trace_writer *writer, uint64_t events, const uint64_t *next, uint32_t n, uint64_t order);

/* The next two functions return the number of content bytes in all blocks since the last part, and the number of bytes
 * in the file, including blocks that wait to be written. */
uint64_t trace_writer_content(const trace_writer *writer);
uint64_t trace_writer_size(const trace_writer *writer);

/* Writes the index and the trailer, and frees the writer. Returns whether the whole file was stored. */
bool trace_writer_finish(trace_writer *writer);

/* Frees the writer of an abandoned file. */
void trace_writer_free(trace_writer *writer);
