/* SPDX-License-Identifier: GPL-2.0-or-later
 * uses_strides.c: follows the values of registers through the control flow. A register contains a symbolic value plus a
 * constant. Loads, calls, and computations that are not followed create new values. Where paths meet, a register keeps
 * the value that it has on all of them, or gets a new one. At the head of a loop, a register to which the loop only
 * adds constants becomes a counter of that loop. A register that the loop changes in another way gets a new value. So
 * the distance between two references is known if they add constants to the same value. From one iteration to the next,
 * a value changes by the steps of its counters. An index of one or two bytes, as for a small table, has no known step,
 * but its values are bounded. */
#include "ui/uses/uses_strides.h"

enum {
  MOST_PLACES = 64, /* maximum number of earlier references that are recorded for a point of the code */
  DEEPEST = 32      /* maximum depth of nested sums */
};

typedef enum {
  OTHER,   /* a value whose computation is not followed */
  COUNTER, /* a counter of `loop`; each iteration adds `number` to it */
  SUM,     /* a + b * number */
} ValueKind;

/* A cached result: a distance, in bytes, between values of a sum in different iterations of a loop. */
typedef struct {
  guint32 loop; /* the loop; USES_FLOW_NONE: the result is not yet computed */
  bool is_known;
  gint64 bytes;
} Answer;

typedef struct {
  ValueKind kind;
  /* the innermost loop that contains the instruction that created the value; USES_FLOW_NONE: no loop does */
  guint32 loop;
  guint32 a, b; /* numbers of the values that are added */
  gint64 number;
  guint deep;   /* depth of nested sums */
  guint32 most; /* if OTHER, upper bound of the value, whose lower bound is 0; 0: unknown */
  Answer moves; /* if SUM, the change from one iteration to the next */
  Answer spans; /* if SUM, the greatest distance between the values in all iterations */
} Value;

/* The content of a register, or the address of a reference. It is the sum of a value and a constant. */
typedef struct {
  guint32 value;
  gint64 plus;
} Sum;

/* The state at one point of the code. */
typedef struct {
  Sum registers[USES_REGISTERS];
  GArray *places; /* Sum: the addresses of the latest references, at most MOST_PLACES */
} State;

typedef struct {
  const UsesShape *shape;
  GArray *values;      /* Value */
  GHashTable *sums;    /* maps a Value of kind SUM to the number of the value + 1 */
  State *after;        /* indexed by block: the state after it; if `places` is NULL, the block was not yet visited */
  guint32 loop;        /* the innermost loop that contains the current block */
  UsesStride *strides; /* indexed by instruction */
} Following;

static const UsesMachineInstruction *instruction(const Following *of, guint32 i) {
  return &g_array_index(of->shape->instructions, UsesMachineInstruction, i);
}

static const UsesFlowBlock *block_at(const Following *of, guint32 i) {
  return &g_array_index(of->shape->flow->blocks, UsesFlowBlock, i);
}

static const UsesFlowLoop *loop_at(const Following *of, guint32 i) {
  return &g_array_index(of->shape->flow->loops, UsesFlowLoop, i);
}

static Value *value_at(const Following *of, guint32 i) { return &g_array_index(of->values, Value, i); }

/* ---- values ---- */

static guint32 add_value(Following *of, Value value) {
  value.moves.loop = value.spans.loop = USES_FLOW_NONE;
  g_array_append_val(of->values, value);
  return of->values->len - 1;
}

static Sum other(Following *of) { return (Sum){add_value(of, (Value){.kind = OTHER, .loop = of->loop}), 0}; }

static guint sum_hash(gconstpointer key) {
  const Value *value = key;
  return value->a * 31 + value->b * 17 + (guint)value->number;
}

static gboolean sum_equal(gconstpointer a, gconstpointer b) {
  const Value *x = a, *y = b;
  return x->a == y->a && x->b == y->b && x->number == y->number;
}

static gint64 times(gint64 a, gint64 b) { return (gint64)((guint64)a * (guint64)b); }
static gint64 plus(gint64 a, gint64 b) { return (gint64)((guint64)a + (guint64)b); }

/* Returns the value a + b * scale. If sums are nested too deeply, returns a new value instead. */
static Sum sum_of(Following *of, Sum a, Sum b, gint64 scale) {
  const guint deep = 1 + MAX(value_at(of, a.value)->deep, value_at(of, b.value)->deep);
  const Value value = {.kind = SUM, .loop = of->loop, .a = a.value, .b = b.value, .number = scale, .deep = deep};
  if (deep > DEEPEST) return other(of);
  guint32 known = GPOINTER_TO_UINT(g_hash_table_lookup(of->sums, &value));
  if (known == 0) {
    known = add_value(of, value) + 1;
    g_hash_table_insert(of->sums, g_memdup2(&value, sizeof value), GUINT_TO_POINTER(known));
  }
  return (Sum){known - 1, plus(a.plus, times(b.plus, scale))};
}

/* ---- instructions ---- */

static Sum address_of(Following *of, const State *state, const UsesOperand *operand) {
  const Sum at = {0, operand->at}; /* value 0 is the constant 0 */
  if (operand->is_fixed) return at;
  Sum sum = at;
  if (operand->base != USES_REGISTER_NONE) {
    sum = state->registers[operand->base];
    sum.plus = plus(sum.plus, operand->at);
  }
  if (operand->index != USES_REGISTER_NONE) sum = sum_of(of, sum, state->registers[operand->index], operand->scale);
  return sum;
}

static Sum result_of(Following *of, const State *state, const UsesMachineInstruction *at) {
  const Sum own = at->to != USES_REGISTER_NONE ? state->registers[at->to] : (Sum){0, 0};
  switch (at->effect) {
    case USES_EFFECT_COPY: return at->from != USES_REGISTER_NONE ? state->registers[at->from] : other(of);
    case USES_EFFECT_ADDRESS: return address_of(of, state, &at->operands[0]);
    case USES_EFFECT_ADD:
      if (at->n_operands != 0) return other(of);
      if (at->from != USES_REGISTER_NONE) return sum_of(of, own, state->registers[at->from], at->subtracts ? -1 : 1);
      return (Sum){own.value, plus(own.plus, at->number)};
    case USES_EFFECT_SCALE: return sum_of(of, (Sum){0, 0}, own, at->number);
    default: return other(of);
  }
}

static void step(Following *of, State *state, const UsesMachineInstruction *at) {
  const bool follows = at->most == 0 && at->to != USES_REGISTER_NONE && at->effect != USES_EFFECT_NONE &&
                       at->effect != USES_EFFECT_STORE;
  const Sum result = follows ? result_of(of, state, at) : (Sum){0, 0};
  for (int i = 0; i < USES_REGISTERS; i++)
    if (at->changed & 1U << i) state->registers[i] = other(of);
  if (follows) state->registers[at->to] = result;
  if (at->most != 0) value_at(of, state->registers[at->to].value)->most = at->most;
}

/* ---- references ---- */

static bool is_within(const Following *of, guint32 loop, guint32 around) {
  while (loop != USES_FLOW_NONE && loop != around) loop = loop_at(of, loop)->around;
  return loop == around;
}

/* Sets *by to the change of a value from one iteration of the loop to the next. Returns false if the change is
 * unknown. */
static bool moves_by(const Following *of, guint32 number, guint32 loop, gint64 *by) {
  Value *value = value_at(of, number);
  gint64 a, b;
  *by = 0;
  if (number == 0 || loop == USES_FLOW_NONE || !is_within(of, value->loop, loop)) return true;
  if (value->kind == COUNTER) *by = value->number;
  if (value->kind != SUM) return value->kind == COUNTER && value->loop == loop;
  if (value->moves.loop != loop) {
    const bool is_known = moves_by(of, value->a, loop, &a) && moves_by(of, value->b, loop, &b);
    value->moves = (Answer){loop, is_known, is_known ? plus(a, times(b, value->number)) : 0};
  }
  *by = value->moves.bytes;
  return value->moves.is_known;
}

static guint32 bytes_of(gint64 distance) {
  const guint64 bytes = distance < 0 ? 0 - (guint64)distance : (guint64)distance;
  return bytes < USES_STRIDE_NONE ? (guint32)bytes : (guint32)USES_STRIDE_NONE - 1;
}

/* Sets *bytes to the difference between the greatest and the smallest number that a value takes in the iterations of the
 * loop. Returns false if the difference is unknown. */
static bool spans(const Following *of, guint32 number, guint32 loop, gint64 *bytes) {
  Value *value = value_at(of, number);
  gint64 a, b;
  *bytes = 0;
  if (number == 0 || loop == USES_FLOW_NONE || !is_within(of, value->loop, loop)) return true;
  *bytes = value->most;
  if (value->kind != SUM) return value->most != 0;
  if (value->spans.loop != loop) {
    const bool is_known = spans(of, value->a, loop, &a) && spans(of, value->b, loop, &b);
    value->spans = (Answer){loop, is_known, is_known ? plus(a, bytes_of(times(b, value->number))) : 0};
  }
  *bytes = value->spans.bytes;
  return value->spans.is_known;
}

static bool refers(const UsesMachineInstruction *at) {
  return at->n_operands != 0 && (at->operands[0].read || at->operands[0].write);
}

static void refer(Following *of, State *state, guint32 number) {
  const UsesMachineInstruction *at = instruction(of, number);
  UsesStride *stride = &of->strides[number];
  gint64 bytes;
  const Sum place = address_of(of, state, &at->operands[0]);
  if (of->loop != USES_FLOW_NONE && moves_by(of, place.value, of->loop, &bytes)) stride->stride = bytes_of(bytes);
  if (of->loop != USES_FLOW_NONE && spans(of, place.value, of->loop, &bytes)) stride->span = bytes_of(bytes);
  for (guint i = 0; i < state->places->len; i++) {
    const Sum *before = &g_array_index(state->places, Sum, i);
    if (before->value == place.value)
      stride->near = MIN(stride->near, bytes_of(plus(place.plus, times(before->plus, -1))));
  }
  if (stride->near == 0) return;
  if (state->places->len == MOST_PLACES) g_array_remove_index(state->places, 0);
  g_array_append_val(state->places, place);
}

/* ---- blocks ---- */

/* Sets *sum to the constant that one iteration of the loop adds to a register. Returns false if the loop changes the
 * register in another way. */
static bool adds(const Following *of, const UsesFlowLoop *loop, int reg, guint32 number, gint64 *sum) {
  *sum = 0;
  for (guint k = 0; k < loop->blocks->len; k++) {
    const guint32 block = g_array_index(loop->blocks, guint32, k);
    for (guint32 i = block_at(of, block)->first; i < block_at(of, block)->behind; i++) {
      const UsesMachineInstruction *at = instruction(of, i);
      const UsesOperand *operand = &at->operands[0];
      const bool adds_number = at->effect == USES_EFFECT_ADD && at->n_operands == 0 && at->from == USES_REGISTER_NONE;
      const bool moves = at->effect == USES_EFFECT_ADDRESS && !operand->is_fixed && operand->base == at->to &&
                         operand->index == USES_REGISTER_NONE;
      if (!(at->changed & 1U << reg)) continue;
      if (at->to != reg || (!adds_number && !moves) || block_at(of, block)->loop != number) return false;
      *sum = plus(*sum, adds_number ? at->number : operand->at);
    }
  }
  return true;
}

static bool changes(const Following *of, const UsesFlowLoop *loop, int reg) {
  for (guint k = 0; k < loop->blocks->len; k++) {
    const UsesFlowBlock *block = block_at(of, g_array_index(loop->blocks, guint32, k));
    for (guint32 i = block->first; i < block->behind; i++)
      if (instruction(of, i)->changed & 1U << reg) return true;
  }
  return false;
}

static void enter_loop(Following *of, guint32 number, State *state) {
  const UsesFlowLoop *loop = loop_at(of, number);
  gint64 sum;
  for (int i = 0; i < USES_REGISTERS; i++) {
    if (!changes(of, loop, i)) continue;
    state->registers[i] = other(of);
    if (adds(of, loop, i, number, &sum))
      state->registers[i].value = add_value(of, (Value){.kind = COUNTER, .loop = number, .number = sum});
  }
}

static bool is_same(Sum a, Sum b) { return a.value == b.value && a.plus == b.plus; }

/* Merges the state of one more predecessor into a state. *met: set of the registers that already differed between
 * predecessors, as bits. */
static void meet(Following *of, State *into, const State *from, guint16 *met) {
  guint n = 0;
  for (int i = 0; i < USES_REGISTERS; i++) {
    if (*met & 1U << i || is_same(into->registers[i], from->registers[i])) continue;
    into->registers[i] = other(of);
    *met |= (guint16)(1U << i);
  }
  for (guint i = 0; i < into->places->len; i++) {
    const Sum place = g_array_index(into->places, Sum, i);
    bool is_there = false;
    for (guint k = 0; k < from->places->len && !is_there; k++)
      is_there = is_same(place, g_array_index(from->places, Sum, k));
    if (is_there) g_array_index(into->places, Sum, n++) = place;
  }
  g_array_set_size(into->places, n);
}

static State enter(Following *of, guint32 number) {
  State state = {.places = NULL};
  guint16 met = 0;
  const GArray *before = block_at(of, number)->before;
  for (guint i = 0; i < before->len; i++) {
    const State *from = &of->after[g_array_index(before, guint32, i)];
    if (from->places == NULL) continue;
    if (state.places == NULL) {
      state = *from;
      state.places = g_array_copy(from->places);
    } else {
      meet(of, &state, from, &met);
    }
  }
  if (state.places != NULL) return state;
  state.places = g_array_new(FALSE, FALSE, sizeof(Sum));
  for (int i = 0; i < USES_REGISTERS; i++) state.registers[i] = other(of);
  return state;
}

static void follow(Following *of, guint32 number) {
  const UsesFlowBlock *block = block_at(of, number);
  const guint32 loop = block->loop;
  const bool is_head = loop != USES_FLOW_NONE && loop_at(of, loop)->head == number;
  of->loop = is_head ? loop_at(of, loop)->around : loop; /* the values differ before the loop already */
  State state = enter(of, number);
  of->loop = loop;
  if (is_head) enter_loop(of, loop, &state);
  for (guint32 i = block->first; i < block->behind; i++) {
    if (refers(instruction(of, i))) refer(of, &state, i);
    step(of, &state, instruction(of, i));
  }
  of->after[number] = state;
}

UsesStride *uses_strides_new(const UsesShape *shape) {
  const UsesFlow *flow = shape->flow;
  const guint32 n = shape->instructions->len;
  Following of = {.shape = shape,
                  .values = g_array_new(FALSE, FALSE, sizeof(Value)),
                  .sums = g_hash_table_new_full(sum_hash, sum_equal, g_free, NULL),
                  .after = g_new0(State, flow->blocks->len + 1),
                  .loop = USES_FLOW_NONE,
                  .strides = g_new(UsesStride, n)};
  for (guint32 i = 0; i < n; i++) of.strides[i] = (UsesStride){USES_STRIDE_NONE, USES_STRIDE_NONE, USES_STRIDE_NONE};
  add_value(&of, (Value){.kind = OTHER, .loop = USES_FLOW_NONE});
  for (guint i = 0; i < flow->order->len; i++) follow(&of, g_array_index(flow->order, guint32, i));
  for (guint32 i = 0; i < flow->blocks->len; i++)
    if (of.after[i].places != NULL) g_array_unref(of.after[i].places);
  g_free(of.after);
  g_hash_table_destroy(of.sums);
  g_array_unref(of.values);
  return of.strides;
}
