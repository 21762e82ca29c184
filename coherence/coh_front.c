/* coh_front.c: see coh_front.h. SPDX-License-Identifier: GPL-2.0-or-later */
#include "coherence/coh_front.h"

#include "coherence/coh_system-inl.h"

void coh_front_init(coh_front *front, coh_family *family) {
  *front = (coh_front){.family = family,
                       .next = coh_family_next(family),
                       .line_bits = coh_family_line_bits(family),
                       .mask = coh_family_sets(family) - 1,
                       .newest = coh_family_newest(family)};
}

void coh_front_pass(coh_front *front, uint64_t address, uint64_t last, coh_kind kind, uint32_t cell) {
  coh_family_use(front->family, address >> front->line_bits, last >> front->line_bits, kind, cell);
}
