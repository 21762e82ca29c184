/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_search.h: binary search for a position in a sorted array. (g_array_binary_search() finds any of several equal
 * elements.) */
#pragma once

#include <glib.h>
#include <stdbool.h>

/* The type of a function that returns whether an element precedes the position that is searched for. All elements that
 * do must be at the start of the array. */
typedef bool UiIsBefore(gconstpointer element, gconstpointer place);

/* Returns the index of the first element that does not precede `place`; n if all elements do. There are n elements of
 * `size` bytes each. */
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

/* As ui_search(), but searches all elements of a GArray. `type` is the type of the elements. */
#define UI_SEARCH(array, type, is_before, place) ui_search((array)->data, (array)->len, sizeof(type), is_before, place)
