/* coh_prefetcher.c: see coh_prefetcher.h.
 *
 * The rules. Fetching the next line on a miss and, tagged, on the first use of a line that was fetched so is from
 * Smith's survey of cache memories; the table of strides by instruction is Baer and Chen's of 1991; streams are
 * Jouppi's buffers of 1990, told apart by page as processors do that document theirs.
 *
 * What trains
 *  - A line that a reference uses trains the processor's prefetchers if it missed in the D1, or if it was prefetched
 *    and this is its first use. Other hits neither train nor fetch, nor does code, nor does a prefetch.
 *  - The address of the use is that of the first granule (coh_sharing.c) that it touches in the line. Its instruction
 *    is the number that the caller gives, coh_blame.code.
 *
 * What is fetched: lines at distance, distance + 1, ..., degree of them, counted in steps from the use, each if it is
 * in the same page of 4096 bytes as the use.
 *  - Next line: a step is one line up, and each training use fetches.
 *  - Stride: for each of the 64 instructions that trained last, the address of its last training use, and the stride
 *    that led there. A step is the stride. A use fetches if its own stride, which is not 0, is the same as that: two
 *    equal strides confirm.
 *  - Stream: for each of the 8 pages in which a line trained last, that line, and whether it was above or below the one
 *    before it in that page. A step is a line in that direction. A use fetches if its line is in the same direction
 *    from the last one as that was from the one before; a use of the last line again changes nothing.
 *  - Of several prefetchers, next line asks first, then stride, then stream.
 *
 * How a line is fetched
 *  - Right after the use that asks for it, and after that has been served. A line that the D1 holds is not fetched;
 *    that is no use of it.
 *  - As by a read of the processor at the same time: from the own L2, which takes the line in if need be, or from
 *    outside. Another processor that owns the line steps down, as for any read, and supplies it where the protocol says
 *    so; it may have to ask for the line when it stores again. Under contention it is a transaction.
 *  - The D1 takes the line in as the one used last. What that pushes out, of the L2 too, was pushed out by the filler
 *    of the reference whose use asked, and by a prefetch.
 *  - It is no reference, no miss, and stalls nobody. It is no use for the shadow, for a TLB, for true sharing.
 *
 * What becomes of it
 *  - It comes at the clock of the reference that asked, plus what that read would have stalled.
 *  - Its first use is a hit: the prefetch has covered a miss. A use before the line comes is late, and its stall is
 *    what is left until then, with that of an upgrade added if there is one. Lines of one reference all wait at once.
 *  - If it leaves the D1 before that it was unused. The next miss of the line is a replacement or an invalidation as if
 *    it had been used; only a line that was never in the D1 is cold. It was not awaited any more where it was lost by
 *    invalidation: whoever prefetches a line has come back for it, and no miss of it is judged.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "coherence/coh_prefetcher.h"

#include "coherence/plat.h"

coh_prefetcher *coh_prefetcher_new(const coh_config *config, uint64_t slots) {
  coh_prefetcher *prefetcher = plat_alloc(sizeof *prefetcher);
  prefetcher->config = config;
  prefetcher->line_bits = (unsigned)__builtin_ctz(config->d1.line);
  prefetcher->arrivals = plat_alloc(slots * sizeof *prefetcher->arrivals);
  prefetcher->notes = plat_alloc(slots * sizeof *prefetcher->notes);
  return prefetcher;
}

void coh_prefetcher_free(coh_prefetcher *prefetcher) {
  if (!prefetcher) return;
  plat_free(prefetcher->arrivals);
  plat_free(prefetcher->notes);
  plat_free(prefetcher);
}

/* Asks for the lines of steps of so many bytes from an address. */
static void ask(const coh_prefetcher *p, uint64_t address, uint64_t step, coh_requests *requests) {
  for (uint64_t i = 0; i < p->config->prefetch_degree; i++) {
    const uint64_t wanted = address + step * (p->config->prefetch_distance + i);
    if ((wanted ^ address) >> COH_PAGE_BITS == 0) requests->lines[requests->n++] = wanted >> p->line_bits;
  }
}

/* The entry of a key in a table, or else the one that trained the longest ago, as a new one. */
static coh_training *training_of(coh_training *table, unsigned n, uint64_t key) {
  coh_training *oldest = table;
  for (coh_training *entry = table; entry < table + n; entry++) {
    if (entry->used != 0 && entry->key == key) return entry;
    if (entry->used < oldest->used) oldest = entry;
  }
  *oldest = (coh_training){.key = key};
  return oldest;
}

static void train_stride(coh_prefetcher *p, uint64_t address, uint32_t code, coh_requests *requests) {
  coh_training *entry = training_of(p->strides, COH_STRIDES, code);
  const uint64_t stride = entry->used != 0 ? address - entry->last : 0;
  if (stride != 0 && stride == entry->step) ask(p, address, stride, requests);
  *entry = (coh_training){.used = p->clock, .key = code, .last = address, .step = stride};
}

static void train_stream(coh_prefetcher *p, uint64_t address, coh_requests *requests) {
  const uint64_t line = address >> p->line_bits;
  coh_training *entry = training_of(p->streams, COH_STREAMS, address >> COH_PAGE_BITS);
  const bool is_new = entry->used == 0;
  entry->used = p->clock;
  if (!is_new && line == entry->last) return;
  const uint64_t direction = is_new ? 0 : line > entry->last ? 1 : -(uint64_t)1;
  if (direction != 0 && direction == entry->step) ask(p, address, direction << p->line_bits, requests);
  entry->step = direction;
  entry->last = line;
}

void coh_prefetcher_train(coh_prefetcher *prefetcher, uint64_t address, uint32_t code, coh_requests *requests) {
  const uint32_t kinds = prefetcher->config->prefetch;
  prefetcher->clock++;
  requests->n = 0;
  if (kinds & COH_NEXT_LINE) ask(prefetcher, address, (uint64_t)1 << prefetcher->line_bits, requests);
  if (kinds & COH_STRIDE) train_stride(prefetcher, address, code, requests);
  if (kinds & COH_STREAM) train_stream(prefetcher, address, requests);
}
