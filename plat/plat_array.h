/* plat_array.h: growing arrays, and arrays aligned to the host's cache lines.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* Ensures that an array has room for element `at` (from 0). The array has room for *room elements of `size` bytes. Room
 * doubles from 16 on; new room is zero. Waits for concurrent readers (plat_settle()). Returns the array, which can
 * move; free with plat_free(). */
void *plat_grow(void *array, uint32_t at, uint32_t *room, size_t size);

enum { PLAT_HOST_LINE = 64 }; /* bytes of a line of the host's caches */

/* As plat_alloc(), but aligned to a line of the host's caches. Free with plat_free_aligned(). */
void *plat_alloc_aligned(size_t bytes);
void plat_free_aligned(void *block);
