/* spy_pack.h: packs blocks of a trace with Zstandard within the tool. SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "trace/trace_write.h"

/* A trace_pack; its closure must be NULL. Packs nothing if configure found no libzstd. */
uint32_t spy_pack(void *closure, uint8_t *to, uint32_t room, const uint8_t *from, uint32_t n);

/* Frees the working memory. */
void spy_pack_free(void);
