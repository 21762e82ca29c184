/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/uses/uses_shape.h"

enum { MOST_BYTES = 4 << 20 }; /* maximum size of a function in bytes */

static gint compare(gconstpointer a, gconstpointer b) {
  const UsesMachineInstruction *x = a, *y = b;
  return x->address < y->address ? -1 : x->address > y->address;
}

/* Decodes the code in all address ranges of a function. If ranges overlap, the common code is decoded twice. */
static GArray *decode_pieces(const UsesImage *image, Dwarf_Die *function) {
  GArray *instructions = g_array_new(FALSE, FALSE, sizeof(UsesMachineInstruction));
  gsize left = MOST_BYTES;
  Dwarf_Addr base, low, high;
  for (ptrdiff_t at = 0; left > 0 && (at = dwarf_ranges(function, at, &base, &low, &high)) > 0;) {
    gsize n;
    const guint8 *bytes = low < high ? uses_image_code(image, low, &n) : NULL;
    if (bytes == NULL) continue;
    const gsize taken = MIN(MIN(n, high - low), left);
    uses_decode(bytes, taken, low, instructions);
    left -= taken;
  }
  return instructions;
}

/* Removes each instruction that begins inside an earlier one, or at the same address. The instructions are sorted by
 * address. */
static void leave_out_overlaps(GArray *instructions) {
  guint n = 0;
  for (guint i = 0; i < instructions->len; i++) {
    const UsesMachineInstruction one = g_array_index(instructions, UsesMachineInstruction, i);
    const UsesMachineInstruction *last = n > 0 ? &g_array_index(instructions, UsesMachineInstruction, n - 1) : NULL;
    if (last == NULL || one.address - last->address >= last->bytes)
      g_array_index(instructions, UsesMachineInstruction, n++) = one;
  }
  g_array_set_size(instructions, n);
}

/* Makes a shape from instructions, and takes ownership of them. */
static UsesShape *shape_of(GArray *instructions, guint64 entry) {
  if (instructions->len == 0) {
    g_array_unref(instructions);
    return NULL;
  }
  g_array_sort(instructions, compare);
  leave_out_overlaps(instructions);
  UsesShape *shape = g_new0(UsesShape, 1);
  const guint32 first = uses_flow_instruction(instructions, entry);
  shape->instructions = instructions;
  shape->entry = first != USES_FLOW_NONE ? first : 0;
  shape->flow = uses_flow_new(instructions, g_array_index(instructions, UsesMachineInstruction, shape->entry).address);
  return shape;
}

UsesShape *uses_shape_new(const UsesImage *image, Dwarf_Die *function) {
  GArray *instructions = decode_pieces(image, function);
  Dwarf_Addr entry;
  return shape_of(instructions, dwarf_entrypc(function, &entry) == 0 ? entry : 0);
}

UsesShape *uses_shape_of_symbol(const UsesImage *image, guint64 address, guint64 n) {
  GArray *instructions = g_array_new(FALSE, FALSE, sizeof(UsesMachineInstruction));
  gsize there;
  const guint8 *bytes = uses_image_code(image, address, &there);
  if (bytes != NULL) uses_decode(bytes, MIN(MIN(n, there), MOST_BYTES), address, instructions);
  return shape_of(instructions, address);
}

void uses_shape_free(UsesShape *shape) {
  if (shape == NULL) return;
  uses_flow_free(shape->flow);
  g_array_unref(shape->instructions);
  g_free(shape);
}

/* ---- backward traces ---- */

/* An instruction that is reached by traces back through the control flow. */
typedef struct {
  guint32 instruction; /* its number */
  double share;        /* share of all traces that reach the instruction, from 0 to 1 */
} Step;

static void add_step(GArray *steps, guint32 instruction, double share) {
  for (guint i = 0; i < steps->len; i++) {
    Step *one = &g_array_index(steps, Step, i);
    if (one->instruction != instruction) continue;
    one->share += share;
    return;
  }
  const Step step = {instruction, share};
  g_array_append_val(steps, step);
}

double uses_shape_weight(const UsesShape *shape, guint32 block, guint32 before) {
  enum { ROUNDS = 8 };
  if (!uses_flow_is_round(shape->flow, block, before)) return 1;
  const guint32 loop = g_array_index(shape->flow->blocks, UsesFlowBlock, block).loop;
  return (double)ROUNDS / g_array_index(shape->flow->loops, UsesFlowLoop, loop).ends->len;
}

static double weight_of_all(const UsesShape *shape, guint32 block, const GArray *before) {
  double sum = 0;
  for (guint i = 0; i < before->len; i++) sum += uses_shape_weight(shape, block, g_array_index(before, guint32, i));
  return sum;
}

/* Continues a trace at the preceding instruction of the block, or, from the first one, at the last instruction of each
 * predecessor. */
static void step_back(const UsesShape *shape, const Step *from, GArray *steps) {
  const guint32 number = uses_flow_block(shape->flow, from->instruction);
  const UsesFlowBlock *block = &g_array_index(shape->flow->blocks, UsesFlowBlock, number);
  if (from->instruction > block->first) {
    add_step(steps, from->instruction - 1, from->share);
    return;
  }
  const double sum = weight_of_all(shape, number, block->before);
  for (guint i = 0; i < block->before->len; i++) {
    const guint32 before = g_array_index(block->before, guint32, i);
    const UsesFlowBlock *other = &g_array_index(shape->flow->blocks, UsesFlowBlock, before);
    add_step(steps, other->behind - 1, from->share * uses_shape_weight(shape, number, before) / sum);
  }
}

guint uses_shape_before(const UsesShape *shape, guint64 address, guint far, guint n, UsesBefore *before) {
  guint found = 0;
  const Step start = {uses_flow_instruction(shape->instructions, address), 1};
  if (start.instruction == USES_FLOW_NONE) return 0;
  GArray *now = g_array_new(FALSE, FALSE, sizeof(Step));
  g_array_append_val(now, start);
  for (guint distance = 1; distance <= far && now->len > 0 && found < n; distance++) {
    GArray *next = g_array_new(FALSE, FALSE, sizeof(Step));
    for (guint i = 0; i < now->len; i++) step_back(shape, &g_array_index(now, Step, i), next);
    for (guint i = 0; i < next->len && found < n; i++) {
      const Step *one = &g_array_index(next, Step, i);
      const UsesMachineInstruction *instruction = &g_array_index(shape->instructions, UsesMachineInstruction,
                                                                 one->instruction);
      before[found++] = (UsesBefore){instruction->address, distance, one->share};
    }
    g_array_unref(now);
    now = next;
  }
  g_array_unref(now);
  return found;
}
