/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/attribute/attr_part_maker.h"

#include <string.h>

#include "bins/bin_index.h"
#include "ui/attribute/attr_candidates.h"
#include "ui/attribute/attr_read_variable.h"
#include "ui/uses/uses_strides.h"

struct AttrPartMaker {
  const AttrInput *input;
  GHashTable *weights; /* LoopKey -> GArray of AttrLoopWeight */
  GHashTable *strides; /* key: UsesShape; value: array of UsesStride, indexed by instruction */
};

/* ---- reads ---- */

/* Returns whether an instruction of the line is known to use the data. */
static bool is_used_in_line(const UsesFunction *code, unsigned line, const UsesData *data) {
  for (guint i = 0; i < code->accesses->len; i++) {
    const UsesAccess *access = &g_array_index(code->accesses, UsesAccess, i);
    const UsesData *used = &g_array_index(code->data, UsesData, access->data);
    if (access->line == line && used->kind == data->kind && strcmp(used->name, data->name) == 0) return true;
  }
  return false;
}

/* Returns whether a candidate's instruction can have made a read of its line. */
typedef bool IsPossible(const AttrCandidate *candidate, const AttrRead *read);

/* Removes impossible reads, beginning with read number `first`. If all of them are impossible, keeps all. */
static void keep_possible(const AttrCandidate *candidate, IsPossible *is_possible, GArray *reads, guint first) {
  g_autoptr(GArray) kept = g_array_new(FALSE, FALSE, sizeof(AttrRead));
  for (guint i = first; i < reads->len; i++) {
    const AttrRead *read = &g_array_index(reads, AttrRead, i);
    if (is_possible(candidate, read)) g_array_append_val(kept, *read);
  }
  if (kept->len == 0) return;
  g_array_set_size(reads, first);
  g_array_append_vals(reads, kept->data, kept->len);
}

/* For an instruction with unknown data. The instruction dereferences a pointer. So it does not use numbers or pointers
 * with a fixed location, nor the data of other instructions of the line. */
static bool is_by_pointer(const AttrCandidate *candidate, const AttrRead *read) {
  const UsesData *data = &g_array_index(read->function->data, UsesData, read->data);
  const bool has_place = data->scalar && (data->kind == USES_STATIC || data->kind == USES_STACK);
  return !has_place && !is_used_in_line(candidate->code, candidate->line, data);
}

/* For an instruction that moves through an array, because it does not read single objects. */
static bool is_of_element(const AttrCandidate *candidate, const AttrRead *read) {
  (void)candidate;
  return strchr(read->text, '[') != NULL;
}

/* Returns whether the address of an instruction is another one in each iteration of its loop. */
static bool moves(AttrPartMaker *maker, const SamplesFrame *frame, guint64 address) {
  const SamplesObject *object = attr_object(maker->input, frame);
  const UsesShape *shape = uses_shape(maker->input->code, object->path, object->build_id, address);
  const guint32 number = shape != NULL ? uses_flow_instruction(shape->instructions, address) : (guint32)USES_FLOW_NONE;
  if (number == USES_FLOW_NONE) return false;
  UsesStride *strides = g_hash_table_lookup(maker->strides, shape);
  if (strides == NULL) g_hash_table_insert(maker->strides, (gpointer)shape, strides = uses_strides_new(shape));
  return strides[number].stride != USES_STRIDE_NONE && strides[number].stride != 0;
}

/* Appends the data of the instruction. If they are unknown, appends the reads of its line; if the instruction moves
 * through an array, appends only reads of elements. */
static void add_instruction(AttrPartMaker *maker, const SamplesFrame *frame, const AttrCandidate *candidate,
                            GArray *reads) {
  const guint before = reads->len;
  bool known = false;
  if (candidate->code == NULL) return;
  attr_reads_of_instruction(candidate->code, candidate->address, candidate->p, reads);
  for (guint i = before; i < reads->len; i++) {
    const AttrRead *read = &g_array_index(reads, AttrRead, i);
    known |= g_array_index(read->function->data, UsesData, read->data).kind != USES_UNKNOWN;
  }
  if (known || reads->len == before) return;
  g_array_set_size(reads, before);
  attr_reads_of_line(candidate->function, candidate->line, candidate->p, &maker->input->options->rules, reads);
  keep_possible(candidate, is_by_pointer, reads, before);
  if (moves(maker, frame, candidate->address)) keep_possible(candidate, is_of_element, reads, before);
}

/* Returns the reads of the candidates' instructions, or, if no instruction has known data, the reads of their lines. */
static GArray *reads_of(AttrPartMaker *maker, const SamplesFrame *frame, const GArray *candidates) {
  GArray *reads = g_array_new(FALSE, FALSE, sizeof(AttrRead));
  for (guint i = 0; i < candidates->len; i++)
    add_instruction(maker, frame, &g_array_index(candidates, AttrCandidate, i), reads);
  if (reads->len != 0) return reads;
  for (guint i = 0; i < candidates->len; i++) {
    const AttrCandidate *candidate = &g_array_index(candidates, AttrCandidate, i);
    attr_reads_of_line(candidate->function, candidate->line, candidate->p, &maker->input->options->rules, reads);
  }
  return reads;
}

/* ---- loops ---- */

typedef struct {
  const UsesFunction *function;
  guint32 loop;
} LoopKey;

static guint loop_hash(gconstpointer key) {
  const LoopKey *loop = key;
  return (guint)bin_hash_mix((guintptr)loop->function, loop->loop);
}

static gboolean loop_equal(gconstpointer a, gconstpointer b) {
  const LoopKey *x = a, *y = b;
  return x->function == y->function && x->loop == y->loop;
}

static const GArray *weights_of(AttrPartMaker *maker, const UsesFunction *function, guint32 loop) {
  const LoopKey key = {function, loop};
  GArray *weights = g_hash_table_lookup(maker->weights, &key);
  if (weights != NULL) return weights;
  weights = attr_reads_loop_weights(function, loop, &maker->input->options->rules);
  g_hash_table_insert(maker->weights, g_memdup2(&key, sizeof key), weights);
  return weights;
}

/* Applies loop compensation, unless all weights would become 0 because all data are read in all lines. */
static void compensate(AttrPartMaker *maker, GArray *reads) {
  if (reads->len == 0) return;
  g_autoptr(GArray) before = g_array_copy(reads);
  for (guint i = 0; i < reads->len; i++) {
    AttrRead *read = &g_array_index(reads, AttrRead, i);
    const guint32 loop = uses_loop(read->function, read->line);
    if (loop != USES_NONE) attr_reads_compensate(read, weights_of(maker, read->function, loop));
  }
  if (attr_reads_normalise(reads)) return;
  memcpy(reads->data, before->data, reads->len * sizeof(AttrRead));
  attr_reads_normalise(reads);
}

/* ---- parts ---- */

static void add_read(const AttrInput *input, const AttrRead *read, GArray *parts) {
  g_autoptr(GString) path = g_string_new(NULL);
  AttrRead root = *read;
  AttrPart part = {.read = *read};
  part.open = read->weight > 0 && input->options->calls && attr_read_begin_with_parameter(&root, path);
  if (read->weight > 0 && !part.open) part.variable = attr_read_variable(input, read, "");
  g_array_append_val(parts, part);
}

/* Returns the trained shares of a candidate, or NULL if there are none. */
static const GArray *trained_of(const AttrInput *input, const SamplesFrame *frame, const AttrCandidate *candidate) {
  const AttrTraining *training = input->options->training;
  const GArray *found = NULL;
  if (candidate->address != 0)
    found = attr_training_instruction(training, attr_object(input, frame)->build_id, candidate->address);
  return found != NULL ? found : attr_training_line(training, candidate->function->file, candidate->line);
}

/* Returns the trained shares of a function that is unknown, such as assembler code, or NULL if there is none. Skid can
 * come from any line of the function. */
static const GArray *trained_of_label(const AttrInput *input, const SamplesFrame *frame) {
  const AttrTraining *training = input->options->training;
  const SamplesObject *object = attr_object(input, frame);
  const UsesLabel label = uses_label(input->uses, object->path, object->build_id, frame->address);
  const GArray *found = NULL;
  if ((input->options->steps & ATTR_STEP_SKID) == 0) {
    found = attr_training_instruction(training, object->build_id, frame->address);
    if (found == NULL) found = attr_training_line(training, label.file, label.line);
  }
  return found != NULL ? found : attr_training_function(training, object->build_id, label.symbol);
}

static void add_shares(const GArray *trained, const UsesFunction *function, unsigned line, double p, GArray *parts) {
  for (guint i = 0; trained != NULL && i < trained->len; i++) {
    const AttrTrained *one = &g_array_index(trained, AttrTrained, i);
    const AttrPart part = {.read = {.function = function, .line = line, .weight = p * one->misses},
                           .variable = one->variable};
    g_array_append_val(parts, part);
  }
}

/* Divides the event by the trained misses of the candidates. These misses also change the probability of each
 * candidate. */
static void add_trained(const AttrInput *input, const SamplesFrame *frame, const GArray *candidates, GArray *parts) {
  double sum = 0;
  if (candidates->len == 0) add_shares(trained_of_label(input, frame), NULL, 0, 1, parts);
  for (guint i = 0; i < candidates->len; i++) {
    const AttrCandidate *candidate = &g_array_index(candidates, AttrCandidate, i);
    add_shares(trained_of(input, frame, candidate), candidate->function, candidate->line, candidate->p, parts);
  }
  for (guint i = 0; i < parts->len; i++) sum += g_array_index(parts, AttrPart, i).read.weight;
  for (guint i = 0; i < parts->len; i++) g_array_index(parts, AttrPart, i).read.weight /= sum;
}

/* Returns the variable to which an instruction of an unknown function refers directly. Returns ATTR_VARIABLE_NONE if
 * there is none, or if the method is not by instruction. */
static guint32 fixed_variable(const AttrInput *input, const SamplesFrame *frame) {
  const unsigned steps = input->options->steps;
  const SamplesObject *object = attr_object(input, frame);
  g_autofree char *name = NULL;
  if ((steps & ATTR_STEP_INSTRUCTION) == 0 || (steps & (ATTR_STEP_TRAINED | ATTR_STEP_SKID)) != 0)
    return ATTR_VARIABLE_NONE;
  AttrProgramVariable variable = {.kind = ATTR_VARIABLE_STATIC, .name = "", .owner = "", .file = ""};
  switch (uses_fixed(input->code, object->path, object->build_id, frame->address, &name)) {
    case USES_STATIC: variable.name = name; break;
    case USES_STACK:
      variable.kind = ATTR_VARIABLE_STACK;
      variable.owner = uses_label(input->uses, object->path, object->build_id, frame->address).symbol;
      break;
    default: return ATTR_VARIABLE_NONE;
  }
  return attr_variables_number(input->variables, &variable);
}

bool attr_part_maker_knows(const AttrPartMaker *maker, const SamplesFrame *frame) {
  if ((maker->input->options->steps & ATTR_STEP_TRAINED) != 0 && trained_of_label(maker->input, frame) != NULL)
    return true;
  return fixed_variable(maker->input, frame) != ATTR_VARIABLE_NONE;
}

/* Appends the arguments of the call at an address, if `uses` contains the calling function. */
static void add_call(const AttrInput *input, Uses *uses, const SamplesFrame *frame, const char *symbol, GArray *reads) {
  const SamplesObject *object = attr_object(input, frame);
  unsigned line;
  const UsesFunction *function = uses_at(uses, object->path, object->build_id, frame->address, &line);
  if (function != NULL && reads->len == 0) attr_reads_of_call(function, line, symbol, 1, reads);
}

GArray *attr_part_maker_make_call(AttrPartMaker *maker, const SamplesFrame *frame, const char *symbol) {
  const AttrInput *input = maker->input;
  const unsigned steps = input->options->steps;
  g_autoptr(GArray) reads = g_array_new(FALSE, FALSE, sizeof(AttrRead));
  if ((steps & ATTR_STEP_INSTRUCTION) != 0 && (steps & ATTR_STEP_TRAINED) == 0) {
    add_call(input, input->code, frame, symbol, reads);
    add_call(input, input->uses, frame, symbol, reads);
  }
  if (reads->len == 0) return attr_part_maker_make(maker, frame);
  GArray *parts = g_array_new(FALSE, TRUE, sizeof(AttrPart));
  attr_reads_normalise(reads);
  for (guint i = 0; i < reads->len; i++) add_read(input, &g_array_index(reads, AttrRead, i), parts);
  return parts;
}

GArray *attr_part_maker_make(AttrPartMaker *maker, const SamplesFrame *frame) {
  const AttrOptions *options = maker->input->options;
  GArray *parts = g_array_new(FALSE, TRUE, sizeof(AttrPart));
  g_autoptr(GArray) candidates = attr_candidates(maker->input, frame);
  if ((options->steps & ATTR_STEP_TRAINED) != 0) add_trained(maker->input, frame, candidates, parts);
  if (parts->len != 0) return parts;
  const guint32 fixed = candidates->len == 0 ? fixed_variable(maker->input, frame) : (guint32)ATTR_VARIABLE_NONE;
  if (fixed != ATTR_VARIABLE_NONE) {
    const AttrPart part = {.read = {.weight = 1}, .variable = fixed};
    g_array_append_val(parts, part);
    return parts;
  }
  g_autoptr(GArray) reads = reads_of(maker, frame, candidates);
  if ((options->steps & ATTR_STEP_LOOP) != 0)
    compensate(maker, reads);
  else
    attr_reads_normalise(reads);
  for (guint i = 0; i < reads->len; i++) add_read(maker->input, &g_array_index(reads, AttrRead, i), parts);
  return parts;
}

AttrPartMaker *attr_part_maker_new(const AttrInput *input) {
  AttrPartMaker *maker = g_new0(AttrPartMaker, 1);
  maker->input = input;
  maker->weights = g_hash_table_new_full(loop_hash, loop_equal, g_free, (GDestroyNotify)g_array_unref);
  maker->strides = g_hash_table_new_full(NULL, NULL, NULL, g_free);
  return maker;
}

void attr_part_maker_free(AttrPartMaker *maker) {
  g_hash_table_destroy(maker->weights);
  g_hash_table_destroy(maker->strides);
  g_free(maker);
}
