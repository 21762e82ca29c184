/* bin_context_order.c: see bin_context_order.h. SPDX-License-Identifier: GPL-2.0-or-later */
#include "bins/bin_context_order.h"

#include "bins/bin_index.h"
#include "plat/plat.h"

static bool has_counts(const bin_context *context) {
  return (context->calls | context->work.instructions | context->work.reads | context->work.writes) != 0;
}

bool *bin_contexts_used(const bin_contexts *contexts) {
  const uint32_t n = bin_contexts_number(contexts);
  bool *used = plat_alloc(n * sizeof *used);
  for (uint32_t i = 0; i < bin_contexts_cells(contexts); i++) {
    const bin_context_cell *cell = bin_contexts_cell(contexts, i);
    if ((cell->read_misses | cell->write_misses | cell->stall_cycles) != 0) used[cell->context] = true;
  }
  for (uint32_t i = 0; i < bin_contexts_folds(contexts); i++) {
    const bin_context_fold *fold = bin_contexts_fold(contexts, i);
    if (fold->calls != 0) used[fold->from] = used[fold->to] = true;
  }
  for (uint32_t i = n; i-- > 1;) { /* callees have higher numbers than their callers */
    const bin_context *context = bin_contexts_get(contexts, i);
    used[i] |= has_counts(context);
    used[context->parent] |= used[i];
  }
  return used;
}

typedef struct {
  const bin_contexts *contexts;
  const uint32_t *places, *segments;
} sorting;

static uint64_t place_key(const sorting *s, uint32_t place) {
  return place == BIN_NO_PLACE ? 0 : 1 + (uint64_t)s->places[place];
}

static bool is_before(const void *closure, uint32_t a, uint32_t b) {
  const sorting *s = closure;
  const bin_context *x = bin_contexts_get(s->contexts, a), *y = bin_contexts_get(s->contexts, b);
  if (x->parent != y->parent) return x->parent < y->parent;
  if (x->place != y->place) return place_key(s, x->place) < place_key(s, y->place);
  if (x->function != y->function) return s->segments[x->function] < s->segments[y->function];
  return x->way < y->way;
}

/* Appends all contexts. first[i] is the index, in `sorted`, of the first callee of context i, or n if it has none. */
static void append_all(bin_context_order *order, const bin_contexts *contexts, const uint32_t *sorted, uint32_t n,
                       const uint32_t *first) {
  uint32_t open[BIN_CONTEXT_DEPTH + 1], depth = 0; /* indices in `sorted` of the next callee, by depth */
  open[0] = first[BIN_CONTEXT_ROOT];
  uint32_t parents[BIN_CONTEXT_DEPTH + 1] = {BIN_CONTEXT_ROOT};
  for (;;) {
    const uint32_t i = open[depth];
    if (i == n || bin_contexts_get(contexts, sorted[i])->parent != parents[depth]) {
      if (depth-- == 0) return;
      continue;
    }
    open[depth]++;
    order->contexts[order->n++] = sorted[i];
    order->numbers[sorted[i]] = order->n;
    if (first[sorted[i]] == n) continue; /* a leaf */
    parents[++depth] = sorted[i];
    open[depth] = first[sorted[i]];
  }
}

bin_context_order bin_context_order_of(const bin_contexts *contexts, const uint32_t *places, const uint32_t *segments) {
  const uint32_t all = bin_contexts_number(contexts);
  const sorting s = {contexts, places, segments};
  bool *used = bin_contexts_used(contexts);
  bin_context_order order = {plat_alloc(all * sizeof(uint32_t)), plat_alloc(all * sizeof(uint32_t)), 0};
  uint32_t *sorted = plat_alloc(all * sizeof *sorted), *first = plat_alloc(all * sizeof *first), n = 0;
  for (uint32_t i = 1; i < all; i++)
    if (used[i]) sorted[n++] = i;
  bin_sort(sorted, n, is_before, &s);
  for (uint32_t i = 0; i < all; i++) first[i] = n;
  for (uint32_t i = n; i-- > 0;) first[bin_contexts_get(contexts, sorted[i])->parent] = i;
  append_all(&order, contexts, sorted, n, first);
  plat_free(sorted);
  plat_free(first);
  plat_free(used);
  return order;
}

void bin_context_order_clear(bin_context_order *order) {
  plat_free(order->contexts);
  plat_free(order->numbers);
  *order = (bin_context_order){0};
}
