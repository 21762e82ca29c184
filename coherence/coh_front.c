/* coh_front.c: see coh_front.h.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "coherence/coh_front.h"

#include "coherence/coh_system-inl.h"

void coh_front_init(coh_front *front, coh_family *family) {
  const uint64_t sets = coh_family_sets(family);
  *front = (coh_front){.family = family,
                       .next = coh_family_next(family),
                       .line_bits = coh_family_line_bits(family),
                       .mask = sets - 1,
                       .newest = plat_alloc(sets * sizeof *front->newest)};
  for (uint64_t i = 0; i < sets; i++) front->newest[i] = COH_NO_LINE;
}

void coh_front_clear(coh_front *front) {
  plat_free(front->newest);
  *front = (coh_front){0};
}

void coh_front_pass(coh_front *front, uint64_t address, uint64_t last, coh_kind kind, uint32_t cell) {
  const bool own = coh_kind_owns(kind);
  const uint64_t first_line = address >> front->line_bits, last_line = last >> front->line_bits;
  uint64_t line = first_line;
  do front->newest[line & front->mask] = coh_use_make(line, own);
  while (line++ < last_line);
  coh_family_use(front->family, first_line, last_line, kind, cell);
}
