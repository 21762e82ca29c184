/* test_skid_trained.c: tests samples with skid, which are divided in proportion to the misses of an earlier run, or by
 * estimates from the machine code. The expected results were computed by hand.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <string.h>

#include "tests/check.h"
#include "tests/ui/attributing.h"
#include "tests/ui/close.h"
#include "tests/ui/fake_uses.h"
#include "ui/attribute/attr_sampled_frequencies.h"

/* ---- code ---- */

enum { NO_TARGET = 0, RAX = 0, RCX = 2, RBX = 3, RSP = 7, MOST = 16 };

/* Returns an instruction of one byte that reads through rax. */
static UsesMachineInstruction load(guint64 address) {
  UsesMachineInstruction one = {.address = address, .bytes = 1, .n_operands = 1};
  one.operands[0] = (UsesOperand){.base = RAX, .index = USES_REGISTER_NONE, .read = true};
  return one;
}

static UsesMachineInstruction plain(guint64 address) {
  return (UsesMachineInstruction){.address = address, .bytes = 1};
}

static UsesMachineInstruction jump(guint64 address, UsesFlowKind flow, guint64 target) {
  return (UsesMachineInstruction){.address = address,
                                  .bytes = 1,
                                  .flow = (guint8)flow,
                                  .has_target = target != NO_TARGET,
                                  .target = target};
}

static UsesMachineInstruction call(guint64 address, guint64 target) {
  UsesMachineInstruction one = jump(address, USES_FLOW_CALL, target);
  one.uses_stack = true;
  return one;
}

static UsesMachineInstruction leave(guint64 address) {
  UsesMachineInstruction one = jump(address, USES_FLOW_END, NO_TARGET);
  one.returns = one.uses_stack = true;
  return one;
}

/* ---- frequencies ---- */

/* Compares within the accuracy of the fit. */
static bool is_near(double value, double expected) { return is_within(value, expected, 0.02 * expected); }

/* A loop of instructions 2 and 3, between 1 and 4. */
static void test_loop_frequencies(void) {
  const UsesMachineInstruction code[] = {plain(1), plain(2), jump(3, USES_FLOW_BRANCH, 2), leave(4)};
  const guint32 lines[] = {0, 1, 1, 2}, none[] = {USES_FLOW_NONE, USES_FLOW_NONE, USES_FLOW_NONE, USES_FLOW_NONE};
  const double ran[] = {1000, 2 * 30000, 1000};
  const UsesShape *shape = fake_shape(code, G_N_ELEMENTS(code));
  AttrFrequencies *known = attr_frequencies_new(shape, &(AttrRanGroups){lines, ran, 3});
  AttrFrequencies *unknown = attr_frequencies_new(shape, &(AttrRanGroups){none, ran, 0});
  CHECK(is_near(known->entered, 1000) && is_near(known->blocks[1], 30000) && is_near(known->blocks[2], 1000));
  CHECK(is_near(*attr_frequencies_way(known, 1, 0), 1000) && is_near(*attr_frequencies_way(known, 1, 1), 29000));
  CHECK(is_near(*attr_frequencies_way(unknown, 1, 1) / *attr_frequencies_way(unknown, 1, 0), 8));
  attr_frequencies_free(known);
  attr_frequencies_free(unknown);
  fake_reset();
}

/* Instruction 1 branches to 4, or 2 and 3 are executed; all paths continue at 5. Instructions 2 and 4 are of one
 * line. */
static void test_branch_frequencies(void) {
  const UsesMachineInstruction code[] = {jump(1, USES_FLOW_BRANCH, 4), plain(2), jump(3, USES_FLOW_JUMP, 5), plain(4),
                                         leave(5)};
  const guint32 lines[] = {0, 1, 2, 1, USES_FLOW_NONE};
  const double ran[] = {5000, 5000, 4000};
  AttrFrequencies *of = attr_frequencies_new(fake_shape(code, G_N_ELEMENTS(code)), &(AttrRanGroups){lines, ran, 3});
  CHECK(is_near(of->blocks[1], 4000) && is_near(of->blocks[2], 1000) && is_near(of->blocks[3], 5000));
  attr_frequencies_free(of);
  fake_reset();
}

/* Instruction 1 branches to 4, or 2 and 3 are executed; all paths continue at 5, which loops to 1 or leaves. */
static void test_sampled_frequencies(void) {
  const UsesMachineInstruction code[] = {jump(1, USES_FLOW_BRANCH, 4), plain(2), jump(3, USES_FLOW_JUMP, 5), plain(4),
                                         jump(5, USES_FLOW_BRANCH, 1), leave(6)};
  const double none[6] = {0}, samples[] = {200000, 180000, 180000, 20000, 200000, 10000};
  const UsesShape *shape = fake_shape(code, G_N_ELEMENTS(code));
  AttrFrequencies *by_shape = attr_sampled_frequencies_new(shape, none);
  AttrFrequencies *seen = attr_sampled_frequencies_new(shape, samples);
  CHECK(is_near(by_shape->blocks[1], by_shape->blocks[2]) && by_shape->blocks[0] > 4 * by_shape->blocks[4]);
  CHECK(is_near(seen->blocks[1], 9 * seen->blocks[2]) && is_near(seen->blocks[1] + seen->blocks[2], seen->blocks[0]));
  CHECK(is_near(seen->entered, 1) && is_near(seen->blocks[4], 1) && is_near(seen->blocks[0], 21));
  CHECK(is_near(*attr_frequencies_way(seen, 3, 0) + *attr_frequencies_way(seen, 3, 1), seen->blocks[3]));
  attr_frequencies_free(by_shape);
  attr_frequencies_free(seen);
  fake_reset();
}

/* A loop has at most 200 iterations. Samples later in a block belong to misses at its start. */
static void test_sampled_loop(void) {
  const UsesMachineInstruction code[] = {
      plain(1), plain(2), jump(3, USES_FLOW_BRANCH, 2), plain(4), plain(5), plain(6), plain(7), plain(8), leave(9)};
  const double samples[] = {100, 900, 900, 100, 100, 100, 100, 1e6, 1e6}, endless[] = {0, 1e6, 1e6, 0, 0, 0, 0, 0, 0};
  const UsesShape *shape = fake_shape(code, G_N_ELEMENTS(code));
  AttrFrequencies *seen = attr_sampled_frequencies_new(shape, samples);
  AttrFrequencies *loop = attr_sampled_frequencies_new(shape, endless);
  CHECK(is_within(seen->blocks[1], 9, 0.5) && is_near(loop->blocks[1], 200));
  attr_frequencies_free(seen);
  attr_frequencies_free(loop);
  fake_reset();
}

/* Nested loops: their numbers of iterations are multiplied. */
static void test_sampled_nest(void) {
  const UsesMachineInstruction code[] = {plain(1), plain(2), jump(3, USES_FLOW_BRANCH, 2), jump(4, USES_FLOW_BRANCH, 1),
                                         leave(5)};
  const double samples[] = {1e5, 1e6, 1e6, 1e5, 1e4};
  AttrFrequencies *nest = attr_sampled_frequencies_new(fake_shape(code, G_N_ELEMENTS(code)), samples);
  CHECK(is_within(nest->blocks[0], 10, 1) && is_within(nest->blocks[1], 10 * nest->blocks[0], nest->blocks[0]));
  CHECK(is_near(nest->blocks[3], 1));
  attr_frequencies_free(nest);
  fake_reset();
}

/* ---- an earlier run ---- */

/* For a line: the number of executed instructions, and the misses on a heap block that has the name of the line. */
typedef struct {
  double ran, misses;
} Line;

static const char *const names[] = {"none", "one", "two", "three", "four", "five", "six", "seven"};

/* Line i is instruction i, at address i, of prog.c; code() adds it. `lines` contains the lines from 1 on. */
static Profile *earlier_run(const Line *lines, guint n) {
  Profile *profile = profile_new();
  const ProfileObject object = {"/bin/prog", "ab", 0};
  const ProfileFile file = {"/src/prog.c"};
  const ProfileSegment segment = {.name = "code", .line = 1};
  const ProfileBin unknown = {.kind = "unknown", .name = ""};
  g_array_append_val(profile->rows[BIN_RECORD_OBJECT], object);
  g_array_append_val(profile->rows[BIN_RECORD_FILE], file);
  g_array_append_val(profile->rows[BIN_RECORD_SEGMENT], segment);
  g_array_append_val(profile->rows[BIN_RECORD_BIN], unknown);
  for (guint32 i = 0; i < n; i++) {
    const ProfilePlace place = {.line = i + 1, .instructions = (uint64_t)lines[i].ran};
    const ProfileBin bin = {.kind = "range", .name = names[i + 1]};
    const ProfileCell cell = {i, i + 1, {.reads = (uint64_t)lines[i].ran, .read_misses = (uint64_t)lines[i].misses}};
    g_array_append_val(profile->rows[BIN_RECORD_PLACE], place);
    g_array_append_val(profile->rows[BIN_RECORD_BIN], bin);
    g_array_append_val(profile->rows[BIN_RECORD_CELL], cell);
  }
  profile_seal(profile);
  return profile;
}

typedef struct {
  attributing of;
  Profile *profile;
  NameTable *names;
  AttrTraining *training;
  AttrSkid skid;
} Test;

/* Samples are taken `distance` instructions late. */
static void test_start(Test *test, const Line *lines, guint n, guint distance) {
  static double p[MOST];
  memset(p, 0, sizeof p);
  p[distance] = 1;
  test->of = attributing_start(1);
  test->profile = earlier_run(lines, n);
  test->names = name_table_new(test->profile, false);
  test->training = attr_training_new(test->profile, test->names, VIEW_METRIC_MISSES, test->of.variables);
  test->skid = (AttrSkid){distance + 1, p};
  test->of.options.steps = ATTR_STEP_SKID | ATTR_STEP_TRAINED;
  test->of.options.skid = &test->skid;
  test->of.options.skid_of_instructions = test->of.options.calls = true;
  test->of.options.training = test->training;
  for (guint i = 0; i < n; i++) {
    const guint64 address = fake_add(NULL, 0);
    fake_code[address - 1].label = (UsesLabel){"code", "prog.c", (unsigned)address};
  }
}

static void test_end(Test *test) {
  attr_training_free(test->training);
  name_table_free(test->names);
  profile_free(test->profile);
  attributing_end(&test->of);
}

static double samples_on(const Test *test, const char *name) {
  const GArray *cells = test->of.result->cells;
  double sum = 0;
  for (guint i = 0; i < cells->len; i++) {
    const AttrCell *cell = &g_array_index(cells, AttrCell, i);
    if (strcmp(attr_variables_get(test->of.variables, cell->variable)->name, name) == 0) sum += cell->samples;
  }
  return sum;
}

/* ---- ways ---- */

/* Control reaches 5 from 2 three times, and from 4 once; 4 misses every second time, and 2 every fourth. */
static void test_posterior(void) {
  const Line lines[] = {{40000, 0}, {30000, 7500}, {30000, 0}, {10000, 5000}, {40000, 9000}};
  const UsesMachineInstruction code[] = {jump(1, USES_FLOW_BRANCH, 4), load(2), jump(3, USES_FLOW_JUMP, 5), load(4),
                                         leave(5)};
  Test test;
  test_start(&test, lines, G_N_ELEMENTS(lines), 1);
  fake_shape(code, G_N_ELEMENTS(code));
  attributing_sample(&test.of, 1, (const guint64[]){5}, 1);
  attributing_run(&test.of);
  CHECK(is_near(attributing_total(&test.of), 1) && is_near(samples_on(&test, "four"), 1)); /* 3 never misses */
  test.skid.of[2] = 1;
  test.skid.of[1] = 0.25;
  test.skid.n = 3;
  attributing_run(&test.of); /* 4 is one instruction earlier, 2 is two, which is four times as likely */
  const double by_four = 0.25 * 0.25 * 0.5, by_two = 0.75 * 0.25;
  CHECK(is_near(samples_on(&test, "four"), by_four / (by_four + by_two)));
  CHECK(is_near(samples_on(&test, "two"), by_two / (by_four + by_two)));
  test_end(&test);
}

/* No path to or from 3, which missed, is known: it takes no samples from others. */
static void test_apart(void) {
  const Line lines[] = {{1000, 100}, {1000, 0}, {10, 50}};
  const UsesMachineInstruction code[] = {load(1), leave(2), load(3)};
  Test test;
  test_start(&test, lines, G_N_ELEMENTS(lines), 1);
  test.skid.of[0] = 0.5;
  fake_shape(code, G_N_ELEMENTS(code));
  attributing_sample(&test.of, 4, (const guint64[]){2}, 1);
  attributing_sample(&test.of, 4, (const guint64[]){3}, 1);
  attributing_run(&test.of);
  CHECK(samples_on(&test, "one") >= 4 && is_near(attributing_total(&test.of), 8));
  test_end(&test);
}

/* 2 and 3 were not executed in the earlier run: 1 does not get all of a sample that most likely belongs to them. (The
 * sample is divided as the misses of the symbol, in halves.) */
static void test_new_code(void) {
  const Line lines[] = {{1000, 100}, {0, 0}, {0, 0}, {0, 0}, {1000, 100}};
  const UsesMachineInstruction code[] = {load(1), load(2), load(3), leave(4)}, other[] = {load(5), leave(6)};
  Test test;
  test_start(&test, lines, G_N_ELEMENTS(lines), 3);
  test.skid.of[1] = test.skid.of[2] = test.skid.of[3] = 1.0 / 3;
  fake_shape(code, G_N_ELEMENTS(code));
  fake_shape(other, G_N_ELEMENTS(other));
  attributing_sample(&test.of, 4, (const guint64[]){4}, 1);
  attributing_run(&test.of);
  CHECK(is_near(samples_on(&test, "one"), 2));
  test_end(&test);
}

/* Without calls, the frames around an address do not count, whether the code is known or not. */
static void test_no_calls(void) {
  const Line lines[] = {{1000, 100}, {1000, 0}, {1000, 0}, {1000, 0}, {1000, 100}};
  const UsesMachineInstruction outer[] = {load(1), call(2, 999), leave(3)}, inner[] = {load(4), leave(5)};
  Test test;
  test_start(&test, lines, G_N_ELEMENTS(lines), 2);
  fake_shape(outer, G_N_ELEMENTS(outer));
  fake_shape(inner, G_N_ELEMENTS(inner));
  attributing_sample(&test.of, 4, (const guint64[]){999, 2}, 2);
  attributing_run(&test.of);
  CHECK(is_near(samples_on(&test, "one"), 4)); /* 999, 2, 1 */
  test.of.options.calls = false;
  attributing_run(&test.of);
  CHECK(samples_on(&test, "one") == 0);
  test_end(&test);
}

/* The distribution of many samples of one instruction also counts for a sample that may belong to another one. */
static void test_factors(void) {
  const Line lines[] = {{1000, 100}, {1000, 0}, {1000, 100}, {1000, 0}};
  const UsesMachineInstruction code[] = {load(1), plain(2), load(3), leave(4)};
  Test test;
  test_start(&test, lines, G_N_ELEMENTS(lines), 3);
  test.skid.of[1] = 1;
  fake_shape(code, G_N_ELEMENTS(code));
  attributing_sample(&test.of, 10, (const guint64[]){4}, 1);
  attributing_run(&test.of);
  CHECK(is_near(samples_on(&test, "one"), 5) && is_near(samples_on(&test, "three"), 5));
  attributing_sample(&test.of, 9990, (const guint64[]){2}, 1); /* a sample of instruction 1 only */
  attributing_run(&test.of);
  CHECK(samples_on(&test, "three") < 1 && is_near(attributing_total(&test.of), 10000));
  test_end(&test);
}

/* Returns how many of four samples "one" gets. The samples are `distance` instructions late, in the calls `path`. 2
 * calls 4 to 6, after whose end comes 3; 1 and 5 miss. `target`: the target in the call's instruction. (Samples without
 * a path to either are divided as the misses of the symbol, in halves.) */
static double samples_of_one(guint64 target, guint distance, const guint64 *path, guint depth) {
  const Line lines[] = {{1000, 100}, {1000, 0}, {1000, 0}, {1000, 0}, {1000, 100}, {1000, 0}};
  const UsesMachineInstruction outer[] = {load(1), call(2, target), leave(3)}, inner[] = {plain(4), load(5), leave(6)};
  Test test;
  test_start(&test, lines, G_N_ELEMENTS(lines), distance);
  fake_shape(outer, G_N_ELEMENTS(outer));
  fake_shape(inner, G_N_ELEMENTS(inner));
  attributing_sample(&test.of, 4, path, depth);
  attributing_run(&test.of);
  const double samples = samples_on(&test, "one");
  CHECK(is_near(attributing_total(&test.of), 4));
  test_end(&test);
  return samples;
}

/* The targets of a computed call are the functions that contain other samples. "one" gets half of the samples that are
 * a whole function after its end, and all of the samples after the call. */
static void test_computed_call(void) {
  const Line lines[] = {{1000, 100}, {1000, 0}, {1000, 0}, {1000, 0}, {1000, 100}, {1000, 0}};
  const UsesMachineInstruction outer[] = {load(1), call(2, NO_TARGET), leave(3)},
                               inner[] = {plain(4), load(5), leave(6)};
  Test test;
  test_start(&test, lines, G_N_ELEMENTS(lines), 5);
  fake_shape(outer, G_N_ELEMENTS(outer));
  fake_shape(inner, G_N_ELEMENTS(inner));
  attributing_sample(&test.of, 4, (const guint64[]){3}, 1);
  attributing_run(&test.of);
  CHECK(is_near(samples_on(&test, "one"), 2)); /* unknown: as for the symbol */
  attributing_sample(&test.of, 4, (const guint64[]){6, 2}, 2);
  attributing_run(&test.of);
  CHECK(is_near(samples_on(&test, "one"), 4 + 2));
  test_end(&test);
}

static void test_calls(void) {
  const guint64 within[] = {4, 2}, behind[] = {3}, stub[] = {999, 2};
  CHECK(is_near(samples_of_one(4, 2, within, 2), 4));   /* 4, 2, 1 */
  CHECK(is_near(samples_of_one(4, 5, behind, 1), 4));   /* 3, 6, 5, 4, 2, 1 */
  CHECK(samples_of_one(4, 2, behind, 1) == 0);          /* 3, 6, 5 */
  CHECK(is_near(samples_of_one(999, 3, within, 2), 4)); /* 4, an unknown PLT stub, 2, 1 */
  CHECK(is_near(samples_of_one(999, 2, within, 2), 2));
  CHECK(is_near(samples_of_one(999, 2, stub, 2), 4)); /* the PLT stub, 2, 1 */
  CHECK(samples_of_one(999, 3, stub, 2) == 0);
}

/* 2 calls 4, which jumps to 6; the end of 6 returns to the instruction after the call. */
static void test_jump_out(void) {
  const Line lines[] = {{1000, 100}, {1000, 0}, {1000, 0}, {1000, 100}, {1000, 0}, {1000, 100}, {1000, 0}};
  const UsesMachineInstruction outer[] = {load(1), call(2, 4), leave(3)};
  const UsesMachineInstruction middle[] = {load(4), jump(5, USES_FLOW_JUMP, 6)}, last[] = {load(6), leave(7)};
  Test test;
  test_start(&test, lines, G_N_ELEMENTS(lines), 2);
  fake_shape(outer, G_N_ELEMENTS(outer));
  fake_shape(middle, G_N_ELEMENTS(middle));
  fake_shape(last, G_N_ELEMENTS(last));
  attributing_sample(&test.of, 4, (const guint64[]){6, 2}, 2);
  attributing_sample(&test.of, 8, (const guint64[]){3}, 1);
  attributing_run(&test.of);
  CHECK(is_near(samples_on(&test, "four"), 4) && is_near(samples_on(&test, "six"), 8));
  test_end(&test);
}

/* 2 calls 4, which jumps to 5, and 5 jumps to 6, which may jump back to 4. */
static void test_jumps_out(void) {
  const Line lines[] = {{1000, 100}, {1000, 0}, {1000, 0}, {1000, 0}, {1000, 0}, {1000, 100}, {1000, 0}};
  const UsesMachineInstruction outer[] = {load(1), call(2, 4), leave(3)}, first[] = {jump(4, USES_FLOW_JUMP, 5)};
  const UsesMachineInstruction second[] = {jump(5, USES_FLOW_JUMP, 6)}, last[] = {load(6), leave(7)};
  const UsesMachineInstruction back[] = {load(6), jump(7, USES_FLOW_JUMP, 4)};
  for (int returns = 0; returns <= 1; returns++) {
    Test test;
    test_start(&test, lines, G_N_ELEMENTS(lines), 2);
    fake_shape(outer, G_N_ELEMENTS(outer));
    fake_shape(first, G_N_ELEMENTS(first));
    fake_shape(second, G_N_ELEMENTS(second));
    fake_shape(returns ? last : back, G_N_ELEMENTS(last));
    attributing_sample(&test.of, 8, (const guint64[]){3}, 1);
    attributing_run(&test.of);
    CHECK(is_near(attributing_total(&test.of), 8));
    CHECK(is_near(samples_on(&test, returns ? "six" : "one"), 8));
    test_end(&test);
  }
}

/* Either 2 or 3 missed, on data that is in no stack; 2, which is on the same line as 1, refers to no other data. /
 */
static void test_kinds(UsesMachineInstruction second) {
  const Line lines[] = {{2000, 100}, {1000, 100}, {1000, 0}};
  const UsesMachineInstruction code[] = {load(1), second, load(3), leave(4)};
  Test test;
  test_start(&test, lines, G_N_ELEMENTS(lines), 2);
  test.skid.of[1] = 1;
  fake_add(NULL, 0);
  for (guint i = 0; i < 4; i++) fake_code[i].label = (UsesLabel){"code", "prog.c", MAX(i, 1)};
  fake_shape(code, G_N_ELEMENTS(code));
  attributing_sample(&test.of, 4, (const guint64[]){4}, 1);
  attributing_run(&test.of);
  CHECK(is_near(samples_on(&test, "two"), 4));
  test_end(&test);
}

/* ---- without an earlier run ---- */

/* `p`: the skid, at most MOST instructions. */
static void text_options(Test *test, double *p) {
  test->of = attributing_start(1);
  test->skid = (AttrSkid){MOST, p};
  test->of.options.steps = ATTR_STEP_SKID | ATTR_STEP_INSTRUCTION;
  test->of.options.skid = &test->skid;
  test->of.options.calls = true;
}

/* Instructions 1 and 3 access data through pointers; 3 uses register `base` and the offset `number`. 4 reads a scalar,
 * 5 the stack through another register, and 6 the stack. */
static UsesFunction *text_start(Test *test, int base, gint64 number) {
  static double p[MOST];
  UsesMachineInstruction fixed = load(4), stack = load(6);
  fixed.operands[0].is_fixed = true;
  stack.operands[0].base = RSP;
  UsesMachineInstruction code[] = {load(1), plain(2), load(3), fixed, load(5), stack, leave(7)};
  code[2].operands[0].base = (gint8)base;
  code[2].operands[0].at = number;
  code[4].operands[0].base = RBX;
  UsesFunction *function = fake_function("code", "prog.c");
  memset(p, 0, sizeof p);
  text_options(test, p);
  for (unsigned i = 1; i <= G_N_ELEMENTS(code); i++) {
    const guint64 address = fake_add(function, i);
    if (code[i - 1].n_operands == 0) continue;
    const guint32 data = fake_data(function, i >= 5 ? USES_STACK : USES_STATIC, names[i]);
    g_array_index(function->data, UsesData, data).scalar = i >= 4;
    fake_access(function, i, data, "x", false, address);
  }
  fake_shape(code, G_N_ELEMENTS(code));
  return function;
}

static void text_end(Test *test, UsesFunction *function) {
  attributing_end(&test->of);
  fake_function_free(function);
}

/* An instruction without a reference gets nothing; scalars and the stack get little. */
static void test_text(void) {
  Test test;
  UsesFunction *function = text_start(&test, RCX, 0);
  test.skid.of[1] = test.skid.of[2] = test.skid.of[3] = test.skid.of[4] = 0.25;
  attributing_sample(&test.of, 21, (const guint64[]){5}, 1); /* 1 to 4 */
  attributing_run(&test.of);
  CHECK(is_near(samples_on(&test, "one"), 21 / 2.01) && is_near(samples_on(&test, "three"), 21 / 2.01));
  CHECK(is_near(samples_on(&test, "four"), 0.21 / 2.01) && is_near(attributing_total(&test.of), 21));
  attributing_sample(&test.of, 21, (const guint64[]){7}, 1); /* 3 to 6 */
  attributing_run(&test.of);
  CHECK(samples_on(&test, "six") > 0.05 && samples_on(&test, "six") < 0.5 && is_near(attributing_total(&test.of), 42));
  CHECK(samples_on(&test, "five") > 0.05 && samples_on(&test, "five") < 0.5);
  text_end(&test, function);
}

/* Of 1 and 3, which access variables through registers, the variable of 3 is as large as a line, or larger. */
static void test_text_of_small(void) {
  for (guint64 bytes = 64; bytes <= 65; bytes++) {
    Test test;
    UsesFunction *function = text_start(&test, RCX, 0);
    g_array_index(function->data, UsesData, 0).bytes = 4096;
    g_array_index(function->data, UsesData, 1).bytes = bytes;
    test.skid.of[1] = test.skid.of[3] = 0.5;
    attributing_sample(&test.of, 10, (const guint64[]){4}, 1);
    attributing_run(&test.of);
    CHECK(is_near(samples_on(&test, "three"), bytes == 64 ? 0.1 / 1.01 : 5));
    CHECK(is_near(attributing_total(&test.of), 10));
    text_end(&test, function);
  }
}

/* A reference to the line of an earlier instruction seldom misses: 3 accesses data 16 bytes after those of 1. */
static void test_text_of_lines(void) {
  Test test;
  UsesFunction *function = text_start(&test, RAX, 16);
  test.skid.of[1] = test.skid.of[3] = 0.5;
  attributing_sample(&test.of, 10, (const guint64[]){4}, 1);
  attributing_run(&test.of);
  CHECK(is_near(samples_on(&test, "one"), 8) && is_near(samples_on(&test, "three"), 2));
  text_end(&test, function);
}

/* An access to few places seldom misses, also in the stack: 3 has an index of one byte, which 1 loads through a pointer
 * that 2 changes. */
static void test_text_of_tables(gint8 base) {
  Test test;
  UsesMachineInstruction code[] = {load(1), plain(2), load(3), jump(4, USES_FLOW_BRANCH, 1), leave(5)};
  UsesFunction *function = fake_function("code", "prog.c");
  static double p[MOST] = {[1] = 0.5, [3] = 0.5};
  code[0].to = RCX;
  code[0].changed = 1 << RCX;
  code[0].most = 255;
  code[1].changed = 1 << RAX;
  code[2].operands[0] = (UsesOperand){.base = base, .index = RCX, .scale = 8, .read = true};
  text_options(&test, p);
  for (unsigned i = 1; i <= G_N_ELEMENTS(code); i++) {
    const guint64 address = fake_add(function, i);
    if (code[i - 1].n_operands != 0)
      fake_access(function, i, fake_data(function, USES_STATIC, names[i]), "x", false, address);
  }
  fake_shape(code, G_N_ELEMENTS(code));
  attributing_sample(&test.of, 10, (const guint64[]){4}, 1);
  attributing_run(&test.of);
  const double table = 255 * 8 / 32768.0;
  CHECK(is_near(samples_on(&test, "one"), 10 / (1 + table)));
  CHECK(is_near(samples_on(&test, "three"), 10 * table / (1 + table)));
  text_end(&test, function);
}

/* A function that has returned by then, and of which only the symbol is known, missed on the data that was passed to
 * it: `three`, by instruction 2 of main. The function that main called, whose parameter is known, in turn missed on
 * that parameter's data. */
static void test_text_of_calls(bool is_known) {
  Test test;
  const UsesMachineInstruction code[] = {plain(1), call(2, 5), plain(3), leave(4)}, called[] = {load(5), leave(6)};
  UsesFunction *function = fake_function("main", "prog.c"), *inner = fake_function("copy", "prog.c");
  static double p[MOST] = {[3] = 1};
  text_options(&test, p);
  for (unsigned i = 1; i <= G_N_ELEMENTS(code); i++) fake_add(function, i);
  for (unsigned i = 5; i <= 6; i++) fake_add(is_known ? inner : NULL, is_known ? i : 0);
  fake_code[4].label = fake_code[5].label = (UsesLabel){"copy", "", 0};
  const guint32 three = fake_data(function, USES_STATIC, "three"), own = fake_data(inner, USES_PARAMETER, "own");
  fake_call(function, 2, "copy", &three, 1);
  fake_access(inner, 5, own, "*own", false, 5);
  fake_shape(code, G_N_ELEMENTS(code));
  fake_shape(called, G_N_ELEMENTS(called));
  attributing_sample(&test.of, 6, (const guint64[]){4}, 1);
  attributing_run(&test.of);
  CHECK(is_near(samples_on(&test, "three"), 6) && is_near(attributing_total(&test.of), 6));
  text_end(&test, function);
  fake_function_free(inner);
}

/* A frame of unknown code does not hide the calls around it: main called it with `three`, and it called copy(), where
 * the sample was taken. */
static void test_text_of_unknown_calls(void) {
  Test test;
  const UsesMachineInstruction code[] = {call(1, NO_TARGET), leave(2)}, called[] = {load(3), plain(4), leave(5)};
  UsesFunction *function = fake_function("main", "prog.c");
  static double p[MOST] = {[1] = 1};
  text_options(&test, p);
  for (unsigned i = 1; i <= 2; i++) fake_add(function, i);
  for (unsigned i = 3; i <= 6; i++) fake_add(NULL, 0);
  fake_code[5].label = (UsesLabel){"between", "", 0};
  const guint32 three = fake_data(function, USES_STATIC, "three");
  fake_call(function, 1, "between", &three, 1);
  fake_shape(code, G_N_ELEMENTS(code));
  fake_shape(called, G_N_ELEMENTS(called));
  attributing_sample(&test.of, 6, (const guint64[]){4, 6, 1}, 3);
  attributing_run(&test.of);
  CHECK(is_near(samples_on(&test, "three"), 6) && is_near(attributing_total(&test.of), 6));
  text_end(&test, function);
}

/* The places of samples show which instruction missed: 9990 samples belong only to 1, and so do most of ten samples
 * that may belong to 1 or 3. */
static void test_text_factors(void) {
  Test test;
  UsesFunction *function = text_start(&test, RCX, 0);
  test.skid.of[1] = test.skid.of[3] = 0.5;
  attributing_sample(&test.of, 10, (const guint64[]){4}, 1);
  attributing_run(&test.of);
  CHECK(is_near(samples_on(&test, "one"), 5) && is_near(samples_on(&test, "three"), 5));
  attributing_sample(&test.of, 9990, (const guint64[]){2}, 1);
  attributing_run(&test.of);
  CHECK(samples_on(&test, "three") < 1 && is_near(attributing_total(&test.of), 10000));
  text_end(&test, function);
}

int main(void) {
  test_loop_frequencies();
  test_branch_frequencies();
  test_sampled_frequencies();
  test_sampled_loop();
  test_sampled_nest();
  test_posterior();
  test_apart();
  test_new_code();
  test_no_calls();
  test_factors();
  test_calls();
  test_computed_call();
  test_jump_out();
  test_jumps_out();
  test_text();
  test_text_of_small();
  test_text_of_lines();
  test_text_of_tables(RBX);
  test_text_of_tables(RSP);
  test_text_of_calls(false);
  test_text_of_calls(true);
  test_text_of_unknown_calls();
  test_text_factors();
  UsesMachineInstruction of_stack = load(2);
  of_stack.operands[0].base = RSP;
  test_kinds(call(2, NO_TARGET));
  test_kinds(of_stack);
  return check_failures != 0;
}
