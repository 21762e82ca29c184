/* SPDX-License-Identifier: GPL-2.0-or-later
 * attr_posterior.c: The probability that an instruction missed is the probability of the path back to it times its miss
 * rate (Bayes). The earlier run gives the rates, but those of the sampled run can differ. So each instruction has a
 * factor, which is estimated from all samples by expectation maximization: each iteration divides the samples by the
 * factors; a factor then becomes the samples of its instruction divided by those that the earlier run predicts. The
 * prior of a factor is a gamma distribution around 1 with the weight of STRENGTH samples, so the earlier run
 * dominates if there are few samples.
 *
 * Without an earlier run, the machine code determines which instructions can miss and how often they ran. That is weak
 * evidence, so its prior has the weight of STRENGTH_OF_TEXT samples. */
#include "ui/attribute/attr_posterior.h"

#include "bins/bin_index.h"

enum { STRENGTH = 100, STRENGTH_OF_TEXT = 1, TURNS = 20 };

/* An instruction that can have missed. */
typedef struct {
  double expected; /* misses in the earlier run; after scale_expected(), expected samples */
  double samples;  /* number of samples attributed to the instruction in the current iteration */
  double factor;
} Suspect;

/* All samples with the same frames, for example those of many threads. */
typedef struct {
  GArray *ways; /* AttrSkidOrigin: the instructions that can have caused the samples; NULL: none of them missed */
  double samples;
} Stack;

struct AttrPosterior {
  const Samples *samples;
  AttrSkidBacktrace *ways;
  GArray *stacks;        /* Stack */
  GHashTable *by_frames; /* Frames -> number of the stack, from 1 */
  guint *of;             /* indexed by sample: number of its stack; 0: another event */
  GHashTable *suspects;  /* AttrTrainedInstruction * -> Suspect * */
  GPtrArray *in_order;   /* Suspect, in the order of samples, so that sums do not depend on addresses in memory */
};

static const AttrTrainedInstruction *instruction_of(const AttrSkidOrigin *way) {
  return &way->code->instructions[way->instruction];
}

static AttrSkidOrigin *way_at(GArray *ways, guint i) { return &g_array_index(ways, AttrSkidOrigin, i); }

static Stack *stack_at(const AttrPosterior *posterior, guint i) { return &g_array_index(posterior->stacks, Stack, i); }

/* ---- the instructions ---- */

/* Keeps the paths to instructions that missed. Takes ownership of `ways`. Returns NULL if none missed. Also returns
 * NULL if most of the possible code did not run in the earlier run, because the rest of the code would then get all
 * samples. */
static GArray *leave_missed(GArray *ways) {
  GArray *left = g_array_new(FALSE, FALSE, sizeof(AttrSkidOrigin));
  double ran = 0, all = 0;
  for (guint i = 0; i < ways->len; i++) {
    AttrSkidOrigin way = *way_at(ways, i);
    const AttrTrainedInstruction *one = instruction_of(&way);
    all += way.p;
    if (one->ran) ran += way.p;
    way.p *= one->rate;
    if (way.p > 0) g_array_append_val(left, way);
  }
  g_array_unref(ways);
  if (left->len != 0 && 2 * ran >= all) return left;
  g_array_unref(left);
  return NULL;
}

static Suspect *suspect_of(AttrPosterior *posterior, const AttrSkidOrigin *way) {
  const AttrTrainedInstruction *one = instruction_of(way);
  Suspect *suspect = g_hash_table_lookup(posterior->suspects, one);
  if (suspect != NULL) return suspect;
  suspect = g_new(Suspect, 1);
  *suspect = (Suspect){one->rate * one->times, 0, 1};
  g_hash_table_insert(posterior->suspects, (gpointer)one, suspect);
  g_ptr_array_add(posterior->in_order, suspect);
  return suspect;
}

/* Converts expected misses to expected samples. */
static void scale_expected(AttrPosterior *posterior) {
  const GPtrArray *all = posterior->in_order;
  double samples = 0, expected = 0;
  for (guint i = 0; i < posterior->stacks->len; i++) {
    const Stack *stack = stack_at(posterior, i);
    if (stack->ways == NULL) continue;
    for (guint k = 0; k < stack->ways->len; k++) suspect_of(posterior, way_at(stack->ways, k));
    samples += stack->samples;
  }
  for (guint i = 0; i < all->len; i++) expected += ((const Suspect *)all->pdata[i])->expected;
  for (guint i = 0; i < all->len && expected > 0; i++) ((Suspect *)all->pdata[i])->expected *= samples / expected;
}

/* ---- iterations ---- */

static double sum_of(AttrPosterior *posterior, GArray *ways) {
  double sum = 0;
  for (guint i = 0; i < ways->len; i++) sum += way_at(ways, i)->p * suspect_of(posterior, way_at(ways, i))->factor;
  return sum;
}

static void divide_samples(AttrPosterior *posterior) {
  for (guint i = 0; i < posterior->stacks->len; i++) {
    GArray *ways = stack_at(posterior, i)->ways;
    if (ways == NULL) continue;
    const double each = stack_at(posterior, i)->samples / sum_of(posterior, ways);
    for (guint k = 0; k < ways->len; k++) {
      Suspect *suspect = suspect_of(posterior, way_at(ways, k));
      suspect->samples += each * way_at(ways, k)->p * suspect->factor;
    }
  }
}

static void set_factors(AttrPosterior *posterior, double strength) {
  for (guint i = 0; i < posterior->in_order->len; i++) {
    Suspect *suspect = posterior->in_order->pdata[i];
    suspect->factor = (strength + suspect->samples) / (strength + suspect->expected);
    suspect->samples = 0;
  }
}

static void set_probabilities(AttrPosterior *posterior) {
  for (guint i = 0; i < posterior->stacks->len; i++) {
    GArray *ways = stack_at(posterior, i)->ways;
    const double sum = ways != NULL ? sum_of(posterior, ways) : 0;
    for (guint k = 0; ways != NULL && k < ways->len; k++)
      way_at(ways, k)->p *= suspect_of(posterior, way_at(ways, k))->factor / sum;
  }
}

/* ---- samples ---- */

static const SamplesFrame *frames_of(const AttrPosterior *posterior, const SamplesSample *sample) {
  return &g_array_index(posterior->samples->frames, SamplesFrame, sample->first);
}

/* The frames of a stack, in memory that the samples own. */
typedef struct {
  const SamplesFrame *frames;
  guint32 n;
} Frames;

static guint frames_hash(gconstpointer key) {
  const Frames *all = key;
  uint64_t hash = all->n;
  for (guint32 i = 0; i < all->n; i++)
    hash = bin_hash_mix(bin_hash_mix(hash, all->frames[i].object), all->frames[i].address);
  return (guint)hash;
}

static gboolean frames_equal(gconstpointer a, gconstpointer b) {
  const Frames *x = a, *y = b;
  bool same = x->n == y->n;
  for (guint32 i = 0; same && i < x->n; i++)
    same = x->frames[i].object == y->frames[i].object && x->frames[i].address == y->frames[i].address;
  return same;
}

static void stack_clear(gpointer data) {
  Stack *stack = data;
  if (stack->ways != NULL) g_array_unref(stack->ways);
}

/* Returns the number of a sample's stack, from 1. */
static guint stack_of(AttrPosterior *posterior, const SamplesSample *sample) {
  const Frames frames = {frames_of(posterior, sample), sample->count};
  const guint known = GPOINTER_TO_UINT(g_hash_table_lookup(posterior->by_frames, &frames));
  if (known != 0) return known;
  const Stack stack = {leave_missed(attr_skid_backtrace_of(posterior->ways, sample)), 0};
  g_array_append_val(posterior->stacks, stack);
  g_hash_table_insert(posterior->by_frames, g_memdup2(&frames, sizeof frames),
                      GUINT_TO_POINTER(posterior->stacks->len));
  return posterior->stacks->len;
}

AttrPosterior *attr_posterior_new(const AttrInput *input, guint32 event) {
  AttrPosterior *posterior = g_new0(AttrPosterior, 1);
  const GArray *samples = input->samples->samples;
  posterior->samples = input->samples;
  posterior->ways = attr_skid_backtrace_new(input, event);
  posterior->stacks = g_array_new(FALSE, FALSE, sizeof(Stack));
  g_array_set_clear_func(posterior->stacks, stack_clear);
  posterior->by_frames = g_hash_table_new_full(frames_hash, frames_equal, g_free, NULL);
  posterior->of = g_new0(guint, samples->len);
  posterior->suspects = g_hash_table_new(NULL, NULL);
  posterior->in_order = g_ptr_array_new_with_free_func(g_free);
  for (guint i = 0; i < samples->len; i++) {
    const SamplesSample *sample = &g_array_index(samples, SamplesSample, i);
    if (!samples_is_of(input->samples, sample, event) || sample->access.data != 0) continue;
    posterior->of[i] = stack_of(posterior, sample);
    stack_at(posterior, posterior->of[i] - 1)->samples += samples_events(input->samples, sample) / input->period;
  }
  const bool ran = input->options->training != NULL;
  scale_expected(posterior);
  for (guint turn = 0; turn < TURNS; turn++) {
    divide_samples(posterior);
    set_factors(posterior, ran ? STRENGTH : STRENGTH_OF_TEXT);
  }
  set_probabilities(posterior);
  return posterior;
}

const GArray *attr_posterior_of(const AttrPosterior *posterior, guint32 i) {
  return posterior != NULL && posterior->of[i] != 0 ? stack_at(posterior, posterior->of[i] - 1)->ways : NULL;
}

guint attr_posterior_stacks(const AttrPosterior *posterior) { return posterior != NULL ? posterior->stacks->len : 0; }

const GArray *attr_posterior_stack(const AttrPosterior *posterior, guint i, double *samples) {
  *samples = stack_at(posterior, i)->samples;
  return stack_at(posterior, i)->ways;
}

void attr_posterior_free(AttrPosterior *posterior) {
  if (posterior == NULL) return;
  g_hash_table_destroy(posterior->suspects);
  g_ptr_array_unref(posterior->in_order);
  g_hash_table_destroy(posterior->by_frames);
  g_array_unref(posterior->stacks);
  g_free(posterior->of);
  attr_skid_backtrace_free(posterior->ways);
  g_free(posterior);
}
