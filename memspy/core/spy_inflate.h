/* spy_inflate.h: takes decompressed debug information from a cache.
 *
 * memspy run keeps the content of compressed sections (ui/names/name_inflated.h), because reading it takes a tenth of the
 * time of decompressing it. The tool only reads the cache.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/core/spy_valgrind.h"

/* Uses the cache in the folder that the environment names. Without this call, or if there is no cache, the core and the
 * tool decompress. */
void spy_inflate_use_cache(void);
