/* SPDX-License-Identifier: GPL-2.0-or-later
 * bin_account-inl.h: the path of a reference that hits a line in the filter, inline.
 *
 * Such a reference changes nothing in the machine but a clock (coh_system-inl.h). When the line's label is the one that
 * the site saw last, the cell is known too, and all that is left is to count one more. */
#pragma once

#include "bins/bin_account.h"
#include "bins/bin_label.h"
#include "coherence/coh_system-inl.h"

/* What stays the same over many references of one processor. */
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

/* The rest of bin_reference(). */
void bin_reference_slowly(bin_account *account, bin_flow *flow, bin_site *site, uint64_t address, uint64_t clock);

/* The same of a plain hit (bin_is_plain_hit()) of the line of a filter's entry, which has another label than the site
 * follows, or is in another frame. */
void bin_hit_elsewhere(bin_account *account, bin_flow *flow, bin_site *site, uint64_t address, uint64_t clock,
                       const coh_filter *entry);

/* A reference for which bin_reference_plainly() has nothing, ahead of its turn, if it may be made already: a hit that
 * nobody else is concerned by (coh_ahead.h). False: it may not, and nothing was done. */
bool bin_reference_ahead(bin_account *account, const bin_flow *flow, bin_site *site, uint64_t address, uint64_t clock);

/* Whether references to granules labelled so go where the site's pending ones do. */
static inline bool bin_site_follows(const bin_site *site, uint32_t label) {
  return label == site->label || (label == BIN_LABEL_MIXED && site->flags & BIN_SITE_KNOWN);
}

/* The same of a line that has several labels. */
static inline bool bin_lane_follows(const bin_lane *lane, const unsigned line_bits, const coh_filter *entry,
                                    const bin_site *site, uint64_t address) {
  if (entry->label != COH_NO_LABEL) return false;
  const unsigned label_bits = line_bits - COH_LABEL_BITS;
  const uint64_t granule = address >> COH_LABEL_BITS & (((uint64_t)1 << label_bits) - 1);
  return bin_site_follows(site, lane->labels[((uint64_t)entry->slot << label_bits) + granule]);
}

/* Whether a reference is a plain hit of the line of the filter's entry for its first byte, whatever its label. Lines
 * beside each other never share an entry, so that the last byte must be in that line, too. */
__attribute__((always_inline)) static inline bool bin_is_plain_hit(const coh_filter *entry, const unsigned line_bits,
                                                                   const bin_site *site, uint64_t address) {
  const uint64_t key = coh_filter_key((address + site->last) >> line_bits, true);
  return (entry->key | (site->flags & BIN_SITE_READS) / BIN_SITE_READS) == key;
}

/* The filter's entry that a reference hits, if it is a plain hit where the site's pending ones go; else NULL.
 * `line_bits` is lane->line_bits, apart so that a caller may make it a constant. */
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

/* One reference, if it changes no more than that. False: nothing was done, bin_reference_slowly() is to do it. `clock`
 * is that of the processor's D1 and grows by COH_CLOCK_STEP from one reference to the next. */
__attribute__((always_inline)) static inline bool bin_reference_plainly(const bin_flow *flow, const bin_lane *lane,
                                                                        const unsigned line_bits, bin_site *site,
                                                                        uint64_t address, uint64_t clock) {
  const coh_filter *entry = bin_plain_entry(flow, lane, line_bits, site, address);
  if (PLAT_UNLIKELY(!entry)) return false;
  site->pending++;
  lane->uses[entry->slot] = clock;
  return true;
}

/* One reference, of a site that is neither a call nor a return. */
__attribute__((always_inline)) static inline void bin_reference(bin_account *account, bin_flow *flow,
                                                                const bin_lane *lane, const unsigned line_bits,
                                                                bin_site *site, uint64_t address, uint64_t clock) {
  if (PLAT_UNLIKELY(!bin_reference_plainly(flow, lane, line_bits, site, address, clock)))
    bin_reference_slowly(account, flow, site, address, clock);
}

/* Follows the call or return that a site is, if it is one, behind the reference. */
void bin_site_follow_call(const bin_account *account, bin_flow *flow, const bin_site *site, uint64_t address);

/* One reference of any site. */
__attribute__((always_inline)) static inline void bin_reference_and_call(bin_account *account, bin_flow *flow,
                                                                         const bin_lane *lane, const unsigned line_bits,
                                                                         bin_site *site, uint64_t address,
                                                                         uint64_t clock) {
  bin_reference(account, flow, lane, line_bits, site, address, clock);
  if (PLAT_UNLIKELY(site->flags & (BIN_SITE_CALL | BIN_SITE_RETURN)))
    bin_site_follow_call(account, flow, site, address);
}
