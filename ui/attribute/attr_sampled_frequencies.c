/* SPDX-License-Identifier: GPL-2.0-or-later
 * attr_sampled_frequencies.c: With skid, a sample is some instructions after the miss along the control flow. So a
 * frequent edge out of a block has more samples in the block after it. Only samples of the first instructions of this
 * block count, because later samples come from misses in the block itself. The prior is the shape of the code, with the
 * weight of PRIOR samples. The fitted edges (attr_frequencies.h) give the branch probabilities, from which the
 * executions of each block per call follow. */
#include "ui/attribute/attr_sampled_frequencies.h"

enum {
  FIRST = 4, /* number of instructions at the start of a block whose samples count */
  PRIOR = 50,
  ROUNDS = 200 /* limit of the rounds of a loop */
};

#define BY_LABEL 0.1 /* assumed frequency of computed jumps to a block */

typedef struct {
  const UsesShape *shape;
  AttrFrequencies *result;
  double *leaving;   /* indexed by block: sum of the frequencies of the block's outgoing edges */
  double *rounds;    /* indexed by block: number of rounds of the loop whose head is the block; 1 if it is not a head */
  guint32 *place_of; /* indexed by block: position of the block in the order of the flow */
} Solving;

static guint32 n_blocks(const UsesShape *shape) { return shape->flow->blocks->len; }

static const UsesFlowBlock *block_at(const UsesShape *shape, guint32 i) {
  return &g_array_index(shape->flow->blocks, UsesFlowBlock, i);
}

/* ---- ways that fit ---- */

static AttrFrequencies *by_shape(const UsesShape *shape) {
  const guint32 n = shape->instructions->len;
  g_autofree guint32 *none = g_new(guint32, n);
  for (guint32 i = 0; i < n; i++) none[i] = USES_FLOW_NONE;
  return attr_frequencies_new(shape, &(AttrRanGroups){none, NULL, 0});
}

/* Fits the edge frequencies. guess: the estimate from the shape alone. */
static AttrFrequencies *fit(const UsesShape *shape, const AttrFrequencies *guess, const double *samples) {
  const guint32 n = shape->instructions->len;
  g_autofree guint32 *group_of = g_new(guint32, n);
  g_autofree double *ran = g_new0(double, n_blocks(shape));
  double whole = 0;
  for (guint32 b = 0; b < n_blocks(shape); b++) {
    const UsesFlowBlock *block = block_at(shape, b);
    whole += guess->blocks[b] * (block->behind - block->first);
    for (guint32 i = block->first; i < block->behind; i++) group_of[i] = i - block->first < FIRST ? b : USES_FLOW_NONE;
  }
  for (guint32 b = 0; b < n_blocks(shape); b++) {
    const UsesFlowBlock *block = block_at(shape, b);
    for (guint32 i = block->first; i < MIN(block->behind, block->first + FIRST); i++)
      ran[b] += samples[i] + (whole > 0 ? PRIOR * guess->blocks[b] / whole : 0);
  }
  return attr_frequencies_new(shape, &(AttrRanGroups){group_of, ran, n_blocks(shape)});
}

/* ---- times that follow ---- */

/* Converts edge frequencies to branch probabilities. */
static void make_probabilities(Solving *solving) {
  const UsesShape *shape = solving->shape;
  for (guint32 b = 0; b < n_blocks(shape); b++) {
    const GArray *before = block_at(shape, b)->before;
    for (guint i = 0; i < before->len; i++)
      solving->leaving[g_array_index(before, guint32, i)] += *attr_frequencies_way(solving->result, b, i);
  }
  /* If a block can leave the function, assume that half of its executions do. */
  for (guint32 b = 0; b < n_blocks(shape); b++)
    if (uses_flow_may_leave(shape->flow, b)) solving->leaving[b] *= 2;
  for (guint32 b = 0; b < n_blocks(shape); b++) {
    const GArray *before = block_at(shape, b)->before;
    for (guint i = 0; i < before->len; i++) {
      const double leaving = solving->leaving[g_array_index(before, guint32, i)];
      *attr_frequencies_way(solving->result, b,
                            i) = leaving > 0 ? *attr_frequencies_way(solving->result, b, i) / leaving : 0;
    }
  }
}

/* Returns the executions of a block: the sum over its predecessors that are earlier in the order, times the rounds of
 * its loop. (Ignores edges from later blocks that do not close a loop.) */
static double times_of(const Solving *solving, guint32 number, double entered) {
  const GArray *before = block_at(solving->shape, number)->before;
  double times = entered;
  for (guint i = 0; i < before->len; i++) {
    const guint32 from = g_array_index(before, guint32, i);
    if (!uses_flow_is_round(solving->shape->flow, number, from))
      times += solving->result->blocks[from] * *attr_frequencies_way(solving->result, number, i);
  }
  return times * solving->rounds[number];
}

static int compare_places(gconstpointer a, gconstpointer b, gpointer places) {
  const guint32 *place_of = places, x = place_of[*(const guint32 *)a], y = place_of[*(const guint32 *)b];
  return x < y ? -1 : x > y;
}

/* Computes the rounds of a loop, after those of inner loops, from the probability of returning to its head. The
 * executions of all blocks are 0 before and after. */
static void find_rounds(Solving *solving, const UsesFlowLoop *loop) {
  const GArray *before = block_at(solving->shape, loop->head)->before;
  AttrFrequencies *result = solving->result;
  g_autoptr(GArray) blocks = g_array_copy(loop->blocks);
  double back = 0;
  g_array_sort_with_data(blocks, compare_places, solving->place_of);
  for (guint i = 0; i < blocks->len; i++) {
    const guint32 number = g_array_index(blocks, guint32, i);
    result->blocks[number] = number == loop->head ? 1 : times_of(solving, number, 0);
  }
  for (guint i = 0; i < before->len; i++) {
    const guint32 from = g_array_index(before, guint32, i);
    if (uses_flow_is_round(solving->shape->flow, loop->head, from))
      back += result->blocks[from] * *attr_frequencies_way(result, loop->head, i);
  }
  solving->rounds[loop->head] = 1 / (1 - MIN(back, 1 - 1.0 / ROUNDS));
  for (guint i = 0; i < blocks->len; i++) result->blocks[g_array_index(blocks, guint32, i)] = 0;
}

/* Solves inner loops before enclosing ones, then the function from its entry (Wu and Larus: "Static Branch Frequency
 * and Program Profile Analysis"). */
static void solve(Solving *solving) {
  const UsesShape *shape = solving->shape;
  const GArray *order = shape->flow->order, *loops = shape->flow->loops;
  const guint32 entry = uses_flow_block(shape->flow, shape->entry);
  AttrFrequencies *result = solving->result;
  make_probabilities(solving);
  for (guint32 b = 0; b < n_blocks(shape); b++) {
    result->blocks[b] = 0;
    solving->rounds[b] = 1;
  }
  for (guint i = 0; i < order->len; i++) solving->place_of[g_array_index(order, guint32, i)] = i;
  for (guint i = loops->len; i-- > 0;) find_rounds(solving, &g_array_index(loops, UsesFlowLoop, i));
  for (guint i = 0; i < order->len; i++) {
    const guint32 number = g_array_index(order, guint32, i);
    const double entered = number == entry ? 1 : block_at(shape, number)->is_label ? BY_LABEL : 0;
    result->blocks[number] = times_of(solving, number, entered);
  }
  for (guint32 b = 0; b < n_blocks(shape); b++) {
    const GArray *before = block_at(shape, b)->before;
    for (guint i = 0; i < before->len; i++)
      *attr_frequencies_way(result, b, i) *= result->blocks[g_array_index(before, guint32, i)];
  }
  result->entered = 1;
}

AttrFrequencies *attr_sampled_frequencies_new(const UsesShape *shape, const double *samples) {
  const guint32 n = n_blocks(shape);
  AttrFrequencies *guess = by_shape(shape);
  g_autofree double *leaving = g_new0(double, n), *rounds = g_new0(double, n);
  g_autofree guint32 *place_of = g_new0(guint32, n);
  Solving solving = {shape, fit(shape, guess, samples), leaving, rounds, place_of};
  attr_frequencies_free(guess);
  solve(&solving);
  return solving.result;
}
