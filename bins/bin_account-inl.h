/* SPDX-License-Identifier: GPL-2.0-or-later
 * bin_account-inl.h: the inline path of a reference that hits a line in the filter.
 *
 * Such a reference changes only a clock in the machine (coh_system-inl.h). If the line's label is also the label that
 * the site saw last, the cell need not be searched, and the reference only increments a counter of the site. */
#pragma once

#include "bins/bin_account.h"
#include "bins/bin_label.h"
#include "coherence/coh_system-inl.h"

/* The fields of a processor that stay constant over many references. They are copied to a struct so that a caller can
 * keep them in registers. */
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

/* Makes a reference for which bin_reference_plainly() returned false. */
void bin_reference_slowly(bin_account *account, bin_flow *flow, bin_site *site, uint64_t address, uint64_t clock);

/* As bin_reference_slowly(), but for a plain hit (bin_is_plain_hit()) of the line in the filter entry `entry`. Use it
 * if the site does not follow the label of the line, or if the address is in another frame. */
void bin_hit_elsewhere(bin_account *account, bin_flow *flow, bin_site *site, uint64_t address, uint64_t clock,
                       const coh_filter *entry);

/* Makes a reference before its turn if it is a hit that affects no other processor (coh_early.h). Call it if
 * bin_reference_plainly() returned false and the turn of the reference has not come. Returns whether it made the
 * reference. */
bool bin_reference_ahead(bin_account *account, const bin_flow *flow, bin_site *site, uint64_t address, uint64_t clock);

/* Returns whether references to granules with the label `label` belong to the cell of the site's pending references. */
static inline bool bin_site_follows(const bin_site *site, uint32_t label) {
  return label == site->label || (label == BIN_LABEL_MIXED && site->flags & BIN_SITE_KNOWN);
}

/* As bin_site_follows(), but for the label of the granule at an address, in a line with several labels. Returns false
 * if the line has one label. */
static inline bool bin_lane_follows(const bin_lane *lane, const unsigned line_bits, const coh_filter *entry,
                                    const bin_site *site, uint64_t address) {
  if (entry->label != COH_NO_LABEL) return false;
  const unsigned label_bits = line_bits - COH_LABEL_BITS;
  const uint64_t granule = address >> COH_LABEL_BITS & (((uint64_t)1 << label_bits) - 1);
  return bin_site_follows(site, lane->labels[((uint64_t)entry->slot << label_bits) + granule]);
}

/* Returns whether a reference is a plain hit of the line in `entry`, whatever the label of the line. `entry` is the
 * filter entry of the reference's first byte. The comparison uses the line of the last byte. Since neighbouring lines
 * never share an entry, an equal key means that both bytes are in this line. */
__attribute__((always_inline)) static inline bool bin_is_plain_hit(const coh_filter *entry, const unsigned line_bits,
                                                                   const bin_site *site, uint64_t address) {
  const uint64_t key = coh_filter_key((address + site->last) >> line_bits, true);
  return (entry->key | (site->flags & BIN_SITE_READS) / BIN_SITE_READS) == key;
}

/* Returns the filter entry that a reference hits, if it is a plain hit that belongs to the cell of the site's pending
 * references; otherwise NULL. `line_bits` equals lane->line_bits; it is a separate argument so that a caller can pass a
 * constant. */
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

/* Makes a reference for which bin_plain_entry() finds an entry. For other references, returns false and changes
 * nothing; they need bin_reference_slowly(). `clock` is the clock of the processor's D1, which increases by
 * COH_CLOCK_STEP from one reference to the next. */
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

/* If the site is a call or a return, records it in the flow. Call it after the site's reference. */
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
