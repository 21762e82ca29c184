/* spy_pack.h: blocks of a trace through Zstandard, within the tool. SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MEMSPY_SPY_PACK_H
#define MEMSPY_SPY_PACK_H

#include "trace/trace_write.h"

/* A trace_pack, with the closure NULL. Without a libzstd to link (configure says so) it packs nothing. */
uint32_t spy_pack(void *closure, uint8_t *to, uint32_t room, const uint8_t *from, uint32_t n);

/* Gives back what it works with. */
void spy_pack_free(void);

#endif
