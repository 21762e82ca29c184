/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_search.h: binary search in what is sorted.
 *
 * g_array_binary_search() finds an element that is equal, whichever; here it is the place that is asked for. */
#ifndef UI_BASE_SEARCH_H
#define UI_BASE_SEARCH_H

#include <glib.h>
#include <stdbool.h>

/* Whether an element stands before the place. All elements that do come first. */
typedef bool UiIsBefore(gconstpointer element, gconstpointer place);

/* How many of `n` elements, of `size` bytes each, stand before a place: the number of the first one that does not. */
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

/* The same of all elements of an array, which are of that type. */
#define UI_SEARCH(array, type, is_before, place) ui_search((array)->data, (array)->len, sizeof(type), is_before, place)

#endif
