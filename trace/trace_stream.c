/* trace_stream.c: see trace_stream.h.
 *
 * Each level of the odometer has `index` complete repetitions of the levels within it, followed by one incomplete
 * repetition. So the events of a stream consist of one piece for each level: the complete repetitions of this level.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "trace/trace_stream.h"

#include "plat/plat.h"

enum { FIRST_ROOM = 4 };

/* The receiver of the pieces that are closed. */
typedef struct {
  trace_memory *memory;
  trace_stream_close *close;
  void *closure;
} outlet;

trace_stream *trace_stream_new(trace_memory *memory, uint32_t source, uint64_t address, uint64_t sequence,
                               uint64_t stride, uint64_t sequence_stride) {
  trace_stream *stream = trace_memory_take(memory, sizeof *stream);
  trace_odometer *o = &stream->odometer;
  o->digits = trace_memory_take(memory, FIRST_ROOM * sizeof *o->digits);
  o->room = FIRST_ROOM;
  o->depth = 1;
  o->source = source;
  o->digits[0] = (trace_digit){stride, sequence_stride, TRACE_ODOMETER_OPEN, 0, 0, 0};
  trace_odometer_begin(o, 1, address, sequence);
  trace_odometer_step(o, 3);
  stream->after = stream;
  return stream;
}

void trace_stream_free(trace_memory *memory, trace_stream *stream) {
  trace_memory_give(memory, stream->odometer.digits, stream->odometer.room * sizeof *stream->odometer.digits);
  trace_memory_give(memory, stream, sizeof *stream);
}

static uint64_t complete(const trace_odometer *o, unsigned level) {
  return level == 0 ? o->digits[0].count - o->left : o->digits[level].index;
}

/* Closes `n` repetitions of a level, from the start of the first one. */
static void close_piece(const outlet *out, const trace_odometer *o, unsigned level, uint64_t n, uint64_t address,
                        uint64_t sequence) {
  if (n == 0) return;
  trace_rsd *rsd = trace_rsd_new(out->memory, o->source, address, sequence, level + 2);
  for (unsigned l = 0; l < level + (n > 1); l++)
    rsd->levels[l] = (trace_level){o->digits[l].stride, o->digits[l].sequence_stride, o->digits[l].count};
  rsd->depth = (uint16_t)(level + (n > 1));
  if (n > 1) rsd->levels[level].count = n;
  out->close(out->closure, rsd);
}

/* Closes the complete repetitions of the levels outside of `level`. */
static void close_outer(const outlet *out, const trace_odometer *o, unsigned level) {
  for (unsigned l = o->depth; l-- > level + 1;)
    close_piece(out, o, l, complete(o, l), o->digits[l].address, o->digits[l].sequence);
}

/* Returns the innermost level with complete repetitions or events. */
static unsigned lowest(const trace_odometer *o) {
  unsigned level = 0;
  while (complete(o, level) == 0) level++;
  return level;
}

/* Reduces the stream to the levels up to `level`. The outermost of them has `n` repetitions from `start`; the event at
 * which the inner levels begin follows these repetitions. */
static void narrow(trace_odometer *o, unsigned level, uint64_t n, uint64_t start, uint64_t start_sequence,
                   uint64_t address, uint64_t sequence) {
  o->depth = (uint16_t)(level + 1);
  trace_digit *top = &o->digits[level];
  top->count = TRACE_ODOMETER_OPEN;
  trace_odometer_begin(o, level, address, sequence);
  top->address = start;
  top->sequence = start_sequence;
  top->index = n;
  if (level == 0) {
    o->left = TRACE_ODOMETER_OPEN - n;
    o->address = address;
    o->sequence = sequence;
    o->stride = top->stride;
    o->sequence_stride = top->sequence_stride;
  }
}

/* Returns whether an event continues the last complete repetition of a level below `from`. If so, this level becomes
 * the stream, and the other events are closed. */
static bool go_on(trace_odometer *o, unsigned from, uint64_t address, uint64_t sequence, const outlet *out) {
  const trace_digit *outer = &o->digits[from];
  const uint64_t before = complete(o, from) - 1;
  uint64_t start[TRACE_DEPTH_MAX], start_sequence[TRACE_DEPTH_MAX];
  start[from] = outer->address + before * outer->stride;
  start_sequence[from] = outer->sequence + before * outer->sequence_stride;
  for (unsigned l = from; l-- > 0;) {
    const trace_digit *d = &o->digits[l];
    const uint64_t at = start[l + 1], at_sequence = start_sequence[l + 1];
    if (address == at + d->count * d->stride && sequence == at_sequence + d->count * d->sequence_stride) {
      close_outer(out, o, from);
      close_piece(out, o, from, before, outer->address, outer->sequence);
      for (unsigned m = from; m-- > l + 1;)
        close_piece(out, o, m, o->digits[m].count - 1, start[m + 1], start_sequence[m + 1]);
      narrow(o, l, d->count, at, at_sequence, address, sequence);
      return true;
    }
    start[l] = at + (d->count - 1) * d->stride;
    start_sequence[l] = at_sequence + (d->count - 1) * d->sequence_stride;
  }
  return false;
}

/* Closes all but the innermost piece. This piece becomes the stream, which is complete: its outermost level has a
 * count. Returns its number of events, or 3 if it has more. */
static uint64_t keep_innermost(trace_odometer *o, unsigned level, const outlet *out) {
  close_outer(out, o, level);
  uint64_t n = complete(o, level);
  o->depth = (uint16_t)(level + 1);
  if (n == 1 && level > 0) {
    o->digits[level - 1].address = o->digits[level].address;
    o->digits[level - 1].sequence = o->digits[level].sequence;
    n = o->digits[level - 1].count;
    o->depth--;
  }
  o->digits[o->depth - 1].count = o->digits[o->depth - 1].index = n;
  if (o->depth == 1) o->left = 0;
  return o->depth > 1 || n > 3 ? 3 : n;
}

static void make_room(trace_odometer *o, trace_memory *memory) {
  if (o->depth < o->room) return;
  trace_digit *digits = trace_memory_take(memory, o->room * 2 * sizeof *digits);
  __builtin_memcpy(digits, o->digits, o->depth * sizeof *digits);
  trace_memory_give(memory, o->digits, o->room * sizeof *digits);
  o->digits = digits;
  o->room = (uint16_t)(o->room * 2);
}

/* Adds a level to a complete stream. The stream so far is the first repetition of the new level, and the second
 * repetition begins at the event. */
static void raise(trace_odometer *o, trace_memory *memory, uint64_t address, uint64_t sequence) {
  make_room(o, memory);
  const trace_digit *top = &o->digits[o->depth - 1];
  o->digits[o->depth] = (trace_digit){
      address - top->address, sequence - top->sequence, TRACE_ODOMETER_OPEN, 1, top->address, top->sequence};
  trace_odometer_begin(o, o->depth, address, sequence);
  o->depth++;
}

bool trace_stream_adapt(trace_stream *stream, trace_memory *memory, uint64_t address, uint64_t sequence,
                        trace_stream_close *close, void *closure) {
  const outlet out = {memory, close, closure};
  trace_odometer *o = &stream->odometer;
  const unsigned level = lowest(o);
  if (!go_on(o, level, address, sequence, &out)) {
    const uint64_t events = keep_innermost(o, level, &out);
    if (events < 3 || o->depth == TRACE_DEPTH_MAX) return false;
    raise(o, memory, address, sequence);
  }
  trace_odometer_step(o, 1);
  return true;
}

void trace_stream_end(trace_stream *stream, trace_memory *memory, trace_stream_close *close, void *closure) {
  const outlet out = {memory, close, closure};
  const trace_odometer *o = &stream->odometer;
  close_outer(&out, o, 0);
  close_piece(&out, o, 0, complete(o, 0), o->digits[0].address, o->digits[0].sequence);
}
