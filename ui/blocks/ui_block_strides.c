/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/blocks/ui_block_strides.h"

enum { SHORT = 8 };

const char *ui_stride_name(UiStride stride) {
  static const char *const names[UI_STRIDES] = {"0", "1", "2", "3..8", "regular", "random", "first"};
  return names[stride];
}

static UiStride classify(uint64_t distance, uint64_t before, uint64_t size) {
  const uint64_t bytes = distance > -distance ? -distance : distance;
  const uint64_t steps = bytes % size == 0 ? bytes / size : UINT64_MAX;
  if (steps <= UI_STRIDE_2) return (UiStride)steps;
  if (steps <= SHORT) return UI_STRIDE_SHORT;
  return distance == before ? UI_STRIDE_REGULAR : UI_STRIDE_RANDOM;
}

UiStride ui_stride_next(UiStrideState *state, uint64_t address, uint64_t size) {
  const uint64_t distance = state->is_known ? address - state->address : 0;
  const UiStride stride = state->is_known ? classify(distance, state->distance, size) : UI_STRIDE_FIRST;
  *state = (UiStrideState){true, address, distance};
  return stride;
}
