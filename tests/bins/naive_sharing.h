/* naive_sharing.h: the data of bin_sharing.h for the naive account: a plain array of all lines, each with a plain list
 * of uses. It never forgets any.
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

/* Starts with `n` lines without events. The caller sets their addresses. */
void naive_sharing_make(naive_sharing *sharing, unsigned n);
void naive_sharing_clear(naive_sharing *sharing);

/* Adds an event of line number `line`. A new use keeps use->start. */
void naive_sharing_event(naive_sharing *sharing, unsigned line, const bin_use *use, coh_kind kind,
                         const coh_outcome *outcome);

/* Forgets everything but the addresses. */
void naive_sharing_zero(naive_sharing *sharing);

/* Returns the use that differs at most in start and counts, or NULL. */
const bin_use *naive_sharing_use(const naive_line *line, const bin_use *use);
