/* SPDX-License-Identifier: GPL-2.0-or-later
 * attr_frequencies.c: Control enters a block as often as it leaves it. Edges start with weights from the nesting of
 * loops. Each iteration scales them so that the sums of edges into and out of a block equal their geometric mean, and
 * so that the groups of the block's instructions approach their executions (as in iterative proportional fitting, and
 * in multiplicative algebraic reconstruction in tomography). */
#include "ui/attribute/attr_frequencies.h"

#include <math.h>

/* Number of executions that are added to each count, because code that did not run in one run can run in another. */
#define LITTLE 0.5

enum { TURNS = 40 };

typedef struct {
  const UsesShape *shape;
  const AttrRanGroups *groups;
  AttrFrequencies *result;
  double *in, *out; /* indexed by block: sums over its edges */
  double *leaving;  /* indexed by block: frequency of jumps out of the function, which have no edge */
  double *factor;   /* indexed by block: factor that corrects its executions */
  double *sums;     /* indexed by group: executions */
  guint *members;   /* indexed by group: number of instructions */
  guint32 entry;    /* entry block */
} Fitting;

static const UsesFlowBlock *block_at(const Fitting *fit, guint32 i) {
  return &g_array_index(fit->shape->flow->blocks, UsesFlowBlock, i);
}

static guint32 n_blocks(const Fitting *fit) { return fit->shape->flow->blocks->len; }

double *attr_frequencies_way(const AttrFrequencies *frequencies, guint32 block, guint i) {
  return &g_array_index(frequencies->ways, double, frequencies->first[block] + i);
}

static void add_ways(Fitting *fit) {
  for (guint32 i = 0; i < n_blocks(fit); i++) {
    const UsesFlowBlock *block = block_at(fit, i);
    fit->result->first[i] = fit->result->ways->len;
    fit->leaving[i] = uses_flow_may_leave(fit->shape->flow, i);
    for (guint k = 0; k < block->before->len; k++) {
      const double weight = uses_shape_weight(fit->shape, i, g_array_index(block->before, guint32, k));
      g_array_append_val(fit->result->ways, weight);
    }
  }
}

static void add_up(Fitting *fit) {
  for (guint32 i = 0; i < n_blocks(fit); i++) {
    fit->in[i] = i == fit->entry ? fit->result->entered : 0;
    fit->out[i] = fit->leaving[i];
  }
  for (guint32 i = 0; i < n_blocks(fit); i++) {
    const UsesFlowBlock *block = block_at(fit, i);
    for (guint k = 0; k < block->before->len; k++) {
      const double times = *attr_frequencies_way(fit->result, i, k);
      fit->in[i] += times;
      fit->out[g_array_index(block->before, guint32, k)] += times;
    }
  }
}

/* Returns the executions of a block with these sums over its incoming and outgoing edges. */
static double between(double in, double out) { return in > 0 && out > 0 ? sqrt(in * out) : MAX(in, out); }

static double wanted(const Fitting *fit, guint32 i) { return between(fit->in[i], fit->out[i]) * fit->factor[i]; }

/* Sets the factors of blocks from the executions of their groups. */
static void compare_groups(Fitting *fit) {
  for (guint i = 0; i < fit->groups->n; i++) fit->sums[i] = 0;
  for (guint32 i = 0; i < n_blocks(fit); i++) {
    const UsesFlowBlock *block = block_at(fit, i);
    for (guint32 k = block->first; k < block->behind; k++)
      if (fit->groups->of[k] != USES_FLOW_NONE) fit->sums[fit->groups->of[k]] += between(fit->in[i], fit->out[i]);
  }
  for (guint32 i = 0; i < n_blocks(fit); i++) {
    const UsesFlowBlock *block = block_at(fit, i);
    double sum = 0;
    guint n = 0;
    for (guint32 k = block->first; k < block->behind; k++) {
      const guint32 group = fit->groups->of[k];
      if (group == USES_FLOW_NONE || fit->sums[group] <= 0) continue;
      sum += log((fit->groups->ran[group] + LITTLE * fit->members[group]) / fit->sums[group]);
      n++;
    }
    fit->factor[i] = n != 0 ? exp(sum / n) : 1;
  }
}

static void scale_in(Fitting *fit) {
  for (guint32 i = 0; i < n_blocks(fit); i++) {
    if (fit->in[i] <= 0) continue;
    const double factor = wanted(fit, i) / fit->in[i];
    if (i == fit->entry) fit->result->entered *= factor;
    for (guint k = 0; k < block_at(fit, i)->before->len; k++) *attr_frequencies_way(fit->result, i, k) *= factor;
  }
}

static void scale_out(Fitting *fit) {
  for (guint32 i = 0; i < n_blocks(fit); i++) {
    const UsesFlowBlock *block = block_at(fit, i);
    if (fit->out[i] > 0) fit->leaving[i] *= wanted(fit, i) / fit->out[i];
    for (guint k = 0; k < block->before->len; k++) {
      const guint32 from = g_array_index(block->before, guint32, k);
      if (fit->out[from] > 0) *attr_frequencies_way(fit->result, i, k) *= wanted(fit, from) / fit->out[from];
    }
  }
}

static void fit_all(Fitting *fit) {
  for (guint turn = 0; turn < TURNS; turn++) {
    add_up(fit);
    compare_groups(fit);
    scale_out(fit);
    add_up(fit);
    compare_groups(fit);
    scale_in(fit);
  }
  add_up(fit);
  for (guint32 i = 0; i < n_blocks(fit); i++) fit->result->blocks[i] = between(fit->in[i], fit->out[i]);
}

AttrFrequencies *attr_frequencies_new(const UsesShape *shape, const AttrRanGroups *groups) {
  AttrFrequencies *result = g_new0(AttrFrequencies, 1);
  const guint32 n = shape->flow->blocks->len;
  g_autofree double *in = g_new0(double, n), *out = g_new0(double, n), *leaving = g_new0(double, n);
  g_autofree double *factor = g_new0(double, n), *sums = g_new0(double, groups->n);
  g_autofree guint *members = g_new0(guint, groups->n);
  Fitting fit = {shape,   groups, result, in,      out,
                 leaving, factor, sums,   members, uses_flow_block(shape->flow, shape->entry)};
  for (guint32 i = 0; i < shape->instructions->len; i++)
    if (groups->of[i] != USES_FLOW_NONE) members[groups->of[i]]++;
  result->blocks = g_new0(double, n);
  result->ways = g_array_new(FALSE, FALSE, sizeof(double));
  result->first = g_new0(guint, n);
  result->entered = 1;
  add_ways(&fit);
  fit_all(&fit);
  return result;
}

void attr_frequencies_free(AttrFrequencies *frequencies) {
  if (frequencies == NULL) return;
  g_free(frequencies->blocks);
  g_array_unref(frequencies->ways);
  g_free(frequencies->first);
  g_free(frequencies);
}
