/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_search.h: binary search for a position in a sorted array. (g_array_binary_search() finds any equal element.) */
#pragma once

#include <glib.h>
#include <stdbool.h>

/* Returns whether an element precedes the place. All elements that do come first. */
typedef bool UiIsBefore(gconstpointer element, gconstpointer place);

/* Returns the index of the first of `n` elements of `size` bytes that does not precede `place`; n if all do. */
static inline guint ui_search(gconstpointer elements, guint n, gsize size, UiIsBefore *is_before, gconstpointer place) {
  guint low = 0, high = n;
  while (low < high) {
    const guint middle = low + (high - low) / 2;
    if (is_before((const char *)elements + size * middle, place))
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

/* As ui_search(), of all elements of a GArray of `type`. */
#define UI_SEARCH(array, type, is_before, place) ui_search((array)->data, (array)->len, sizeof(type), is_before, place)
