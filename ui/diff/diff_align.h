/* SPDX-License-Identifier: GPL-2.0-or-later
 * diff_align.h: pairs items of two runs that differ only in their line numbers. */
#pragma once

#include <glib.h>
#include <stdint.h>

/* The properties of an item in one of the runs. */
typedef struct {
  const char *full_name;
  uint32_t number;        /* number of the item, which identifies it for the caller */
  uint64_t bytes, blocks; /* number of bytes and blocks of data; 0 for code */
  uint64_t instructions;  /* number of executed instructions of code; 0 for data */
  uint64_t references;
} DiffCandidate;

/* Pairs the items of two runs, and calls `pair` with the numbers of each pair. The order of the items' lines determines
 * the possible pairs, because an edit of the source moves lines, but keeps their order. Among these pairings, the
 * function selects the one whose pairs are most similar in size, references and lines. `before` and `after` are arrays
 * of DiffCandidate, which this function sorts. */
void diff_align(GArray *before, GArray *after, void (*pair)(void *closure, uint32_t before, uint32_t after),
                void *closure);
