/* test_budgets.c: tests budget files, under the sanitizers: valid files are parsed; each invalid file gives one error
 * with its line; verdicts equal those of naive sums; altered files cause no crash.
 *
 * usage: test_budgets
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <glib.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "ui/budgets/budget_init.h"
#include "ui/budgets/budget_judge.h"

enum { ALTERED = 20000, SEED = 1992 };

static unsigned failures;

static void check(bool good, const char *what, const char *detail) {
  if (good) return;
  printf("FAILED: %s: %s\n", what, detail);
  failures++;
}

static BudgetFile *parse(const char *text, GError **error) { return budget_file_parse("b", text, strlen(text), error); }

/* ---- the syntax ---- */

static bool is_alike(const Budget *found, const Budget *expected) {
  bool good = found->line == 1 && found->amount == expected->amount && found->share == expected->share &&
              found->relation == expected->relation && found->of_baseline == expected->of_baseline &&
              found->sign == expected->sign;
  if (!found->of_baseline || found->sign != '\0')
    good &= found->number.digits == expected->number.digits && found->number.scale == expected->number.scale &&
            found->number.unit == expected->number.unit;
  for (unsigned axis = 0; axis < VIEW_AXES; axis++)
    good &= g_strcmp0(found->names[axis].name, expected->names[axis].name) == 0 &&
            found->names[axis].may_be_none == expected->names[axis].may_be_none;
  return good && g_strcmp0(found->stage.name, expected->stage.name) == 0 &&
         found->stage.may_be_none == expected->stage.may_be_none;
}

/* Each text, and the budget that it means. */
static const struct {
  const char *text;
  Budget budget;
} forms[] = {
    {"misses <= 15000", {.amount = (BudgetAmount)VIEW_METRIC_MISSES, .number = {15000, 1, BUDGET_UNIT_NONE}}},
    {"total  misses<=15000 # words",
     {.amount = (BudgetAmount)VIEW_METRIC_MISSES, .number = {15000, 1, BUDGET_UNIT_NONE}}},
    {"MISSES <= 1.50K", {.amount = (BudgetAmount)VIEW_METRIC_MISSES, .number = {150, 100, BUDGET_UNIT_KILO}}},
    {"false sharing = 0",
     {.amount = (BudgetAmount)VIEW_METRIC_FALSE_SHARING,
      .relation = BUDGET_RELATION_EQUAL,
      .number = {0, 1, BUDGET_UNIT_NONE}}},
    {"false-sharing = 0",
     {.amount = (BudgetAmount)VIEW_METRIC_FALSE_SHARING,
      .relation = BUDGET_RELATION_EQUAL,
      .number = {0, 1, BUDGET_UNIT_NONE}}},
    {"stall share of * inval <= 5%",
     {.amount = (BudgetAmount)VIEW_METRIC_STALL,
      .share = true,
      .names = {[VIEW_DATA] = {.name = (char[]){"*"}}},
      .number = {5, 1, BUDGET_UNIT_PERCENT}}},
    {"misses of \"double *.x\" in forward <= 15000",
     {.amount = (BudgetAmount)VIEW_METRIC_MISSES,
      .names = {[VIEW_DATA] = {.name = (char[]){"double *.x"}}, [VIEW_CODE] = {.name = (char[]){"forward"}}},
      .number = {15000, 1, BUDGET_UNIT_NONE}}},
    {"misses in any 'a#b' of any \"q\\\"\" > 0",
     {.amount = (BudgetAmount)VIEW_METRIC_MISSES,
      .names = {[VIEW_DATA] = {.name = (char[]){"q\""}, .may_be_none = true},
                [VIEW_CODE] = {.name = (char[]){"a#b"}, .may_be_none = true}},
      .relation = BUDGET_RELATION_ABOVE,
      .number = {0, 1, BUDGET_UNIT_NONE}}},
    {"misses of any in in >= 1",
     {.amount = (BudgetAmount)VIEW_METRIC_MISSES,
      .names = {[VIEW_DATA] = {.name = (char[]){"any"}}, [VIEW_CODE] = {.name = (char[]){"in"}}},
      .relation = BUDGET_RELATION_AT_LEAST,
      .number = {1, 1, BUDGET_UNIT_NONE}}},
    {"rate of x < 2.5 %",
     {.amount = BUDGET_AMOUNT_RATE,
      .names = {[VIEW_DATA] = {.name = (char[]){"x"}}},
      .relation = BUDGET_RELATION_BELOW,
      .number = {25, 10, BUDGET_UNIT_PERCENT}}},
    {"mpki of x in f < 2.5",
     {.amount = BUDGET_AMOUNT_MPKI,
      .names = {[VIEW_DATA] = {.name = (char[]){"x"}}, [VIEW_CODE] = {.name = (char[]){"f"}}},
      .relation = BUDGET_RELATION_BELOW,
      .number = {25, 10, BUDGET_UNIT_NONE}}},
    {"misses during any 3 of x in during <= 1", /* stages, unlike items of legends, can have numbers as names */
     {.amount = (BudgetAmount)VIEW_METRIC_MISSES,
      .names = {[VIEW_DATA] = {.name = (char[]){"x"}}, [VIEW_CODE] = {.name = (char[]){"during"}}},
      .stage = {.name = (char[]){"3"}, .may_be_none = true},
      .number = {1, 1, BUDGET_UNIT_NONE}}},
    {"cycles during 'a / b' <= 1",
     {.amount = BUDGET_AMOUNT_CYCLES, .stage = {.name = (char[]){"a / b"}}, .number = {1, 1, BUDGET_UNIT_NONE}}},
    {"cycles <= baseline", {.amount = BUDGET_AMOUNT_CYCLES, .of_baseline = true}},
    {"cycles <= baseline+1%",
     {.amount = BUDGET_AMOUNT_CYCLES, .of_baseline = true, .sign = '+', .number = {1, 1, BUDGET_UNIT_PERCENT}}},
    {"rate <= baseline - 0.5 points",
     {.amount = BUDGET_AMOUNT_RATE, .of_baseline = true, .sign = '-', .number = {5, 10, BUDGET_UNIT_POINTS}}},
};

/* Each way to write a budget has the same meaning as the one next to it. */
static void test_forms(void) {
  for (size_t i = 0; i < G_N_ELEMENTS(forms); i++) {
    g_autoptr(GError) error = NULL;
    BudgetFile *file = parse(forms[i].text, &error);
    check(file != NULL, forms[i].text, error != NULL ? error->message : "no error");
    if (file == NULL) continue;
    check(is_alike(g_ptr_array_index(file->budgets, 0), &forms[i].budget), "understood", forms[i].text);
    budget_file_free(file);
  }
}

static void test_lines(void) {
  static const char text[] =
      "# all of it\r\n\n  \t# more\nbaseline 'a run' # of today\nthe first: misses <= 1 # one\r\n"
      "\"the second\": stall of \"a:b\" <= 2\nstall of ns::f <= 3";
  g_autoptr(GError) error = NULL;
  BudgetFile *file = parse(text, &error);
  check(file != NULL, "lines", error != NULL ? error->message : "no error");
  if (file == NULL) return;
  check(g_strcmp0(file->baseline, "a run") == 0, "baseline", file->baseline);
  static const struct {
    unsigned line;
    const char *name, *text;
  } expected[] = {{5, "the first", "misses <= 1"},
                  {6, "the second", "stall of \"a:b\" <= 2"},
                  {7, NULL, "stall of ns::f <= 3"}};
  check(file->budgets->len == G_N_ELEMENTS(expected), "lines", "so many budgets");
  for (guint i = 0; i < MIN(file->budgets->len, G_N_ELEMENTS(expected)); i++) {
    const Budget *budget = g_ptr_array_index(file->budgets, i);
    check(budget->line == expected[i].line && g_strcmp0(budget->name, expected[i].name) == 0 &&
              strcmp(budget->text, expected[i].text) == 0,
          "line", budget->text);
  }
  budget_file_free(file);
}

/* Lines that are wrong, and the beginnings of their messages. */
static const struct {
  const char *text, *error;
} wrong[] = {
    {"", "b: there is no budget in it"},
    {"# nothing\n", "b: there is no budget in it"},
    {"hello\n", "b:1: there is no relation in the budget: <=, <, =, >= or >"},
    {"\nmises <= 1\n", "b:2: 'mises' is no metric; the nearest is 'misses'"},
    {"zzz <= 1\n", "b:1: 'zzz' is no metric (memspy help check lists them)"},
    {": misses <= 1\n", "b:1: ':' is no metric"},
    {"<= 1\n", "b:1: the line ends where a metric should stand"},
    {"misses == 1\n", "b:1: '==' is no relation: they are <=, <, =, >= or >"},
    {"misses != 1\n", "b:1: '!=' is no relation: they are <=, <, =, >= or >"},
    {"misses <=\n", "b:1: the line ends where a limit should stand"},
    {"misses <= many\n", "b:1: 'many' is no limit: a limit is a number"},
    {"misses <= -1\n", "b:1: '-1' is no limit: a limit is a number"},
    {"misses <= 5 apples\n", "b:1: 'apples' is no unit: units are %, points, K, M or G, or there is none"},
    {"misses <= 5 K more\n", "b:1: unexpected text at the end of the line: 'more'"},
    {"misses <= 5 <= 6\n", "b:1: '<=' is no unit"},
    {"misses <= 1234567890123456789\n", "b:1: '1234567890123456789' is no limit: numbers have at most 18 digits"},
    {"misses <= 0.1234567890\n", "b:1: '0.1234567890' is no limit: numbers have at most 18 digits"},
    {"misses <= 5%\n", "b:1: this amount is a count: for a percentage write 'share' after the metric"},
    {"misses share <= 5\n", "b:1: this amount is a percentage: its limit ends in %"},
    {"rate <= 5K\n", "b:1: this amount is a percentage: its limit ends in %"},
    {"rate <= baseline + 5\n", "b:1: this amount is a percentage: write % of the baseline's, or points"},
    {"misses <= 5 points\n", "b:1: points are added"},
    {"misses of 3 <= 5\n", "b:1: '3' is no name: numbers of legends change from run to run"},
    {"misses of 'a, 3' <= 5\n", "b:1: 'a, 3' is no name"},
    {"misses of <= 5\n", "b:1: there is no name after 'of'"},
    {"misses of x of y <= 5\n", "b:1: there are two 'of' in one budget"},
    {"misses of x conflcit <= 5\n", "b:1: 'conflcit' is no cause; the nearest is 'conflict'"},
    {"misses of x conflict it <= 5\n", "b:1: 'it' stands where a relation should"},
    {"misses during a during b <= 5\n", "b:1: there are two 'during' in one budget"},
    {"misses during <= 5\n", "b:1: there is no name after 'during'"},
    {"total misses during a <= 5\n", "b:1: a total is that of the whole run"},
    {"cycles share during a <= 5%\n", "b:1: there is no share of cycles"},
    {"total misses of x <= 5\n", "b:1: a total is that of the whole run"},
    {"cycles in f <= 5\n", "b:1: cycles are those of the whole run"},
    {"instructions of x <= 5\n", "b:1: instructions are those of code, not of data"},
    {"rate share <= 5%\n", "b:1: there is no share of rate"},
    {"mpki share <= 5%\n", "b:1: there is no share of mpki"},
    {"mpki <= 5%\n", "b:1: mpki is no percentage: its limit is a number without %"},
    {"cycles <= 5%\n", "b:1: cycles is no percentage: its limit is a number without %"},
    {"upgrades cold <= 5\n", "b:1: only stall and misses have causes, not upgrades"},
    {"misses upgrades <= 5\n", "b:1: upgrades are no misses"},
    {"misses of \"x <= 5\n", "b:1: a quote is not closed"},
    {"baseline\n", "b:1: a baseline is a profile or a label"},
    {"baseline a\nbaseline b\n", "b:2: there is a second baseline"},
    {"baseline a b\n", "b:1: unexpected text at the end of the line: 'b'"},
    {"misses <= 5\n\033[2J\n", "b:2: there is a control character"},
    {"misses of \xff <= 5\n", "b:1: the line is not text in UTF-8"},
};

static void test_wrong(void) {
  for (size_t i = 0; i < G_N_ELEMENTS(wrong); i++) {
    g_autoptr(GError) error = NULL;
    BudgetFile *file = parse(wrong[i].text, &error);
    check(file == NULL && error != NULL && g_str_has_prefix(error->message, wrong[i].error), wrong[i].error,
          error != NULL ? error->message : "no error");
    budget_file_free(file);
  }
  g_autoptr(GError) error = NULL;
  check(budget_file_parse("b", "rate\0<= 5%", 10, &error) == NULL, "a byte 0", "is refused");
}

/* ---- verdicts ---- */

/* Returns the verdict of the only budget in a text on a profile. */
static BudgetVerdict judge(const char *text, const BudgetProfile *profile, const BudgetProfile *baseline) {
  g_autoptr(GError) error = NULL;
  BudgetFile *file = parse(text, &error);
  if (file == NULL) {
    check(false, text, error->message);
    return BUDGET_VERDICTS;
  }
  GPtrArray *results = budget_judge(file, profile, baseline);
  const BudgetVerdict verdict = ((const BudgetResult *)g_ptr_array_index(results, 0))->verdict;
  g_ptr_array_unref(results);
  budget_file_free(file);
  return verdict;
}

static void expect(const char *text, const BudgetProfile *profile, const BudgetProfile *baseline,
                   BudgetVerdict expected) {
  const BudgetVerdict found = judge(text, profile, baseline);
  check(found == expected, text, found < BUDGET_VERDICTS ? budget_verdict_name(found) : "none");
}

/* Tests a limit equal to the value, and limits next to it, with each relation. */
static void check_relations(const char *amount, uint64_t value, const BudgetProfile *profile) {
  static const struct {
    const char *relation;
    bool below, at, above; /* whether a value obeys a limit that is below it, equal to it, above it */
  } relations[] = {{"<=", false, true, true},
                   {"<", false, false, true},
                   {"=", false, true, false},
                   {">=", true, true, false},
                   {">", true, false, false}};
  for (size_t i = 0; i < G_N_ELEMENTS(relations); i++)
    for (int beside = value > 0 ? -1 : 0; beside <= 1; beside++) {
      g_autofree char *text = g_strdup_printf("%s %s %" G_GUINT64_FORMAT, amount, relations[i].relation,
                                              value + (uint64_t)(int64_t)beside);
      const bool keeps = beside < 0 ? relations[i].below : beside == 0 ? relations[i].at : relations[i].above;
      expect(text, profile, NULL, keeps ? BUDGET_VERDICT_PASSED : BUDGET_VERDICT_EXCEEDED);
    }
}

/* Tests every metric of the whole run, of each bin and of each segment, against sums over the cells. */
static void test_sums(const BudgetProfile *profile) {
  const Profile *run = profile->open.profile;
  const View *view = profile->views[VIEW_LEVEL_PATH];
  for (unsigned metric = 0; metric < VIEW_METRICS; metric++) {
    const char *key = view_metric_key((ViewMetric)metric);
    check_relations(key, view_metric_of((ViewMetric)metric, &run->totals.counts), profile);
    for (unsigned axis = 0; axis < VIEW_AXES; axis++)
      for (uint32_t rank = 0; rank < view_used(view, axis); rank++) {
        uint64_t sum = 0;
        for (uint32_t i = 0; i < run->n_cells; i++) {
          const ProfileCell *cell = &run->cells[i];
          if ((axis == VIEW_CODE ? view_row(view, cell->place) : view_column(view, cell->bin)) == rank)
            sum += view_metric_of((ViewMetric)metric, &cell->counts);
        }
        g_autofree char *amount = g_strdup_printf("%s %s \"%s\"", key, axis == VIEW_CODE ? "in" : "of",
                                                  view_item(view, axis, rank)->name);
        check_relations(amount, sum, profile);
      }
  }
  check_relations("cycles", run->totals.cycles, profile);
  check_relations("instructions", run->totals.instructions, profile);
}

/* Of make_profile sample: 2601 references, 260 misses, 40 of them by invalidation, 13120 cycles of stall. */
static void test_verdicts(const BudgetProfile *sample) {
  expect("misses share <= 100%", sample, NULL, BUDGET_VERDICT_PASSED);
  expect("misses inval = 40", sample, NULL, BUDGET_VERDICT_PASSED);
  expect("misses share inval <= 15.38%", sample, NULL, BUDGET_VERDICT_EXCEEDED);
  expect("misses share inval <= 15.39%", sample, NULL, BUDGET_VERDICT_PASSED);
  expect("mpki <= 60.68", sample, NULL, BUDGET_VERDICT_EXCEEDED); /* 260 misses in 4284 instructions */
  expect("mpki <= 60.7", sample, NULL, BUDGET_VERDICT_PASSED);
  expect("mpki in sum >= 48.01", sample, NULL, BUDGET_VERDICT_EXCEEDED); /* 192 misses in 4000 instructions */
  expect("mpki in sum = 48", sample, NULL, BUDGET_VERDICT_PASSED);
  expect("mpki of total in sum <= 10.5", sample, NULL, BUDGET_VERDICT_PASSED); /* 42 misses */
  expect("mpki of total <= 9.8", sample, NULL, BUDGET_VERDICT_EXCEEDED);
  expect("mpki <= baseline", sample, sample, BUDGET_VERDICT_PASSED);
  expect("mpki <= baseline - 1%", sample, sample, BUDGET_VERDICT_EXCEEDED);
  expect("rate <= 9.99%", sample, NULL, BUDGET_VERDICT_EXCEEDED);
  expect("rate <= 10%", sample, NULL, BUDGET_VERDICT_PASSED);
  expect("stall share of total in sum <= 16.8%", sample, NULL, BUDGET_VERDICT_EXCEEDED);
  expect("stall share of total in sum <= 17%", sample, NULL, BUDGET_VERDICT_PASSED);
  expect("stall share cold <= 0%", sample, NULL, BUDGET_VERDICT_EXCEEDED);
  expect("misses <= 0.26K", sample, NULL, BUDGET_VERDICT_PASSED);
  expect("misses <= 0.259K", sample, NULL, BUDGET_VERDICT_EXCEEDED);
  expect("misses of nobody <= 1M", sample, NULL, BUDGET_VERDICT_UNKNOWN);
  expect("misses of nobody* <= 1M", sample, NULL, BUDGET_VERDICT_UNKNOWN);
  expect("misses of any nobody* = 0", sample, NULL, BUDGET_VERDICT_PASSED);
  expect("misses during any solve = 0", sample, NULL, BUDGET_VERDICT_PASSED); /* the sample has no stages */
  expect("misses during solve = 0", sample, NULL, BUDGET_VERDICT_UNKNOWN);
  expect("misses in any nobody > 0", sample, NULL, BUDGET_VERDICT_EXCEEDED);
  expect("misses of tot <= 1M", sample, NULL, BUDGET_VERDICT_UNKNOWN); /* only a part of a name */
  expect("misses of tot* <= 1M", sample, NULL, BUDGET_VERDICT_PASSED);
}

static void test_baseline(const BudgetProfile *sample) {
  expect("misses <= baseline", sample, sample, BUDGET_VERDICT_PASSED);
  expect("misses < baseline", sample, sample, BUDGET_VERDICT_EXCEEDED);
  expect("misses = baseline", sample, sample, BUDGET_VERDICT_PASSED);
  expect("misses <= baseline - 1", sample, sample, BUDGET_VERDICT_EXCEEDED);
  expect("misses < baseline + 1", sample, sample, BUDGET_VERDICT_PASSED);
  expect("misses = baseline + 0%", sample, sample, BUDGET_VERDICT_PASSED);
  expect("rate <= baseline - 0.1 points", sample, sample, BUDGET_VERDICT_EXCEEDED);
  expect("rate < baseline + 1%", sample, sample, BUDGET_VERDICT_PASSED);
  expect("misses of nobody <= baseline", sample, sample, BUDGET_VERDICT_UNKNOWN);
}

/* 105.3M +- 10.3M misses; the number of writes is unknown. */
static void test_sampled(const BudgetProfile *sampled, const BudgetProfile *full) {
  expect("misses <= 90M", sampled, NULL, BUDGET_VERDICT_EXCEEDED);
  expect("misses <= 100M", sampled, NULL, BUDGET_VERDICT_UNKNOWN);
  expect("misses <= 110M", sampled, NULL, BUDGET_VERDICT_UNKNOWN);
  expect("misses <= 120M", sampled, NULL, BUDGET_VERDICT_PASSED);
  expect("misses = 105M", sampled, NULL, BUDGET_VERDICT_UNKNOWN);
  expect("writes <= 1000G", sampled, NULL, BUDGET_VERDICT_UNKNOWN);
  expect("misses cold <= 1000G", sampled, NULL, BUDGET_VERDICT_UNKNOWN);
  /* The samples contain no such event: it may be rare. */
  expect("misses of \"NewMatrix:31 (main:42)\" in ClearProduct <= 1K", sampled, NULL, BUDGET_VERDICT_UNKNOWN);
  expect("misses of \"NewMatrix:31 (main:42)\" in ClearProduct = 0", full, NULL, BUDGET_VERDICT_PASSED);
  expect("misses <= baseline", sampled, sampled, BUDGET_VERDICT_UNKNOWN);
  expect("misses <= baseline + 50%", sampled, sampled, BUDGET_VERDICT_PASSED);
  expect("misses <= baseline", sampled, full, BUDGET_VERDICT_EXCEEDED);
  expect("misses <= baseline", full, sampled, BUDGET_VERDICT_PASSED);
  expect("misses <= 10191400", full, NULL, BUDGET_VERDICT_PASSED);
  /* That run did not distinguish the kinds of replacement misses. */
  expect("conflict = 0", full, NULL, BUDGET_VERDICT_UNKNOWN);
  expect("stall share capacity <= 100%", full, NULL, BUDGET_VERDICT_UNKNOWN);
  expect("misses repl >= 1", full, NULL, BUDGET_VERDICT_PASSED);
}

/* The profile obeys the budgets that --init writes, and violates limits that are lower by one. */
static void test_init(const BudgetProfile *profile) {
  g_autoptr(GString) text = g_string_new(NULL);
  g_autoptr(GError) error = NULL;
  check(budget_init(profile, "profile", text, &error), "init", error != NULL ? error->message : "no error");
  if (error != NULL) return;
  BudgetFile *file = parse(text->str, &error);
  check(file != NULL, "init", error != NULL ? error->message : "no error");
  if (file == NULL) return;
  GPtrArray *results = budget_judge(file, profile, NULL);
  for (guint i = 0; i < results->len; i++) {
    const BudgetResult *result = g_ptr_array_index(results, i);
    check(result->verdict == BUDGET_VERDICT_PASSED, "init", result->budget->text);
    Budget *budget = g_ptr_array_index(file->budgets, i);
    if (budget->number.digits > 0) budget->number.digits--;
  }
  g_ptr_array_unref(results);
  results = budget_judge(file, profile, NULL);
  for (guint i = 0; i < results->len && !profile->open.profile->sampled; i++) {
    const BudgetResult *result = g_ptr_array_index(results, i);
    check(result->verdict == BUDGET_VERDICT_EXCEEDED || result->budget->relation == BUDGET_RELATION_EQUAL,
          "init, one less", result->budget->text);
  }
  g_ptr_array_unref(results);
  budget_file_free(file);
}

/* ---- damage ---- */

static void test_altered(const BudgetProfile *profile) {
  static const char text[] =
      "baseline 'x' # y\nthe name: misses of \"double *.x\" in forward <= 15.5K\nstall share of any '*' false sharing <= 5%\n"
      "rate in f >= baseline - 0.5 points\ntotal cycles = baseline + 1%\n";
  GRand *dice = g_rand_new_with_seed(SEED);
  unsigned good = 0;
  for (unsigned i = 0; i < ALTERED; i++) {
    g_autoptr(GString) altered = g_string_new(text);
    for (gint32 n = g_rand_int_range(dice, 1, 4); n > 0 && altered->len > 1; n--) {
      const gssize at = g_rand_int_range(dice, 0, (gint32)altered->len);
      if (g_rand_boolean(dice))
        altered->str[at] = (char)g_rand_int_range(dice, 0, 256);
      else
        g_string_erase(altered, at, g_rand_int_range(dice, 0, (gint32)(altered->len - (gsize)at)));
    }
    /* A copy of exactly the text's size, so that the sanitizer reports reads after its end. */
    g_autofree char *exact = g_memdup2(altered->str, MAX(altered->len, 1));
    g_autoptr(GError) error = NULL;
    BudgetFile *file = budget_file_parse("b", exact, altered->len, &error);
    check((file == NULL) == (error != NULL), "altered", altered->str);
    if (file != NULL && good++ % 16 == 0) g_ptr_array_unref(budget_judge(file, profile, profile));
    budget_file_free(file);
  }
  check(good > ALTERED / 50, "altered", "some are good");
  g_rand_free(dice);
}

/* Returns the profile that make_profile writes for a kind. */
static BudgetProfile *load(const char *kind) {
  const char *top = g_getenv("top_builddir");
  g_autofree char *program = g_build_filename(top != NULL ? top : ".", "tests/ui/make_profile", NULL);
  const char *command[] = {program, kind, NULL};
  char *text = NULL, path[] = "/tmp/memspy-test-budgets-XXXXXX";
  g_autoptr(GError) error = NULL;
  close(mkstemp(path));
  const bool made = g_spawn_sync(NULL, (char **)command, NULL, 0, NULL, NULL, &text, NULL, NULL, &error) &&
                    g_file_set_contents(path, text, -1, &error);
  BudgetProfile *profile = made ? budget_profile_load(path, kind, true, &error) : NULL;
  g_free(text);
  unlink(path);
  if (profile == NULL) printf("FAILED: %s: %s\n", kind, error->message), exit(1);
  return profile;
}

int main(void) {
  setlocale(LC_ALL, "C.UTF-8");
  BudgetProfile *sample = load("sample"), *paper = load("paper"), *sampled = load("sampled-paper");
  BudgetProfile *hostile = load("hostile");
  test_forms();
  test_lines();
  test_wrong();
  test_sums(sample);
  test_verdicts(sample);
  test_baseline(sample);
  test_sampled(sampled, paper);
  test_init(sample);
  test_init(paper);
  test_init(sampled);
  test_init(hostile);
  test_altered(sample);
  budget_profile_free(sample);
  budget_profile_free(paper);
  budget_profile_free(sampled);
  budget_profile_free(hostile);
  if (failures == 0) puts("all checks hold");
  return failures != 0;
}
