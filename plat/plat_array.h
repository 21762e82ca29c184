/* plat_array.h: growing arrays, and arrays aligned to the host's cache lines.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* Ensures that an array has room for element `at` (from 0). The array has room for *room elements of `size` bytes. The
 * room starts at 16 elements and is then doubled; new elements are zero. Returns the array, possibly at a new address.
 * Free with plat_free(). */
void *plat_grow(void *array, uint32_t at, uint32_t *room, size_t size);

enum { PLAT_HOST_LINE = 64 }; /* size of a cache line of the host, in bytes */

/* As plat_alloc(), but the block is aligned to a cache line of the host. Free with plat_free_aligned(). */
void *plat_alloc_aligned(size_t bytes);
void plat_free_aligned(void *block);
