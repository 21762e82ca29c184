/* coh_prefetcher.c: see coh_prefetcher.h.
 *
 * The rules. Next-line prefetching, on a miss and (tagged) on the first use of a prefetched line, is from Smith's
 * survey of cache memories. The table of strides by instruction is that of Baer and Chen, 1991. Streams are the buffers
 * of Jouppi, 1990; they are distinguished by page, as documented for some processors.
 *
 * Training
 * - A line that a reference uses trains the processor's prefetchers if it missed in the D1, or if this is the first
 * use of a prefetched line. Other hits, code and prefetches neither train nor prefetch.
 * - The address of the use is that of the first granule (coh_sharing.c) that it touches in the line. Its instruction is
 * the caller's number, coh_blame.code.
 *
 * Requests: `degree` lines at distance, distance + 1, ... steps from the use, if they are in the page (4096 bytes) of
 * the use. With prefetch_next_page, they can also be in the page before or after it. (Prefetchers that use virtual
 * addresses can cross pages.)
 * - Next line: a step is one line up, and each training use makes requests.
 * - Stride: for each of the 64 instructions that trained last, the address of its last training use, and the stride to
 * it. A step is the stride. A use makes requests if its own stride is not 0 and equals the stored one: two equal
 * strides confirm.
 * - Stream: for each of the 8 pages in which a line trained last, that line, and whether it was above or below the one
 * before it. A step is a line in that direction. A use makes requests if its line is in the stored direction from the
 * last one. Another use of the last line changes nothing.
 * - The order of the requests is next line, stride, stream.
 *
 * The prefetchers of an L2
 * - A line that the D1 requests from the L2 trains them, if the request is for a miss or for a prefetch of the D1. They
 * make their requests after the request of the D1 was served, and before further prefetches of the D1. Fetches of code,
 * and the L2's own prefetches, do not train. The address of the use is that of the line.
 * - Next line: as above. Stream: as above, for the 32 pages in which a line trained last; but the requests of a stream
 * continue after its previous requests. A use that makes requests requests the next lines in the stored direction that
 * the stream has not requested: at most `degree` lines, and only lines at most `distance` lines from the use. If the use
 * is past the previous requests, they begin after the use. (Intel's and AMD's optimization manuals describe streams
 * within pages of 4 KB that run up to a number of lines ahead.)
 * - A fetch fills the L2 only. A line that the L2 holds is not fetched. Its first request by the D1, also for a prefetch
 * of the D1, is its use. If this comes before the arrival, the request is late, and takes the remaining time if that is
 * longer than the latency of the L2. A line that leaves the L2 before was unused. A fetch does not affect the causes of
 * misses: a line that was not in the D1 has not been brought back.
 *
 * The fetch
 * - A fetch comes after the use that requests it was served. A line that the D1 holds is not fetched; the request is no
 * use of the line.
 * - A fetch is like a read of the processor at the same time: from its L2, which fills the line if necessary, or from
 * outside. An owner gives up ownership as for any read, and supplies the line if the protocol says so; its next store
 * can be an upgrade. With contention, a fetch is a transaction.
 * - The D1 fills the line as its most recently used line. Lines that the fetch replaces, also in the L2, record the
 * requester of the reference whose use made the request, and that a prefetch replaced them.
 * - A fetch is no reference and no miss, and adds no stall. It is no use for the shadow, for a TLB, or for true
 * sharing.
 *
 * Results
 * - The line arrives at the clock of the requesting reference, plus the stall that the read would have had.
 * - The first use of the line is a hit: the prefetch has covered a miss. A use before the arrival is late, and its
 * stall is the remaining time, plus that of an upgrade if there is one. Several lines of a reference wait at the same
 * time.
 * - A line that leaves the D1 before its first use was unused. Its next miss is a replacement or an invalidation as if
 * it had been used; only a line that was never in the D1 is cold. A prefetch of a line that was invalidated fetches the
 * line again: the processor is no longer awaited at it (coh_sharing.h), and there is no miss to evaluate.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "coherence/coh_prefetcher.h"

#include "plat/plat.h"

coh_prefetcher *coh_prefetcher_new(const coh_prefetcher_config *config, uint64_t slots) {
  coh_prefetcher *prefetcher = plat_alloc(sizeof *prefetcher);
  prefetcher->config = *config;
  if (config->follows) prefetcher->unused = plat_alloc(slots * sizeof *prefetcher->unused);
  prefetcher->arrivals = plat_alloc(slots * sizeof *prefetcher->arrivals);
  prefetcher->notes = plat_alloc(slots * sizeof *prefetcher->notes);
  return prefetcher;
}

void coh_prefetcher_free(coh_prefetcher *prefetcher) {
  if (!prefetcher) return;
  plat_free(prefetcher->arrivals);
  plat_free(prefetcher->notes);
  plat_free(prefetcher->unused);
  plat_free(prefetcher);
}

/* Returns whether a prefetcher can request an address after a use of `used`. */
static bool is_near(const coh_prefetcher *p, uint64_t used, uint64_t wanted) {
  const uint64_t from = used >> MACH_PAGE_BITS, to = wanted >> MACH_PAGE_BITS;
  return from == to || (p->config.next_page && (from + 1 == to || to + 1 == from));
}

/* Requests `degree` lines: the lines at an address plus multiples of `step` bytes, within the page. */
static void ask(const coh_prefetcher *p, uint64_t address, uint64_t step, coh_requests *requests) {
  for (uint64_t i = 0; i < p->config.degree; i++) {
    const uint64_t wanted = address + step * (p->config.distance + i);
    if (is_near(p, address, wanted)) requests->lines[requests->n++] = wanted >> p->config.line_bits;
  }
}

/* Requests the lines of a stream from `entry->next` on: at most `degree` lines, `distance` lines ahead, and those of the
 * page. */
static void follow(const coh_prefetcher *p, coh_training *entry, uint64_t line, coh_requests *requests) {
  const uint64_t of_page = ((uint64_t)1 << (MACH_PAGE_BITS - p->config.line_bits)) - 1;
  for (uint32_t i = 0; i < p->config.degree; i++) {
    const uint64_t ahead = (entry->next - line) * entry->step;
    if (ahead == 0 || ahead > of_page) entry->next = line + entry->step; /* the use is past the requests */
    if ((entry->next - line) * entry->step > p->config.distance || (entry->next ^ line) & ~of_page) return;
    requests->lines[requests->n++] = entry->next;
    entry->next += entry->step;
  }
}

/* Returns the entry of a key. If there is none, makes one in place of the entry that trained longest ago. */
static coh_training *search(coh_training *table, unsigned n, uint64_t key) {
  coh_training *oldest = table;
  for (coh_training *entry = table; entry < table + n; entry++) {
    if (entry->used != 0 && entry->key == key) return entry;
    if (entry->used < oldest->used) oldest = entry;
  }
  *oldest = (coh_training){.key = key};
  return oldest;
}

/* As search(), but looks first where the entry of the key was last. */
static coh_training *training_of(coh_training *table, unsigned n, uint64_t key, coh_hints *hints) {
  uint8_t *const hint = &hints->entry[key % COH_HINTS];
  coh_training *entry = &table[*hint];
  if (entry->used != 0 && entry->key == key) return entry;
  entry = search(table, n, key);
  *hint = (uint8_t)(entry - table);
  return entry;
}

static void train_stride(coh_prefetcher *p, uint64_t address, uint32_t code, coh_requests *requests) {
  coh_training *entry = training_of(p->strides, COH_STRIDES, code, &p->stride_hints);
  const uint64_t stride = entry->used != 0 ? address - entry->last : 0;
  if (stride != 0 && stride == entry->step) ask(p, address, stride, requests);
  *entry = (coh_training){.used = p->clock, .key = code, .last = address, .step = stride};
}

static void train_stream(coh_prefetcher *p, uint64_t address, coh_requests *requests) {
  const uint64_t line = address >> p->config.line_bits;
  coh_training *entry = training_of(p->streams, p->config.streams, address >> MACH_PAGE_BITS, &p->stream_hints);
  const bool is_new = entry->used == 0;
  entry->used = p->clock;
  if (!is_new && line == entry->last) return;
  const uint64_t direction = is_new ? 0 : line > entry->last ? 1 : -(uint64_t)1;
  const bool goes_on = direction != 0 && direction == entry->step;
  if (!goes_on) entry->next = line + direction;
  entry->step = direction;
  if (goes_on && p->config.follows)
    follow(p, entry, line, requests);
  else if (goes_on)
    ask(p, address, direction << p->config.line_bits, requests);
  entry->last = line;
}

void coh_prefetcher_train(coh_prefetcher *prefetcher, uint64_t address, uint32_t code, coh_requests *requests) {
  const uint32_t kinds = prefetcher->config.kinds;
  prefetcher->clock++;
  requests->n = 0;
  if (kinds & MACH_NEXT_LINE) ask(prefetcher, address, (uint64_t)1 << prefetcher->config.line_bits, requests);
  if (kinds & MACH_STRIDE) train_stride(prefetcher, address, code, requests);
  if (kinds & MACH_STREAM) train_stream(prefetcher, address, requests);
}
