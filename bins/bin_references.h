/* bin_references.h: measures the reuse and the evictions of the lines of each reference of the machine code.
 *
 * After Marathe, Mueller, Mohan, de Supinski, McKee and Yoo, "METRIC: Tracking Down Inefficiencies in the Memory
 * Hierarchy via Binary Rewriting" (2003), section 6 and Figures 5 to 8. Definitions:
 * - A reference is a cell: one instruction (each has a place of its own) and one bin.
 * - The stay of a line lasts from its fill into a processor's D1 until it leaves. For each stay, the touched bytes and
 * the references that touched them, including the fill, are recorded.
 * - A hit is temporal if all its bytes, in all lines of the reference, were touched before in the stays of their lines.
 * Other hits are spatial. The temporal ratio is temporal hits / hits.
 * - An eviction is the end of a stay by a fill that needs the room, in the D1 or in an inclusive L2. It counts for the
 * reference that filled the line. Spatial use is the bytes touched in evicted stays / (line size * evictions). Lines
 * invalidated by other processors' stores, and lines still present at the end, are not evictions.
 * - Every reference that touched the line during its stay loses it, including the one that filled it: so the paper's
 * Figure 6 has evictors of xx_Write_3, which never missed. The evictor is the reference whose fill caused the eviction.
 * - If a reference fills a line, and evicts it by filling another line, the evicted line had no stay.
 * Bytes are granules (coh_granules()): for lines of more than 64 bytes, 64ths of the line.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "bins/bin_tally.h"
#include "coherence/coh_system-inl.h"

/* The counts of a reference. temporal_hits + spatial_hits equals the cell's references minus its misses. `lost` is the
 * sum of the counts of the reference's evictors. evictions <= lost, and evictions <= used_bytes. */
typedef struct {
  uint64_t temporal_hits, spatial_hits;
  uint64_t evictions;  /* number of evictions of lines that the reference filled */
  uint64_t used_bytes; /* number of bytes of these lines that were used */
  uint64_t lost;       /* number of evicted lines that the reference had touched */
  uint64_t stay;       /* number of the last stay whose line the reference touched */
  uint8_t kinds;       /* bits: 1 << coh_kind */
} bin_reference_counts;

typedef struct bin_references bin_references;

/* Starts to record the references of a machine. The machine's caches must be empty, and it must have no other eviction
 * callback. */
bin_references *bin_references_new(coh_system *system);
void bin_references_free(bin_references *references);

/* The next two functions are called around each access: _begin() with the cell to which evictions are attributed, and
 * _end() with the addresses of the first byte and the last byte. */
void bin_references_begin(bin_references *references, uint32_t cell);
void bin_references_end(bin_references *references, unsigned processor, coh_kind kind, uint64_t first, uint64_t last);

/* Sets all counts to zero. The current stays of lines continue. */
void bin_references_zero(bin_references *references);

/* Returns the counts of a cell's reference, or NULL if there are none. The result is valid until the counts of another
 * reference are made. */
const bin_reference_counts *bin_references_get(const bin_references *references, uint32_t cell);

/* Returns the counts of evicting cells, for each cell that lost lines. The cell that lost lines is the key of the
 * tally. */
const bin_tally *bin_references_evictors(const bin_references *references);
