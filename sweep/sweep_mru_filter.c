/* sweep_mru_filter.c: see sweep_mru_filter.h. SPDX-License-Identifier: GPL-2.0-or-later */
#include "sweep/sweep_mru_filter.h"

#include "coherence/coh_system-inl.h"

void sweep_mru_filter_init(sweep_mru_filter *front, sweep_group *family) {
  *front = (sweep_mru_filter){.family = family,
                              .next = sweep_group_next(family),
                              .line_bits = sweep_group_line_bits(family),
                              .mask = sweep_group_sets(family) - 1,
                              .newest = sweep_group_newest(family)};
}

void sweep_mru_filter_pass(sweep_mru_filter *front, uint64_t address, uint64_t last, coh_kind kind, uint32_t cell) {
  sweep_group_use(front->family, address >> front->line_bits, last >> front->line_bits, kind, cell);
}
