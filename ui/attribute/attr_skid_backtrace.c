/* SPDX-License-Identifier: GPL-2.0-or-later
 * attr_skid_backtrace.c: Rules
 *  - The probability of an edge into a block is proportional to its frequency in the earlier run (attr_frequencies.h);
 *    without one, to its estimate from the code and samples (attr_sampled_frequencies.h).
 *  - The predecessor of a function's first instruction is the call in the next frame of the sample. If that call is to
 *    another function, which ends in a jump to this one, the predecessor is the jump.
 *  - The predecessors of the instruction after a call are the ends of the called function, which is the target of the
 *    call. If the target is computed or an entry of a linkage table (PLT), the called functions are those of the samples under this call; if
 *    there are none, the predecessor is the call.
 *  - Paths with a probability below a thousandth are not followed. */
#include "ui/attribute/attr_skid_backtrace.h"

#include "bins/bin_index.h"

#define LEAST 0.001

enum { STUB_INSTRUCTIONS = 1 };

/* A function that can have been called, or an end of such a function, with its probability. */
typedef struct {
  AttrTrainedCode *code;
  guint32 instruction; /* for the end of a function: the instruction at this end */
  double share;
} Target;

/* The current end of a path, as it goes back. */
typedef struct {
  AttrTrainedCode *code;
  guint32 instruction;
  const AttrSkidCall *call; /* the active call; NULL: it is unknown */
  guint wait;               /* remaining steps through the stub (PLT) of the call */
  double share;
} Step;

/* The code and the instruction of an address. */
typedef struct {
  guint64 object, address;
} Key;

typedef struct {
  AttrTrainedCode *code; /* NULL: not known */
  guint32 instruction;
} Spot;

struct AttrSkidBacktrace {
  const AttrInput *input;
  GHashTable *codes;  /* shape -> AttrTrainedCode */
  GHashTable *spots;  /* Key -> Spot */
  GHashTable *taken;  /* Key of an address -> double *: number of samples at it */
  GHashTable *seen;   /* Key of a call -> GArray of Target: functions of the samples under the call */
  GHashTable *ends;   /* code -> GArray of Target */
  GHashTable *calls;  /* set of AttrSkidCall */
  GArray *now, *next; /* Step */
};

/* ---- code ---- */

static guint key_hash(gconstpointer key) {
  const Key *one = key;
  return g_int64_hash(&one->address) ^ (guint)one->object * 31;
}

static gboolean key_equal(gconstpointer a, gconstpointer b) {
  const Key *x = a, *y = b;
  return x->object == y->object && x->address == y->address;
}

static const UsesMachineInstruction *instruction_of(const AttrTrainedCode *code, guint32 i) {
  return &g_array_index(code->shape->instructions, UsesMachineInstruction, i);
}

static AttrTrainedCode *code_of(AttrSkidBacktrace *ways, guint32 object, const UsesShape *shape) {
  AttrTrainedCode *code = g_hash_table_lookup(ways->codes, shape);
  if (code != NULL) return code;
  g_autofree double *samples = g_new0(double, shape->instructions->len);
  for (guint32 i = 0; i < shape->instructions->len; i++) {
    const Key key = {object, g_array_index(shape->instructions, UsesMachineInstruction, i).address};
    const double *taken = g_hash_table_lookup(ways->taken, &key);
    if (taken != NULL) samples[i] = *taken;
  }
  code = attr_trained_code_new(ways->input, object, shape, samples);
  g_hash_table_insert(ways->codes, (gpointer)shape, code);
  return code;
}

static Spot spot_at(AttrSkidBacktrace *ways, guint32 object, guint64 address) {
  const Key key = {object, address};
  Spot *spot = g_hash_table_lookup(ways->spots, &key);
  if (spot != NULL) return *spot;
  const SamplesObject *of = &g_array_index(ways->input->samples->objects, SamplesObject, object);
  const UsesShape *shape = uses_shape(ways->input->uses, of->path, of->build_id, address);
  spot = g_new0(Spot, 1);
  if (shape != NULL) spot->instruction = uses_flow_instruction(shape->instructions, address);
  if (shape != NULL && spot->instruction != USES_FLOW_NONE) spot->code = code_of(ways, object, shape);
  g_hash_table_insert(ways->spots, g_memdup2(&key, sizeof key), spot);
  return *spot;
}

static const SamplesFrame *frame_at(const AttrSkidBacktrace *ways, const SamplesSample *sample, guint32 i) {
  return &g_array_index(ways->input->samples->frames, SamplesFrame, sample->first + i);
}

static Spot spot_of(AttrSkidBacktrace *ways, const SamplesSample *sample, guint32 i) {
  const SamplesFrame *frame = frame_at(ways, sample, i);
  return spot_at(ways, frame->object, frame->address);
}

/* Returns the function at the target of a jump or call, or NULL if it is unknown. */
static AttrTrainedCode *target_of(AttrSkidBacktrace *ways, const AttrTrainedCode *code,
                                  const UsesMachineInstruction *one) {
  if (!one->has_target) return NULL;
  const Spot spot = spot_at(ways, code->object, one->target);
  return spot.code != NULL && spot.instruction == spot.code->shape->entry ? spot.code : NULL;
}

/* ---- called functions ---- */

static Key key_of_call(const AttrTrainedCode *code, const UsesMachineInstruction *call) {
  return (Key){code->object, call->has_target ? call->target : call->address};
}

static void note_called(AttrSkidBacktrace *ways, Spot caller, AttrTrainedCode *called, double samples) {
  const UsesMachineInstruction *call = instruction_of(caller.code, caller.instruction);
  const Key key = key_of_call(caller.code, call);
  const Target target = {called, 0, samples};
  if (call->flow != USES_FLOW_CALL) return;
  GArray *all = g_hash_table_lookup(ways->seen, &key);
  if (all == NULL) {
    all = g_array_new(FALSE, FALSE, sizeof(Target));
    g_hash_table_insert(ways->seen, g_memdup2(&key, sizeof key), all);
  }
  for (guint i = 0; i < all->len; i++) {
    Target *one = &g_array_index(all, Target, i);
    if (one->code != called) continue;
    one->share += samples;
    return;
  }
  g_array_append_val(all, target);
}

static void note_taken(AttrSkidBacktrace *ways, const SamplesSample *sample) {
  const SamplesFrame *frame = frame_at(ways, sample, 0);
  const Key key = {frame->object, frame->address};
  double *taken = g_hash_table_lookup(ways->taken, &key);
  if (taken == NULL) {
    taken = g_new0(double, 1);
    g_hash_table_insert(ways->taken, g_memdup2(&key, sizeof key), taken);
  }
  *taken += (double)sample->samples;
}

/* The number of frames of a sample to use. */
static guint32 n_frames(const AttrSkidBacktrace *ways, const SamplesSample *sample) {
  return ways->input->options->calls ? sample->count : MIN(sample->count, 1);
}

static void note_calls(AttrSkidBacktrace *ways, const SamplesSample *sample) {
  for (guint32 i = 1; i < n_frames(ways, sample); i++) {
    const Spot called = spot_of(ways, sample, i - 1), caller = spot_of(ways, sample, i);
    if (called.code != NULL && caller.code != NULL) note_called(ways, caller, called.code, (double)sample->samples);
  }
}

static void scale(GArray *targets) {
  double sum = 0;
  for (guint i = 0; i < targets->len; i++) sum += g_array_index(targets, Target, i).share;
  for (guint i = 0; i < targets->len && sum > 0; i++) g_array_index(targets, Target, i).share /= sum;
}

/* Appends the ends of a function to the array `all`. Multiplies their probabilities by `share`. */
static void append_ends(const GArray *ends, double share, GArray *all) {
  for (guint i = 0; i < ends->len; i++) {
    Target end = g_array_index(ends, Target, i);
    end.share *= share;
    if (end.share > 0) g_array_append_val(all, end);
  }
}

static const UsesMachineInstruction *last_of(const AttrTrainedCode *code, guint32 block) {
  return instruction_of(code, g_array_index(code->shape->flow->blocks, UsesFlowBlock, block).behind - 1);
}

/* Returns the other function to which a block jumps at its end, or NULL if there is none. */
static AttrTrainedCode *jumps_on(AttrSkidBacktrace *ways, const AttrTrainedCode *code, guint32 block) {
  const UsesMachineInstruction *last = last_of(code, block);
  AttrTrainedCode *on = last->flow == USES_FLOW_JUMP ? target_of(ways, code, last) : NULL;
  return on != code ? on : NULL;
}

/* Finds the ends of a function, after those of the functions to which it jumps. */
static void find_ends(AttrSkidBacktrace *ways, AttrTrainedCode *code) {
  GArray *ends = g_array_new(FALSE, FALSE, sizeof(Target));
  for (guint32 i = 0; i < code->shape->flow->blocks->len; i++) {
    const guint32 behind = g_array_index(code->shape->flow->blocks, UsesFlowBlock, i).behind;
    const Target end = {code, behind - 1, code->frequencies->blocks[i]};
    const AttrTrainedCode *on = jumps_on(ways, code, i);
    if (last_of(code, i)->returns) g_array_append_val(ends, end);
    if (on != NULL) append_ends(g_hash_table_lookup(ways->ends, on), end.share, ends);
  }
  scale(ends);
  g_hash_table_insert(ways->ends, code, ends);
}

/* A function whose ends are being searched, and the next block to check for a jump. */
typedef struct {
  AttrTrainedCode *code;
  guint32 block;
} Open;

static void open_code(AttrSkidBacktrace *ways, GArray *all, AttrTrainedCode *code) {
  const Open opened = {code, 0};
  g_hash_table_insert(ways->ends, code, g_array_new(FALSE, FALSE, sizeof(Target)));
  g_array_append_val(all, opened);
}

/* Returns the ends of a function: its returns, and those of the functions to which it jumps at its end. (The result is
 * empty while the search is in progress.) */
static const GArray *ends_of(AttrSkidBacktrace *ways, AttrTrainedCode *code) {
  const GArray *known = g_hash_table_lookup(ways->ends, code);
  if (known != NULL) return known;
  g_autoptr(GArray) all = g_array_new(FALSE, FALSE, sizeof(Open));
  open_code(ways, all, code);
  while (all->len != 0) {
    Open *last = &g_array_index(all, Open, all->len - 1);
    if (last->block < last->code->shape->flow->blocks->len) {
      AttrTrainedCode *on = jumps_on(ways, last->code, last->block++);
      if (on != NULL && g_hash_table_lookup(ways->ends, on) == NULL) open_code(ways, all, on);
    } else {
      find_ends(ways, last->code);
      g_array_set_size(all, all->len - 1);
    }
  }
  return g_hash_table_lookup(ways->ends, code);
}

static void add_ends(AttrSkidBacktrace *ways, AttrTrainedCode *code, double share, GArray *all) {
  append_ends(ends_of(ways, code), share, all);
}

/* ---- steps ---- */

static void add_step(AttrSkidBacktrace *ways, Step step) {
  if (!(step.share >= LEAST)) return;
  for (guint i = 0; i < ways->next->len; i++) {
    Step *one = &g_array_index(ways->next, Step, i);
    if (one->code != step.code || one->instruction != step.instruction || one->call != step.call ||
        one->wait != step.wait)
      continue;
    one->share += step.share;
    return;
  }
  g_array_append_val(ways->next, step);
}

static guint call_hash(gconstpointer key) {
  const AttrSkidCall *call = key;
  const uint64_t of_code = bin_hash_mix(bin_hash_mix((guintptr)call->around, (guintptr)call->code), call->instruction);
  return (guint)bin_hash_mix(of_code, call->frame.address);
}

static gboolean call_equal(gconstpointer a, gconstpointer b) {
  const AttrSkidCall *x = a, *y = b;
  return x->around == y->around && x->code == y->code && x->instruction == y->instruction &&
         x->frame.object == y->frame.object && x->frame.address == y->frame.address;
}

static const AttrSkidCall *intern(AttrSkidBacktrace *ways, AttrSkidCall call) {
  AttrSkidCall *known = g_hash_table_lookup(ways->calls, &call);
  if (known != NULL) return known;
  known = g_memdup2(&call, sizeof call);
  g_hash_table_add(ways->calls, known);
  return known;
}

static const AttrSkidCall *call_from(AttrSkidBacktrace *ways, const AttrSkidCall *around, AttrTrainedCode *code,
                                     guint32 instruction) {
  const SamplesFrame frame = {code->object, instruction_of(code, instruction)->address};
  return intern(ways, (AttrSkidCall){around, code, instruction, frame});
}

/* Steps back to an instruction. If it is a call, steps through the called function. */
static void step_to(AttrSkidBacktrace *ways, Step step) {
  const UsesMachineInstruction *one = instruction_of(step.code, step.instruction);
  AttrTrainedCode *target = one->flow == USES_FLOW_CALL ? target_of(ways, step.code, one) : NULL;
  const Key key = key_of_call(step.code, one);
  const GArray *seen = one->flow == USES_FLOW_CALL ? g_hash_table_lookup(ways->seen, &key) : NULL;
  g_autoptr(GArray) ends = g_array_new(FALSE, FALSE, sizeof(Target));
  if (target != NULL) add_ends(ways, target, 1, ends);
  for (guint i = 0; target == NULL && seen != NULL && i < seen->len; i++)
    add_ends(ways, g_array_index(seen, Target, i).code, g_array_index(seen, Target, i).share, ends);
  scale(ends);
  if (ends->len == 0) add_step(ways, step);
  if (ends->len == 0 || step.share < LEAST) return;
  const AttrSkidCall *call = call_from(ways, step.call, step.code, step.instruction);
  for (guint i = 0; i < ends->len; i++) {
    const Target *end = &g_array_index(ends, Target, i);
    add_step(ways, (Step){end->code, end->instruction, call, 0, step.share * end->share});
  }
}

/* Steps back from the start of a function to its call. If the call is to another function that jumps to this one, steps
 * back to those jumps instead. */
static void step_out(AttrSkidBacktrace *ways, const Step *from, double share) {
  const AttrSkidCall *call = from->call;
  if (call == NULL || call->code == NULL) return;
  AttrTrainedCode *called = target_of(ways, call->code, instruction_of(call->code, call->instruction));
  const guint64 entry = instruction_of(from->code, from->code->shape->entry)->address;
  g_autoptr(GArray) jumps = g_array_new(FALSE, FALSE, sizeof(Target));
  for (guint32 i = 0; called != NULL && called != from->code && i < called->shape->flow->blocks->len; i++) {
    const UsesFlowBlock *block = &g_array_index(called->shape->flow->blocks, UsesFlowBlock, i);
    const UsesMachineInstruction *last = instruction_of(called, block->behind - 1);
    const Target jump = {called, block->behind - 1, called->frequencies->blocks[i]};
    if ((last->flow == USES_FLOW_JUMP || last->flow == USES_FLOW_BRANCH) && last->has_target && last->target == entry)
      g_array_append_val(jumps, jump);
  }
  scale(jumps);
  for (guint i = 0; i < jumps->len; i++) {
    const Target *jump = &g_array_index(jumps, Target, i);
    add_step(ways, (Step){jump->code, jump->instruction, call, 0, share * jump->share});
  }
  if (jumps->len != 0) return;
  const bool stub = called == NULL && instruction_of(call->code, call->instruction)->has_target;
  add_step(ways, (Step){call->code, call->instruction, call->around, stub ? STUB_INSTRUCTIONS : 0, share});
}

/* Steps back from the first instruction of a block. If no edge into the block has a frequency, all edges are equally
 * likely. */
static void step_to_blocks(AttrSkidBacktrace *ways, const Step *from, guint32 number, const UsesFlowBlock *block) {
  const AttrFrequencies *frequencies = from->code->frequencies;
  const bool is_entry = from->instruction == from->code->shape->entry;
  double sum = is_entry ? frequencies->entered : 0;
  for (guint i = 0; i < block->before->len; i++) sum += *attr_frequencies_way(frequencies, number, i);
  const double each = sum > 0 ? 0 : 1.0 / (block->before->len + is_entry), scaled = sum > 0 ? 1 / sum : 0;
  if (is_entry) step_out(ways, from, from->share * (each + frequencies->entered * scaled));
  for (guint i = 0; i < block->before->len; i++) {
    const guint32 before = g_array_index(block->before, guint32, i);
    Step step = *from;
    step.instruction = g_array_index(from->code->shape->flow->blocks, UsesFlowBlock, before).behind - 1;
    step.share = from->share * (each + *attr_frequencies_way(frequencies, number, i) * scaled);
    step_to(ways, step);
  }
}

static void step_back(AttrSkidBacktrace *ways, const Step *from) {
  const UsesFlow *flow = from->code->shape->flow;
  const guint32 number = uses_flow_block(flow, from->instruction);
  const UsesFlowBlock *block = &g_array_index(flow->blocks, UsesFlowBlock, number);
  Step step = *from;
  if (from->wait != 0) {
    step.wait--;
    add_step(ways, step);
  } else if (from->instruction > block->first) {
    step.instruction--;
    step_to(ways, step);
  } else {
    step_to_blocks(ways, from, number, block);
  }
}

/* ---- a sample ---- */

/* Returns the active calls of frame `i`, or NULL if there are none or if they are unknown. */
static const AttrSkidCall *open_calls(AttrSkidBacktrace *ways, const SamplesSample *sample, guint32 i) {
  const AttrSkidCall *call = NULL;
  for (guint32 k = n_frames(ways, sample); k-- > i + 1;) {
    const Spot spot = spot_of(ways, sample, k);
    const SamplesFrame frame = *frame_at(ways, sample, k);
    call = spot.code != NULL ? call_from(ways, call, spot.code, spot.instruction)
                             : intern(ways, (AttrSkidCall){call, NULL, 0, frame});
  }
  return call;
}

/* Adds the current ends of all paths to the result. taken: instruction and call -> index in `all` + 1. */
static void take(const AttrSkidBacktrace *ways, GHashTable *taken, double p, GArray *all) {
  for (guint i = 0; i < ways->now->len; i++) {
    const Step *step = &g_array_index(ways->now, Step, i);
    const AttrSkidCall of = {step->call, step->code, step->instruction, {0, 0}};
    const guint known = GPOINTER_TO_UINT(g_hash_table_lookup(taken, &of));
    const AttrSkidOrigin way = {step->code, step->instruction, step->call, p * step->share};
    if (step->wait != 0) continue;
    if (known != 0) {
      g_array_index(all, AttrSkidOrigin, known - 1).p += way.p;
      continue;
    }
    g_array_append_val(all, way);
    g_hash_table_insert(taken, g_memdup2(&of, sizeof of), GUINT_TO_POINTER(all->len));
  }
}

GArray *attr_skid_backtrace_of(AttrSkidBacktrace *ways, const SamplesSample *sample) {
  const AttrSkid *skid = ways->input->options->skid;
  GArray *all = g_array_new(FALSE, FALSE, sizeof(AttrSkidOrigin));
  guint32 known = 0; /* the innermost frame with known code */
  while (known < n_frames(ways, sample) && spot_of(ways, sample, known).code == NULL) known++;
  if (known == n_frames(ways, sample)) return all;
  const Spot spot = spot_of(ways, sample, known);
  const Step start = {spot.code, spot.instruction, open_calls(ways, sample, known), known != 0 ? STUB_INSTRUCTIONS : 0,
                      1};
  GHashTable *taken = g_hash_table_new_full(call_hash, call_equal, g_free, NULL);
  g_array_set_size(ways->now, 0);
  g_array_append_val(ways->now, start);
  for (guint distance = 0; distance < skid->n && ways->now->len != 0; distance++) {
    take(ways, taken, skid->of[distance], all);
    g_array_set_size(ways->next, 0);
    for (guint i = 0; i < ways->now->len; i++) step_back(ways, &g_array_index(ways->now, Step, i));
    GArray *next = ways->next;
    ways->next = ways->now;
    ways->now = next;
  }
  g_hash_table_destroy(taken);
  return all;
}

AttrSkidBacktrace *attr_skid_backtrace_new(const AttrInput *input, guint32 event) {
  AttrSkidBacktrace *ways = g_new0(AttrSkidBacktrace, 1);
  ways->input = input;
  ways->codes = g_hash_table_new_full(NULL, NULL, NULL, (GDestroyNotify)attr_trained_code_free);
  ways->spots = g_hash_table_new_full(key_hash, key_equal, g_free, g_free);
  ways->taken = g_hash_table_new_full(key_hash, key_equal, g_free, g_free);
  ways->seen = g_hash_table_new_full(key_hash, key_equal, g_free, (GDestroyNotify)g_array_unref);
  ways->ends = g_hash_table_new_full(NULL, NULL, NULL, (GDestroyNotify)g_array_unref);
  ways->calls = g_hash_table_new_full(call_hash, call_equal, g_free, NULL);
  ways->now = g_array_new(FALSE, FALSE, sizeof(Step));
  ways->next = g_array_new(FALSE, FALSE, sizeof(Step));
  const GArray *samples = input->samples->samples;
  for (guint i = 0; i < samples->len; i++) /* must precede the first function's code, which uses them */
    if (samples_is_of(input->samples, &g_array_index(samples, SamplesSample, i), event))
      note_taken(ways, &g_array_index(samples, SamplesSample, i));
  for (guint i = 0; i < samples->len; i++)
    if (samples_is_of(input->samples, &g_array_index(samples, SamplesSample, i), event))
      note_calls(ways, &g_array_index(samples, SamplesSample, i));
  return ways;
}

void attr_skid_backtrace_free(AttrSkidBacktrace *ways) {
  g_hash_table_destroy(ways->ends);
  g_hash_table_destroy(ways->taken);
  g_hash_table_destroy(ways->seen);
  g_hash_table_destroy(ways->spots);
  g_hash_table_destroy(ways->codes);
  g_hash_table_destroy(ways->calls);
  g_array_unref(ways->now);
  g_array_unref(ways->next);
  g_free(ways);
}
