/* ui_sampled_frequencies.c: see ui_sampled_frequencies.h.
 *
 * A sample that skids goes where control goes, so of the ways out of a block those that were taken often have more
 * samples behind them. Only the first instructions of blocks count: further on, samples are of what missed in the block
 * itself. To begin with, all have what the shape of the code suggests, which weighs as much as PRIOR samples. Ways that
 * fit (ui_frequencies.h) tell how likely control goes each way out of a block; from these follow the times that each
 * block runs when the function is called once.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "ui/attribute/ui_sampled_frequencies.h"

enum {
  FIRST = 4, /* instructions of a block that count */
  PRIOR = 50,
  ROUNDS = 100, /* that a loop goes at most */
  MOST_SWEEPS = 2000
};

#define OTHERWISE 0.0001 /* that control ends in a block, for loops that have no head */
#define NEAR 1e-6
#define BY_LABEL 0.1 /* times that a computed jump leads to a block */

typedef struct {
  const UiShape *shape;
  UiFrequencies *result;
  double *leaving; /* by block: the ways out of it, added up */
} Solving;

static guint32 n_blocks(const UiShape *shape) { return shape->flow->blocks->len; }

static const UiFlowBlock *block_at(const UiShape *shape, guint32 i) {
  return &g_array_index(shape->flow->blocks, UiFlowBlock, i);
}

static double *way_at(const UiFrequencies *frequencies, guint32 block, guint i) {
  return &g_array_index(frequencies->ways, double, frequencies->first[block] + i);
}

/* ---- ways that fit ---- */

static UiFrequencies *by_shape(const UiShape *shape) {
  const guint32 n = shape->instructions->len;
  g_autofree guint32 *none = g_new(guint32, n);
  for (guint32 i = 0; i < n; i++) none[i] = UI_FLOW_NONE;
  return ui_frequencies_new(shape, &(UiRanGroups){none, NULL, 0});
}

/* `guess`: by the shape alone. */
static UiFrequencies *fit(const UiShape *shape, const UiFrequencies *guess, const double *samples) {
  const guint32 n = shape->instructions->len;
  g_autofree guint32 *group_of = g_new(guint32, n);
  g_autofree double *ran = g_new0(double, n_blocks(shape));
  double whole = 0;
  for (guint32 b = 0; b < n_blocks(shape); b++) {
    const UiFlowBlock *block = block_at(shape, b);
    whole += guess->blocks[b] * (block->behind - block->first);
    for (guint32 i = block->first; i < block->behind; i++) group_of[i] = i - block->first < FIRST ? b : UI_FLOW_NONE;
  }
  for (guint32 b = 0; b < n_blocks(shape); b++) {
    const UiFlowBlock *block = block_at(shape, b);
    for (guint32 i = block->first; i < MIN(block->behind, block->first + FIRST); i++)
      ran[b] += samples[i] + (whole > 0 ? PRIOR * guess->blocks[b] / whole : 0);
  }
  return ui_frequencies_new(shape, &(UiRanGroups){group_of, ran, n_blocks(shape)});
}

/* ---- times that follow ---- */

static bool is_end(const UiShape *shape, guint32 head, guint32 block) {
  for (guint i = 0; i < shape->flow->loops->len; i++) {
    const UiFlowLoop *loop = &g_array_index(shape->flow->loops, UiFlowLoop, i);
    for (guint k = 0; loop->head == head && k < loop->ends->len; k++)
      if (g_array_index(loop->ends, guint32, k) == block) return true;
  }
  return false;
}

/* Makes each way the probability that control goes it at the end of the block before. */
static void make_probabilities(Solving *solving) {
  const UiShape *shape = solving->shape;
  for (guint32 b = 0; b < n_blocks(shape); b++) {
    const GArray *before = block_at(shape, b)->before;
    for (guint i = 0; i < before->len; i++)
      solving->leaving[g_array_index(before, guint32, i)] += *way_at(solving->result, b, i);
  }
  for (guint32 b = 0; b < n_blocks(shape); b++) {
    const GArray *before = block_at(shape, b)->before;
    for (guint i = 0; i < before->len; i++) {
      const guint32 from = g_array_index(before, guint32, i);
      double *way = way_at(solving->result, b, i);
      const double most = is_end(shape, b, from) ? 1 - 1.0 / ROUNDS : 1 - OTHERWISE;
      *way = solving->leaving[from] > 0 ? MIN(*way / solving->leaving[from], most) : 0;
    }
  }
}

static double times_of(const Solving *solving, guint32 number, guint32 entry) {
  const UiFlowBlock *block = block_at(solving->shape, number);
  double times = number == entry ? 1 : block->is_label ? BY_LABEL : 0;
  for (guint i = 0; i < block->before->len; i++)
    times += solving->result->blocks[g_array_index(block->before, guint32, i)] * *way_at(solving->result, number, i);
  return times;
}

/* Returns whether times still change. */
static bool sweep(Solving *solving, guint32 entry) {
  const GArray *order = solving->shape->flow->order;
  bool changed = false;
  for (guint i = 0; i < order->len; i++) {
    const guint32 number = g_array_index(order, guint32, i);
    const double times = times_of(solving, number, entry);
    changed |= times - solving->result->blocks[number] > NEAR * times;
    solving->result->blocks[number] = times;
  }
  return changed;
}

static void solve(Solving *solving) {
  UiFrequencies *result = solving->result;
  const guint32 entry = ui_flow_block(solving->shape->flow, solving->shape->entry);
  make_probabilities(solving);
  for (guint32 b = 0; b < n_blocks(solving->shape); b++) result->blocks[b] = 0;
  for (guint n = 0; n < MOST_SWEEPS && sweep(solving, entry); n++) {
  }
  for (guint32 b = 0; b < n_blocks(solving->shape); b++) {
    const GArray *before = block_at(solving->shape, b)->before;
    for (guint i = 0; i < before->len; i++) *way_at(result, b, i) *= result->blocks[g_array_index(before, guint32, i)];
  }
  result->entered = 1;
}

UiFrequencies *ui_sampled_frequencies_new(const UiShape *shape, const double *samples) {
  UiFrequencies *guess = by_shape(shape);
  g_autofree double *leaving = g_new0(double, n_blocks(shape));
  Solving solving = {shape, fit(shape, guess, samples), leaving};
  ui_frequencies_free(guess);
  solve(&solving);
  return solving.result;
}
