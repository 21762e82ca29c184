/* fuzz_read.c: a target for libFuzzer, which test_damage also calls: reads any bytes as a trace, up to their end.
 *
 *   clang -g -O1 -fsanitize=fuzzer,address,undefined -I. tests/trace/fuzz_read.c tests/trace/fuzz_checksums.c
 *         tests/trace/zstd_pack.c tests/coherence/plat_test.c -lzstd -o fuzz_read, and the sources of plat/, machine/,
 *         coherence/, sweep/, fetch/, bins/ and trace/
 *   tests/trace/test_damage --seeds FOLDER
 *   fuzz_read -max_total_time=600 FOLDER
 *
 * The checksums would reject almost every changed file at once. Therefore they are corrected first if the first byte is
 * even.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "tests/trace/fuzz_read.h"

#include <stdlib.h>
#include <string.h>

#include "plat/plat.h"
#include "tests/trace/fuzz_checksums.h"
#include "tests/trace/zstd_pack.h"
#include "trace/trace_expand.h"

enum { ENOUGH = 100000 }; /* events; a few bytes can represent more events than a test can count */

/* Uses every number that the reader returns. */
static uint64_t read_events(const trace_reader *reader, uint32_t part) {
  trace_expander *expander = trace_expander_new(reader, part);
  trace_batch batch;
  trace_error error;
  uint64_t sum = 0, n = 0;
  while (n < ENOUGH && trace_expander_next(expander, &batch, &error)) {
    plat_assert(batch.n != 0 && batch.n <= TRACE_BATCH && batch.repeats != 0);
    for (uint32_t i = 0; i < batch.n; i++) sum += batch.items[i].value + batch.repeats * batch.items[i].stride;
    n += batch.n + (batch.repeats > 16 ? 16 : batch.repeats);
  }
  trace_expander_free(expander);
  return sum;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size == 0) return 0;
  const bool sets = data[0] % 2 == 0;
  data++, size--;
  uint8_t *file = malloc(size + 1);
  if (!file) abort();
  memcpy(file, data, size);
  if (sets) fuzz_set_checksums(file, size);
  trace_error error;
  trace_reader *reader = trace_reader_new(file, size, zstd_unpack, NULL, &error);
  if (reader) {
    uint32_t parts;
    (void)trace_reader_parts(reader, &parts);
    (void)read_events(reader, 0);
    if (parts > 1) (void)read_events(reader, parts - 1);
    trace_reader_free(reader);
  } else {
    plat_assert(error.message && error.offset <= size);
  }
  free(file);
  return 0;
}
