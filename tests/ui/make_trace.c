/* make_trace.c: writes traces for the tests of memspy trace, to standard output.
 *
 *   make_trace KIND N [TABLES]           the trace, with the tables in that file
 *   make_trace KIND N --lines            its events, as memspy trace cat should print them
 *   make_trace KIND N --log              the same, each as five words of 8 bytes
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "plat/plat.h"
#include "tests/coherence/dice.h"
#include "tests/trace/zstd_pack.h"
#include "trace/trace_compress.h"

static enum { TRACE, LINES, LOG } output;
static trace_compressor *compressor;
static uint64_t made; /* events */

/* The sources of all kinds; place N is that of the sample profile. */
static const trace_source sources[] = {
    {TRACE_READ, 0, 1, 8, 1, 0, 0x401139},    {TRACE_READ, 0, 2, 4, 2, 0, 0x401140},
    {TRACE_WRITE, 0, 3, 8, 1, 0, 0x401150},   {TRACE_MODIFY, 4, 1, 4, 3, 0, 0x401160},
    {TRACE_ENTER, 0, 0, 0, 0, 0, 0},          {TRACE_EXIT, 0, 0, 0, 0, 0, 0},
    {TRACE_WORD, 0, 0, 0, 0, 0, 0},           {TRACE_ALLOCATE, 0, 0, 0, 0, 1, 0},
    {TRACE_RELEASE, 0, 0, 0, 0, 0, 0},        {TRACE_RUN, 0, 0, 0, 0, 0, 0},
    {TRACE_READ, 0, 1, 32, 4, 0, UINT64_MAX}, {TRACE_WRITE, 0, 9, 1, 0, 0, 1},
    {TRACE_READ, 8, 3, 8, 99, 99, 0x402000},
};
enum { XY, XZ, XX, LOCK, ENTER, EXIT, WORD, ALLOCATE, RELEASE, RUN, WIDE, BYTE, N_SOURCES, LATE = N_SOURCES };

static void event(uint32_t processor, uint32_t source, uint64_t value) {
  const trace_source *s = &sources[source];
  if (output == LINES)
    printf("%" PRIu32 " %s 0x%" PRIx64 " %" PRIu64 " 0x%" PRIx64 " %" PRIu64 "\n", processor,
           trace_kind_name((trace_kind)s->kind), value, s->size, s->address, made);
  if (output == LOG) fwrite((uint64_t[]){processor, s->kind, value, s->size, s->address}, 8, 5, stdout);
  if (output == TRACE) {
    trace_compressor_select(compressor, processor);
    trace_compressor_event(compressor, source, value);
    if (made % 512 == 0) trace_compressor_check(compressor);
  }
  made++;
}

/* METRIC's matrix multiplication, with its scopes. */
static void loops(uint64_t n) {
  event(0, ENTER, 1);
  for (uint64_t i = 0; i < n; i++) {
    event(0, ENTER, 2);
    for (uint64_t j = 0; j < n; j++)
      for (uint64_t k = 0; k < n; k++) {
        event(0, XY, 0x10000 + 8 * (i * n + k));
        event(0, XZ, 0x20000 + 8 * (k * n + j));
        event(0, XX, 0x30000 + 8 * (i * n + j));
      }
    event(0, EXIT, 2);
  }
  event(0, EXIT, 1);
}

/* Two processors alternate, each in a loop of its own. */
static void pair(uint64_t n) {
  for (uint64_t i = 0; i < n; i++)
    for (uint64_t j = 0; j < 8; j++) event(i % 2, i % 2 ? LOCK : XX, 0x10000 * (i % 2) + 8 * (8 * (i / 2) + j));
}

/* Processors alternate, and blocks are allocated and released. */
static void threads(uint64_t n) {
  dice d = {n};
  for (uint64_t i = 0; i < n; i++) {
    const uint32_t processor = dice_below(&d, 3);
    const unsigned times = dice_between(&d, 1, 20);
    for (unsigned t = 0; t < times; t++) event(processor, t % 2 ? XX : XY, 0x5000 + 64 * processor + 8 * t);
    event(processor, LOCK, 0x600000);
    if (!dice_chance(&d, 20)) continue;
    event(processor, WORD, 4096);
    event(processor, ALLOCATE, 0x700000 + 4096 * i);
    event(processor, RUN, 12);
    event(processor, RELEASE, 0x700000 + 4096 * i);
  }
}

/* Events without a pattern, with addresses of all magnitudes. */
static void irregular(uint64_t n) {
  dice d = {n};
  for (uint64_t i = 0; i < n; i++) {
    const uint64_t value = (uint64_t)dice_next(&d) << 32 | dice_next(&d);
    event(0, dice_below(&d, N_SOURCES), value >> dice_below(&d, 64));
  }
}

/* Code that runs for the first time after the tables were written. */
static void late(uint64_t n) {
  loops(n);
  event(0, LATE, 0x5008);
}

static void nothing(uint64_t n) { (void)n; }

/* Compressed bytes depend on the version of Zstandard, so transcripts use uncompressed traces. */
static const struct {
  const char *name;
  void (*make)(uint64_t n);
  bool packs;
} kinds[] = {{"loops", loops, false},        {"pair", pair, false}, {"threads", threads, true},
             {"irregular", irregular, true}, {"late", late, false}, {"nothing", nothing, false}};

static bool store(void *closure, const uint8_t *bytes, uint64_t n) { return fwrite(bytes, 1, n, closure) == n; }

/* Writes the contents of a file as the tables. */
static void put_tables(const char *path) {
  FILE *file = fopen(path, "rb");
  uint8_t *text = malloc(1 << 20);
  if (!file || !text) abort();
  trace_compressor_text(compressor, text, fread(text, 1, 1 << 20, file));
  free(text);
  fclose(file);
}

static void begin(const char *tables, bool packs, bool is_late) {
  static const trace_limits limits = {TRACE_WINDOW, TRACE_MEMORY, 1 << 12, 0};
  compressor = trace_compressor_new(&(const trace_output){store, stdout, packs ? zstd_pack : NULL, NULL, NULL},
                                    &limits);
  for (uint32_t i = 0; i < (is_late ? N_SOURCES + 1 : N_SOURCES); i++)
    (void)trace_compressor_source(compressor, &sources[i]);
  if (tables) put_tables(tables);
}

int main(int argc, char **argv) {
  const char *last = argc == 4 ? argv[3] : NULL;
  output = last && strcmp(last, "--lines") == 0 ? LINES : last && strcmp(last, "--log") == 0 ? LOG : TRACE;
  size_t kind = 0;
  const size_t n = argc >= 3 ? sizeof kinds / sizeof *kinds : 0;
  while (kind < n && strcmp(argv[1], kinds[kind].name) != 0) kind++;
  if (kind == n) {
    fputs("usage: make_trace KIND N [TABLES|--lines|--log]\n", stderr);
    return 1;
  }
  if (output == TRACE) begin(last, kinds[kind].packs, kinds[kind].make == late);
  kinds[kind].make(strtoull(argv[2], NULL, 10));
  const bool good = output != TRACE || trace_compressor_finish(compressor);
  return good && fflush(stdout) == 0 ? 0 : 1;
}
