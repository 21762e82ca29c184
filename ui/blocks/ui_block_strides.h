/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_block_strides.h: classes of strides: the distance of a reference from the last one of the same instruction and
 * processor, in either direction. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

typedef enum {
  UI_STRIDE_0,       /* same address */
  UI_STRIDE_1,       /* the size of the reference */
  UI_STRIDE_2,       /* twice its size */
  UI_STRIDE_SHORT,   /* 3 to 8 times its size */
  UI_STRIDE_REGULAR, /* another distance, equal to the last one */
  UI_STRIDE_RANDOM,  /* any other distance */
  UI_STRIDE_FIRST,   /* first reference */
  UI_STRIDES
} UiStride;

/* The name of a class in tables and JSON. */
const char *ui_stride_name(UiStride stride);

/* The last reference of an instruction. All zero: none. */
typedef struct {
  bool is_known;
  uint64_t address, distance; /* distance from the reference before, modulo 2^64; 0: none */
} UiStrideState;

/* Returns the class of the next reference, with size `size` bytes, and makes it the last one. */
UiStride ui_stride_next(UiStrideState *state, uint64_t address, uint64_t size);
