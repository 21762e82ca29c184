/* SPDX-License-Identifier: GPL-2.0-or-later
 * blocks_block_strides.h: classes of strides. A stride is the distance between a reference and the previous reference
 * of the same instruction on the same processor, in either direction. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

typedef enum {
  BLOCKS_STRIDE_0,       /* stride 0: the same address as the previous reference */
  BLOCKS_STRIDE_1,       /* stride equal to the size of the reference */
  BLOCKS_STRIDE_2,       /* stride of twice the size of the reference */
  BLOCKS_STRIDE_SHORT,   /* stride of 3 to 8 times the size of the reference */
  BLOCKS_STRIDE_REGULAR, /* another stride, which is equal to the previous one */
  BLOCKS_STRIDE_RANDOM,  /* any other stride */
  BLOCKS_STRIDE_FIRST,   /* there is no previous reference */
  BLOCKS_STRIDES
} BlocksStride;

/* Returns the name of a class of strides in tables and in JSON. */
const char *blocks_stride_name(BlocksStride stride);

/* The previous reference of an instruction. If all fields are zero, the instruction has not made a reference yet. */
typedef struct {
  bool is_known;
  uint64_t address;
  uint64_t distance; /* `address` minus that of the reference before, modulo 2^64; 0 also for the first reference */
} BlocksStrideState;

/* Returns the class of the next reference, whose size is `size` bytes, and stores this reference as the previous
 * one. */
BlocksStride blocks_stride_next(BlocksStrideState *state, uint64_t address, uint64_t size);
