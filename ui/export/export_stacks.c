/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/export/export_stacks.h"

#include "bins/bin_contexts.h"
#include "ui/export/export_stack.h"
#include "ui/view/view_callers.h"

/* The maximum number of frames. A call path can contain an inlined function at each call. */
enum { FRAMES = 2 * (BIN_CONTEXT_DEPTH + 1) + EXPORT_STACK_MOST + 1 };

typedef struct {
  const Export *export;
  ExportStackVisitor *visit;
  void *closure;
  ExportFrame frames[FRAMES];
  unsigned n;
} Stacks;

static uint32_t rank_of(const Stacks *stacks, ViewAxisKind axis, uint32_t number) {
  return stacks->export->view->axes[axis].rank_of[number];
}

/* Appends a code item. If `again` is false, does not append the item if it is already in the last frame. */
static void push_code(Stacks *stacks, uint32_t segment, bool again) {
  const ExportFrame frame = {VIEW_CODE, rank_of(stacks, VIEW_CODE, segment)};
  const ExportFrame *last = stacks->n != 0 ? &stacks->frames[stacks->n - 1] : NULL;
  if (!again && last != NULL && last->axis == VIEW_CODE && last->rank == frame.rank) return;
  stacks->frames[stacks->n++] = frame;
}

/* Appends the frames of a context's call path. */
static void push_path(Stacks *stacks, uint32_t context) {
  const Profile *profile = stacks->export->profile;
  uint32_t path[BIN_CONTEXT_DEPTH + 1];
  unsigned n = 0;
  path[n++] = context;
  for (uint64_t at = profile->contexts[context].caller; at != 0; at = profile->contexts[at - 1].caller)
    path[n++] = (uint32_t)(at - 1);
  while (n-- > 0) {
    const ProfileContext *one = &profile->contexts[path[n]];
    if (one->place != 0) push_code(stacks, profile->places[one->place - 1].segment, false);
    push_code(stacks, one->segment, true);
  }
}

static void visit(const Stacks *stacks, uint64_t weight) {
  if (weight != 0) stacks->visit(stacks->closure, stacks->frames, stacks->n, weight);
}

/* ---- misses and stall of call paths ---- */

/* The item of a place, the item of a bin, and their weight in a context. */
typedef struct {
  uint32_t segment, bin; /* numbers of the segment and bin of the first cell */
  uint32_t code, data;   /* ranks */
  uint64_t weight;
} Leaf;

static int compare_leaves(const void *a, const void *b) {
  const Leaf *x = a, *y = b;
  if (x->code != y->code) return x->code < y->code ? -1 : 1;
  return x->data != y->data ? (x->data < y->data ? -1 : 1) : 0;
}

static uint64_t weight_of(const Stacks *stacks, const ProfileContextCell *cell) {
  const ProfileCounts counts = {.read_misses = cell->read_misses,
                                .write_misses = cell->write_misses,
                                .memory = cell->memory,
                                .stall_cycles = cell->stall_cycles};
  return view_metric_of(stacks->export->weight, &counts);
}

static void visit_leaf(Stacks *stacks, uint32_t context, const Leaf *leaf, uint64_t weight) {
  const ExportFrame data = {VIEW_DATA, leaf->data};
  stacks->n = 0;
  if (stacks->export->by_data) stacks->frames[stacks->n++] = data;
  push_path(stacks, context);
  push_code(stacks, leaf->segment, false);
  if (!stacks->export->by_data) stacks->frames[stacks->n++] = data;
  visit(stacks, weight);
}

/* Visits the stacks of a context. The cells of the context are those from `cell` to the one before `end`. */
static void visit_context(Stacks *stacks, const ProfileContextCell *cell, const ProfileContextCell *end) {
  const Profile *profile = stacks->export->profile;
  const uint32_t context = cell->context;
  g_autoptr(GArray) leaves = g_array_new(FALSE, FALSE, sizeof(Leaf));
  for (; cell < end; cell++) {
    const uint32_t segment = profile->places[cell->place].segment;
    const Leaf leaf = {segment, cell->bin, rank_of(stacks, VIEW_CODE, segment), rank_of(stacks, VIEW_DATA, cell->bin),
                       weight_of(stacks, cell)};
    g_array_append_val(leaves, leaf);
  }
  g_array_sort(leaves, compare_leaves);
  for (guint i = 0, next; i < leaves->len; i = next) {
    const Leaf *leaf = &g_array_index(leaves, Leaf, i);
    uint64_t weight = 0;
    for (next = i; next < leaves->len && compare_leaves(leaf, &g_array_index(leaves, Leaf, next)) == 0; next++)
      weight += g_array_index(leaves, Leaf, next).weight;
    visit_leaf(stacks, context, leaf, weight);
  }
}

static void visit_cells(Stacks *stacks) {
  const Profile *profile = stacks->export->profile;
  const ProfileContextCell *const end = profile->context_cells + profile->n_context_cells;
  for (const ProfileContextCell *cell = profile->context_cells, *next; cell < end; cell = next) {
    export_progress((uint64_t)(cell - profile->context_cells), profile->n_context_cells);
    for (next = cell; next < end && next->context == cell->context; next++) continue;
    visit_context(stacks, cell, next);
  }
}

/* ---- references of call paths ---- */

static void visit_references(Stacks *stacks) {
  const Profile *profile = stacks->export->profile;
  for (uint32_t i = 0; i < profile->n_contexts; i++) {
    const ProfileCounts counts = {.reads = profile->contexts[i].reads, .writes = profile->contexts[i].writes};
    export_progress(i, profile->n_contexts);
    stacks->n = 0;
    push_path(stacks, i);
    visit(stacks, view_metric_of(stacks->export->weight, &counts));
  }
}

/* ---- the matrix ---- */

static void visit_matrix(Stacks *stacks) {
  const Export *export = stacks->export;
  ViewCells *cells = export_cells(export);
  for (uint32_t row = 0; row < view_size(export->view, VIEW_CODE); row++) {
    export_progress(row, view_size(export->view, VIEW_CODE));
    uint32_t n, rows[EXPORT_STACK_MOST];
    const unsigned n_rows = export_stack_of_row(export, row, rows);
    const ViewMatrixCell *cell = view_cells_row(cells, row, &n);
    for (; n > 0; n--, cell++) {
      const ExportFrame data = {VIEW_DATA, cell->column};
      stacks->n = 0;
      if (export->by_data) stacks->frames[stacks->n++] = data;
      for (unsigned i = 0; i < n_rows; i++) stacks->frames[stacks->n++] = (ExportFrame){VIEW_CODE, rows[i]};
      if (!export->by_data) stacks->frames[stacks->n++] = data;
      visit(stacks, view_metric_of(export->weight, &cell->counts));
    }
  }
  view_cells_free(cells);
}

void export_stacks(const Export *export, ExportStackVisitor *visit, void *closure) {
  Stacks *stacks = g_new0(Stacks, 1);
  stacks->export = export;
  stacks->visit = visit;
  stacks->closure = closure;
  if (!export->profile->has_callers || !view_callers_know(export->weight))
    visit_matrix(stacks);
  else if (export->weight == VIEW_METRIC_REFERENCES || export->weight == VIEW_METRIC_READS ||
           export->weight == VIEW_METRIC_WRITES)
    visit_references(stacks);
  else
    visit_cells(stacks);
  g_free(stacks);
}
