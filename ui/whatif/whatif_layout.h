/* SPDX-License-Identifier: GPL-2.0-or-later
 * whatif_layout.h: a new layout for the elements of a block or variable. It maps old offsets to new offsets.
 *
 * The block or variable is an array of elements of equal size. A layout divides each element into pieces, and assigns
 * each piece to a group. Each group is a separate array, whose element e begins at base + e * step. A layout that pads
 * elements has one group with a larger step. A layout that splits structs has several groups. A piece that shrinks
 * keeps its first bytes. */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

/* In bytes: references are narrowed only if their new size is less than this limit. */
enum { WHATIF_NARROW = 16 };

/* A piece of an element. The bytes [from, from + bytes) of an element move to byte `to` of the group's element, except
 * for bytes that are dropped. */
typedef struct {
  uint64_t from, bytes, to;
  uint64_t kept; /* number of bytes that remain, which are the first bytes of the piece */
  uint32_t group;
  bool narrows; /* whether a reference that begins at the first byte is narrowed to `kept` bytes, which are less than
                   WHATIF_NARROW; otherwise, references to dropped bytes are refused */
} WhatifPiece;

typedef struct {
  uint64_t unit;          /* size of an element in bytes */
  uint64_t rows, columns; /* size in elements of a matrix that is transposed; 0: the elements keep their order. rows *
                             columns is at most WHATIF_ROOM */
  GArray *pieces;         /* WhatifPiece: sorted by `from`, without gaps */
  GArray *steps;          /* uint64_t, indexed by group: size of an element of the group in bytes */
} WhatifLayout;

/* The new place of a sequence of references with a constant stride. */
typedef struct {
  uint64_t offset; /* new offset of the first reference's first byte */
  uint64_t stride; /* new stride of the references */
  uint64_t times;  /* number of references that have this stride, at least 1 */
  uint64_t size;   /* new size of each reference, which is smaller if it is narrowed */
  bool is_lost;    /* whether some bytes are dropped, so that there is no new place */
} WhatifRun;

/* Returns a new layout for elements of `unit` bytes, without pieces and groups. The caller frees it with
 * whatif_layout_free(), which accepts NULL. */
WhatifLayout *whatif_layout_new(uint64_t unit);
void whatif_layout_free(WhatifLayout *layout);

/* Adds a group whose elements have `step` bytes. Returns the number of the group. */
uint32_t whatif_layout_group(WhatifLayout *layout, uint64_t step);

/* Adds the next piece, which begins at the end of the previous one. */
void whatif_layout_piece(WhatifLayout *layout, uint64_t bytes, uint32_t group, uint64_t to);

/* Shrinks the last piece to its first `kept` bytes, which must be at least 1 and fewer than the piece has. `narrows` is
 * as in WhatifPiece. */
void whatif_layout_keep(WhatifLayout *layout, uint64_t kept, bool narrows);

/* The maximum size of a block in bytes. */
#define WHATIF_ROOM (UINT64_C(1) << 47)

/* Returns whether a block of `bytes` bytes contains all elements of the layout's matrix. */
bool whatif_layout_fits(const WhatifLayout *layout, uint64_t bytes);

/* Returns the new size of a block of `bytes` bytes; UINT64_MAX: it exceeds WHATIF_ROOM. Sets bases[g] to the offset of
 * group g, which is a multiple of 64 bytes. */
uint64_t whatif_layout_place(const WhatifLayout *layout, uint64_t bytes, uint64_t *bases);

/* Maps a sequence of at most `most` references of `size` bytes. Their offsets are `offset`, offset + stride, and so on
 * (modulo 2^64). Returns false if the bytes of the first reference are not contiguous in the new layout, or if some of
 * these bytes are dropped (run->is_lost). */
bool whatif_layout_run(const WhatifLayout *layout, const uint64_t *bases, uint64_t offset, uint64_t size,
                       uint64_t stride, uint64_t most, WhatifRun *run);

/* As whatif_layout_run(), but maps each of n references. Sets to[r] to the new offset of reference r, whose old offset
 * is offset + r * stride. Returns the number of mapped references. It is less than n if the bytes of the next reference
 * are not contiguous in the new layout, or are dropped. */
uint32_t whatif_layout_each(const WhatifLayout *layout, const uint64_t *bases, uint64_t offset, uint64_t size,
                            uint64_t stride, uint32_t n, uint64_t *to);

/* Counts the values of the sequence at, at + stride, ... (modulo 2^64) before the first value outside of [low, high).
 * Returns at least 1. */
uint64_t whatif_stay(uint64_t at, uint64_t stride, uint64_t low, uint64_t high);
