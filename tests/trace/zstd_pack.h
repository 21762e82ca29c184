/* zstd_pack.h: Zstandard for the tests of trace/.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "trace/trace_read.h"
#include "trace/trace_write.h"

/* A trace_pack and a trace_unpack; their closure is NULL. */
uint32_t zstd_pack(void *closure, uint8_t *to, uint32_t room, const uint8_t *from, uint32_t n);
bool zstd_unpack(void *closure, uint8_t *to, uint32_t room, const uint8_t *from, uint32_t n);
