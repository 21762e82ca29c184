/* plat_array.c: see plat_array.h. SPDX-License-Identifier: GPL-2.0-or-later */
#include "plat/plat_array.h"

#include "plat/plat.h"

enum { FIRST_ROOM = 16 };

void *plat_grow(void *array, uint32_t at, uint32_t *room, size_t size) {
  if (PLAT_LIKELY(at < *room)) return array;
  uint32_t wanted = *room == 0 ? FIRST_ROOM : *room;
  while (wanted <= at) wanted *= 2;
  char *grown = plat_alloc(wanted * size);
  const char *old = array;
  for (size_t i = 0; i < *room * size; i++) grown[i] = old[i];
  plat_free(array);
  *room = wanted;
  return grown;
}

/* The word before the aligned block contains the address of the allocated block. */
void *plat_alloc_aligned(size_t bytes) {
  char *const block = plat_alloc(bytes + PLAT_HOST_LINE + sizeof block);
  char *const aligned = block + sizeof block + (-(uintptr_t)(block + sizeof block) & (PLAT_HOST_LINE - 1));
  ((char **)(void *)aligned)[-1] = block;
  return aligned;
}

void plat_free_aligned(void *block) {
  if (block) plat_free(((void **)block)[-1]);
}
