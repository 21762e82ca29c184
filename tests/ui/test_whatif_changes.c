/* test_whatif_changes.c: tests that texts of changes are parsed, that fields are laid out as the text states, and that
 * the results of trials are reported with a finding.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <glib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ui/base/ui_json_seal.h"
#include "ui/results/results_tried_file.h"
#include "ui/whatif/whatif_change.h"
#include "ui/whatif/whatif_fields.h"

static unsigned failures;

static void check(bool good, const char *what, uint64_t which) {
  if (good) return;
  printf("FAILED: case %" G_GUINT64_FORMAT ": %s\n", which, what);
  failures++;
}

/* ---- the syntax ---- */

static void test_changes(void) {
  static const struct {
    const char *text;
    WhatifKind kind;
    const char *name, *fields;
    uint64_t n, m, rows, columns, node;
  } cases[] = {{"pad double *.x[] to 64", WHATIF_pad_elements, "double *.x", NULL, 64, 0, 0, 0, 0},
               {" pad  a b to 64 ", WHATIF_pad, "a b", NULL, 64, 0, 0, 0, 0},
               {"align x 128", WHATIF_align, "x", NULL, 128, 0, 0, 0, 0},
               {"shift x by 64", WHATIF_shift, "x", NULL, 64, 0, 0, 0, 0},
               {"row m from 4096 to 4160", WHATIF_row_from, "m", NULL, 4160, 4096, 0, 0, 0},
               {"row m to 4160", WHATIF_row, "m", NULL, 4160, 0, 0, 0, 0},
               {"split a::b: f,g | h", WHATIF_split, "a::b", "f,g | h", 0, 0, 0, 0, 0},
               {"soa x", WHATIF_soa, "x", NULL, 0, 0, 0, 0, 0},
               {"reorder x: h, f", WHATIF_reorder, "x", "h, f", 0, 0, 0, 0, 0},
               {"aos x, y", WHATIF_aos, "x, y", NULL, 0, 0, 0, 0, 0},
               {"aos x,y of 8", WHATIF_aos_of, "x,y", NULL, 8, 0, 0, 0, 0},
               {"shrink a::b: f, g to 4", WHATIF_shrink, "a::b", "f, g", 4, 0, 0, 0, 0},
               {"transpose b 640x64", WHATIF_transpose, "b", NULL, 0, 0, 640, 64, 0},
               {"pool x", WHATIF_pool, "x", NULL, 0, 0, 0, 0, 0},
               {"private x", WHATIF_private, "x", NULL, 0, 0, 0, 0, 0},
               {"huge x", WHATIF_huge, "x", NULL, 0, 0, 0, 0, 0},
               {"place x on node 0", WHATIF_place_node, "x", NULL, 0, 0, 0, 0, 0},
               {"place a on b on node 3", WHATIF_place_node, "a on b", NULL, 0, 0, 0, 0, 3},
               {"place x interleave", WHATIF_place_interleave, "x", NULL, 0, 0, 0, 0, 0},
               {"place x first-touch", WHATIF_place_first_touch, "x", NULL, 0, 0, 0, 0, 0}};
  for (unsigned i = 0; i < G_N_ELEMENTS(cases); i++) {
    WhatifChange *change = whatif_change_parse(cases[i].text, NULL);
    check(change != NULL && change->kind == cases[i].kind && g_strcmp0(change->name, cases[i].name) == 0 &&
              g_strcmp0(change->fields, cases[i].fields) == 0 && change->n == cases[i].n && change->m == cases[i].m &&
              change->rows == cases[i].rows && change->columns == cases[i].columns && change->node == cases[i].node,
          cases[i].text, i);
    whatif_change_free(change);
  }
}

static void test_names(void) {
  static const char *const cases[][2] = {{"aos x , y", "x|y"},
                                         {"aos f(int, A<B>)::x,y of 8", "f(int, A<B>)::x|y"},
                                         {"aos x", "x"},
                                         {"aos a>,b", "a>|b"}};
  for (unsigned i = 0; i < G_N_ELEMENTS(cases); i++) {
    WhatifChange *change = whatif_change_parse(cases[i][0], NULL);
    g_auto(GStrv) names = whatif_change_names(change);
    g_autofree char *joined = g_strjoinv("|", names);
    check(strcmp(joined, cases[i][1]) == 0, cases[i][0], i);
    whatif_change_free(change);
  }
}

/* Invalid texts, and their messages. */
static void test_wrong_changes(void) {
  static const char *const cases[][2] = {{"", "there are 'pad BIN[] to N'"},
                                         {"pda x to 64", "the nearest is 'pad"},
                                         {"pad x", "expected 'pad BIN[] to N' or 'pad BIN to N'"},
                                         {"pad x to 0", "from 1 to"},
                                         {"align x 99999999999999999999", "from 1 to"},
                                         {"row m from 0 to 8", "from 1 to"},
                                         {"transpose x 0x4", "from 1 to"},
                                         {"place x on node", "expected 'place BIN on node NODE' or"},
                                         {"shrink x: f", "expected 'shrink BIN: FIELDS to N'"},
                                         {"shrink x: f to 0", "from 1 to"},
                                         {"split x", "expected 'split BIN: FIELDS'"}};
  for (unsigned i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autoptr(GError) error = NULL;
    WhatifChange *change = whatif_change_parse(cases[i][0], &error);
    check(change == NULL && error->domain == G_OPTION_ERROR && strstr(error->message, cases[i][1]) != NULL, cases[i][1],
          i);
    whatif_change_free(change);
  }
}

/* ---- fields ---- */

static const NameField fields[] = {{"mass", "double", 8, 8}, {"at.x", "float", 16, 4}, {"at.y", "float", 20, 4},
                                   {"low", "int", 24, 4},    {"high", "int", 26, 2},   {"flag", "char", 30, 1}};
static const NameBinType type = {.data_type = "struct body [4][8]",
                                 .element = "struct body",
                                 .element_size = 32,
                                 .fields = fields,
                                 .n_fields = G_N_ELEMENTS(fields)};

/* Returns whether the byte at an offset of the element was moved to byte `to` of a group. */
static bool goes_to(const WhatifLayout *layout, uint64_t offset, uint32_t group, uint64_t to) {
  for (guint i = 0; i < layout->pieces->len; i++) {
    const WhatifPiece *piece = &g_array_index(layout->pieces, WhatifPiece, i);
    if (offset - piece->from < piece->bytes) return piece->group == group && piece->to + (offset - piece->from) == to;
  }
  return false;
}

static uint64_t step(const WhatifLayout *layout, guint group) {
  return group < layout->steps->len ? g_array_index(layout->steps, uint64_t, group) : 0;
}

static void test_fields(void) {
  char *wrong;
  WhatifLayout *layout = whatif_fields_layout(&type, WHATIF_FIELDS_SPLIT, "flag, at", &wrong);
  check(layout->steps->len == 2 && step(layout, 0) == 12 && step(layout, 1) == 24, "split: steps", step(layout, 1));
  check(goes_to(layout, 30, 0, 0) && goes_to(layout, 16, 0, 4) && goes_to(layout, 20, 0, 8), "split: named fields", 0);
  check(goes_to(layout, 0, 1, 0) && goes_to(layout, 8, 1, 8) && goes_to(layout, 26, 1, 18), "split: the others", 0);
  whatif_layout_free(layout);
  layout = whatif_fields_layout(&type, WHATIF_FIELDS_APART, NULL, &wrong);
  check(layout->steps->len == 6 && step(layout, 2) == 4 && step(layout, 4) == 4 && goes_to(layout, 31, 5, 1), "apart",
        0);
  whatif_layout_free(layout);
  layout = whatif_fields_layout(&type, WHATIF_FIELDS_ORDER, "flag,mass", &wrong);
  check(layout->steps->len == 1 && goes_to(layout, 30, 0, 0) && goes_to(layout, 8, 0, 8) && goes_to(layout, 0, 0, 16),
        "order", 0);
  whatif_layout_free(layout);
  layout = whatif_fields_layout(&type, WHATIF_FIELDS_SPLIT, "high", &wrong);
  check(layout != NULL && goes_to(layout, 24, 0, 0) && goes_to(layout, 26, 0, 2), "fields that overlap move as one", 0);
  whatif_layout_free(layout);
  layout = whatif_fields_layout(&type, WHATIF_FIELDS_ORDER, "high, mass, low", &wrong);
  check(layout != NULL && goes_to(layout, 24, 0, 0) && goes_to(layout, 8, 0, 8), "both may be named", 0);
  whatif_layout_free(layout);
  check(whatif_row_bytes(&type) == 256, "rows of a matrix of structs", whatif_row_bytes(&type));
  const NameBinType wide = {.data_type = "char [2][4294967297][4294967296]", .element_size = 1};
  check(whatif_row_bytes(&wide) == 0, "rows that wrap", whatif_row_bytes(&wide));
}

/* Fields of "struct entry", 88 bytes. Their alignment follows from that of their elements and of the whole struct. */
static const NameField entry_fields[] = {{"name", "char [64]", 0, 64},
                                         {"count", "long", 64, 8},
                                         {"at", "void (*[2])(int [4])", 72, 8},
                                         {"low", "int", 80, 4},
                                         {"high", "short [2]", 84, 4}};
static const NameBinType entry = {.data_type = "struct entry [9]",
                                  .element = "struct entry",
                                  .element_size = 88,
                                  .fields = entry_fields,
                                  .n_fields = G_N_ELEMENTS(entry_fields)};

static void test_shrunk(void) {
  char *wrong;
  WhatifLayout *layout = whatif_fields_shrunk(&entry, "name", 13, &wrong);
  check(step(layout, 0) == 40 && goes_to(layout, 64, 0, 16) && goes_to(layout, 84, 0, 36), "a shorter name", 0);
  check(g_array_index(layout->pieces, WhatifPiece, 0).kept == 13, "what is kept", 0);
  check(!g_array_index(layout->pieces, WhatifPiece, 0).narrows, "references to an array do not get narrower", 0);
  whatif_layout_free(layout);
  layout = whatif_fields_shrunk(&entry, "count, at", 4, &wrong);
  check(step(layout, 0) == 80 && goes_to(layout, 64, 0, 64) && goes_to(layout, 72, 0, 68), "two in the place of one",
        0);
  check(g_array_index(layout->pieces, WhatifPiece, 1).narrows, "references to a number get narrower", 0);
  whatif_layout_free(layout);
  layout = whatif_fields_shrunk(&entry, "low", 2, &wrong);
  check(goes_to(layout, 84, 0, 82), "an array is aligned as its elements", 0);
  whatif_layout_free(layout);
  layout = whatif_fields_shrunk(&entry, "high", 2, &wrong);
  check(step(layout, 0) == 88, "the whole is aligned as its widest field", step(layout, 0));
  check(!g_array_index(layout->pieces, WhatifPiece, 4).narrows, "nor do references to a short one", 0);
  whatif_layout_free(layout);
}

static void test_wrong_shrunk(void) {
  static const struct {
    const NameBinType *type;
    const char *fields;
    uint64_t bytes;
    const char *said;
  } cases[] = {{&entry, "count", 8, "field 'count' has 8 bytes now: N must be less"},
               {&entry, "high", 3, "elements of 2 bytes: N must be a multiple"},
               {&entry, "name, cout", 4, "the nearest is 'count'"},
               {&entry, "name,name", 4, "twice"},
               {&type, "low", 2, "shares bytes with another field"},
               {&type, "mass", 9, "N must be less"}};
  for (unsigned i = 0; i < G_N_ELEMENTS(cases); i++) {
    char *wrong;
    WhatifLayout *layout = whatif_fields_shrunk(cases[i].type, cases[i].fields, cases[i].bytes, &wrong);
    check(layout == NULL && strstr(wrong, cases[i].said) != NULL, cases[i].said, i);
    g_free(wrong);
  }
}

static void test_wrong_fields(void) {
  static const char *const cases[][2] = {{"masss", "the nearest is 'mass'"},
                                         {"zzzzzz", "it has mass, at.x"},
                                         {"mass,mass", "twice"},
                                         {"mass | at,mass", "twice"},
                                         {"high | low", "field 'low' overlaps a field of another list"}};
  for (unsigned i = 0; i < G_N_ELEMENTS(cases); i++) {
    char *wrong;
    WhatifLayout *layout = whatif_fields_layout(&type, WHATIF_FIELDS_SPLIT, cases[i][0], &wrong);
    check(layout == NULL && strstr(wrong, cases[i][1]) != NULL, cases[i][0], i);
    g_free(wrong);
  }
}

/* ---- trials ---- */

static const char tried_text[] =
    "{\"version\":2,\"stall_cycles\":2000,\"misses\":9,\"untried\":0,\"trials\":["
    "{\"changes\":[\"pad a to 64\",\"align a 64\"],\"rule\":\"false-sharing\",\"about\":\"a\",\"why\":\"\","
    "\"also\":[{\"rule\":\"upgrades\",\"about\":\"a\"}],\"stall_cycles\":500,\"misses\":1},"
    "{\"changes\":[\"soa a\"],\"rule\":\"false-sharing\",\"about\":\"a\",\"why\":\"\",\"also\":[],\"stall_cycles\":400,"
    "\"misses\":1},"
    "{\"changes\":[\"private b\"],\"rule\":\"true-sharing\",\"about\":\"b\",\"why\":\"\",\"also\":[],\"stall_cycles\":2000,"
    "\"misses\":9},"
    "{\"changes\":[\"soa a\",\"private b\"],\"rule\":null,\"about\":\"a, b\",\"why\":\"\",\"also\":[],\"stall_cycles\":300,"
    "\"misses\":1},"
    "{\"changes\":[\"pad c to 64\"],\"rule\":\"upgrades\",\"about\":\"c\",\"why\":\"\",\"also\":[],\"refused\":\"no\"}],\"seal\":\"0000000000000000\"}";

/* The report of a finding: the best trial of its suggestions, alone or together with another one. */
static void test_tried(void) {
  static const struct {
    AdviceRuleId rule;
    const char *about, *said;
  } cases[] = {
      {ADVICE_RULE_FALSE_SHARING, "a", "Tried on a trace: 'soa a' saves 80.0% of all stall."},
      {ADVICE_RULE_UPGRADES, "a", "Tried on a trace: 'pad a to 64, align a 64' saves 75.0% of all stall."},
      {ADVICE_RULE_TRUE_SHARING, "b", "Tried on a trace: no change of the layout that this suggests saves stall."},
      {ADVICE_RULE_UPGRADES, "c", NULL},
      {ADVICE_RULE_FALSE_SHARING, "b", NULL}};
  g_autofree char *sealed = g_strdup(tried_text);
  check(ui_json_seal_renew(sealed, strlen(sealed)), "the text has no seal", 0);
  AdviceTried *tried = results_tried_read(sealed, NULL);
  for (unsigned i = 0; i < G_N_ELEMENTS(cases); i++) {
    AdviceFinding *advice = advice_finding_new(cases[i].rule, 1);
    advice->about = g_strdup(cases[i].about);
    g_autofree char *said = advice_tried_say(tried, advice);
    check(g_strcmp0(said, cases[i].said) == 0, said != NULL ? said : "nothing is said", i);
    check(advice_tried_say(NULL, advice) == NULL, "nothing was tried", i);
    advice_finding_free(advice);
  }
  advice_tried_free(tried);
}

/* A trial without a rule. */
static const char without_rule[] = "{\"version\":1,\"stall_cycles\":1,\"misses\":1,\"untried\":0,\"trials\":"
                                   "[{\"changes\":[\"soa a\"],\"about\":\"a\",\"why\":\"\",\"refused\":\"\"}]}";

static void test_wrong_tried(void) {
  static const char *const cases[] = {"{", "{\"version\":2}", without_rule};
  for (unsigned i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autoptr(GError) error = NULL;
    check(results_tried_read(cases[i], &error) == NULL && error != NULL, "what is no such text", i);
  }
}

/* Tests how long references stay in their lines, also at the ends of memory. */
static void test_stay(void) {
  static const struct {
    uint64_t at, stride, low, high, times;
  } cases[] = {{10, 0, 0, 100, UINT64_MAX},         {10, 4, 0, 100, 23},
               {10, -(uint64_t)4, 0, 100, 3},       {UINT64_MAX - 2, 1, 100, UINT64_MAX, 2},
               {UINT64_MAX, 1, 100, UINT64_MAX, 1}, {UINT64_MAX, -(uint64_t)1, 0, UINT64_MAX, 1}};
  for (unsigned i = 0; i < G_N_ELEMENTS(cases); i++)
    check(whatif_stay(cases[i].at, cases[i].stride, cases[i].low, cases[i].high) == cases[i].times, "stays", i);
}

int main(void) {
  test_stay();
  test_changes();
  test_names();
  test_wrong_changes();
  test_fields();
  test_wrong_fields();
  test_shrunk();
  test_wrong_shrunk();
  test_tried();
  test_wrong_tried();
  printf("%s\n", failures == 0 ? "all well" : "there are failures");
  return failures == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
