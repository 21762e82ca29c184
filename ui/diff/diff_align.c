/* SPDX-License-Identifier: GPL-2.0-or-later
 * diff_align.c: The best pairing of the first i items with the first j items is one of these: the best pairing without
 * the last item of one side; or the best pairing without the last items of both sides, plus the pair of these two. A
 * table has the best pairing for each i and j. */
#include "ui/diff/diff_align.h"

#include <string.h>

#include "ui/profile/profile_full_name.h"

/* If the table would be larger, items are paired in their order. */
enum { LARGEST_TABLE = 16 * 1024 * 1024 };

static gint compare(gconstpointer a, gconstpointer b) {
  const DiffCandidate *x = a, *y = b;
  const int order = profile_full_name_compare_lines(x->full_name, y->full_name);
  if (order != 0) return order;
  return x->number < y->number ? -1 : x->number > y->number;
}

/* Returns how similar two items are. The result is never 0, since the items differ only in their lines. */
static uint32_t likeness(const DiffCandidate *x, const DiffCandidate *y) {
  uint32_t points = 1;
  if (x->bytes == y->bytes && x->blocks == y->blocks && x->instructions == y->instructions) points += 2;
  if (x->references == y->references) points += 2;
  if (strcmp(x->full_name, y->full_name) == 0) points += 1;
  return points;
}

static const DiffCandidate *at(const GArray *items, guint i) { return &g_array_index(items, DiffCandidate, i); }

/* Returns a table: best[i * (after->len + 1) + j] is the number of points of the best pairing of the first i items with
 * the first j items. Owned by the caller. */
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
