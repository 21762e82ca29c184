/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_uses_strides.c: Registers hold values, and a number that was added: what is loaded, returned or computed in ways
 * that are not followed is a value of its own. Where ways meet, a register keeps what it has on all of them. At the
 * head of a loop, a register to which the loop only adds numbers is a counter of that loop; one that it changes
 * otherwise is a value of its own. So two references go to places whose distance is known if they add numbers to the
 * same value; and from round to round a value moves by what its counters do. Where it does not, what is made of
 * numbers of a byte or two stays among few places: such is the index of a small table. */
#include "ui/uses/ui_uses_strides.h"

enum {
  MOST_PLACES = 64, /* that are remembered at once */
  DEEPEST = 32      /* sums in sums */
};

typedef enum {
  OTHER,   /* not followed */
  COUNTER, /* of its loop; moves by `number` in each round */
  SUM,     /* of a, and b times `number` */
} ValueKind;

/* What is known of a sum in the rounds of a loop. */
typedef struct {
  guint32 loop; /* UI_FLOW_NONE: it was not asked for yet */
  bool is_known;
  gint64 bytes;
} Answer;

typedef struct {
  ValueKind kind;
  guint32 loop; /* innermost one around what made it; UI_FLOW_NONE: none */
  guint32 a, b; /* values */
  gint64 number;
  guint deep;   /* sums in sums */
  guint32 most; /* OTHER: it is no negative number, and none greater than that; 0: not known */
  Answer moves; /* SUM: how far it moves from one round to the next */
  Answer spans; /* and how far apart it is in all rounds at most */
} Value;

/* What a register holds, or where a reference goes. */
typedef struct {
  guint32 value;
  gint64 plus;
} Sum;

/* At a place in the code. */
typedef struct {
  Sum registers[UI_REGISTERS];
  GArray *places; /* Sum: that were referred to, the last ones */
} State;

typedef struct {
  const UiShape *shape;
  GArray *values;    /* Value */
  GHashTable *sums;  /* number of a value + 1, by Value of kind SUM */
  State *behind;     /* by block; without places: no way came there yet */
  guint32 loop;      /* of the block in hand */
  UiStride *strides; /* by instruction */
} Following;

static const UiInstruction *instruction(const Following *of, guint32 i) {
  return &g_array_index(of->shape->instructions, UiInstruction, i);
}

static const UiFlowBlock *block_at(const Following *of, guint32 i) {
  return &g_array_index(of->shape->flow->blocks, UiFlowBlock, i);
}

static const UiFlowLoop *loop_at(const Following *of, guint32 i) {
  return &g_array_index(of->shape->flow->loops, UiFlowLoop, i);
}

static Value *value_at(const Following *of, guint32 i) { return &g_array_index(of->values, Value, i); }

/* ---- values ---- */

static guint32 add_value(Following *of, Value value) {
  value.moves.loop = value.spans.loop = UI_FLOW_NONE;
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

/* a + b * scale; what is too long is not followed. */
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

static Sum address_of(Following *of, const State *state, const UiOperand *operand) {
  const Sum at = {0, operand->at}; /* value 0 is nothing at all */
  if (operand->is_fixed) return at;
  Sum sum = at;
  if (operand->base != UI_REGISTER_NONE) {
    sum = state->registers[operand->base];
    sum.plus = plus(sum.plus, operand->at);
  }
  if (operand->index != UI_REGISTER_NONE) sum = sum_of(of, sum, state->registers[operand->index], operand->scale);
  return sum;
}

static Sum result_of(Following *of, const State *state, const UiInstruction *at) {
  const Sum own = at->to != UI_REGISTER_NONE ? state->registers[at->to] : (Sum){0, 0};
  switch (at->effect) {
    case UI_EFFECT_COPY: return at->from != UI_REGISTER_NONE ? state->registers[at->from] : other(of);
    case UI_EFFECT_ADDRESS: return address_of(of, state, &at->operands[0]);
    case UI_EFFECT_ADD:
      if (at->n_operands != 0) return other(of);
      if (at->from != UI_REGISTER_NONE) return sum_of(of, own, state->registers[at->from], at->subtracts ? -1 : 1);
      return (Sum){own.value, plus(own.plus, at->number)};
    case UI_EFFECT_SCALE: return sum_of(of, (Sum){0, 0}, own, at->number);
    default: return other(of);
  }
}

static void step(Following *of, State *state, const UiInstruction *at) {
  const bool follows = at->most == 0 && at->to != UI_REGISTER_NONE && at->effect != UI_EFFECT_NONE &&
                       at->effect != UI_EFFECT_STORE;
  const Sum result = follows ? result_of(of, state, at) : (Sum){0, 0};
  for (int i = 0; i < UI_REGISTERS; i++)
    if (at->changed & 1U << i) state->registers[i] = other(of);
  if (follows) state->registers[at->to] = result;
  if (at->most != 0) value_at(of, state->registers[at->to].value)->most = at->most;
}

/* ---- references ---- */

static bool is_within(const Following *of, guint32 loop, guint32 around) {
  while (loop != UI_FLOW_NONE && loop != around) loop = loop_at(of, loop)->around;
  return loop == around;
}

/* By how much a value moves in each round of a loop. Returns false if that is not known. */
static bool moves_by(const Following *of, guint32 number, guint32 loop, gint64 *by) {
  Value *value = value_at(of, number);
  gint64 a, b;
  *by = 0;
  if (number == 0 || loop == UI_FLOW_NONE || !is_within(of, value->loop, loop)) return true;
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
  return bytes < UI_STRIDE_NONE ? (guint32)bytes : (guint32)UI_STRIDE_NONE - 1;
}

/* How far apart a value is in the rounds of a loop at most. Returns false if that is not known. */
static bool spans(const Following *of, guint32 number, guint32 loop, gint64 *bytes) {
  Value *value = value_at(of, number);
  gint64 a, b;
  *bytes = 0;
  if (number == 0 || loop == UI_FLOW_NONE || !is_within(of, value->loop, loop)) return true;
  *bytes = value->most;
  if (value->kind != SUM) return value->most != 0;
  if (value->spans.loop != loop) {
    const bool is_known = spans(of, value->a, loop, &a) && spans(of, value->b, loop, &b);
    value->spans = (Answer){loop, is_known, is_known ? plus(a, bytes_of(times(b, value->number))) : 0};
  }
  *bytes = value->spans.bytes;
  return value->spans.is_known;
}

static bool refers(const UiInstruction *at) {
  return at->n_operands != 0 && (at->operands[0].read || at->operands[0].write);
}

static void refer(Following *of, State *state, guint32 number) {
  const UiInstruction *at = instruction(of, number);
  UiStride *stride = &of->strides[number];
  gint64 bytes;
  const Sum place = address_of(of, state, &at->operands[0]);
  if (of->loop != UI_FLOW_NONE && moves_by(of, place.value, of->loop, &bytes)) stride->stride = bytes_of(bytes);
  if (of->loop != UI_FLOW_NONE && spans(of, place.value, of->loop, &bytes)) stride->span = bytes_of(bytes);
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

/* Numbers that a loop adds to a register in a round. Returns false if it changes it otherwise. */
static bool adds(const Following *of, const UiFlowLoop *loop, int reg, guint32 number, gint64 *sum) {
  *sum = 0;
  for (guint k = 0; k < loop->blocks->len; k++) {
    const guint32 block = g_array_index(loop->blocks, guint32, k);
    for (guint32 i = block_at(of, block)->first; i < block_at(of, block)->behind; i++) {
      const UiInstruction *at = instruction(of, i);
      const UiOperand *operand = &at->operands[0];
      const bool adds_number = at->effect == UI_EFFECT_ADD && at->n_operands == 0 && at->from == UI_REGISTER_NONE;
      const bool moves = at->effect == UI_EFFECT_ADDRESS && !operand->is_fixed && operand->base == at->to &&
                         operand->index == UI_REGISTER_NONE;
      if (!(at->changed & 1U << reg)) continue;
      if (at->to != reg || (!adds_number && !moves) || block_at(of, block)->loop != number) return false;
      *sum = plus(*sum, adds_number ? at->number : operand->at);
    }
  }
  return true;
}

static bool changes(const Following *of, const UiFlowLoop *loop, int reg) {
  for (guint k = 0; k < loop->blocks->len; k++) {
    const UiFlowBlock *block = block_at(of, g_array_index(loop->blocks, guint32, k));
    for (guint32 i = block->first; i < block->behind; i++)
      if (instruction(of, i)->changed & 1U << reg) return true;
  }
  return false;
}

static void enter_loop(Following *of, guint32 number, State *state) {
  const UiFlowLoop *loop = loop_at(of, number);
  gint64 sum;
  for (int i = 0; i < UI_REGISTERS; i++) {
    if (!changes(of, loop, i)) continue;
    state->registers[i] = other(of);
    if (adds(of, loop, i, number, &sum))
      state->registers[i].value = add_value(of, (Value){.kind = COUNTER, .loop = number, .number = sum});
  }
}

static bool is_same(Sum a, Sum b) { return a.value == b.value && a.plus == b.plus; }

/* `met`: registers on which ways already differed, a bit each. */
static void meet(Following *of, State *into, const State *from, guint16 *met) {
  guint n = 0;
  for (int i = 0; i < UI_REGISTERS; i++) {
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
    const State *from = &of->behind[g_array_index(before, guint32, i)];
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
  for (int i = 0; i < UI_REGISTERS; i++) state.registers[i] = other(of);
  return state;
}

static void follow(Following *of, guint32 number) {
  const UiFlowBlock *block = block_at(of, number);
  const guint32 loop = block->loop;
  const bool is_head = loop != UI_FLOW_NONE && loop_at(of, loop)->head == number;
  of->loop = is_head ? loop_at(of, loop)->around : loop; /* what ways to a loop do not agree on is made before it */
  State state = enter(of, number);
  of->loop = loop;
  if (is_head) enter_loop(of, loop, &state);
  for (guint32 i = block->first; i < block->behind; i++) {
    if (refers(instruction(of, i))) refer(of, &state, i);
    step(of, &state, instruction(of, i));
  }
  of->behind[number] = state;
}

UiStride *ui_strides_new(const UiShape *shape) {
  const UiFlow *flow = shape->flow;
  const guint32 n = shape->instructions->len;
  Following of = {.shape = shape,
                  .values = g_array_new(FALSE, FALSE, sizeof(Value)),
                  .sums = g_hash_table_new_full(sum_hash, sum_equal, g_free, NULL),
                  .behind = g_new0(State, flow->blocks->len + 1),
                  .loop = UI_FLOW_NONE,
                  .strides = g_new(UiStride, n)};
  for (guint32 i = 0; i < n; i++) of.strides[i] = (UiStride){UI_STRIDE_NONE, UI_STRIDE_NONE, UI_STRIDE_NONE};
  add_value(&of, (Value){.kind = OTHER, .loop = UI_FLOW_NONE});
  for (guint i = 0; i < flow->order->len; i++) follow(&of, g_array_index(flow->order, guint32, i));
  for (guint32 i = 0; i < flow->blocks->len; i++)
    if (of.behind[i].places != NULL) g_array_unref(of.behind[i].places);
  g_free(of.behind);
  g_hash_table_destroy(of.sums);
  g_array_unref(of.values);
  return of.strides;
}
