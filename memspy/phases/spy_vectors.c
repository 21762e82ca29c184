/* spy_vectors.c: see spy_vectors.h.
 *
 * An interval ends at the start of a block. So it can exceed its requested length, by less than the length of one
 * block. The next interval is shorter by the same amount. A block is identified by its address: code that is translated
 * again continues with its counters. Each processor has its own counters, and each counter is a dimension of the
 * vectors.
 *
 * The first interval of cycles begins at the clock at which the file starts. All intervals have exactly the requested
 * length, even if the tool detects their end late. Intervals in which no processor executed anything are omitted.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "memspy/phases/spy_vectors.h"

#include "bins/bin_format.h"
#include "bins/bin_text.h"
#include "memspy/core/spy_file.h"
#include "memspy/setup/spy_options.h"

/* A code block. */
typedef struct block {
  struct block *next; /* for VgHashTable, together with the key, which is the start of the block's code */
  UWord key;
  UInt index; /* index of the block's counters */
} block;

/* The counters of a processor, by block. The numbers of the first processor are the indexes of the blocks, so that they
 * are the same in every run of a program with one thread. */
typedef struct {
  ULong *counts; /* number of instructions in the current interval */
  UInt *numbers; /* number of the counter in the file; 0: the counter is not in the file yet */
} processor;

enum { PROCESSORS = 64, FIRST_ROOM = 1024 };
#define NEVER (1LL << 62)

static VgHashTable *by_address;
static UInt n_blocks, room_for_blocks;
static processor processors[PROCESSORS]; /* all zero: the thread of this processor has never run */
static UInt running;                     /* index of the running processor */
static UInt last_number;                 /* the last number used in the file */
static spy_file *file;                   /* NULL: counting is off */
static Bool failed, forked;
static ULong instructions, intervals; /* numbers of instructions and intervals in the file so far */
static ULong until;                   /* clock at the end of the current interval of cycles; 0: not known yet */

Long spy_vectors_left;
ULong *spy_vectors_counts;

Bool spy_vectors_are_wanted(void) { return file != NULL; }

/* ---- the file ---- */

static bin_text text; /* buffer of the file */

static bool sink(void *closure, const char *bytes, size_t n) { return spy_file_write(closure, bytes, n); }

static void add_block(const HChar *before, UInt number, ULong count) {
  bin_text_put(&text, before);
  bin_text_put(&text, ":");
  bin_text_number(&text, number);
  bin_text_put(&text, ":");
  bin_text_number(&text, count);
}

/* Adds the instructions of a processor to the line of an interval. `before` is the value of `instructions` at the start
 * of the line. */
static void add_processor(processor *p, ULong before) {
  for (UInt i = 0; p->counts && i < n_blocks; i++) {
    if (p->counts[i] == 0) continue;
    if (p->numbers[i] == 0) p->numbers[i] = ++last_number;
    add_block(instructions == before ? "T" : " ", p->numbers[i], p->counts[i]);
    instructions += p->counts[i];
    p->counts[i] = 0;
  }
}

/* Writes the interval's line and sets all counters to zero. An interval without instructions gets no line. */
static void write_vector(void) {
  const ULong before = instructions;
  for (UInt i = 0; i < PROCESSORS; i++) add_processor(&processors[i], before);
  if (instructions == before) return;
  bin_text_end_line(&text);
  intervals++;
}

/* Writes the line with the sums, and the end line. Returns False if the file is incomplete. */
static Bool add_end(void) {
  bin_text_put(&text, BIN_VECTORS_COMMENT);
  bin_text_number(&text, intervals);
  bin_text_put(&text, " intervals, ");
  bin_text_number(&text, instructions);
  bin_text_put(&text, " instructions");
  bin_text_end_line(&text);
  return bin_text_finish_marked(&text, BIN_VECTORS_COMMENT);
}

/* The last lines do not begin with T: readers skip such lines, since they are not vectors. */
static Bool close_file(const HChar *suffix) {
  write_vector();
  const Bool good = spy_file_close(file, add_end(), suffix);
  file = NULL;
  failed = !good;
  return good;
}

/* ---- counters ---- */

static void *grown(void *of, SizeT size, UInt before) {
  UChar *more = VG_(realloc)("spy.vectors.processor", of, size * room_for_blocks);
  VG_(memset)(more + size * before, 0, size * (room_for_blocks - before));
  return more;
}

/* Makes room for the counters of all blocks. `before`: number of blocks for which there was room. */
static void grow(processor *p, UInt before) {
  p->counts = grown(p->counts, sizeof *p->counts, before);
  p->numbers = grown(p->numbers, sizeof *p->numbers, before);
}

/* A processor can run the code of any block, so all processors have counters for all blocks. */
static void make_room(void) {
  const UInt before = room_for_blocks;
  if (n_blocks < room_for_blocks) return;
  room_for_blocks = before != 0 ? 2 * before : FIRST_ROOM;
  for (UInt i = 0; i < PROCESSORS; i++)
    if (processors[i].counts || i == 0) grow(&processors[i], before);
  spy_vectors_counts = processors[running].counts;
}

void spy_vectors_run(ThreadId tid) {
  if (!file) return;
  running = (tid - 1) % PROCESSORS;
  if (!processors[running].counts) grow(&processors[running], 0);
  spy_vectors_counts = processors[running].counts;
}

UInt spy_vectors_block(Addr start) {
  block *b = VG_(HT_lookup)(by_address, start);
  if (b) return b->index;
  make_room();
  b = VG_(malloc)("spy.vectors.block", sizeof *b);
  *b = (block){.key = start, .index = n_blocks++};
  VG_(HT_add_node)(by_address, b);
  processors[0].numbers[b->index] = ++last_number;
  return b->index;
}

/* ---- the run ---- */

void spy_vectors_begin(void) {
  const spy_options *options = spy_options_get();
  if (!options->bbv_file) return;
  file = spy_file_open("file of basic-block vectors", "--bbv-file", options->bbv_file);
  failed = file == NULL;
  spy_vectors_left = options->bbv_cycles ? NEVER : (Long)options->bbv_interval;
  intervals = instructions = until = 0;
  bin_text_start(&text, sink, file);
  if (!by_address) by_address = VG_(HT_construct)("spy.vectors");
  make_room();
  if (!failed) {
    const HChar *unit = options->bbv_cycles ? " cycles" : " instructions";
    bin_text_put(&text, BIN_VECTORS_FIRST " intervals of ");
    bin_text_number(&text, options->bbv_interval);
    bin_text_put(&text, unit);
    bin_text_end_line(&text);
  }
}

void spy_vectors_next(void) {
  spy_vectors_left += (Long)spy_options_get()->bbv_interval;
  if (file) write_vector();
}

Bool spy_vectors_are_of_cycles(void) { return file && spy_options_get()->bbv_cycles; }

ULong spy_vectors_cycles(ULong now) {
  const ULong length = spy_options_get()->bbv_interval;
  if (until == 0) until = now + length;
  if (now >= until) {
    write_vector();
    until += (now - until) / length * length + length;
  }
  return until - now;
}

Bool spy_vectors_finish(void) { return file ? close_file("") : !failed; }

void spy_vectors_exec(const HChar *path) {
  if (!file || spy_file_cannot_run(path)) return;
  if (forked) { /* a child is not counted between fork and exec */
    spy_file_close(file, False, "");
    file = NULL;
  } else {
    close_file(".exec");
  }
}

void spy_vectors_forked(void) {
  forked = True;
  if (!file) return;
  spy_file_leave(file);
  file = NULL;
  for (UInt i = 0; i < PROCESSORS; i++)
    if (processors[i].counts) VG_(memset)(processors[i].counts, 0, n_blocks * sizeof *processors[i].counts);
  if (VG_(strstr)(spy_options_get()->bbv_file, "%p")) spy_vectors_begin();
}
