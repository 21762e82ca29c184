/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/blocks/blocks_block_strides.h"

enum { SHORT = 8 };

const char *blocks_stride_name(BlocksStride stride) {
  static const char *const names[BLOCKS_STRIDES] = {"0", "1", "2", "3..8", "regular", "random", "first"};
  return names[stride];
}

static BlocksStride classify(uint64_t distance, uint64_t before, uint64_t size) {
  const uint64_t bytes = distance > -distance ? -distance : distance;
  const uint64_t steps = bytes % size == 0 ? bytes / size : UINT64_MAX;
  if (steps <= BLOCKS_STRIDE_2) return (BlocksStride)steps;
  if (steps <= SHORT) return BLOCKS_STRIDE_SHORT;
  return distance == before ? BLOCKS_STRIDE_REGULAR : BLOCKS_STRIDE_RANDOM;
}

BlocksStride blocks_stride_next(BlocksStrideState *state, uint64_t address, uint64_t size) {
  const uint64_t distance = state->is_known ? address - state->address : 0;
  const BlocksStride stride = state->is_known ? classify(distance, state->distance, size) : BLOCKS_STRIDE_FIRST;
  *state = (BlocksStrideState){true, address, distance};
  return stride;
}
