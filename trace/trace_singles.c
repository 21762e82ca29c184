/* trace_singles.c: see trace_singles.h. SPDX-License-Identifier: GPL-2.0-or-later */
#include "trace/trace_singles.h"

#include <stdbool.h>

#include "plat/plat.h"

void trace_singles_free(trace_singles *list) {
  plat_free(list->singles);
  *list = (trace_singles){0};
}

void trace_singles_add(trace_singles *list, trace_single single) {
  if (list->n == list->room) {
    const uint32_t room = list->room != 0 ? list->room * 2 : 64;
    trace_single *singles = plat_alloc(room * sizeof *singles);
    if (list->n != 0) __builtin_memcpy(singles, list->singles, list->n * sizeof *singles);
    plat_free(list->singles);
    list->singles = singles;
    list->room = room;
  }
  list->singles[list->n++] = single;
}

/* Merges the sorted parts [0, middle) and [middle, n) of `from`. */
static void merge(trace_single *to, const trace_single *from, uint32_t middle, uint32_t n) {
  uint32_t a = 0, b = middle;
  for (uint32_t i = 0; i < n; i++) {
    const bool second = a == middle || (b < n && from[b].sequence < from[a].sequence);
    to[i] = from[second ? b++ : a++];
  }
}

void trace_singles_sort(trace_singles *list) {
  if (list->n < 2) return;
  trace_single *from = list->singles, *to = plat_alloc(list->room * sizeof *to);
  for (uint64_t run = 1; run < list->n; run *= 2) {
    for (uint64_t start = 0; start < list->n; start += run * 2) {
      const uint64_t left = list->n - start;
      merge(to + start, from + start, (uint32_t)(run < left ? run : left), (uint32_t)(run * 2 < left ? run * 2 : left));
    }
    trace_single *sorted = to;
    to = from;
    from = sorted;
  }
  plat_free(to);
  list->singles = from;
}
