/* ui_block_strides.h: how far the references of an instruction are apart, in classes.
 *
 * The distance is that from the instruction's reference before, by the same processor, in either direction.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_UI_BLOCK_STRIDES_H
#define UI_UI_BLOCK_STRIDES_H

#include <stdbool.h>
#include <stdint.h>

typedef enum {
  UI_STRIDE_0,       /* the same address */
  UI_STRIDE_1,       /* as many bytes as the reference touches */
  UI_STRIDE_2,       /* twice as many */
  UI_STRIDE_SHORT,   /* 3 to 8 times as many */
  UI_STRIDE_REGULAR, /* any other, the same as the time before */
  UI_STRIDE_RANDOM,  /* none of these */
  UI_STRIDE_FIRST,   /* there is no reference before */
  UI_STRIDES
} UiStride;

/* What a table and JSON call a class. */
const char *ui_stride_name(UiStride stride);

/* The last reference of an instruction. All zero: there was none. */
typedef struct {
  bool is_known;
  uint64_t address, distance; /* distance: from the one before, modulo 2^64; 0: there is none */
} UiStrideState;

/* The class of the next reference, of `size` bytes, which becomes the last one. */
UiStride ui_stride_next(UiStrideState *state, uint64_t address, uint64_t size);

#endif
