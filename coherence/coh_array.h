/* coh_array.h: growing arrays, and arrays whose elements lie well in the host's caches.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef COHERENCE_COH_ARRAY_H
#define COHERENCE_COH_ARRAY_H

#include <stddef.h>
#include <stdint.h>

/* Makes room for element `at` (from 0) in an array of elements of `size` bytes with room for *room of them. Room
 * doubles, from 16 on; new room is zero. Who else reads the array is waited for (plat_settle()). Returns the array,
 * which may have moved; the caller frees it by plat_free. */
void *coh_grow(void *array, uint32_t at, uint32_t *room, size_t size);

enum { COH_HOST_LINE = 64 }; /* bytes of a line of the host's caches */

/* As plat_alloc(), aligned to such a line. The caller frees it by coh_free_aligned(). */
void *coh_alloc_aligned(size_t bytes);
void coh_free_aligned(void *block);

#endif
