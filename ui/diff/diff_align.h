/* SPDX-License-Identifier: GPL-2.0-or-later
 * diff_align.h: pairs items of two runs that differ only in their line numbers. */
#pragma once

#include <glib.h>
#include <stdint.h>

/* Properties of an item of one run. */
typedef struct {
  const char *full_name;
  uint32_t number;        /* number of the item, for the caller */
  uint64_t bytes, blocks; /* for data; 0 for code */
  uint64_t instructions;  /* for code; 0 for data */
  uint64_t references;
} DiffCandidate;

/* Pairs items of two runs in the order of their lines, since an edit moves lines, but keeps their order. `before` and
 * `after` are arrays of DiffCandidate, which this function sorts. Selects the pairing whose pairs are most similar in
 * size, references and lines. Calls `pair` with the numbers of each pair. */
void diff_align(GArray *before, GArray *after, void (*pair)(void *closure, uint32_t before, uint32_t after),
                void *closure);
