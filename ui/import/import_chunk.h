/* SPDX-License-Identifier: GPL-2.0-or-later
 * import_chunk.h: the chunks of memory of which the areas of an imported trace consist. */
#pragma once

#include <stdint.h>

#include "bins/bin_map.h"

enum { IMPORT_TRACE_CHUNK = 16 /* log2 of the bytes of a chunk */ };

/* The end of the memory that the ranges of a trace can describe: the last chunk is beyond. */
#define IMPORT_TRACE_END (((uint64_t)1 << BIN_MAP_BITS) - ((uint64_t)1 << IMPORT_TRACE_CHUNK))
