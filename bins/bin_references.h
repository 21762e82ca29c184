/* bin_references.h: what each reference of the machine code found in the cache, and left there.
 *
 * After Marathe, Mueller, Mohan, de Supinski, McKee and Yoo, "METRIC: Tracking Down Inefficiencies in the Memory
 * Hierarchy via Binary Rewriting" (2003), section 6 and Figures 5 to 8. Definitions:
 *
 *  - A reference is a statistics cell: one instruction (where each has a place of its own) on one bin.
 *  - The stay of a line is the time from its fill into a processor's D1 until it leaves it. Of each stay is kept which
 * bytes of the line were touched, and by which references, that of the fill included.
 *  - A hit (of all lines that the reference touches) is temporal if all its bytes were touched before in the stays of
 *    their lines; else it is spatial. So temporal + spatial hits are all hits. The temporal ratio is temporal hits /
 * hits.
 *  - An eviction ends the stay of a line by a fill that takes its room, in the D1 or in an L2 that contains it. It is
 *    charged to the reference that filled the line: spatial use is the bytes touched in stays that ended so / (line
 * size * evictions). Lines taken away by other processors' stores, and those still there at the end, are none.
 *  - Every reference that touched the line during its stay loses it, the filler among them: so the paper's Figure 6 has
 *    evictors of xx_Write_3, which never missed. The evictor is the reference whose fill it was.
 *
 *  - A line that a reference brings in and pushes out itself, with another line that it touches, had no stay.
 *
 * Bytes are granules (coh_granules()): of lines of more than 64 bytes, 64ths of the line.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef BINS_BIN_REFERENCES_H
#define BINS_BIN_REFERENCES_H

#include "bins/bin_tally.h"
#include "coherence/coh_system-inl.h"

/* The counts of a reference. Identities: temporal_hits + spatial_hits are the cell's references without its misses;
 * lost is the sum of its evictors; evictions <= lost, evictions <= used_bytes. */
typedef struct {
  uint64_t temporal_hits, spatial_hits;
  uint64_t evictions;  /* of lines that it had filled */
  uint64_t used_bytes; /* of those */
  uint64_t lost;       /* lines that it had touched */
  uint64_t stay;       /* number of the last stay that it touched the line of */
  uint8_t kinds;       /* bits: 1 << coh_kind */
} bin_reference_counts;

typedef struct bin_references bin_references;

/* Starts to keep the references of a machine, whose caches are empty and whose departures nobody else is told of. */
bin_references *bin_references_new(coh_system *system);
void bin_references_free(bin_references *references);

/* Around each reference's way through the machine: before it, the number of its cell, which what it pushes out is
 * put down to; after it, what it touched: the bytes [first, last] (addresses). */
void bin_references_begin(bin_references *references, uint32_t cell);
void bin_references_end(bin_references *references, unsigned processor, coh_kind kind, uint64_t first, uint64_t last);

/* Sets all counts to zero; stays go on. */
void bin_references_zero(bin_references *references);

/* The counts of a cell's reference, valid until the next one is made; NULL: none was ever made. */
const bin_reference_counts *bin_references_get(const bin_references *references, uint32_t cell);

/* Evicting cells, by the cell that lost lines to them. */
const bin_tally *bin_references_evictors(const bin_references *references);

#endif
