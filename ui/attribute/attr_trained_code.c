/* SPDX-License-Identifier: GPL-2.0-or-later
 * attr_trained_code.c: Rules
 *  - The executions of instructions are fitted to those of the lines in the earlier run (attr_frequencies.h).
 *  - The misses of a line are divided among those of its instructions that can refer to the data, with equal rates: a
 *    fixed address is static data, the stack pointer is the stack, and other registers can refer to any data. The
 *    misses of single instructions in the earlier run are not used: they depend on the position of data in cache lines,
 *    which differs between runs.
 *  - Without an earlier run, the shape of the code and the addresses of samples give the executions
 *    (attr_sampled_frequencies.h). Instructions that dereference a pointer or access an array have equal miss rates per
 *    access to a new cache line: a line that neither the previous round of the loop nor an instruction just before
 *    referenced. Instructions with few distinct addresses have lower rates. */
#include "ui/attribute/attr_trained_code.h"

#include "ui/attribute/attr_sampled_frequencies.h"
#include "ui/uses/uses_strides.h"

enum { LINE_BYTES = 64, CACHE_BYTES = 32768 };

/* Without an earlier run: misses per execution, relative to other instructions. */
#define USUAL_RATE 1.0
#define SELDOM_RATE 0.01    /* for scalars and small data at fixed addresses or in the stack; they stay in the cache */
#define LEAST_OF_LINES 0.05 /* a line that was referenced just before can have been evicted since */

/* A source line of a function, or all instructions of the function that have no source line. */
typedef struct {
  const AttrTrainedPlace *trained;  /* NULL: it did not run */
  guint32 group;                    /* group of the line in AttrRanGroups; USES_FLOW_NONE: the executions are unknown,
                                       because the code has no line */
  double times;                     /* number of executions of all instructions of the line */
  double able[ATTR_VARIABLE_KINDS]; /* indexed by kind of data: executions of the instructions that can refer to such
                                       data */
} Line;

typedef struct {
  const AttrInput *input;
  const SamplesObject *object;
  AttrTrainedCode *code;
  GHashTable *lines; /* Line, by file and line */
  Line **line_of;    /* indexed by instruction */
  guint32 *group_of;
  GArray *ran; /* double, by group */
} Reading;

static const UsesMachineInstruction *instruction_at(const Reading *reading, guint32 i) {
  return &g_array_index(reading->code->shape->instructions, UsesMachineInstruction, i);
}

static guint32 n_instructions(const Reading *reading) { return reading->code->shape->instructions->len; }

/* ---- references ---- */

static bool may_be(const UsesOperand *operand, AttrVariableKind kind) {
  if (!operand->read && !operand->write) return false;
  if (kind == ATTR_VARIABLE_UNKNOWN) return true;
  if (operand->is_fixed || operand->thread) return kind == ATTR_VARIABLE_STATIC;
  return operand->base != USES_REGISTER_STACK || kind == ATTR_VARIABLE_STACK;
}

/* Returns whether an instruction can refer to data of that kind. */
static bool is_able(const UsesMachineInstruction *one, AttrVariableKind kind) {
  if (one->uses_stack && (kind == ATTR_VARIABLE_STACK || kind == ATTR_VARIABLE_UNKNOWN)) return true;
  for (guint i = 0; i < one->n_operands; i++)
    if (may_be(&one->operands[i], kind)) return true;
  return false;
}

/* ---- lines ---- */

static Line *line_new(Reading *reading, const UsesLabel *label) {
  Line *line = g_new0(Line, 1);
  line->trained = attr_training_code(reading->input->options->training, reading->object->build_id, label->symbol,
                                     label->file, label->line);
  line->group = USES_FLOW_NONE;
  if (line->trained == NULL && label->line == 0) return line;
  const double ran = line->trained != NULL ? line->trained->times : 0;
  line->group = reading->ran->len;
  g_array_append_val(reading->ran, ran);
  return line;
}

static Line *line_at(Reading *reading, guint64 address) {
  const UsesLabel label = uses_label(reading->input->uses, reading->object->path, reading->object->build_id, address);
  g_autofree char *key = g_strdup_printf("%s/%s:%u", label.symbol, label.file, label.line);
  Line *line = g_hash_table_lookup(reading->lines, key);
  if (line != NULL) return line;
  line = line_new(reading, &label);
  g_hash_table_insert(reading->lines, g_steal_pointer(&key), line);
  return line;
}

/* Finds the lines of instructions, if there is an earlier run. */
static void find_lines(Reading *reading) {
  const bool ran = reading->input->options->training != NULL;
  for (guint32 i = 0; i < n_instructions(reading); i++) {
    reading->line_of[i] = ran ? line_at(reading, instruction_at(reading, i)->address) : NULL;
    reading->group_of[i] = ran ? reading->line_of[i]->group : USES_FLOW_NONE;
  }
}

/* ---- times and rates ---- */

static void find_times(Reading *reading, const double *samples) {
  const UsesShape *shape = reading->code->shape;
  const AttrRanGroups groups = {reading->group_of, (const double *)(const void *)reading->ran->data, reading->ran->len};
  AttrFrequencies *frequencies = reading->input->options->training != NULL
                                     ? attr_frequencies_new(shape, &groups)
                                     : attr_sampled_frequencies_new(shape, samples);
  for (guint32 i = 0; i < n_instructions(reading); i++) {
    const double times = frequencies->blocks[uses_flow_block(shape->flow, i)];
    Line *line = reading->line_of[i];
    reading->code->instructions[i].times = times;
    if (line == NULL) continue;
    line->times += times;
    for (AttrVariableKind kind = 0; kind < ATTR_VARIABLE_KINDS; kind++)
      if (is_able(instruction_at(reading, i), kind)) line->able[kind] += times;
  }
  reading->code->frequencies = frequencies;
}

/* Returns whether data is a scalar in the stack, or a variable not larger than a cache line. */
static bool is_small(const UsesData *data) {
  if (data->kind != USES_STACK && data->kind != USES_STATIC) return false;
  return (data->kind == USES_STACK && data->scalar) || (data->bytes > 0 && data->bytes <= LINE_BYTES);
}

/* Returns whether all known data of an instruction are small. */
static bool stays_in_lines(const Reading *reading, guint64 address) {
  unsigned line;
  const UsesFunction *function = uses_at(reading->input->code, reading->object->path, reading->object->build_id,
                                         address, &line);
  g_autoptr(GArray) reads = g_array_new(FALSE, FALSE, sizeof(AttrRead));
  if (function == NULL || attr_reads_of_instruction(function, address, 1, reads) == 0) return false;
  for (guint i = 0; i < reads->len; i++) {
    const UsesData *data = &g_array_index(function->data, UsesData, g_array_index(reads, AttrRead, i).data);
    if (!is_small(data)) return false;
  }
  return true;
}

/* Returns the probability that a stride of `bytes` reaches a new line. */
static double part_of_lines(guint32 bytes) {
  return bytes == USES_STRIDE_NONE ? 1 : CLAMP((double)bytes / LINE_BYTES, LEAST_OF_LINES, 1);
}

/* Returns the probability that a new line among `bytes` bytes is not in the cache. */
static double part_of_cache(guint32 bytes) {
  return bytes == USES_STRIDE_NONE ? 1 : CLAMP((double)bytes / CACHE_BYTES, SELDOM_RATE, 1);
}

/* Sets the rate of an instruction if there is no earlier run. */
static void set_usual_rate(const Reading *reading, guint32 i, const UsesStride *stride) {
  const UsesMachineInstruction *at = instruction_at(reading, i);
  AttrTrainedInstruction *one = &reading->code->instructions[i];
  one->ran = true;
  if (is_able(at, ATTR_VARIABLE_HEAP) && !stays_in_lines(reading, at->address))
    one->rate = USUAL_RATE * MIN(part_of_lines(stride->stride), part_of_cache(stride->span)) *
                part_of_lines(stride->near);
  else if (is_able(at, ATTR_VARIABLE_STACK) || is_able(at, ATTR_VARIABLE_STATIC))
    one->rate = stride->span != USES_STRIDE_NONE ? part_of_cache(stride->span) : SELDOM_RATE;
}

static void set_rate(const Reading *reading, guint32 i) {
  const Line *line = reading->line_of[i];
  AttrTrainedInstruction *one = &reading->code->instructions[i];
  one->ran = line->trained != NULL && line->trained->times > 0;
  for (guint k = 0; line->trained != NULL && k < line->trained->missed->len; k++) {
    AttrTrained part = g_array_index(line->trained->missed, AttrTrained, k);
    const AttrVariableKind kind = attr_variables_get(reading->input->variables, part.variable)->kind;
    const bool any = line->able[kind] <= 0; /* no instruction is known to refer to such data, so any of them is
                                               possible */
    if (!any && !is_able(instruction_at(reading, i), kind)) continue;
    const double times = any ? line->times : line->able[kind];
    if (times <= 0) continue; /* no edge leads to the block, so its executions are unknown */
    part.misses /= times;
    g_array_append_val(one->missed, part);
    one->rate += part.misses;
  }
}

AttrTrainedCode *attr_trained_code_new(const AttrInput *input, guint32 object, const UsesShape *shape,
                                       const double *samples) {
  AttrTrainedCode *code = g_new0(AttrTrainedCode, 1);
  const guint32 n = shape->instructions->len;
  g_autofree Line **line_of = g_new0(Line *, n);
  g_autofree guint32 *group_of = g_new0(guint32, n);
  g_autoptr(GArray) ran = g_array_new(FALSE, FALSE, sizeof(double));
  code->object = object;
  code->shape = shape;
  code->instructions = g_new0(AttrTrainedInstruction, n);
  Reading reading = {input,   &g_array_index(input->samples->objects, SamplesObject, object),
                     code,    g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free),
                     line_of, group_of,
                     ran};
  find_lines(&reading);
  find_times(&reading, samples);
  g_autofree UsesStride *strides = input->options->training == NULL ? uses_strides_new(shape) : NULL;
  for (guint32 i = 0; i < n; i++) {
    code->instructions[i].missed = g_array_new(FALSE, FALSE, sizeof(AttrTrained));
    if (input->options->training != NULL)
      set_rate(&reading, i);
    else
      set_usual_rate(&reading, i, &strides[i]);
  }
  g_hash_table_destroy(reading.lines);
  return code;
}

void attr_trained_code_free(AttrTrainedCode *code) {
  for (guint32 i = 0; i < code->shape->instructions->len; i++) g_array_unref(code->instructions[i].missed);
  g_free(code->instructions);
  attr_frequencies_free(code->frequencies);
  g_free(code);
}
