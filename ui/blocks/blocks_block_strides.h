/* SPDX-License-Identifier: GPL-2.0-or-later
 * blocks_block_strides.h: classes of strides. A stride is the distance of a reference from the last reference of the
 * same instruction on the same processor, in either direction. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

typedef enum {
  BLOCKS_STRIDE_0,       /* 0: the same address */
  BLOCKS_STRIDE_1,       /* size of the reference */
  BLOCKS_STRIDE_2,       /* twice the size */
  BLOCKS_STRIDE_SHORT,   /* 3 to 8 times the size */
  BLOCKS_STRIDE_REGULAR, /* another distance, which is equal to the last one */
  BLOCKS_STRIDE_RANDOM,  /* any other distance */
  BLOCKS_STRIDE_FIRST,   /* there is no reference before */
  BLOCKS_STRIDES
} BlocksStride;

/* Returns the name of a class in tables and JSON. */
const char *blocks_stride_name(BlocksStride stride);

/* The last reference of an instruction. All zero: the instruction has made no reference. */
typedef struct {
  bool is_known;
  uint64_t address, distance; /* `distance`: from the reference before, modulo 2^64; 0: none */
} BlocksStrideState;

/* Returns the class of the next reference, which has `size` bytes, and makes it the last reference. */
BlocksStride blocks_stride_next(BlocksStrideState *state, uint64_t address, uint64_t size);
