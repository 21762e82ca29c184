/* naive_sharing.h: what bin_sharing.h keeps, for the naive account: a plain array over all lines, a plain list of uses
 * each, and nothing is ever forgotten.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "bins/bin_sharing.h"

typedef struct {
  uint64_t address;
  uint64_t events, invalidation, true_sharing, upgrades, transfers, unlisted;
  bin_use *uses; /* in the order of their first events */
  unsigned n_uses;
} naive_line;

typedef struct {
  naive_line *lines;
  unsigned n;
  uint64_t events;
} naive_sharing;

/* Starts with `n` lines without events, whose addresses the caller sets. */
void naive_sharing_make(naive_sharing *sharing, unsigned n);
void naive_sharing_clear(naive_sharing *sharing);

/* An event of line number `line`; use->start is kept when the use is new. */
void naive_sharing_event(naive_sharing *sharing, unsigned line, const bin_use *use, coh_kind kind,
                         const coh_outcome *outcome);

/* Forgets all but the addresses. */
void naive_sharing_zero(naive_sharing *sharing);

/* The use that is the same but for start and counts, or NULL. */
const bin_use *naive_sharing_use(const naive_line *line, const bin_use *use);
