/* spy_vectors.c: see spy_vectors.h.
 *
 * An interval ends where a block begins, so it is longer than was asked for by less than a block; the next one is
 * shorter by as much. A block is known by its address: code that is translated again goes on with its counter.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "memspy/phases/spy_vectors.h"

#include "memspy/core/spy_file.h"
#include "memspy/core/spy_own_thread.h"
#include "memspy/setup/spy_options.h"

/* A code block. */
typedef struct block {
  struct block *next; /* for VgHashTable, with the key: where its code begins */
  UWord key;
  ULong count; /* instructions of this interval */
} block;

static VgHashTable *by_address;
static XArray *blocks; /* of block *: block number N is element N - 1 */
static spy_file *file; /* NULL: nothing is counted, or not any more */
static Bool failed, forked;
static ULong instructions, intervals; /* in the file */

Long spy_vectors_left;

Bool spy_vectors_are_wanted(void) { return file != NULL; }

/* ---- the file ---- */

enum { LINE = 128 }; /* bytes of a comment or of a block's count, at most */

/* What is written in one piece. */
static struct {
  HChar bytes[1 << 14];
  UInt used;
} text;

static void write_text(void) {
  spy_file_write(file, text.bytes, text.used);
  text.used = 0;
}

/* A place for up to LINE bytes, which are then added to text.used. */
static HChar *room(void) {
  if (text.used + LINE > sizeof text.bytes) write_text();
  return text.bytes + text.used;
}

static void add_block(const HChar *before, UInt number, ULong count) {
  text.used += VG_(sprintf)(room(), "%s:%u:%llu", before, number, count);
}

/* Writes the interval's line and sets all counters to zero; an interval without instructions has none. */
static void write_vector(void) {
  const ULong before = instructions;
  for (Word i = 0; i < VG_(sizeXA)(blocks); i++) {
    block *b = *(block **)VG_(indexXA)(blocks, i);
    if (b->count == 0) continue;
    add_block(instructions == before ? "T" : " ", (UInt)i + 1, b->count);
    instructions += b->count;
    b->count = 0;
  }
  if (instructions == before) return;
  text.used += VG_(sprintf)(room(), "\n");
  intervals++;
}

/* Only lines that begin with T are vectors: readers leave out others. */
static Bool close_file(const HChar *suffix) {
  write_vector();
  text.used += VG_(sprintf)(room(), "# %llu intervals, %llu instructions\n", intervals, instructions);
  write_text();
  const Bool good = spy_file_close(file, True, suffix);
  file = NULL;
  failed = !good;
  return good;
}

/* ---- the run ---- */

void spy_vectors_begin(void) {
  const spy_options *options = spy_options_get();
  if (!options->bbv_file) return;
  file = spy_file_open("file of basic-block vectors", "--bbv-file", options->bbv_file);
  failed = file == NULL;
  spy_vectors_left = (Long)options->bbv_interval;
  intervals = instructions = 0;
  text.used = 0;
  if (!by_address) {
    by_address = VG_(HT_construct)("spy.vectors");
    blocks = VG_(newXA)(VG_(malloc), "spy.vectors.blocks", VG_(free), sizeof(block *));
  }
  if (!failed)
    text.used += VG_(sprintf)(room(), "# basic-block vectors of memspy, intervals of %llu instructions\n",
                              options->bbv_interval);
}

ULong *spy_vectors_counter(Addr start) {
  block *b = VG_(HT_lookup)(by_address, start);
  if (b) return &b->count;
  b = VG_(malloc)("spy.vectors.block", sizeof *b);
  *b = (block){.key = start};
  VG_(HT_add_node)(by_address, b);
  VG_(addToXA)(blocks, &b);
  return &b->count;
}

void spy_vectors_next(void) {
  spy_core_hold();
  spy_vectors_left += (Long)spy_options_get()->bbv_interval;
  if (file) write_vector();
  spy_core_release();
}

Bool spy_vectors_finish(void) { return file ? close_file("") : !failed; }

void spy_vectors_exec(const HChar *path) {
  if (!file || spy_file_cannot_run(path)) return;
  if (forked) { /* what a child does between fork and exec is of no interest */
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
  for (Word i = 0; i < VG_(sizeXA)(blocks); i++) (*(block **)VG_(indexXA)(blocks, i))->count = 0;
  if (VG_(strstr)(spy_options_get()->bbv_file, "%p")) spy_vectors_begin();
}
