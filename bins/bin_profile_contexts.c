/* bin_profile_contexts.c: writes the call contexts, and their calls and counts.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "bins/bin_profile_parts.h"

#include "bins/bin_context_order.h"
#include "plat/plat.h"

/* Writes the number of a place + 1, or 0 if there is no place. */
static void put_place_of_call(const bin_profile_output *p, uint32_t place) {
  bin_writer_number(p->out,
                    place == BIN_NO_PLACE ? 0 : 1 + (uint64_t)bin_kept_number(&p->kept, BIN_RECORD_PLACE, place));
}

static void write_context(const bin_profile_output *p, const bin_context_order *order, const bin_context *context) {
  bin_writer_begin(p->out, BIN_RECORD_CONTEXT);
  bin_writer_number(p->out, order->numbers[context->parent]);
  bin_profile_add_number_of(p, BIN_RECORD_SEGMENT, context->function);
  bin_writer_string(p->out, bin_way_name((bin_way)context->way));
  put_place_of_call(p, context->place);
  bin_writer_number(p->out, context->calls);
  bin_writer_number(p->out, context->work.instructions);
  bin_writer_number(p->out, context->work.reads);
  bin_writer_number(p->out, context->work.writes);
  bin_writer_end(p->out);
}

/* The contexts of a profile, with the order of their numbers, for the sorting of records. */
typedef struct {
  const bin_profile_output *p;
  const bin_contexts *contexts;
  const bin_context_order *order;
} context_sorting;

static bool fold_before(const void *closure, uint32_t a, uint32_t b) {
  const context_sorting *s = closure;
  const bin_context_fold *x = bin_contexts_fold(s->contexts, a), *y = bin_contexts_fold(s->contexts, b);
  const uint32_t *numbers = s->order->numbers;
  if (x->from != y->from) return numbers[x->from] < numbers[y->from];
  if (x->to != y->to) return numbers[x->to] < numbers[y->to];
  if (x->place != y->place)
    return x->place == BIN_NO_PLACE ||
           (y->place != BIN_NO_PLACE && bin_profile_is_before(s->p, BIN_RECORD_PLACE, x->place, y->place));
  return x->way < y->way;
}

static void write_folds(const context_sorting *s) {
  const bin_profile_output *p = s->p;
  const uint32_t n = bin_contexts_folds(s->contexts);
  uint32_t *sorted_folds = plat_alloc((n + (size_t)1) * sizeof *sorted_folds), used = 0;
  for (uint32_t i = 0; i < n; i++)
    if (bin_contexts_fold(s->contexts, i)->calls != 0) sorted_folds[used++] = i;
  bin_sort(sorted_folds, used, fold_before, s);
  for (uint32_t i = 0; i < used; i++) {
    const bin_context_fold *fold = bin_contexts_fold(s->contexts, sorted_folds[i]);
    bin_writer_begin(p->out, BIN_RECORD_CONTEXT_FOLD);
    bin_writer_number(p->out, s->order->numbers[fold->from] - 1);
    put_place_of_call(p, fold->place);
    bin_writer_string(p->out, bin_way_name((bin_way)fold->way));
    bin_writer_number(p->out, s->order->numbers[fold->to] - 1);
    bin_writer_number(p->out, fold->calls);
    bin_writer_end(p->out);
  }
  plat_free(sorted_folds);
}

static bool context_cell_before(const void *closure, uint32_t a, uint32_t b) {
  const context_sorting *s = closure;
  const bin_context_cell *x = bin_contexts_cell(s->contexts, a), *y = bin_contexts_cell(s->contexts, b);
  if (x->context != y->context) return s->order->numbers[x->context] < s->order->numbers[y->context];
  return bin_profile_cell_before(s->p, x->cell, y->cell);
}

/* Returns whether a context's counts of a cell are in the profile. The counts of the root are not, since the root has
 * no function. */
static bool is_written(const context_sorting *s, const bin_context_cell *cell) {
  return s->order->numbers[cell->context] != 0 && (cell->read_misses | cell->write_misses | cell->stall_cycles) != 0;
}

static void write_context_cells(const context_sorting *s) {
  const bin_profile_output *p = s->p;
  const uint32_t n = bin_contexts_cells(s->contexts);
  uint32_t *numbers = plat_alloc((n + (size_t)1) * sizeof *numbers), used = 0;
  for (uint32_t i = 0; i < n; i++)
    if (is_written(s, bin_contexts_cell(s->contexts, i))) numbers[used++] = i;
  bin_sort(numbers, used, context_cell_before, s);
  for (uint32_t i = 0; i < used; i++) {
    const bin_context_cell *cell = bin_contexts_cell(s->contexts, numbers[i]);
    const bin_cell *of = bin_cells_get(p->cells, cell->cell);
    bin_writer_begin(p->out, BIN_RECORD_CONTEXT_CELL);
    bin_writer_number(p->out, s->order->numbers[cell->context] - 1);
    bin_profile_add_pair(p, of->place, of->bin);
    bin_writer_number(p->out, cell->read_misses);
    bin_writer_number(p->out, cell->write_misses);
    bin_writer_number(p->out, cell->memory);
    bin_writer_number(p->out, cell->stall_cycles);
    bin_writer_end(p->out);
  }
  plat_free(numbers);
}

void bin_profile_put_contexts(const bin_profile_output *p) {
  const bin_contexts *contexts = bin_account_contexts(p->account);
  if (!contexts) return;
  bin_context_order order = bin_context_order_of(contexts, p->kept.numbers[BIN_RECORD_PLACE],
                                                 p->kept.numbers[BIN_RECORD_SEGMENT]);
  const context_sorting s = {p, contexts, &order};
  bin_profile_number_record(p, BIN_RECORD_CONTEXTS, bin_contexts_left_out(contexts));
  for (uint32_t i = 0; i < order.n; i++) write_context(p, &order, bin_contexts_get(contexts, order.contexts[i]));
  write_folds(&s);
  write_context_cells(&s);
  bin_context_order_clear(&order);
}
