/* SPDX-License-Identifier: GPL-2.0-or-later
 * bin_account-inl.h: the path of a reference that hits a line in the filter, inline.
 *
 * Such a reference changes only a clock in the machine (coh_system-inl.h). If the line's label is also the label that
 * the site saw last, the cell is known, and the reference only increments a counter of the site. */
#pragma once

#include "bins/bin_account.h"
#include "bins/bin_label.h"
#include "coherence/coh_system-inl.h"

/* Fields of a processor that stay constant over many references, so that a caller can keep them in registers. */
typedef struct {
  coh_filter *filter;
  uint64_t filter_mask;
  unsigned filter_fold;
  const uint32_t *labels;
  uint64_t *uses;
  unsigned line_bits;
} bin_lane;

static inline bin_lane bin_lane_of(const coh_processor *p) {
  return (bin_lane){p->filter, p->filter_mask, p->filter_fold, p->labels, p->d1.uses, p->line_bits};
}

static inline coh_filter *bin_lane_entry(const bin_lane *lane, uint64_t line) {
  return &lane->filter[coh_filter_index(line, lane->filter_mask, lane->filter_fold)];
}

/* Makes a reference that bin_reference_plainly() refused. */
void bin_reference_slowly(bin_account *account, bin_flow *flow, bin_site *site, uint64_t address, uint64_t clock);

/* As bin_reference_slowly(), but for a plain hit (bin_is_plain_hit()) of the line in the filter entry `entry`, if the
 * site does not follow the label of the line, or if the address is in another frame. */
void bin_hit_elsewhere(bin_account *account, bin_flow *flow, bin_site *site, uint64_t address, uint64_t clock,
                       const coh_filter *entry);

/* Call when bin_reference_plainly() refused a reference whose turn has not come. Makes the reference if it is a hit
 * that affects no other processor (coh_early.h). Returns whether it made the reference. */
bool bin_reference_ahead(bin_account *account, const bin_flow *flow, bin_site *site, uint64_t address, uint64_t clock);

/* Returns whether references to granules with a label belong to the cell of the site's pending references. */
static inline bool bin_site_follows(const bin_site *site, uint32_t label) {
  return label == site->label || (label == BIN_LABEL_MIXED && site->flags & BIN_SITE_KNOWN);
}

/* As bin_site_follows(), but for the label of an address in a line with several labels. Returns false for other
 * lines. */
static inline bool bin_lane_follows(const bin_lane *lane, const unsigned line_bits, const coh_filter *entry,
                                    const bin_site *site, uint64_t address) {
  if (entry->label != COH_NO_LABEL) return false;
  const unsigned label_bits = line_bits - COH_LABEL_BITS;
  const uint64_t granule = address >> COH_LABEL_BITS & (((uint64_t)1 << label_bits) - 1);
  return bin_site_follows(site, lane->labels[((uint64_t)entry->slot << label_bits) + granule]);
}

/* Returns whether a reference is a plain hit of the line in `entry`, the filter entry of its first byte, whatever its
 * label. The comparison uses the line of the last byte. Since neighbouring lines never share an entry, an equal key
 * means that both bytes are in this line. */
__attribute__((always_inline)) static inline bool bin_is_plain_hit(const coh_filter *entry, const unsigned line_bits,
                                                                   const bin_site *site, uint64_t address) {
  const uint64_t key = coh_filter_key((address + site->last) >> line_bits, true);
  return (entry->key | (site->flags & BIN_SITE_READS) / BIN_SITE_READS) == key;
}

/* Returns the filter entry that a reference hits, if it is a plain hit that belongs to the cell of the site's pending
 * references; otherwise NULL. `line_bits`: lane->line_bits, an argument of its own so that a caller can pass a
 * constant.
 */
__attribute__((always_inline)) static inline const coh_filter *bin_plain_entry(const bin_flow *flow,
                                                                               const bin_lane *lane,
                                                                               const unsigned line_bits,
                                                                               const bin_site *site, uint64_t address) {
  const coh_filter *entry = bin_lane_entry(lane, address >> line_bits);
  if (PLAT_LIKELY(bin_is_plain_hit(entry, line_bits, site, address))) {
    if (PLAT_LIKELY(entry->label == site->label) || bin_lane_follows(lane, line_bits, entry, site, address)) {
      if (PLAT_LIKELY(site->label != BIN_LABEL_STACK || bin_flow_is_innermost(flow, address))) return entry;
    }
  }
  return NULL;
}

/* Makes a reference for which bin_plain_entry() finds an entry. Returns false, without a change, for other references,
 * which need bin_reference_slowly(). `clock`: the clock of the processor's D1, which increases by COH_CLOCK_STEP from
 * one reference to the next. */
__attribute__((always_inline)) static inline bool bin_reference_plainly(const bin_flow *flow, const bin_lane *lane,
                                                                        const unsigned line_bits, bin_site *site,
                                                                        uint64_t address, uint64_t clock) {
  const coh_filter *entry = bin_plain_entry(flow, lane, line_bits, site, address);
  if (PLAT_UNLIKELY(!entry)) return false;
  site->pending++;
  lane->uses[entry->slot] = clock;
  return true;
}

/* Makes one reference of a site that is neither a call nor a return. */
__attribute__((always_inline)) static inline void bin_reference(bin_account *account, bin_flow *flow,
                                                                const bin_lane *lane, const unsigned line_bits,
                                                                bin_site *site, uint64_t address, uint64_t clock) {
  if (PLAT_UNLIKELY(!bin_reference_plainly(flow, lane, line_bits, site, address, clock)))
    bin_reference_slowly(account, flow, site, address, clock);
}

/* Follows the call or return of a site, if it is one, after its reference. */
void bin_site_follow_call(const bin_account *account, bin_flow *flow, const bin_site *site, uint64_t address);

/* Makes one reference of any site. */
__attribute__((always_inline)) static inline void bin_reference_and_call(bin_account *account, bin_flow *flow,
                                                                         const bin_lane *lane, const unsigned line_bits,
                                                                         bin_site *site, uint64_t address,
                                                                         uint64_t clock) {
  bin_reference(account, flow, lane, line_bits, site, address, clock);
  if (PLAT_UNLIKELY(site->flags & (BIN_SITE_CALL | BIN_SITE_RETURN)))
    bin_site_follow_call(account, flow, site, address);
}
