/* test_damage.c: tests truncated, altered and hostile files: the reader must return the usable part or an error, never
 * other events, and must not crash.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/coherence/plat_test.h"
#include "tests/trace/fuzz_read.h"
#include "tests/trace/trace_kernels.h"
#include "tests/trace/zstd_pack.h"

/* A file of several parts, with descriptors, accesses and processors. */
static void make(world *w, unsigned which) {
  static const trace_limits small = {TRACE_WINDOW, TRACE_MEMORY, 1 << 9, 0};
  dice d = {which};
  unsigned n = 0;
  while (kernels[n].name) n++;
  const kernel *k = &kernels[which % n];
  world_begin(w, KERNEL_SOURCES, &small, which % 4 == 3, true);
  k->run(w, k->n < 300 ? k->n : 12, 4000, &d);
  world_end(w);
}

/* Truncated anywhere, the file has the events of its complete parts. */
static bool cuts(void) {
  bool good = true;
  unsigned some = 0; /* truncations that kept some events and removed others */
  for (unsigned which = 0; which < 20; which++) {
    world w;
    make(&w, which);
    uint64_t events;
    for (uint64_t n = w.size; n-- > 0 && good; n -= n > 3000 ? n % 97 : 0) {
      const world_verdict verdict = world_compare(&w, n, false, &events);
      good = n < TRACE_FILE_HEADER ? verdict == WORLD_REFUSED : verdict == WORLD_SAME;
      if (!good) printf("FAILED: file %u cut at %" PRIu64 "\n", which, n);
      some += events != 0 && events != w.n;
      if (n == w.size - 1 && events != w.n) {
        printf("FAILED: file %u without its last byte has %" PRIu64 " events\n", which, events);
        good = false;
      }
    }
    world_free(&w);
  }
  if (some < 1000) printf("FAILED: only %u cuts leave some of the events\n", some);
  return good && some >= 1000;
}

/* A changed bit anywhere is noticed, or does not affect the events, as in the header's window. */
static bool alterations(void) {
  enum { WINDOW_AT = 12 };
  bool good = true;
  for (unsigned which = 0; which < 20; which++) {
    world w;
    make(&w, which);
    dice d = {which};
    for (uint64_t i = 0; i < w.size && good; i += w.size > 4000 ? dice_between(&d, 1, 60) : 1) {
      const uint8_t bit = (uint8_t)(1u << dice_below(&d, 8));
      uint64_t events;
      w.file[i] ^= bit;
      const world_verdict verdict = world_compare(&w, w.size, false, &events);
      const bool is_window = i >= WINDOW_AT && i < TRACE_FILE_HEADER;
      /* The length in the last header may point beyond the end: then the file counts as truncated. */
      good = verdict == WORLD_REFUSED || (verdict == WORLD_SAME && (is_window || i + 200 > w.size || events < w.n));
      if (!good) printf("FAILED: file %u altered at %" PRIu64 "\n", which, i);
      w.file[i] ^= bit;
    }
    world_free(&w);
  }
  return good;
}

/* A changed bit in any header but the last: the file is rejected when it is opened, even if only a block that is not
 * read is affected. */
static bool is_refused_at_once(world *w) {
  bool good = true;
  for (uint64_t at = TRACE_FILE_HEADER; good;) {
    trace_block_header header;
    trace_block_header_get(w->file + at, &header);
    if (header.kind == TRACE_BLOCK_INDEX) break;
    for (unsigned bit = 0; bit < 8 * TRACE_BLOCK_HEADER && good; bit++) {
      trace_error error;
      w->file[at + bit / 8] ^= (uint8_t)(1u << bit % 8);
      trace_reader *reader = trace_reader_new(w->file, w->size, zstd_unpack, NULL, &error);
      w->file[at + bit / 8] ^= (uint8_t)(1u << bit % 8);
      good = !reader;
      if (!good) printf("FAILED: bit %u of the header at %" PRIu64 " was altered, and the file is taken\n", bit, at);
      if (reader) trace_reader_free(reader);
    }
    at += TRACE_BLOCK_HEADER + header.stored;
  }
  return good;
}

static bool keep(void *closure, const uint8_t *bytes, uint64_t n) {
  world *w = closure;
  w->file = realloc(w->file, w->size + n);
  if (!w->file) abort();
  memcpy(w->file + w->size, bytes, n);
  w->size += n;
  return true;
}

/* Makes files of two processors whose last tables differ. */
static void write_tables(world *w, const char *tables) {
  trace_memory memory;
  trace_memory_init(&memory);
  trace_writer *writer = trace_writer_new(&(trace_output){keep, w, zstd_pack, NULL, NULL}, &memory, TRACE_WINDOW);
  const char *const texts[] = {"memspy-profile 1\n", tables};
  for (unsigned i = 0; i < 2; i++) {
    trace_writer_block(writer, TRACE_BLOCK_TEXT, 0, 0, 0, (const uint8_t *)texts[i], (uint32_t)strlen(texts[i]));
    trace_writer_part(writer, 0, (uint64_t[2]){0, 0}, 2, 0);
  }
  if (!trace_writer_finish(writer)) abort();
  trace_memory_clear(&memory);
}

static bool headers(void) {
  bool good = true;
  for (unsigned which = 0; which < 20 && good; which++) {
    world w;
    make(&w, which);
    if (w.size < 20000) good = is_refused_at_once(&w);
    world_free(&w);
  }
  world with_tables = {0}, with_others = {0};
  write_tables(&with_tables, "memspy-profile 2\n");
  write_tables(&with_others, "memspy-profile 3\n");
  good = with_tables.size == with_others.size && is_refused_at_once(&with_tables) && good;
  /* Replaces a block by one of another file, with everything that belongs to it. */
  for (uint64_t at = TRACE_FILE_HEADER; good && at + TRACE_TRAILER < with_tables.size;) {
    trace_block_header header;
    trace_block_header_get(with_tables.file + at, &header);
    const uint64_t n = TRACE_BLOCK_HEADER + header.stored;
    world mixed = {0};
    (void)keep(&mixed, with_tables.file, with_tables.size);
    memcpy(mixed.file + at, with_others.file + at, n);
    trace_error error;
    trace_reader *reader = trace_reader_new(mixed.file, mixed.size, zstd_unpack, NULL, &error);
    good = !reader || memcmp(mixed.file, with_tables.file, mixed.size) == 0;
    if (!good) printf("FAILED: a block of another file at %" PRIu64 " is taken\n", at);
    if (reader) trace_reader_free(reader);
    world_free(&mixed);
    at += n;
  }
  world_free(&with_tables);
  world_free(&with_others);
  return good;
}

/* A small file that would need much memory: blocks of zeros, which compress well. */
static bool is_refused(trace_block_kind kind, uint32_t items, const char *message) {
  enum { BLOCKS = 8 };
  static const uint8_t zeros[TRACE_RAW_MAX];
  world w = {0};
  trace_memory memory;
  trace_memory_init(&memory);
  trace_writer *writer = trace_writer_new(&(trace_output){keep, &w, zstd_pack, NULL, NULL}, &memory, TRACE_WINDOW);
  for (unsigned i = 0; i < BLOCKS; i++) trace_writer_block(writer, kind, 0, items, 0, zeros, sizeof zeros);
  trace_writer_part(writer, 0, NULL, 0, 0);
  if (!trace_writer_finish(writer)) abort();
  trace_memory_clear(&memory);
  trace_error error = {0};
  trace_reader *reader = trace_reader_new(w.file, w.size, zstd_unpack, NULL, &error);
  if (reader) trace_reader_free(reader);
  world_free(&w);
  if (!reader && strcmp(error.message, message) == 0) return true;
  printf("FAILED: %s: %s\n", message, reader ? "the file is taken" : error.message);
  return false;
}

static bool swollen(void) {
  enum {
    FIELDS = 0
#define SOURCE_FIELD(name, help) +1
#include "trace/trace_format.def"
  };
  const bool sources = is_refused(TRACE_BLOCK_SOURCES, TRACE_RAW_MAX / FIELDS, "too many sources");
  return is_refused(TRACE_BLOCK_TEXT, 0, "too much text") && sources;
}

/* The bytes of a file after the mark for the fuzzer's target. */
static uint8_t *marked(const world *w) {
  uint8_t *bytes = malloc(w->size + 1);
  if (!bytes) abort();
  bytes[0] = 0;
  memcpy(bytes + 1, w->file, w->size);
  return bytes;
}

/* Changes with correct checksums: no input may cause a crash. */
static void hostile(unsigned rounds) {
  dice d = {1};
  for (unsigned which = 0; which < 20; which++) {
    world w;
    make(&w, which);
    uint8_t *bytes = marked(&w);
    for (unsigned round = 0; round < rounds; round++) {
      uint8_t *changed = malloc(w.size + 1);
      if (!changed) abort();
      memcpy(changed, bytes, w.size + 1);
      const unsigned changes = dice_between(&d, 1, 6);
      for (unsigned i = 0; i < changes; i++)
        changed[1 + dice_below(&d, (uint32_t)w.size)] = (uint8_t)(dice_chance(&d, 30) ? 0xff : dice_next(&d));
      LLVMFuzzerTestOneInput(changed, w.size + 1 - (dice_chance(&d, 10) ? dice_below(&d, (uint32_t)w.size) : 0));
      free(changed);
    }
    free(bytes);
    world_free(&w);
  }
}

/* Writes files with which libFuzzer can start. */
static void write_seeds(const char *folder) {
  for (unsigned which = 0; which < 20; which++) {
    char name[512];
    snprintf(name, sizeof name, "%s/%u", folder, which);
    FILE *file = fopen(name, "wb");
    if (!file) abort();
    world w;
    make(&w, which);
    uint8_t *bytes = marked(&w);
    if (fwrite(bytes, 1, w.size + 1, file) != w.size + 1 || fclose(file) != 0) abort();
    free(bytes);
    world_free(&w);
  }
}

/* test_damage [ROUNDS | --seeds FOLDER] */
int main(int argc, char **argv) {
  if (argc == 3 && strcmp(argv[1], "--seeds") == 0) {
    write_seeds(argv[2]);
    return 0;
  }
  bool good = cuts();
  good = alterations() && good;
  good = headers() && good;
  good = swollen() && good;
  hostile(argc > 1 ? (unsigned)atoi(argv[1]) : 300);
  if (plat_test_outstanding() != 0) {
    printf("FAILED: %" PRIu64 " blocks were not given back\n", plat_test_outstanding());
    good = false;
  }
  return good ? 0 : 1;
}
