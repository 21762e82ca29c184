/* test_strides.c: tests the strides of instructions in loops, and their distances from each other, which were computed
 * by hand.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "tests/check.h"
#include "tests/ui/fake_uses.h"
#include "ui/uses/uses_strides.h"

/* ---- code: instruction i is at address i + 1 and has one byte ---- */

enum { A, B, C, D, RSI, NONE = USES_REGISTER_NONE, MOST = 24 };

typedef struct {
  UsesMachineInstruction code[MOST];
  guint n;
} Code;

static UsesMachineInstruction *add(Code *code, UsesEffect effect, int to, int from) {
  UsesMachineInstruction *one = &code->code[code->n++];
  *one = (UsesMachineInstruction){.address = code->n,
                                  .bytes = 1,
                                  .effect = (guint8)effect,
                                  .to = (gint8)to,
                                  .from = (gint8)from};
  if (to != NONE) one->changed = (guint16)(1U << to);
  return one;
}

static UsesOperand at(int base, int index, guint8 scale, gint64 number) {
  return (UsesOperand){.base = (gint8)base, .index = (gint8)index, .scale = scale, .at = number, .read = true};
}

/* Adds a load from base + index * scale + number into a register of the test, or into another register. */
static guint load(Code *code, int to, int base, int index, guint8 scale, gint64 number) {
  UsesMachineInstruction *one = add(code, USES_EFFECT_LOAD, to, NONE);
  one->operands[0] = at(base, index, scale, number);
  one->n_operands = 1;
  return code->n - 1;
}

static guint look(Code *code, int base, gint64 number) { return load(code, NONE, base, NONE, 0, number); }

static void lea(Code *code, int to, int base, int index, guint8 scale, gint64 number) {
  UsesMachineInstruction *one = add(code, USES_EFFECT_ADDRESS, to, NONE);
  one->operands[0] = at(base, index, scale, number);
  one->operands[0].read = false;
  one->n_operands = 1;
}

static void count(Code *code, int to, gint64 number) { add(code, USES_EFFECT_ADD, to, NONE)->number = number; }
static void copy(Code *code, int to, int from) { add(code, USES_EFFECT_COPY, to, from); }
static void change(Code *code, int to) { add(code, USES_EFFECT_NONE, to, NONE); }

/* Adds a jump to instruction `target`. */
static void jump(Code *code, UsesFlowKind flow, guint target) {
  UsesMachineInstruction *one = add(code, USES_EFFECT_NONE, NONE, NONE);
  one->flow = (guint8)flow;
  one->has_target = flow != USES_FLOW_END;
  one->target = target + 1;
}

static UsesStride *strides_of(Code *code) {
  jump(code, USES_FLOW_END, 0);
  return uses_strides_new(fake_shape(code->code, code->n));
}

static void done(UsesStride *strides) {
  g_free(strides);
  fake_reset();
}

/* ---- tests ---- */

/* Without a loop there are no strides. Distances exist between references through the same pointer, or a copy of it. */
static void test_straight(void) {
  Code code = {.n = 0};
  const guint first = look(&code, A, 8), other = look(&code, B, 16), near = look(&code, A, 24);
  copy(&code, C, A);
  count(&code, C, -8);
  const guint copied = look(&code, C, 0);
  change(&code, A);
  const guint changed = look(&code, A, 8);
  UsesStride *strides = strides_of(&code);
  CHECK(strides[first].stride == USES_STRIDE_NONE && strides[first].near == USES_STRIDE_NONE);
  CHECK(strides[other].near == USES_STRIDE_NONE && strides[near].near == 16 && strides[copied].near == 16);
  CHECK(strides[changed].near == USES_STRIDE_NONE);
  done(strides);
}

/* Data that are not referred to on all paths may not be in the cache. A pointer that one path changes is another
 * pointer. */
static void test_ways(void) {
  Code code = {.n = 0};
  const guint both = look(&code, A, 0);
  look(&code, C, 0);
  look(&code, D, 0);
  jump(&code, USES_FLOW_BRANCH, 7);
  look(&code, B, 0);
  change(&code, C);
  jump(&code, USES_FLOW_JUMP, 9);
  look(&code, B, 64);
  change(&code, D);
  const guint again = look(&code, A, 4), of_one = look(&code, B, 8), of_other = look(&code, B, 72);
  const guint changed = look(&code, C, 0), changed_too = look(&code, D, 0);
  UsesStride *strides = strides_of(&code);
  CHECK(strides[both].near == USES_STRIDE_NONE && strides[again].near == 4);
  CHECK(strides[of_one].near == USES_STRIDE_NONE && strides[of_other].near == 64);
  CHECK(strides[changed].near == USES_STRIDE_NONE && strides[changed_too].near == USES_STRIDE_NONE);
  done(strides);
}

/* A pointer that moves; an index with a scale; a register that does not change; a register that is loaded in each
 * iteration; data that such a pointer points to. */
static void test_loop(void) {
  Code code = {.n = 0};
  const guint moves = load(&code, D, A, NONE, 0, 0), scaled = load(&code, NONE, C, B, 8, 0);
  const guint stays = look(&code, C, 0), loaded = look(&code, D, 0);
  count(&code, A, 16);
  const guint moved = look(&code, A, -16), before = look(&code, A, -64);
  count(&code, B, -2);
  jump(&code, USES_FLOW_BRANCH, 0);
  const guint outside = look(&code, C, 32);
  UsesStride *strides = strides_of(&code);
  CHECK(strides[moves].stride == 16 && strides[scaled].stride == 16 && strides[stays].stride == 0);
  CHECK(strides[loaded].stride == USES_STRIDE_NONE && strides[loaded].near == USES_STRIDE_NONE);
  CHECK(strides[moved].stride == 16 && strides[moved].near == 0 && strides[before].near == 48);
  CHECK(strides[outside].stride == USES_STRIDE_NONE && strides[outside].near == 32);
  done(strides);
}

/* In the inner loop, a register that the outer loop moves does not change; in the outer loop, a register that the inner
 * loop moves is unknown. */
static void test_nested(void) {
  Code code = {.n = 0};
  const guint head = look(&code, A, 0);
  lea(&code, C, A, NONE, 0, 8);
  const guint inner = look(&code, C, 0), inside = look(&code, A, 256);
  count(&code, C, 4);
  jump(&code, USES_FLOW_BRANCH, inner);
  const guint behind = look(&code, C, 0);
  count(&code, A, 128);
  jump(&code, USES_FLOW_BRANCH, head);
  UsesStride *strides = strides_of(&code);
  CHECK(strides[head].stride == 128 && strides[inner].stride == 4 && strides[inside].stride == 0);
  CHECK(strides[behind].stride == USES_STRIDE_NONE);
  done(strides);
}

/* A register that a loop also changes in another way is no counter; neither is one to which an inner loop adds in only
 * some iterations. Equal sums are equal. */
static void test_sums(void) {
  Code code = {.n = 0};
  lea(&code, D, A, B, 4, 8);
  const guint head = code.n, first = look(&code, D, 0), same = load(&code, NONE, A, B, 4, 0);
  const guint other = look(&code, C, 0);
  count(&code, C, 8);
  change(&code, C);
  jump(&code, USES_FLOW_BRANCH, head);
  UsesStride *strides = strides_of(&code);
  CHECK(strides[first].stride == 0 && strides[same].near == 8 && strides[other].stride == USES_STRIDE_NONE);
  done(strides);
}

/* Sums of sums: those that are too long are not computed, and need no time. */
static void test_long_sums(void) {
  static UsesMachineInstruction code[3000];
  enum { N = 3000 };
  Code one = {.n = 0};
  count(&one, A, 8);
  code[0] = one.code[0];
  for (guint i = 1; i + 2 < N; i++) {
    one.n = i;
    code[i] = (UsesMachineInstruction){.address = i + 1,
                                       .bytes = 1,
                                       .effect = USES_EFFECT_ADD,
                                       .to = A,
                                       .from = B,
                                       .changed = 1};
    if (i > 1000) code[i].from = A;
  }
  code[N - 2] = (UsesMachineInstruction){.address = N - 1,
                                         .bytes = 1,
                                         .n_operands = 1,
                                         .to = NONE,
                                         .from = NONE,
                                         .flow = USES_FLOW_BRANCH,
                                         .has_target = true,
                                         .target = 1};
  code[N - 2].operands[0] = at(A, NONE, 0, 0);
  code[N - 1] = (UsesMachineInstruction){.address = N, .bytes = 1, .flow = USES_FLOW_END, .to = NONE, .from = NONE};
  UsesStride *strides = uses_strides_new(fake_shape(code, N));
  CHECK(strides[N - 2].stride == USES_STRIDE_NONE);
  done(strides);
}

/* Adds an instruction that loads a number of at most this size into a register. */
static void get_most(Code *code, int to, guint32 most) { add(code, USES_EFFECT_COPY, to, D)->most = most; }

/* An index of a byte, with a scale or added twice; an index that is unknown, or changes; an index that is the same in
 * all iterations. */
static void test_spans(void) {
  Code code = {.n = 0};
  get_most(&code, D, 7);
  const guint head = code.n;
  get_most(&code, B, 255);
  const guint scaled = load(&code, NONE, A, B, 8, 64), same = load(&code, NONE, A, D, 8, 0);
  lea(&code, C, B, B, 4, 0);
  const guint twice = load(&code, NONE, A, C, 2, 0), moves = load(&code, NONE, RSI, B, 1, 0);
  load(&code, C, A, NONE, 0, 0);
  const guint loaded = load(&code, NONE, A, C, 1, 0), of_loaded = load(&code, NONE, C, B, 1, 0);
  count(&code, RSI, 1);
  jump(&code, USES_FLOW_BRANCH, head);
  const guint outside = load(&code, NONE, A, B, 1, 0);
  UsesStride *strides = strides_of(&code);
  CHECK(strides[scaled].span == 255 * 8 && strides[scaled].stride == USES_STRIDE_NONE);
  CHECK(strides[same].span == 0 && strides[same].stride == 0 && strides[twice].span == 255 * 5 * 2);
  CHECK(strides[moves].span == USES_STRIDE_NONE && strides[loaded].span == USES_STRIDE_NONE);
  CHECK(strides[of_loaded].span == USES_STRIDE_NONE && strides[outside].span == USES_STRIDE_NONE);
  done(strides);
}

/* ---- numbers of a byte or two ---- */

static guint32 most_of(const guint8 *bytes, gsize n) {
  g_autoptr(GArray) decoded = g_array_new(FALSE, FALSE, sizeof(UsesMachineInstruction));
  uses_decode(bytes, n, 0x1000, decoded);
  CHECK(decoded->len == 1);
  return decoded->len == 1 ? g_array_index(decoded, UsesMachineInstruction, 0).most : G_MAXUINT32;
}

static void test_most(void) {
  static const guint8 byte[] = {0x0f, 0xb6, 0x07}, two[] = {0x0f, 0xb7, 0xc1}; /* movzbl (%rdi),%eax; movzwl %cx,%eax */
  static const guint8 masked[] = {0x83, 0xe0, 0x7f}, rounded[] = {0x83, 0xe0, 0xf8}; /* and $127,%eax; and $-8,%eax */
  static const guint8 half[] = {0x66, 0x0f, 0xb6, 0xc1};                        /* movzbw %cl,%ax: the rest does not
                                                                                   change */
  static const guint8 whole[] = {0x8b, 0x07}, one[] = {0x8a, 0x07};             /* mov (%rdi),%eax; mov (%rdi),%al */
  static const guint8 sign[] = {0x0f, 0xbe, 0x07}, kept[] = {0x80, 0x27, 0x07}; /* movsbl; andb $7,(%rdi) */
  CHECK(most_of(byte, sizeof byte) == 255 && most_of(two, sizeof two) == 65535);
  CHECK(most_of(masked, sizeof masked) == 127 && most_of(rounded, sizeof rounded) == 0);
  CHECK(most_of(half, sizeof half) == 0 && most_of(whole, sizeof whole) == 0 && most_of(one, sizeof one) == 0);
  CHECK(most_of(sign, sizeof sign) == 0 && most_of(kept, sizeof kept) == 0);
}

int main(void) {
  test_spans();
  test_most();
  test_straight();
  test_ways();
  test_loop();
  test_nested();
  test_sums();
  test_long_sums();
  return check_failures != 0;
}
