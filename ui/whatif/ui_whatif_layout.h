/* ui_whatif_layout.h: another layout of the elements of a block or variable: where each byte goes.
 *
 * Bytes are elements of one size, one behind the other. An element is cut into pieces; each piece goes to a group, and
 * a group is an array of its own: element e of group g begins at the group's base + e * step. What pads elements has
 * one group with a greater step, what splits structs has several groups. Of what shrinks, a piece keeps its first
 * bytes.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_UI_WHATIF_LAYOUT_H
#define UI_UI_WHATIF_LAYOUT_H

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

/* A reference can be made narrower than this, bytes. */
enum { UI_WHATIF_NARROW = 16 };

/* Bytes [from, from + bytes) of an element go to byte `to` of the group's element, as far as they are kept. */
typedef struct {
  uint64_t from, bytes, to;
  uint64_t kept; /* the first so many are left */
  uint32_t group;
  bool narrows; /* a reference from its first byte on is made so wide, less than UI_WHATIF_NARROW; else one to bytes
                   that are gone cannot be */
} UiWhatifPiece;

typedef struct {
  uint64_t unit;          /* bytes of an element */
  uint64_t rows, columns; /* elements, which change places as those of a matrix do; 0: they stay in their order.
                             Their product is at most UI_WHATIF_ROOM */
  GArray *pieces;         /* UiWhatifPiece, by `from`, without gaps: all of the element */
  GArray *steps;          /* uint64_t: bytes of an element in each group */
} UiWhatifLayout;

/* Where bytes went; how far the answer holds. */
typedef struct {
  uint64_t offset; /* of the first byte */
  uint64_t stride; /* of so many references that follow each other at the stride that was asked for */
  uint64_t times;  /* at least 1 */
  uint64_t size;   /* of each reference: less than asked for where it is made narrower */
  bool is_lost;    /* there is no answer, since some of the bytes are gone */
} UiWhatifRun;

/* A layout of elements of `unit` bytes without pieces and groups. Free with ui_whatif_layout_free(); NULL is allowed.
 */
UiWhatifLayout *ui_whatif_layout_new(uint64_t unit);
void ui_whatif_layout_free(UiWhatifLayout *layout);

/* Adds a group of elements of `step` bytes; returns its number. */
uint32_t ui_whatif_layout_group(UiWhatifLayout *layout, uint64_t step);

/* Adds the next piece, which begins where the one before ended. */
void ui_whatif_layout_piece(UiWhatifLayout *layout, uint64_t bytes, uint32_t group, uint64_t to);

/* Of the last piece, only the first `kept` bytes are left: fewer than it has, at least 1. narrows: as in UiWhatifPiece.
 */
void ui_whatif_layout_keep(UiWhatifLayout *layout, uint64_t kept, bool narrows);

/* More bytes than these no block can take. */
#define UI_WHATIF_ROOM (UINT64_C(1) << 47)

/* Whether a block of `bytes` bytes has all elements of the layout's matrix. */
bool ui_whatif_layout_fits(const UiWhatifLayout *layout, uint64_t bytes);

/* Bytes that a block of `bytes` bytes takes; UINT64_MAX: more than UI_WHATIF_ROOM. bases[g] is set to where group g of
 * it begins. A group begins at a multiple of 64 bytes from the start. */
uint64_t ui_whatif_layout_place(const UiWhatifLayout *layout, uint64_t bytes, uint64_t *bases);

/* Where `size` bytes from `offset` on are, and those that follow at `stride` (modulo 2^64), at most `most` times.
 * False: they are no longer side by side, or run->is_lost. */
bool ui_whatif_layout_run(const UiWhatifLayout *layout, const uint64_t *bases, uint64_t offset, uint64_t size,
                          uint64_t stride, uint64_t most, UiWhatifRun *run);

/* The same where references go one by one: sets to[r] to where reference r of n is, which begins at offset + r * stride
 * in the block. Returns how many these are: fewer than n if the bytes of the next one are no longer side by side, or
 * some are gone. */
uint32_t ui_whatif_layout_each(const UiWhatifLayout *layout, const uint64_t *bases, uint64_t offset, uint64_t size,
                               uint64_t stride, uint32_t n, uint64_t *to);

/* How often one can go on from `at` by `stride` (modulo 2^64), that time included, without leaving [low, high): at
 * least 1. */
uint64_t ui_whatif_stay(uint64_t at, uint64_t stride, uint64_t low, uint64_t high);

#endif
