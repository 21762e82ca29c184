/* test_attribute.c: tests attributions whose results were computed by hand: by lines, by instructions, along calls, and
 * trained by an earlier run.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <string.h>

#include "tests/check.h"
#include "tests/ui/attributing.h"
#include "tests/ui/close.h"
#include "tests/ui/fake_uses.h"
#include "tests/ui/paper_figure.h"

/* ---- lines ---- */

/* The three misses of the paper are the samples; loop compensation keeps the sum of each line. */
static void test_lines(void) {
  UsesFunction *function = paper_figure();
  attributing test = attributing_start(100);
  test.options.calls = test.options.receivers = true;
  for (unsigned line = 2; line <= PAPER_LINES; line++) {
    const guint64 address = fake_add(function, line);
    attributing_sample(&test, 1, &address, 1);
  }
  attributing_run(&test);
  CHECK(test.result->samples == 3 && is_close(attributing_total(&test), 3) && is_close(test.result->attributed, 3));
  CHECK(attributing_has(&test, ATTR_VARIABLE_STATIC, "x", .75));
  CHECK(attributing_has(&test, ATTR_VARIABLE_STATIC, "y", .75));
  CHECK(attributing_has(&test, ATTR_VARIABLE_STACK, "a in figure", .5));
  CHECK(attributing_has(&test, ATTR_VARIABLE_STACK, "b in figure", 1));
  test.options.steps = ATTR_STEP_LOOP;
  attributing_run(&test);
  /* The weights are multiplied by 1 + 2 / 3.5625. */
  const double x = .9375 * 89 / 57, y = .75 * 89 / 57, a = .4375;
  CHECK(is_close(test.result->attributed, 3));
  CHECK(attributing_has(&test, ATTR_VARIABLE_STATIC, "x", x / (x + y + a) + 1));
  CHECK(attributing_has(&test, ATTR_VARIABLE_STACK, "b in figure", 0));
  attributing_end(&test);
  fake_function_free(function);
}

/* ---- calls ---- */

typedef struct {
  UsesFunction *main, *outer, *inner;
} Calls;

/* main calls outer with x on line 3 and with y on line 4. On line 13, outer passes its parameter to inner. inner reads
 * the parameter on line 23, and the data that it points to on line 24. */
static Calls calls_new(void) {
  const Calls of = {fake_function("main", "m.c"), fake_function("outer", "m.c"), fake_function("inner", "m.c")};
  const guint32 x = fake_data(of.main, USES_HEAP, "x"), y = fake_data(of.main, USES_STATIC, "y");
  const guint32 p = fake_data(of.outer, USES_PARAMETER, "p"), q = fake_data(of.inner, USES_PARAMETER, "q");
  const guint32 none_p[] = {USES_NONE, p};
  g_array_index(of.outer->data, UsesData, p).argument = 0;
  g_array_index(of.inner->data, UsesData, q).argument = 1;
  fake_call(of.main, 3, "outer", &x, 1);
  fake_call(of.main, 4, "outer", &y, 1);
  fake_call(of.outer, 13, "inner", none_p, 2);
  fake_access(of.inner, 23, q, "q[i]", false, 0);
  fake_access(of.inner, 24, fake_data(of.inner, USES_HEAP, "q[]"), "q[i][0]", false, 0);
  return of;
}

static void calls_free(Calls of) {
  fake_function_free(of.main);
  fake_function_free(of.outer);
  fake_function_free(of.inner);
}

/* If inner is inlined into outer, there are three samples of x and five of y. Otherwise there are one of x and five of
 * y, two of x from a library that inner calls, and seven of the rows to which x points. */
static void sample_calls(attributing *test, Calls of, bool inlined) {
  const guint64 at = fake_add(of.inner, 23), call = fake_add(of.outer, 13), first = fake_add(of.main, 3);
  const guint64 second = fake_add(of.main, 4), rows = fake_add(of.inner, 24), unknown = 999;
  if (inlined) {
    fake_code[at - 1] = (fake_instruction){.within = {of.inner, of.outer}, .lines = {23, 13}, .depth = 2};
    attributing_sample(test, 3, (const guint64[]){at, first}, 2);
    attributing_sample(test, 5, (const guint64[]){at, second}, 2);
  } else {
    attributing_sample(test, 1, (const guint64[]){at, call, first}, 3);
    attributing_sample(test, 5, (const guint64[]){at, call, second}, 3);
    attributing_sample(test, 2, (const guint64[]){unknown, at, call, first}, 4);
    attributing_sample(test, 7, (const guint64[]){rows, call, first}, 3);
  }
}

static bool is_held(const attributing *test, AttrVariableKind kind, const char *name, const char *seen,
                    const char *assigned) {
  for (guint32 i = 0; i < attr_variables_count(test->variables); i++) {
    const AttrProgramVariable *variable = attr_variables_get(test->variables, i);
    const NamePointers holders = attr_variables_holders(test->variables, i);
    if (variable->kind == kind && strcmp(variable->name, name) == 0)
      return strcmp(holders.seen, seen) == 0 && strcmp(holders.assigned, assigned) == 0;
  }
  return false;
}

/* Each function of the path has another name for the data. The rows of x are not pointed to by x itself. */
static void hold_calls(Calls of) {
  g_array_index(of.main->data, UsesData, 0).holders = (NamePointers){"grid.x\n", ""};
  g_array_index(of.outer->data, UsesData, 0).holders = (NamePointers){"p in outer\n", "grid.x\nlast.p\n"};
  g_array_index(of.inner->data, UsesData, 0).holders = (NamePointers){"q in inner\n", ""};
  g_array_index(of.inner->data, UsesData, 1).holders = (NamePointers){"row.q\n", ""};
}

static void test_calls(bool inlined) {
  attributing test = attributing_start(1);
  const Calls of = calls_new();
  hold_calls(of);
  sample_calls(&test, of, inlined);
  test.options.calls = test.options.receivers = true;
  attributing_run(&test);
  CHECK(attributing_has(&test, ATTR_VARIABLE_HEAP, "x", 3));
  CHECK(attributing_has(&test, ATTR_VARIABLE_STATIC, "y", 5));
  CHECK(attributing_has(&test, ATTR_VARIABLE_HEAP, "x[]", inlined ? 0 : 7));
  CHECK(is_held(&test, ATTR_VARIABLE_HEAP, "x", "grid.x\nq in inner\np in outer\n", "grid.x\nlast.p\n"));
  CHECK(is_held(&test, ATTR_VARIABLE_STATIC, "y", "", ""));
  CHECK(inlined || is_held(&test, ATTR_VARIABLE_HEAP, "x[]", "row.q\n", ""));
  test.options.calls = false;
  attributing_run(&test);
  CHECK(attributing_has(&test, ATTR_VARIABLE_HEAP, "q", inlined ? 8 : 6));
  CHECK(attributing_has(&test, ATTR_VARIABLE_UNKNOWN, "unknown", inlined ? 0 : 2));
  test.options.receivers = false;
  attributing_run(&test);
  CHECK(attributing_has(&test, ATTR_VARIABLE_STACK, "q in inner", inlined ? 8 : 6));
  attributing_end(&test);
  calls_free(of);
}

/* ---- instructions ---- */

/* Control reaches instruction 4 from 3, and instruction 3 from 1 and 2, three times as often from 2. */
static void test_instructions(void) {
  static const char *const names[] = {"one", "two", "three", "four"};
  double p[] = {0, 0, 1};
  const AttrSkid skid = {G_N_ELEMENTS(p), p};
  UsesFunction *function = fake_function("f", "f.c");
  attributing test = attributing_start(1);
  for (guint i = 0; i < G_N_ELEMENTS(names); i++) {
    fake_data(function, USES_STATIC, names[i]);
    fake_access(function, 10 + i / 2, i, names[i], i == 1, i + 1);
    fake_add(function, 10 + i / 2);
  }
  fake_lines(function, 10, 11);
  fake_code[3].n_before = 3;
  memcpy(fake_code[3].before, (const UsesBefore[]){{3, 1, 1}, {1, 2, .25}, {2, 2, .75}}, 3 * sizeof(UsesBefore));
  attributing_sample(&test, 8, (const guint64[]){4}, 1);
  test.options.steps = ATTR_STEP_INSTRUCTION;
  attributing_run(&test);
  CHECK(attributing_has(&test, ATTR_VARIABLE_STATIC, "four", 8));
  test.options.steps |= ATTR_STEP_SKID;
  test.options.skid = &skid;
  attributing_run(&test);
  CHECK(attributing_has(&test, ATTR_VARIABLE_STATIC, "one", 2));
  CHECK(attributing_has(&test, ATTR_VARIABLE_STATIC, "two", 6));
  /* Lines instead of instructions: both instructions are on line 10, which has one read. */
  test.options.steps = ATTR_STEP_SKID;
  test.options.skid_of_instructions = true;
  attributing_run(&test);
  CHECK(attributing_has(&test, ATTR_VARIABLE_STATIC, "one", 8));
  /* Line 10 is as likely as line 11, although it has two instructions. There is one read on line 10, and two on line
   * 11. */
  p[0] = p[2] = .5;
  attributing_run(&test);
  CHECK(attributing_has(&test, ATTR_VARIABLE_STATIC, "one", 8.0 / 3));
  CHECK(attributing_has(&test, ATTR_VARIABLE_STATIC, "three", 8.0 / 3));
  attributing_end(&test);
  fake_function_free(function);
}

/* Instructions further back must not be left out, however many paths lead back from the label of a computed jump. */
static void test_many_ways(void) {
  double p[] = {0, 0, 1};
  const AttrSkid skid = {G_N_ELEMENTS(p), p};
  UsesFunction *function = fake_function("f", "f.c");
  attributing test = attributing_start(1);
  fake_data(function, USES_STATIC, "far");
  fake_access(function, 10, 0, "far", false, 1);
  fake_add(function, 10);
  for (guint i = 1; i <= FAKE_WAYS; i++) fake_add(function, 11);
  fake_instruction *last = &fake_code[FAKE_WAYS];
  last->n_before = FAKE_WAYS;
  for (guint i = 0; i + 1 < FAKE_WAYS; i++) last->before[i] = (UsesBefore){i + 2, 1, 1.0 / (FAKE_WAYS - 1)};
  last->before[FAKE_WAYS - 1] = (UsesBefore){1, 2, 1};
  attributing_sample(&test, 8, (const guint64[]){FAKE_WAYS + 1}, 1);
  test.options.steps = ATTR_STEP_SKID | ATTR_STEP_INSTRUCTION;
  test.options.skid = &skid;
  attributing_run(&test);
  CHECK(attributing_has(&test, ATTR_VARIABLE_STATIC, "far", 8));
  attributing_end(&test);
  fake_function_free(function);
}

/* ---- training ---- */

/* A profile of an earlier run. In it, line 2 of figure.c missed three times as often on y as on the stack, and line 3
 * missed once on y. copy(), written in assembler, missed 10 times on y in its line 7, and 30 times on the stack in line
 * 9. */
static Profile *earlier_run(void) {
  static const struct {
    uint32_t place, bin;
    uint64_t misses;
  } cells[] = {{0, 1, 20}, {0, 2, 10}, {1, 1, 40}, {2, 1, 10}, {3, 1, 10}, {4, 2, 30}};
  static const ProfilePlace places[] = {{.line = 2},
                                        {.line = 3},
                                        {.line = 2},
                                        {.segment = 1, .file = 1, .line = 7},
                                        {.segment = 1, .file = 1, .line = 9}};
  Profile *profile = profile_new();
  const ProfileObject object = {"/bin/prog", "ab", 0};
  const ProfileFile files[] = {{"/src/figure.c"}, {"/src/copy.S"}};
  const ProfileSegment segments[] = {{.name = "figure", .line = 1}, {.name = "copy", .file = 1, .line = 1}};
  const ProfileBin bins[] = {{.kind = "unknown", .name = ""},
                             {.kind = "static", .name = "y"},
                             {.kind = "stack", .name = "figure"}};
  g_array_append_val(profile->rows[BIN_RECORD_OBJECT], object);
  g_array_append_vals(profile->rows[BIN_RECORD_FILE], files, G_N_ELEMENTS(files));
  g_array_append_vals(profile->rows[BIN_RECORD_SEGMENT], segments, G_N_ELEMENTS(segments));
  g_array_append_vals(profile->rows[BIN_RECORD_PLACE], places, G_N_ELEMENTS(places));
  g_array_append_vals(profile->rows[BIN_RECORD_BIN], bins, G_N_ELEMENTS(bins));
  for (size_t i = 0; i < G_N_ELEMENTS(cells); i++) {
    const ProfileCell cell = {cells[i].place, cells[i].bin, {.reads = 100, .read_misses = cells[i].misses}};
    g_array_append_val(profile->rows[BIN_RECORD_CELL], cell);
  }
  profile_seal(profile);
  return profile;
}

static void test_training(void) {
  static double p[] = {.5, .5};
  const AttrSkid skid = {G_N_ELEMENTS(p), p};
  Profile *profile = earlier_run();
  NameTable *names = name_table_new(profile, false);
  UsesFunction *function = paper_figure();
  attributing test = attributing_start(1);
  AttrTraining *training = attr_training_new(profile, names, VIEW_METRIC_MISSES, test.variables);
  for (unsigned line = 1; line <= PAPER_LINES; line++) fake_add(function, line);
  attributing_sample(&test, 8, (const guint64[]){2}, 1);
  attributing_sample(&test, 2, (const guint64[]){4}, 1);
  test.options.steps = ATTR_STEP_TRAINED;
  test.options.training = training;
  attributing_run(&test);
  /* Line 4 is not in the profile: x and b get half of its sample each. */
  CHECK(attributing_has(&test, ATTR_VARIABLE_STATIC, "y", 6));
  CHECK(attributing_has(&test, ATTR_VARIABLE_STACK, "(stack) figure", 2));
  CHECK(attributing_has(&test, ATTR_VARIABLE_STATIC, "x", 1));
  /* The sample belongs to line 1 or 2; but line 1 never missed. Or to line 3 or 4: the profile has only line 3. */
  test.options.steps |= ATTR_STEP_SKID;
  test.options.skid = &skid;
  attributing_run(&test);
  CHECK(attributing_has(&test, ATTR_VARIABLE_STATIC, "y", 8));
  CHECK(attributing_has(&test, ATTR_VARIABLE_STACK, "(stack) figure", 2));
  /* Line 3 with its 40 misses, or line 2 with its 30 and 10, which is three times as likely. */
  p[0] = .25;
  p[1] = .75;
  attributing_sample(&test, 16, (const guint64[]){3}, 1);
  attributing_run(&test);
  CHECK(attributing_has(&test, ATTR_VARIABLE_STATIC, "y", 8 + 13));
  CHECK(attributing_has(&test, ATTR_VARIABLE_STACK, "(stack) figure", 2 + 3));
  attr_training_free(training);
  attributing_end(&test);
  fake_function_free(function);
  name_table_free(names);
  profile_free(profile);
}

/* copy(), of which only the symbol and the line are known. It was called in line 4 of figure.c, where x and b are
 * read. */
static void test_assembler(void) {
  static double p[] = {.5, .5};
  const AttrSkid skid = {G_N_ELEMENTS(p), p};
  Profile *profile = earlier_run();
  NameTable *names = name_table_new(profile, false);
  UsesFunction *figure = paper_figure();
  attributing test = attributing_start(1);
  AttrTraining *training = attr_training_new(profile, names, VIEW_METRIC_MISSES, test.variables);
  const guint64 calls[] = {fake_add(NULL, 0), fake_add(figure, 4)}, other[] = {fake_add(NULL, 0), calls[1]};
  fake_code[calls[0] - 1].label = (UsesLabel){"copy", "copy.S", 7};
  fake_code[other[0] - 1].label = (UsesLabel){"other", "", 0};
  attributing_sample(&test, 8, calls, 2);
  test.options.calls = true;
  attributing_run(&test); /* the data that the caller's line reads */
  CHECK(attributing_has(&test, ATTR_VARIABLE_STATIC, "x", 4));
  test.options.steps = ATTR_STEP_TRAINED;
  test.options.training = training;
  attributing_run(&test); /* the misses of its line */
  CHECK(attributing_has(&test, ATTR_VARIABLE_STATIC, "y", 8));
  CHECK(strcmp(g_array_index(test.result->places, AttrPlace, 0).symbol, "copy") == 0);
  test.options.steps |= ATTR_STEP_SKID;
  test.options.skid = &skid;
  attributing_run(&test); /* its line is not known */
  CHECK(attributing_has(&test, ATTR_VARIABLE_STATIC, "y", 2));
  CHECK(attributing_has(&test, ATTR_VARIABLE_STACK, "(stack) figure", 6));
  test.options.steps = ATTR_STEP_TRAINED;
  fake_code[calls[0] - 1].label.line = 0;
  attributing_run(&test);
  CHECK(attributing_has(&test, ATTR_VARIABLE_STATIC, "y", 2));
  attributing_sample(&test, 4, other, 2); /* the earlier run has neither this symbol nor the caller's line */
  attributing_run(&test);
  CHECK(attributing_has(&test, ATTR_VARIABLE_STATIC, "x", 2));
  attr_training_free(training);
  attributing_end(&test);
  fake_function_free(figure);
  name_table_free(names);
  profile_free(profile);
}

/* Line 9 of main calls a function that copies from x to y, and others, which get z; the line reads n. (A register still
 * contains x.) */
static void test_handed_over(void) {
  UsesFunction *function = fake_function("main", "m.c");
  attributing test = attributing_start(1);
  const guint32 x = fake_data(function, USES_HEAP, "x"), y = fake_data(function, USES_STATIC, "y");
  const guint32 z = fake_data(function, USES_STATIC, "z"), n = fake_data(function, USES_STACK, "n");
  fake_call(function, 9, "memcpy", (const guint32[]){y, x, USES_NONE, x}, 4);
  fake_call(function, 9, "align", &z, 1);
  fake_call(function, 9, "other", &z, 1);
  fake_access(function, 9, n, "n", false, 0);
  const guint64 copies[] = {fake_add(NULL, 0), fake_add(function, 9)}, unnamed[] = {fake_add(NULL, 0), copies[1]};
  fake_code[copies[0] - 1].label = (UsesLabel){"__memmove_avx_unaligned", "", 0};
  fake_code[unnamed[0] - 1].label = (UsesLabel){"__memset_unaligned", "", 0};
  attributing_sample(&test, 4, copies, 2);
  test.options.calls = test.options.receivers = true;
  attributing_run(&test); /* the paper's method: the data that the line reads */
  CHECK(attributing_has(&test, ATTR_VARIABLE_STACK, "n in main", 4));
  test.options.steps = ATTR_STEP_INSTRUCTION;
  attributing_run(&test);
  CHECK(attributing_has(&test, ATTR_VARIABLE_HEAP, "x", 2) && attributing_has(&test, ATTR_VARIABLE_STATIC, "y", 2));
  attributing_sample(&test, 6, &copies[1], 1); /* a miss in the line itself */
  attributing_run(&test);
  CHECK(attributing_has(&test, ATTR_VARIABLE_STACK, "n in main", 6) && is_close(attributing_total(&test), 10));
  attributing_sample(&test, 4, unnamed, 2); /* it is not known which of the calls contains it */
  attributing_run(&test);
  CHECK(attributing_has(&test, ATTR_VARIABLE_STATIC, "z", 2) && attributing_has(&test, ATTR_VARIABLE_HEAP, "x", 2 + 1));
  attributing_end(&test);
  fake_function_free(function);
}

/* Code of no known function, which main called in line 9 with x, and which refers to `limit` by its address, or to its
 * own frame. */
static void test_fixed(void) {
  static double p[] = {0, 1};
  const AttrSkid skid = {G_N_ELEMENTS(p), p};
  UsesFunction *function = fake_function("main", "m.c");
  attributing test = attributing_start(1);
  const guint32 x = fake_data(function, USES_HEAP, "x");
  fake_call(function, 9, "copy", &x, 1);
  const guint64 calls[] = {fake_add(NULL, 0), fake_add(function, 9)};
  fake_code[calls[0] - 1].label = (UsesLabel){"copy", "", 0};
  fake_code[calls[0] - 1].fixed = "limit";
  attributing_sample(&test, 4, calls, 2);
  test.options.calls = test.options.receivers = true;
  attributing_run(&test);
  CHECK(!attributing_has(&test, ATTR_VARIABLE_STATIC, "limit", 4)); /* the paper's method uses only lines */
  test.options.steps = ATTR_STEP_INSTRUCTION;
  attributing_run(&test);
  CHECK(attributing_has(&test, ATTR_VARIABLE_STATIC, "limit", 4) && is_close(attributing_total(&test), 4));
  fake_code[calls[0] - 1].fixed = NULL;
  fake_code[calls[0] - 1].is_stack = true;
  attributing_run(&test);
  CHECK(attributing_has(&test, ATTR_VARIABLE_STACK, "(stack) copy", 4) && is_close(attributing_total(&test), 4));
  fake_code[calls[0] - 1].fixed = "limit";
  test.options.steps |= ATTR_STEP_SKID;
  test.options.skid = &skid;
  attributing_run(&test); /* another instruction missed */
  CHECK(!attributing_has(&test, ATTR_VARIABLE_STATIC, "limit", 4) && is_close(attributing_total(&test), 4));
  attributing_end(&test);
  fake_function_free(function);
}

static void test_metrics(void) {
  CHECK(attr_training_metric("LL") == VIEW_METRIC_MEMORY && attr_training_metric("D1") == VIEW_METRIC_MISSES);
}

int main(void) {
  test_lines();
  test_calls(false);
  test_calls(true);
  test_instructions();
  test_many_ways();
  test_training();
  test_assembler();
  test_handed_over();
  test_fixed();
  test_metrics();
  return check_failures != 0;
}
