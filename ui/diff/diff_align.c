/* SPDX-License-Identifier: GPL-2.0-or-later
 * diff_align.c: pairs items by dynamic programming. A table contains the best pairing of the first i items of one run
 * with the first j items of the other run, for each i and j. Either this is the best pairing without the last item of
 * one run, or it consists of the pair of both last items and the best pairing of all items before them. */
#include "ui/diff/diff_align.h"

#include <string.h>

#include "ui/profile/profile_full_name.h"

/* The maximum number of elements of the table. If it would be larger, items are paired simply in their order. */
enum { LARGEST_TABLE = 16 * 1024 * 1024 };

static gint compare(gconstpointer a, gconstpointer b) {
  const DiffCandidate *x = a, *y = b;
  const int order = profile_full_name_compare_lines(x->full_name, y->full_name);
  if (order != 0) return order;
  return x->number < y->number ? -1 : x->number > y->number;
}

/* Returns points for the similarity of two items. The result is never 0, because even the least similar items differ
 * only in their lines. */
static uint32_t likeness(const DiffCandidate *x, const DiffCandidate *y) {
  uint32_t points = 1;
  if (x->bytes == y->bytes && x->blocks == y->blocks && x->instructions == y->instructions) points += 2;
  if (x->references == y->references) points += 2;
  if (strcmp(x->full_name, y->full_name) == 0) points += 1;
  return points;
}

static const DiffCandidate *at(const GArray *items, guint i) { return &g_array_index(items, DiffCandidate, i); }

/* Returns the table: best[i * (after->len + 1) + j] is the number of points for the best pairing of the first i items
 * with the first j items. The caller owns the table. */
static uint32_t *make_table(const GArray *before, const GArray *after) {
  const gsize row = (gsize)after->len + 1;
  uint32_t *best = g_new0(uint32_t, ((gsize)before->len + 1) * row);
  for (guint i = 1; i <= before->len; i++)
    for (guint j = 1; j <= after->len; j++) {
      const uint32_t without = MAX(best[(i - 1) * row + j], best[i * row + j - 1]);
      best[i * row + j] = MAX(without, best[(i - 1) * row + j - 1] + likeness(at(before, i - 1), at(after, j - 1)));
    }
  return best;
}

void diff_align(GArray *before, GArray *after, void (*pair)(void *closure, uint32_t before, uint32_t after),
                void *closure) {
  g_array_sort(before, compare);
  g_array_sort(after, compare);
  guint i = before->len, j = after->len;
  if ((uint64_t)i * j > LARGEST_TABLE) {
    for (guint k = 0; k < MIN(i, j); k++) pair(closure, at(before, k)->number, at(after, k)->number);
    return;
  }
  const gsize row = (gsize)j + 1;
  g_autofree uint32_t *best = make_table(before, after);
  while (i > 0 && j > 0) {
    const DiffCandidate *x = at(before, i - 1), *y = at(after, j - 1);
    if (best[i * row + j] == best[(i - 1) * row + j - 1] + likeness(x, y)) {
      pair(closure, x->number, y->number);
      i--, j--;
    } else if (best[i * row + j] == best[(i - 1) * row + j]) {
      i--;
    } else {
      j--;
    }
  }
}
