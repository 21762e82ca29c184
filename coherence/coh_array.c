/* coh_array.c: see coh_array.h.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "coherence/coh_array.h"

#include "coherence/plat.h"

enum { FIRST_ROOM = 16 };

void *coh_grow(void *array, uint32_t at, uint32_t *room, size_t size) {
  if (PLAT_LIKELY(at < *room)) return array;
  plat_settle();
  uint32_t wanted = *room == 0 ? FIRST_ROOM : *room;
  while (wanted <= at) wanted *= 2;
  char *grown = plat_alloc(wanted * size);
  const char *old = array;
  for (size_t i = 0; i < *room * size; i++) grown[i] = old[i];
  plat_free(array);
  *room = wanted;
  return grown;
}
