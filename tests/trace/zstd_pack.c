/* zstd_pack.c: see zstd_pack.h.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "tests/trace/zstd_pack.h"

#include <zstd.h>

uint32_t zstd_pack(void *closure, uint8_t *to, uint32_t room, const uint8_t *from, uint32_t n) {
  (void)closure;
  const size_t bytes = ZSTD_compress(to, room, from, n, 1);
  return ZSTD_isError(bytes) ? 0 : (uint32_t)bytes;
}

bool zstd_unpack(void *closure, uint8_t *to, uint32_t room, const uint8_t *from, uint32_t n) {
  (void)closure;
  return ZSTD_decompress(to, room, from, n) == room;
}
