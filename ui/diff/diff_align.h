/* SPDX-License-Identifier: GPL-2.0-or-later
 * diff_align.h: pairs items of two runs that differ in line numbers only. */
#pragma once

#include <glib.h>
#include <stdint.h>

/* Properties of an item of one run. */
typedef struct {
  const char *full_name;
  uint32_t number;        /* the caller's */
  uint64_t bytes, blocks; /* data only */
  uint64_t instructions;  /* code only */
  uint64_t references;
} DiffCandidate;

/* Pairs items of two runs (arrays of DiffCandidate, which it sorts) in the order of their lines: an edit moves
 * lines, but keeps their order. Selects the pairing whose pairs are most similar in size, references and lines.
 * Calls `pair` with the numbers of each. */
void diff_align(GArray *before, GArray *after, void (*pair)(void *closure, uint32_t before, uint32_t after),
                void *closure);
