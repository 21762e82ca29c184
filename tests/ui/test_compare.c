/* test_compare.c: tests rank correlations that were computed by hand, and the matching of the variables of two
 * profiles.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <math.h>
#include <string.h>
#include <zstd.h>

#include "tests/check.h"
#include "tests/ui/close.h"
#include "tests/ui/fake_uses.h"
#include "ui/attribute/attr_compare_output.h"
#include "ui/names/name_kept_names.h"
#include "ui/names/name_pointers.h"
#include "ui/profile/profile_resolved.h"

/* ---- ranks ---- */

/* The table of Rutar and Hollingsworth (2011), section 4.3.2: ranks of the ten greatest variables of ART. The sums of
 * squared differences among the ten are 110 and 30. In the last column, bus[] is after five variables that it should
 * precede. */
static void test_table(void) {
  static const double direct[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
  static const double raw[] = {2, 1, 19, 15, 9, 8, 16, 10, 12, 11}, adjusted[] = {1, 2, 3, 4, 14, 6, 7, 8, 11, 12};
  CHECK(is_close(attr_compare_spearman(direct, raw, 10), 1 - 6 * 110.0 / 990));
  CHECK(is_close(attr_compare_spearman(direct, adjusted, 10), 1 - 6 * 30.0 / 990));
  CHECK(is_close(attr_compare_kendall(direct, adjusted, 10), 35.0 / 45));
  CHECK(is_close(attr_compare_kendall(direct, direct, 10), 1) && is_close(attr_compare_spearman(raw, raw, 10), 1));
}

/* Ranks 1, 2.5, 2.5, 4 and 1, 2, 3.5, 3.5: the sum of products is 3.75 of 4.5. One of the six pairs is equal on the
 * left, one on the right, and four have the same order. */
static void test_ties(void) {
  static const double a[] = {1, 2, 2, 3}, b[] = {1, 2, 3, 3}, down[] = {9, 7, 7, 1}, same[] = {5, 5, 5, 5};
  CHECK(is_close(attr_compare_spearman(a, b, 4), 3.75 / 4.5));
  CHECK(is_close(attr_compare_kendall(a, b, 4), 4.0 / 5));
  CHECK(is_close(attr_compare_spearman(a, down, 4), -1) && is_close(attr_compare_kendall(a, down, 4), -1));
  CHECK(isnan(attr_compare_spearman(a, same, 4)) && isnan(attr_compare_kendall(same, a, 4)));
  CHECK(isnan(attr_compare_spearman(a, b, 1)) && isnan(attr_compare_kendall(a, b, 0)));
}

/* ---- profiles ---- */

typedef struct {
  const char *kind, *name;
  uint64_t line; /* line of the allocating call; 0: there is none */
  uint64_t misses;
} Data;

/* `address`: address of the instruction that refers to all of the variables; 0: instructions are not distinguished. */
static Profile *profile_of(const Data *data, size_t n, bool of_samples, guint64 address) {
  Profile *profile = profile_new();
  const ProfileObject object = {"/bin/prog", "", 0};
  const ProfileFile file = {"/src/prog.c"};
  const ProfileSegment segment = {.name = "main", .line = 1};
  const ProfilePlace place = {.line = 7, .address = address};
  profile->of_samples = profile->sampled = of_samples;
  profile->events = (ProfileEvents){"D1", 10, 0, 0, of_samples ? "raw" : ""};
  g_array_append_val(profile->rows[BIN_RECORD_OBJECT], object);
  g_array_append_val(profile->rows[BIN_RECORD_FILE], file);
  g_array_append_val(profile->rows[BIN_RECORD_SEGMENT], segment);
  g_array_append_val(profile->rows[BIN_RECORD_PLACE], place);
  for (size_t i = 0; i < n; i++) {
    ProfileBin bin = {.kind = data[i].kind, .name = data[i].name};
    const ProfilePlace at = {.line = data[i].line};
    const ProfileCall call = {.place = profile->rows[BIN_RECORD_PLACE]->len};
    const uint32_t number = profile->rows[BIN_RECORD_CALL]->len;
    const ProfileCell cell = {0, (uint32_t)i, {.reads = data[i].misses, .read_misses = data[i].misses}};
    if (data[i].line != 0) {
      g_array_append_val(profile->rows[BIN_RECORD_PLACE], at);
      g_array_append_val(profile->rows[BIN_RECORD_CALL], call);
      bin.frames = (ProfileFrames){profile->frame_store->len, 1};
      g_array_append_val(profile->frame_store, number);
    }
    g_array_append_val(profile->rows[BIN_RECORD_BIN], bin);
    g_array_append_val(profile->rows[BIN_RECORD_CELL], cell);
  }
  profile_seal(profile);
  return profile;
}

static AttrCompareSide side_of(const char *title, const Data *data, size_t n, bool of_samples) {
  Profile *profile = profile_of(data, n, of_samples, 0);
  return (AttrCompareSide){title, profile, name_table_new(profile, false)};
}

static void side_clear(const AttrCompareSide *side) {
  name_table_free((NameTable *)side->names);
  profile_free((Profile *)side->profile);
}

static const AttrCompareRow *row_called(const AttrCompare *compare, const char *name) {
  for (guint i = 0; i < compare->rows->len; i++) {
    const AttrCompareRow *row = &g_array_index(compare->rows, AttrCompareRow, i);
    g_autofree char *own = attr_variables_name(attr_variables_get(compare->variables, row->variable));
    if (strcmp(own, name) == 0) return row;
  }
  CHECK(!"there is such a row");
  return &g_array_index(compare->rows, AttrCompareRow, 0);
}

/* Only one side names the block by its line. Unknown data is no variable, but counts as a difference. */
static void test_sides(void) {
  static const Data exact[] = {{"unknown", "", 0, 0},
                               {"static", "y", 0, 50},
                               {"heap", "", 31, 30},
                               {"stack", "f", 0, 20}};
  static const Data guess[] = {{"unknown", "", 0, 30},
                               {"static", "y", 0, 40},
                               {"heap", "", 31, 25},
                               {"static", "other", 0, 5}};
  AttrCompareSide sides[] = {side_of("exact", exact, G_N_ELEMENTS(exact), false),
                             side_of("guess", guess, G_N_ELEMENTS(guess), true)};
  AttrCompare *compare = attr_compare_new(sides, G_N_ELEMENTS(sides), VIEW_METRIC_MISSES, 10, NULL, NULL);
  const AttrCompareColumn *column = &g_array_index(compare->columns, AttrCompareColumn, 1);
  CHECK(compare->top == 3 && compare->rows->len == 4 && compare->folded_stacks);
  CHECK(is_close(row_called(compare, "y")->shares[0], .5) && is_close(row_called(compare, "y")->shares[1], .4));
  CHECK(is_close(row_called(compare, "main:31")->shares[1], .25) && row_called(compare, "main:31")->ranks[1] == 2);
  CHECK(row_called(compare, "(stack) f")->ranks[0] == 3 && row_called(compare, "(stack) f")->ranks[1] == 0);
  CHECK(row_called(compare, "other")->ranks[1] == 3);
  CHECK(is_close(column->unknown, .3) && is_close(column->misses, 100));
  CHECK(is_close(column->distance, (.1 + .05 + .2 + .05 + .3) / 2));
  CHECK(is_close(column->spearman, 1) && is_close(column->kendall, 1));
  attr_compare_free(compare);
  compare = attr_compare_new(sides, G_N_ELEMENTS(sides), VIEW_METRIC_MISSES, 1, NULL, NULL);
  CHECK(compare->top == 1 && isnan(g_array_index(compare->columns, AttrCompareColumn, 1).spearman));
  attr_compare_free(compare);
  for (size_t i = 0; i < G_N_ELEMENTS(sides); i++) side_clear(&sides[i]);
}

/* A line that allocated two variables does not determine which of them matches a variable with another name. */
static void test_lines(void) {
  static const Data exact[] = {{"unknown", "", 0, 0}, {"heap", "rows", 31, 60}, {"heap", "columns", 31, 40}};
  static const Data guess[] = {{"unknown", "", 0, 0}, {"heap", "other", 31, 100}};
  AttrCompareSide sides[] = {side_of("exact", exact, G_N_ELEMENTS(exact), false),
                             side_of("guess", guess, G_N_ELEMENTS(guess), true)};
  AttrCompare *compare = attr_compare_new(sides, G_N_ELEMENTS(sides), VIEW_METRIC_MISSES, 10, NULL, NULL);
  const AttrCompareColumn *column = &g_array_index(compare->columns, AttrCompareColumn, 1);
  CHECK(is_close(column->distance, 1));
  attr_compare_free(compare);
  for (size_t i = 0; i < G_N_ELEMENTS(sides); i++) side_clear(&sides[i]);
}

/* ---- holders ---- */

/* Names and holders in the form of the file; without holders, the form of version 2. */
static GVariant *resolve(const Data *data, const NamePointers *holders, size_t n) {
  g_autofree char **names = g_new0(char *, n + 1);
  g_autofree const NameBinType **types = g_new0(const NameBinType *, n);
  for (size_t i = 0; i < n; i++) names[i] = (char *)(i == 0 ? "unknown" : data[i].name);
  const ViewLabels labels = {names, names, names, NULL};
  GVariantBuilder resolved, sources;
  g_autoptr(GArray) users = g_array_new(FALSE, FALSE, sizeof(NameUserLine));
  g_variant_builder_init(&resolved, G_VARIANT_TYPE(holders != NULL ? PROFILE_RESOLVED : PROFILE_RESOLVED_2));
  g_variant_builder_init(&sources, G_VARIANT_TYPE(PROFILE_RESOLVED_SOURCES));
  name_kept_names_put(&resolved, &labels, types, (uint32_t)n);
  g_variant_builder_add_value(&resolved, g_variant_builder_end(&sources));
  g_variant_builder_add_value(&resolved, name_kept_names_put_user_lines(users));
  if (holders != NULL) g_variant_builder_add_value(&resolved, name_kept_names_put_holders(holders, (uint32_t)n));
  return g_variant_ref_sink(g_variant_builder_end(&resolved));
}

static AttrCompareSide held_side(const Data *data, const NamePointers *holders, size_t n, bool of_samples,
                                 guint64 address) {
  Profile *profile = profile_of(data, n, of_samples, address);
  profile->resolved = resolve(data, holders, n);
  return (AttrCompareSide){"held", profile, name_table_new(profile, true)};
}

/* Returns the reader's error for that part of a file; NULL: there is none. The caller owns it. */
static char *take(Profile *profile, uint64_t version, GVariant *resolved) {
  const gsize size = g_variant_get_size(resolved), room = ZSTD_compressBound(size);
  g_autofree char *packed = g_malloc(room);
  const gsize n = ZSTD_compress(packed, room, g_variant_get_data(resolved), size, 1);
  g_variant_unref(resolved);
  return profile_resolved_take(profile, version, packed, n, size);
}

/* Files of version 2 have no holders; files of version 3 have the holders of all bins. */
static void test_kept_holders(void) {
  static const Data data[] = {{"unknown", "", 0, 0}, {"heap", "x", 0, 1}};
  static const NamePointers holders[] = {{"", ""}, {"a.x\n", "y\n"}};
  for (uint64_t version = 2; version <= PROFILE_RESOLVED_VERSION; version++) {
    Profile *profile = profile_of(data, G_N_ELEMENTS(data), false, 0);
    g_autofree char *problem = take(profile, version, resolve(data, version == 2 ? NULL : holders, 2));
    CHECK(problem == NULL);
    NameTable *names = name_table_new(profile, true);
    const NamePointers kept = name_table_holders(names, 1);
    CHECK(strcmp(kept.seen, version == 2 ? "" : "a.x\n") == 0 && strcmp(kept.assigned, version == 2 ? "" : "y\n") == 0);
    name_table_free(names);
    profile_free(profile);
  }
  Profile *profile = profile_of(data, G_N_ELEMENTS(data), false, 0);
  GVariantBuilder resolved;
  g_autoptr(GVariant) whole = resolve(data, holders, 2);
  g_variant_builder_init(&resolved, G_VARIANT_TYPE(PROFILE_RESOLVED));
  for (gsize i = 0; i < PROFILE_RESOLVED_AT_HOLDERS; i++) {
    g_autoptr(GVariant) part = g_variant_get_child_value(whole, i);
    g_variant_builder_add_value(&resolved, part);
  }
  g_variant_builder_add_value(&resolved, name_kept_names_put_holders(holders, 1));
  g_autofree char *problem = take(profile, PROFILE_RESOLVED_VERSION,
                                  g_variant_ref_sink(g_variant_builder_end(&resolved)));
  CHECK(problem != NULL && strstr(problem, "not those of the bins") != NULL);
  profile_free(profile);
}

static const AttrCompareJoin *join_of(const AttrCompare *compare, const char *name) {
  for (guint i = 0; i < compare->joins->len; i++) {
    const AttrCompareJoin *join = &g_array_index(compare->joins, AttrCompareJoin, i);
    if (strcmp(attr_variables_get(compare->variables, join->variable)->name, name) == 0) return join;
  }
  return NULL;
}

static bool is_joined(const AttrCompare *compare, const char *name, const char *exact, AttrCompareWhy why,
                      const char *by) {
  const AttrCompareJoin *join = join_of(compare, name);
  return join != NULL && join->why == why && strcmp(join->by, by) == 0 && join->side == 1 &&
         strcmp(attr_variables_get(compare->variables, join->exact)->name, exact) == 0;
}

/* The whole name must equal a holder. A holder is listed once. */
static void test_names_of_holders(void) {
  g_autoptr(GString) names = g_string_new(NULL);
  name_pointers_add(names, "node.next");
  name_pointers_add_all(names, "node.n\nnode.next\n");
  CHECK(strcmp(names->str, "node.next\nnode.n\n") == 0);
  CHECK(name_pointers_has(names->str, "node.n") && name_pointers_has(names->str, "node.next"));
  CHECK(!name_pointers_has(names->str, "node") && !name_pointers_has(names->str, "node.next.n"));
}

/* A holder identifies a variable if only this variable has it. A holder that several variables have, or that other
 * variables have as well, identifies none. The assignments in the code are used only if no holder is known. */
static void test_holders(void) {
  static const Data exact[] = {{"unknown", "", 0, 0},
                               {"heap", "s.arr2", 0, 60},
                               {"heap", "s.arr1", 0, 30},
                               {"heap", "more", 0, 10},
                               {"heap", "idle", 0, 0}};
  static const NamePointers seen[] = {{"", ""},
                                      {"State.arr2\nState.block\n", ""},
                                      {"State.arr1\nState.ptr\nboth\n", ""},
                                      {"both\nmore in f\n", ""},
                                      {"State.idle\n", ""}};
  static const Data guess[] = {{"unknown", "", 0, 0},     {"heap", "z.block", 0, 40}, {"heap", "p", 0, 20},
                               {"heap", "several", 0, 9}, {"heap", "others", 0, 8},   {"heap", "first", 0, 7},
                               {"static", "table", 0, 6}, {"heap", "more", 0, 5},     {"heap", "cold", 0, 4},
                               {"heap", "nothing", 0, 1}};
  static const NamePointers reached[] = {{"", ""},
                                         {"z.block\nState.block\n", ""},
                                         {"p in f\n", "q in f\nState.ptr\n"},
                                         {"both\n", ""},
                                         {"State.arr2\nState.ptr\n", ""},
                                         {"both\n", "State.ptr\n"},
                                         {"State.block\n", ""},
                                         {"State.block\n", ""},
                                         {"State.idle\n", ""},
                                         {"State.bl\n", "block\n"}};
  AttrCompareSide sides[] = {held_side(exact, seen, G_N_ELEMENTS(exact), false, 0),
                             held_side(guess, reached, G_N_ELEMENTS(guess), true, 0)};
  AttrCompare *compare = attr_compare_new(sides, G_N_ELEMENTS(sides), VIEW_METRIC_MISSES, 10, NULL, NULL);
  CHECK(compare->joins->len == 2);
  CHECK(is_joined(compare, "z.block", "s.arr2", ATTR_COMPARE_BY_HOLDER, "State.block"));
  CHECK(is_joined(compare, "p", "s.arr1", ATTR_COMPARE_BY_ASSIGNMENT, "State.ptr"));
  CHECK(is_close(join_of(compare, "z.block")->share, .4));
  CHECK(is_close(row_called(compare, "s.arr2")->shares[1], .4) &&
        is_close(row_called(compare, "s.arr1")->shares[1], .2));
  CHECK(is_close(row_called(compare, "several")->shares[1], .09) && row_called(compare, "cold")->ranks[1] != 0);
  CHECK(is_close(row_called(compare, "more")->shares[1], .05));
  attr_compare_free(compare);
  for (size_t i = 0; i < G_N_ELEMENTS(sides); i++) side_clear(&sides[i]);
}

/* ---- copies ---- */

/* A function with one instruction, which refers to data through a pointer; NULL: without a pointer. */
static UsesFunction *copying(const char *pointer) {
  fake_reset();
  UsesFunction *function = fake_function("copying", "prog.c");
  const guint64 address = fake_add(function, 7);
  if (pointer == NULL) return function;
  const guint32 data = fake_data(function, USES_HEAP, "data");
  g_array_index(function->data, UsesData, data).holders.seen = pointer;
  fake_access(function, 7, data, "*data", false, address);
  return function;
}

static void end_copying(UsesFunction *function) {
  fake_reset();
  fake_function_free(function);
}

typedef struct {
  AttrCompareSide sides[2];
  AttrCompare *compare;
} Compared;

/* On the exact side, all references are made by the instruction. */
static Compared compare(const Data *exact, const NamePointers *seen, size_t n, const Data *guess,
                        const NamePointers *reached, size_t n_guess) {
  Compared compared = {.sides = {held_side(exact, seen, n, false, 1), held_side(guess, reached, n_guess, true, 0)}};
  compared.compare = attr_compare_new(compared.sides, 2, VIEW_METRIC_MISSES, 10, NULL, NULL);
  return compared;
}

static void compared_clear(const Compared *compared) {
  attr_compare_free(compared->compare);
  for (size_t i = 0; i < G_N_ELEMENTS(compared->sides); i++) side_clear(&compared->sides[i]);
}

/* The data of a pointer are those of the nearest pointer from which it is set that leads to data, if these are one
 * variable. */
static void test_copies(void) {
  static const Data exact[] = {{"unknown", "", 0, 0}, {"heap", "job.data", 0, 60}, {"heap", "job.index", 0, 30}};
  static const NamePointers seen[] = {{"", ""}, {"Job.data\nJob.any\n", ""}, {"Job.index\nJob.any\n", ""}};
  static const Data guess[] = {{"unknown", "", 0, 0},   {"heap", "in.src", 0, 40}, {"heap", "near", 0, 20},
                               {"heap", "two", 0, 9},   {"heap", "any", 0, 8},     {"heap", "beside", 0, 7},
                               {"heap", "as", 0, 6},    {"heap", "set", 0, 5},     {"heap", "known", 0, 4},
                               {"stack", "frame", 0, 1}};
  static const NamePointers reached[] = {
      {"", ""},           {"Input.src\n", ""},        {"Near.p\n", ""}, {"Two.p\n", ""},           {"Any.p\n", ""},
      {"Beside.p\n", ""}, {"As.p\n", "Assigned.p\n"}, {"Set.p\n", ""},  {"Job.any\nNear.p\n", ""}, {"Near.p\n", ""}};
  static const UsesCopy copies[] = {{"Input.src", "p in run"}, {"p in run", "Pool.buffer"}, {"Pool.buffer", "Job.data"},
                                    {"Near.p", "Job.data"},    {"Job.data", "Job.index"},   {"Two.p", "Job.data"},
                                    {"Two.p", "Job.index"},    {"Any.p", "Job.any"},        {"Job.any", "Job.data"},
                                    {"Beside.p", "Common.p"},  {"Job.data", "Common.p"},    {"Pool.buffer", "Set.p"},
                                    {"Assigned.p", "Job.data"}};
  UsesFunction *function = copying(NULL);
  for (size_t i = 0; i < G_N_ELEMENTS(copies); i++) fake_copy(function, copies[i].to, copies[i].from);
  const Compared compared = compare(exact, seen, G_N_ELEMENTS(exact), guess, reached, G_N_ELEMENTS(guess));
  CHECK(compared.compare->joins->len == 2);
  CHECK(is_joined(compared.compare, "in.src", "job.data", ATTR_COMPARE_BY_COPIES, "Job.data"));
  CHECK(is_joined(compared.compare, "near", "job.data", ATTR_COMPARE_BY_COPIES, "Job.data"));
  CHECK(is_close(row_called(compared.compare, "job.data")->shares[1], .6));
  compared_clear(&compared);
  end_copying(function);
}

/* The data of references are used before holders. If the data are no variable, the variable is unknown. */
static void test_copied_references(void) {
  static const Data exact[] = {{"unknown", "", 0, 0}, {"heap", "job.data", 0, 60}, {"heap", "held", 0, 30}};
  static const Data nowhere[] = {{"unknown", "", 0, 60}, {"heap", "job.data", 0, 20}, {"heap", "held", 0, 30}};
  static const NamePointers seen[] = {{"", ""}, {"Any.p\n", ""}, {"Pool.buffer\nAny.p\n", ""}};
  static const Data guess[] = {{"unknown", "", 0, 0}, {"heap", "in.src", 0, 40}, {"heap", "past", 0, 30}};
  static const NamePointers reached[] = {{"", ""}, {"Input.src\n", ""}, {"Past.p\n", ""}};
  UsesFunction *function = copying("Pool.buffer\n");
  fake_copy(function, "Input.src", "Pool.buffer");
  fake_copy(function, "Past.p", "Any.p"); /* two variables have this holder: the search ends here */
  fake_copy(function, "Any.p", "Pool.buffer");
  Compared compared = compare(exact, seen, G_N_ELEMENTS(exact), guess, reached, G_N_ELEMENTS(guess));
  CHECK(is_joined(compared.compare, "in.src", "job.data", ATTR_COMPARE_BY_COPIES, "Pool.buffer"));
  CHECK(compared.compare->joins->len == 1);
  compared_clear(&compared);
  compared = compare(nowhere, seen, G_N_ELEMENTS(nowhere), guess, reached, G_N_ELEMENTS(guess));
  CHECK(compared.compare->joins->len == 0);
  compared_clear(&compared);
  end_copying(function);
}

/* The search continues from pointer to pointer eight times, and no further. */
static void test_far_copies(void) {
  static const char *const names[] = {"n0", "n1", "n2", "n3", "n4", "n5", "n6", "n7", "n8", "n9"};
  static const Data exact[] = {{"unknown", "", 0, 0}, {"heap", "far", 0, 60}};
  static const Data guess[] = {{"unknown", "", 0, 0}, {"heap", "start", 0, 40}};
  static const NamePointers reached[] = {{"", ""}, {"n0\n", ""}}, eighth[] = {{"", ""}, {"n8\n", ""}},
                            ninth[] = {{"", ""}, {"n9\n", ""}};
  UsesFunction *function = copying(NULL);
  for (size_t i = 1; i < G_N_ELEMENTS(names); i++) fake_copy(function, names[i - 1], names[i]);
  Compared compared = compare(exact, eighth, G_N_ELEMENTS(exact), guess, reached, G_N_ELEMENTS(guess));
  CHECK(is_joined(compared.compare, "start", "far", ATTR_COMPARE_BY_COPIES, "n8"));
  compared_clear(&compared);
  compared = compare(exact, ninth, G_N_ELEMENTS(exact), guess, reached, G_N_ELEMENTS(guess));
  CHECK(compared.compare->joins->len == 0);
  compared_clear(&compared);
  end_copying(function);
}

/* No copies are requested for data without a named pointer, or for a profile without instructions. */
static void test_no_copies(void) {
  static const Data exact[] = {{"unknown", "", 0, 0}, {"heap", "job.data", 0, 60}};
  static const Data guess[] = {{"unknown", "", 0, 0}, {"heap", "in.src", 0, 40}};
  static const NamePointers seen[] = {{"", ""}, {"Job.data\n", ""}}, reached[] = {{"", ""}, {"Input.src\n", ""}};
  static const NamePointers by_nothing[] = {{"", ""}, {"", ""}};
  UsesFunction *function = copying(NULL);
  fake_copy(function, "Input.src", "Job.data");
  Compared compared = compare(exact, seen, G_N_ELEMENTS(exact), guess, reached, G_N_ELEMENTS(guess));
  const guint asked = fake_asked;
  CHECK(compared.compare->joins->len == 1);
  compared_clear(&compared);
  compared = compare(exact, seen, G_N_ELEMENTS(exact), guess, by_nothing, G_N_ELEMENTS(guess));
  CHECK(fake_asked - asked < asked);
  compared_clear(&compared);
  end_copying(function);
}

/* Each rule has its own words in the output. */
static void test_text(void) {
  static const Data exact[] = {{"unknown", "", 0, 0}, {"heap", "job.data", 0, 60}};
  static const Data guess[] = {{"unknown", "", 0, 0}, {"heap", "in.src", 0, 40}};
  static const NamePointers seen[] = {{"", ""}, {"Job.data\n", ""}}, reached[] = {{"", ""}, {"Input.src\n", ""}};
  static const char *const lines[] = {"\n  line of allocation ",           "\n  where references went ",
                                      "\n  what holds its address ",       "\n  an assignment in the code ",
                                      "\n  what its pointer is set from ", "\n  name without function "};
  UsesFunction *function = copying(NULL);
  fake_copy(function, "Input.src", "Job.data");
  const Compared compared = compare(exact, seen, G_N_ELEMENTS(exact), guess, reached, G_N_ELEMENTS(guess));
  g_autoptr(GString) text = g_string_new(NULL);
  attr_compare_text(compared.compare, text);
  const char *at = text->str;
  for (size_t i = 0; i < G_N_ELEMENTS(lines) && at != NULL; i++) at = strstr(at, lines[i]);
  CHECK(at != NULL);
  at = strstr(text->str, lines[ATTR_COMPARE_BY_COPIES]);
  g_autofree char *line = at != NULL ? g_strndup(at, strcspn(at + 1, "\n") + 1) : g_strdup("");
  CHECK(g_str_has_suffix(line, " 100.0%    1"));
  CHECK(strstr(text->str, "\n  in.src is job.data, set from Job.data: 100.0% of ") != NULL);
  compared_clear(&compared);
  end_copying(function);
}

/* ---- names ---- */

/* Names are equal regardless of how they are spelled. */
static void test_names(void) {
  static const AttrProgramVariable pairs[][2] = {
      {{ATTR_VARIABLE_HEAP, "A->nz", "", "", 0}, {ATTR_VARIABLE_HEAP, "A.nz", "", "", 0}},
      {{ATTR_VARIABLE_HEAP, "rows[i]", "", "", 0}, {ATTR_VARIABLE_HEAP, "rows[]", "", "a.c", 3}},
      {{ATTR_VARIABLE_HEAP, "t[map[i]].cells", "", "", 0}, {ATTR_VARIABLE_HEAP, "t[].cells", "", "", 0}}};
  AttrVariables *variables = attr_variables_new();
  for (size_t i = 0; i < G_N_ELEMENTS(pairs); i++)
    CHECK(attr_variables_number(variables, &pairs[i][0]) == attr_variables_number(variables, &pairs[i][1]));
  CHECK(attr_variables_count(variables) == 1 + G_N_ELEMENTS(pairs));
  CHECK(attr_variables_get(variables, 2)->line == 3);
  const AttrProgramVariable other = {ATTR_VARIABLE_STATIC, "A.nz", "", "", 0},
                            stack = {ATTR_VARIABLE_STACK, "i", "f", "", 0};
  const AttrProgramVariable second = {ATTR_VARIABLE_STACK, "i", "g", "", 0};
  CHECK(attr_variables_number(variables, &other) == 4);
  CHECK(attr_variables_number(variables, &stack) != attr_variables_number(variables, &second));
  attr_variables_free(variables);
}

/* A variable that gives its name to other data is known by its own name, even if another variable has the same name. */
static void test_alike(void) {
  static const Data data[] = {{"unknown", "", 0, 0},
                              {"static", "x", 0, 1},
                              {"static", "x", 0, 2},
                              {"range", "x", 0, 3}};
  const AttrCompareSide side = side_of("exact", data, G_N_ELEMENTS(data), false);
  AttrVariables *variables = attr_variables_new();
  g_autofree guint32 *numbers = attr_variables_of_bins(variables, side.profile, side.names);
  CHECK(strcmp(attr_variables_get(variables, numbers[1])->name, "x") == 0);
  CHECK(numbers[2] == numbers[1]);
  attr_variables_free(variables);
  side_clear(&side);
}

int main(void) {
  test_table();
  test_ties();
  test_sides();
  test_lines();
  test_names_of_holders();
  test_holders();
  test_copies();
  test_copied_references();
  test_far_copies();
  test_no_copies();
  test_text();
  test_kept_holders();
  test_names();
  test_alike();
  return check_failures != 0;
}
