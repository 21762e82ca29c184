/* fuzz_checksums.c: see fuzz_checksums.h.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "tests/trace/fuzz_checksums.h"

#include "trace/trace_format.h"

void fuzz_set_checksums(uint8_t *file, uint64_t n) {
  if (n < TRACE_FILE_HEADER) return;
  const trace_file_header first = {TRACE_MAGIC_FILE, TRACE_FORMAT_VERSION, TRACE_FORMAT_VERSION};
  trace_file_header_put(file, &first);
  uint32_t chain = trace_file_chain(file);
  for (uint64_t at = TRACE_FILE_HEADER; n - at >= TRACE_BLOCK_HEADER;) {
    trace_block_header header;
    trace_block_header_get(file + at, &header);
    header.magic = TRACE_MAGIC_BLOCK;
    if (header.stored > n - at - TRACE_BLOCK_HEADER) header.stored = n - at - TRACE_BLOCK_HEADER;
    if (header.codec == TRACE_CODEC_PLAIN) header.raw = header.stored;
    trace_block_header_put(file + at, &header);
    header.checksum = trace_block_checksum(file + at, file + at + TRACE_BLOCK_HEADER, header.stored);
    trace_block_header_put(file + at, &header);
    header.chain = chain = trace_block_chain(chain, file + at);
    trace_block_header_put(file + at, &header);
    at += TRACE_BLOCK_HEADER + header.stored;
  }
}
