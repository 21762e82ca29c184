/* SPDX-License-Identifier: GPL-2.0-or-later
 * whatif_layout.h: a new layout of the elements of a block or variable: maps old offsets to new ones.
 *
 * The bytes are an array of elements of one size. A layout divides an element into pieces, and assigns each piece to a
 * group. A group is a separate array: its element e begins at the group's base + e * step. A layout that pads elements
 * has one group with a larger step; one that splits structs has several groups. A piece that shrinks keeps its first
 * bytes. */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

/* Bytes; references become narrower only if the new size is below this limit. */
enum { WHATIF_NARROW = 16 };

/* Bytes [from, from + bytes) of an element move to byte `to` of the group's element, except those that are dropped. */
typedef struct {
  uint64_t from, bytes, to;
  uint64_t kept; /* number of bytes that remain, from the first on */
  uint32_t group;
  bool narrows; /* a reference that begins at the first byte is narrowed to `kept` bytes, less than WHATIF_NARROW;
                   otherwise references to dropped bytes are refused */
} WhatifPiece;

typedef struct {
  uint64_t unit;          /* bytes of an element */
  uint64_t rows, columns; /* size of a matrix that is transposed, in elements; 0: the elements keep their order. The
                             product is at most WHATIF_ROOM */
  GArray *pieces;         /* WhatifPiece, sorted by `from`, without gaps */
  GArray *steps;          /* uint64_t, by group: bytes of an element */
} WhatifLayout;

/* The new place of a sequence of references with constant stride. */
typedef struct {
  uint64_t offset; /* new offset of the first byte */
  uint64_t stride; /* new stride */
  uint64_t times;  /* number of references for which this holds, at least 1 */
  uint64_t size;   /* new size of each reference, smaller if it is narrowed */
  bool is_lost;    /* some bytes are dropped, so there is no new place */
} WhatifRun;

/* Makes a layout of elements of `unit` bytes, without pieces and groups. Free it with whatif_layout_free(), which
 * accepts NULL. */
WhatifLayout *whatif_layout_new(uint64_t unit);
void whatif_layout_free(WhatifLayout *layout);

/* Adds a group with elements of `step` bytes. Returns its number. */
uint32_t whatif_layout_group(WhatifLayout *layout, uint64_t step);

/* Adds the next piece, which begins at the end of the last one. */
void whatif_layout_piece(WhatifLayout *layout, uint64_t bytes, uint32_t group, uint64_t to);

/* Shrinks the last piece to its first `kept` bytes (at least 1, fewer than it has). narrows: as in WhatifPiece. */
void whatif_layout_keep(WhatifLayout *layout, uint64_t kept, bool narrows);

/* The limit of bytes of a block. */
#define WHATIF_ROOM (UINT64_C(1) << 47)

/* Returns whether a block of `bytes` bytes has all elements of the layout's matrix. */
bool whatif_layout_fits(const WhatifLayout *layout, uint64_t bytes);

/* Returns the new size of a block of `bytes` bytes; UINT64_MAX: more than WHATIF_ROOM. Sets bases[g] to the
 * offset of group g, a multiple of 64 bytes. */
uint64_t whatif_layout_place(const WhatifLayout *layout, uint64_t bytes, uint64_t *bases);

/* Maps references of `size` bytes at `offset`, offset + stride, ... (modulo 2^64), at most `most` of them. Returns
 * false if the bytes of the first one are not contiguous in the new layout, or are dropped (run->is_lost). */
bool whatif_layout_run(const WhatifLayout *layout, const uint64_t *bases, uint64_t offset, uint64_t size,
                       uint64_t stride, uint64_t most, WhatifRun *run);

/* As whatif_layout_run(), but maps each reference: sets to[r] to the new offset of reference r of n, at
 * offset + r * stride. Returns the number of mapped references: fewer than n if the bytes of the next one are not
 * contiguous or are dropped. */
uint32_t whatif_layout_each(const WhatifLayout *layout, const uint64_t *bases, uint64_t offset, uint64_t size,
                            uint64_t stride, uint32_t n, uint64_t *to);

/* Returns the number of values at, at + stride, ... (modulo 2^64) before the first one outside of [low, high); at least
 * 1. */
uint64_t whatif_stay(uint64_t at, uint64_t stride, uint64_t low, uint64_t high);
