/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/attribute/attr_compare.h"

#include <math.h>
#include <string.h>

#include "ui/attribute/attr_alias_evidence.h"
#include "ui/attribute/attr_pointer_copies.h"
#include "ui/base/ui_text.h"
#include "ui/names/name_frame.h"

/* Maximum number of copies through which an address is followed. */
enum { MOST_COPIES = 8 };

/* ---- ranks ---- */

/* Returns the rank of each of n numbers, the smallest first. Equal numbers have the mean of their ranks. The caller
 * owns the array. */
static double *mean_ranks(const double *numbers, guint n) {
  double *ranks = g_new0(double, n + 1);
  for (guint i = 0; i < n; i++) {
    guint less = 0, alike = 0;
    for (guint k = 0; k < n; k++) {
      less += numbers[k] < numbers[i];
      alike += numbers[k] == numbers[i];
    }
    ranks[i] = less + (alike + 1) / 2.0;
  }
  return ranks;
}

double attr_compare_spearman(const double *a, const double *b, guint n) {
  g_autofree double *x = mean_ranks(a, n), *y = mean_ranks(b, n);
  const double mean = (n + 1) / 2.0;
  double xx = 0, yy = 0, xy = 0;
  for (guint i = 0; i < n; i++) {
    xx += (x[i] - mean) * (x[i] - mean);
    yy += (y[i] - mean) * (y[i] - mean);
    xy += (x[i] - mean) * (y[i] - mean);
  }
  return xx > 0 && yy > 0 ? xy / sqrt(xx * yy) : NAN;
}

double attr_compare_kendall(const double *a, const double *b, guint n) {
  double agree = 0, in_a = 0, in_b = 0; /* pairs that differ */
  for (guint i = 0; i < n; i++) {
    for (guint k = 0; k < i; k++) {
      const int x = (a[i] > a[k]) - (a[i] < a[k]), y = (b[i] > b[k]) - (b[i] < b[k]);
      agree += x * y;
      in_a += x != 0;
      in_b += y != 0;
    }
  }
  return in_a > 0 && in_b > 0 ? agree / sqrt(in_a * in_b) : NAN;
}

/* ---- variables ---- */

typedef struct {
  AttrCompare *compare;
  const AttrCompareSide *sides;
  guint n;
  GArray **misses;            /* double, indexed by side, then by variable */
  GHashTable *allocations;    /* for the exact side: file and line -> variable; ATTR_VARIABLE_NONE: there are several
                                 variables */
  GHashTable *stacks;         /* exact side: name of a stack variable -> variable */
  GHashTable *holders;        /* exact side: holder of the address -> variable */
  AttrAliasEvidence *reached; /* the alias evidence of the exact side */
  Uses *uses, *code;
  AttrPointerCopies *copied; /* NULL: not computed yet */
} Comparing;

/* Returns the variable with which a stack variable is joined. */
static guint32 fold(Comparing *work, guint32 number) {
  const AttrProgramVariable *variable = attr_variables_get(work->compare->variables, number);
  const AttrProgramVariable whole = {ATTR_VARIABLE_STACK, "", variable->owner, "", 0};
  if (!work->compare->folded_stacks || variable->kind != ATTR_VARIABLE_STACK) return number;
  return attr_variables_number(work->compare->variables, &whole);
}

static void add_misses(GArray *misses, guint32 number, double more) {
  if (misses->len <= number) g_array_set_size(misses, number + 1);
  g_array_index(misses, double, number) += more;
}

static double misses_of(const Comparing *work, guint side, guint32 number) {
  return number < work->misses[side]->len ? g_array_index(work->misses[side], double, number) : 0;
}

/* Records the variable of a key. Takes ownership of `key`. */
static void note(GHashTable *table, char *key, guint32 number) {
  gpointer found;
  const bool known = g_hash_table_lookup_extended(table, key, NULL, &found);
  if (known && GPOINTER_TO_UINT(found) != number) number = ATTR_VARIABLE_NONE;
  g_hash_table_replace(table, key, GUINT_TO_POINTER(number));
}

typedef struct {
  Comparing *work;
  guint32 number;
  const char *by; /* the evidence; the store owns its text; NULL: there is no evidence yet */
} Looking;

static void note_holder(void *closure, const char *name) {
  const Looking *looking = closure;
  note(looking->work->holders, g_strdup(name), looking->number);
}

/* Records the names of a stack variable. The names of variables that share a slot are ambiguous. */
static void note_stack(Comparing *work, const char *name, guint32 number) {
  g_auto(GStrv) each = g_strsplit(name, NAME_FRAME_BETWEEN, -1);
  for (guint i = 0; each[i] != NULL; i++) note(work->stacks, g_strdup(each[i]), number);
}

/* Records the additional keys of a variable of the exact side. */
static void note_bin(Comparing *work, uint32_t i, guint32 number) {
  const Profile *profile = work->sides[ATTR_COMPARE_EXACT].profile;
  const ProfileBin *bin = &profile->bins[i];
  const AttrProgramVariable *variable = attr_variables_get(work->compare->variables, number);
  if (variable->kind == ATTR_VARIABLE_STACK) note_stack(work, variable->name, number);
  if (variable->kind != ATTR_VARIABLE_HEAP) return;
  for (uint32_t k = 0; k < bin->frames.count; k++) {
    const ProfilePlace *place = profile_frame_place(profile, bin, k);
    if (place->line != 0)
      note(work->allocations, attr_variables_line_key(profile->files[place->file].path, place->line), number);
  }
  Looking looking = {work, number, NULL};
  name_pointers_for_each(name_table_holders(work->sides[ATTR_COMPARE_EXACT].names, i).seen, note_holder, &looking);
}

/* ---- variables that are the same by other names ---- */

static void *keep(AttrCompare *compare, void *memory) {
  g_ptr_array_add(compare->store, memory);
  return memory;
}

/* Returns the variable of a key, or ATTR_VARIABLE_NONE if there are none or several. */
static guint32 look_up(const Comparing *work, GHashTable *table, const char *key, AttrCompareJoin *join) {
  const guint32 found = GPOINTER_TO_UINT(g_hash_table_lookup(table, key));
  if (found != ATTR_VARIABLE_NONE) join->by = keep(work->compare, g_strdup(key));
  return found;
}

/* Looks up one holder. A holder shared by several variables is not evidence, and neither are holders that lead to
 * different variables. */
static void look_up_holder(void *closure, const char *name) {
  Looking *looking = closure;
  gpointer found;
  if (!g_hash_table_lookup_extended(looking->work->holders, name, NULL, &found)) return;
  if (looking->by == NULL) {
    looking->number = GPOINTER_TO_UINT(found);
    looking->by = keep(looking->work->compare, g_strdup(name));
  }
  if (looking->number != GPOINTER_TO_UINT(found)) looking->number = ATTR_VARIABLE_NONE;
}

/* Returns whether one of the holders is also a holder of the exact side, and sets join->exact. */
static bool join_by_holders(Comparing *work, const char *names, AttrCompareWhy why, AttrCompareJoin *join) {
  Looking looking = {work, ATTR_VARIABLE_NONE, NULL};
  name_pointers_for_each(names, look_up_holder, &looking);
  if (looking.by == NULL) return false;
  join->exact = looking.number;
  join->why = why;
  join->by = looking.by;
  return true;
}

/* Returns whether the references of the exact side through these names have a single target, and sets join->exact. */
static bool join_by_references(const Comparing *work, AttrAliasEvidenceWay way, const char *names,
                               AttrCompareJoin *join) {
  const char *by;
  if (!attr_alias_evidence_by(work->reached, way, names, &join->exact, &by)) return false;
  join->why = ATTR_COMPARE_BY_REFERENCES;
  join->by = keep(work->compare, g_strdup(by));
  return true;
}

static bool find_same_stack(const Comparing *work, const AttrProgramVariable *variable, AttrCompareJoin *join) {
  join->why = ATTR_COMPARE_BY_NAME;
  join->exact = look_up(work, work->stacks, variable->name, join);
  return join->exact != ATTR_VARIABLE_NONE;
}

static bool find_same_line(const Comparing *work, const AttrProgramVariable *variable, AttrCompareJoin *join) {
  if (variable->line == 0) return false;
  g_autofree char *key = attr_variables_line_key(variable->file, variable->line);
  join->why = ATTR_COMPARE_BY_LINE;
  join->exact = look_up(work, work->allocations, key, join);
  return join->exact != ATTR_VARIABLE_NONE;
}

/* Follows the copies of the pointer backwards until one leads to a variable. */
static bool join_by_copies(Comparing *work, NamePointers holders, AttrCompareJoin *join) {
  bool found = false;
  if (*holders.seen == '\0') return false;
  GString *names = g_string_new(holders.seen);
  if (work->copied == NULL)
    work->copied = attr_pointer_copies_new(work->sides[ATTR_COMPARE_EXACT].profile, work->uses, work->code);
  for (unsigned i = 0; i < MOST_COPIES && !found && attr_pointer_copies_add(work->copied, names); i++)
    found = join_by_references(work, ATTR_REACHED_SEEN, names->str, join) ||
            join_by_holders(work, names->str, ATTR_COMPARE_BY_COPIES, join);
  g_string_free(names, TRUE);
  join->why = ATTR_COMPARE_BY_COPIES;
  return found && join->exact != ATTR_VARIABLE_NONE;
}

/* Searches the variable of the exact side that is the same as another side's variable. Returns whether it is known. */
static bool find_same(Comparing *work, const AttrProgramVariable *variable, NamePointers holders,
                      AttrCompareJoin *join) {
  if (variable->kind == ATTR_VARIABLE_STACK) return find_same_stack(work, variable, join);
  if (variable->kind != ATTR_VARIABLE_HEAP) return false;
  if (find_same_line(work, variable, join) || join_by_references(work, ATTR_REACHED_SEEN, holders.seen, join))
    return true;
  if (join_by_holders(work, holders.seen, ATTR_COMPARE_BY_HOLDER, join)) return join->exact != ATTR_VARIABLE_NONE;
  return join_by_references(work, ATTR_REACHED_ASSIGNED, holders.assigned, join) ||
         (join_by_holders(work, holders.assigned, ATTR_COMPARE_BY_ASSIGNMENT, join) &&
          join->exact != ATTR_VARIABLE_NONE) ||
         join_by_copies(work, holders, join);
}

/* Returns the exact variable of bin i of another side. If it is unknown, returns the bin's own variable. */
static guint32 match(Comparing *work, guint side, uint32_t i, guint32 number, double misses) {
  AttrCompareJoin join = {.side = side, .variable = number, .exact = ATTR_VARIABLE_NONE, .share = misses};
  if (number == ATTR_VARIABLE_NONE || misses_of(work, ATTR_COMPARE_EXACT, number) > 0) return number;
  if (!find_same(work, attr_variables_get(work->compare->variables, number),
                 name_table_holders(work->sides[side].names, i), &join))
    return number;
  g_array_append_val(work->compare->joins, join);
  return join.exact;
}

/* Returns the variables of a side's bins, by bin. Owned by the caller. */
static guint32 *variables_of(Comparing *work, guint side) {
  const Profile *profile = work->sides[side].profile;
  guint32 *number_of = attr_variables_of_bins(work->compare->variables, profile, work->sides[side].names);
  for (uint32_t i = 0; i < profile->n_bins; i++) number_of[i] = fold(work, number_of[i]);
  return number_of;
}

static void sum_side(Comparing *work, guint side, const guint32 *number_of) {
  const Profile *profile = work->sides[side].profile;
  const ViewMetric metric = profile->of_samples ? VIEW_METRIC_MISSES : work->compare->metric;
  g_autofree double *of_bin = g_new0(double, profile->n_bins + 1);
  for (uint32_t i = 0; i < profile->n_cells; i++)
    of_bin[profile->cells[i].bin] += (double)view_metric_of(metric, &profile->cells[i].counts);
  for (uint32_t i = 0; i < profile->n_bins; i++) {
    if (of_bin[i] == 0) continue;
    const bool exact = side == ATTR_COMPARE_EXACT;
    const guint32 number = exact ? number_of[i] : match(work, side, i, number_of[i], of_bin[i]);
    if (exact) note_bin(work, i, number);
    add_misses(work->misses[side], number, of_bin[i]);
  }
}

/* ---- rows and columns ---- */

static double whole_of(const Comparing *work, guint side) {
  double whole = 0;
  for (guint32 i = 0; i < work->misses[side]->len; i++) whole += misses_of(work, side, i);
  return whole;
}

/* 1 + the number of known variables with more misses of the side. */
static guint rank_of(const Comparing *work, guint side, guint32 number) {
  const double own = misses_of(work, side, number);
  guint rank = 1;
  if (own == 0) return 0;
  for (guint32 i = ATTR_VARIABLE_NONE + 1; i < work->misses[side]->len; i++) rank += misses_of(work, side, i) > own;
  return rank;
}

static gint compare_rows(gconstpointer a, gconstpointer b) {
  const AttrCompareRow *x = a, *y = b;
  if (x->shares[ATTR_COMPARE_EXACT] != y->shares[ATTR_COMPARE_EXACT])
    return x->shares[ATTR_COMPARE_EXACT] > y->shares[ATTR_COMPARE_EXACT] ? -1 : 1;
  return x->variable < y->variable ? -1 : x->variable > y->variable;
}

static void add_rows(Comparing *work) {
  AttrCompare *compare = work->compare;
  for (guint32 i = ATTR_VARIABLE_NONE + 1; i < attr_variables_count(compare->variables); i++) {
    double *shares = g_new0(double, work->n), any = 0;
    guint *ranks = g_new0(guint, work->n);
    for (guint side = 0; side < work->n; side++) {
      shares[side] = ui_text_ratio(misses_of(work, side, i),
                                   g_array_index(compare->columns, AttrCompareColumn, side).misses);
      ranks[side] = rank_of(work, side, i);
      any += shares[side];
    }
    const AttrCompareRow row = {i, keep(compare, shares), keep(compare, ranks)};
    if (any > 0) g_array_append_val(compare->rows, row);
  }
  g_array_sort(compare->rows, compare_rows);
}

static void add_columns(Comparing *work) {
  for (guint side = 0; side < work->n; side++) {
    const Profile *profile = work->sides[side].profile;
    AttrCompareColumn column = {.title = work->sides[side].title,
                                .method = profile->of_samples ? profile->events.method : "",
                                .misses = whole_of(work, side)};
    column.unknown = ui_text_ratio(misses_of(work, side, ATTR_VARIABLE_NONE), column.misses);
    g_array_append_val(work->compare->columns, column);
  }
}

static gint compare_joins(gconstpointer a, gconstpointer b) {
  const AttrCompareJoin *x = a, *y = b;
  if (x->side != y->side) return x->side < y->side ? -1 : 1;
  if (x->share != y->share) return x->share > y->share ? -1 : 1;
  return x->variable < y->variable ? -1 : x->variable > y->variable;
}

/* Converts the misses of joins to shares. */
static void finish_joins(AttrCompare *compare) {
  for (guint i = 0; i < compare->joins->len; i++) {
    AttrCompareJoin *join = &g_array_index(compare->joins, AttrCompareJoin, i);
    join->share /= g_array_index(compare->columns, AttrCompareColumn, join->side).misses;
  }
  g_array_sort(compare->joins, compare_joins);
}

/* Returns the shares of the ranked rows. Owned by the caller. */
static double *ranked_shares(const AttrCompare *compare, guint side) {
  double *shares = g_new0(double, compare->top + 1);
  for (guint i = 0; i < compare->top; i++) shares[i] = g_array_index(compare->rows, AttrCompareRow, i).shares[side];
  return shares;
}

static void judge(AttrCompare *compare, guint side) {
  AttrCompareColumn *column = &g_array_index(compare->columns, AttrCompareColumn, side);
  const AttrCompareColumn *exact = &g_array_index(compare->columns, AttrCompareColumn, ATTR_COMPARE_EXACT);
  g_autofree double *direct = ranked_shares(compare, ATTR_COMPARE_EXACT), *own = ranked_shares(compare, side);
  column->spearman = attr_compare_spearman(direct, own, compare->top);
  column->kendall = attr_compare_kendall(direct, own, compare->top);
  column->distance = fabs(exact->unknown - column->unknown) / 2;
  for (guint i = 0; i < compare->rows->len; i++) {
    const AttrCompareRow *row = &g_array_index(compare->rows, AttrCompareRow, i);
    column->distance += fabs(row->shares[ATTR_COMPARE_EXACT] - row->shares[side]) / 2;
  }
}

/* Returns the number of rows with misses of the exact side. */
static guint count_direct(const AttrCompare *compare) {
  guint n = 0;
  while (n < compare->rows->len && g_array_index(compare->rows, AttrCompareRow, n).shares[ATTR_COMPARE_EXACT] > 0) n++;
  return n;
}

AttrCompare *attr_compare_new(const AttrCompareSide *sides, guint n, ViewMetric metric, guint top, Uses *uses,
                              Uses *code) {
  AttrCompare *compare = g_new0(AttrCompare, 1);
  Comparing work =
      {.compare = compare, .sides = sides, .n = n, .misses = g_new0(GArray *, n), .uses = uses, .code = code};
  compare->metric = metric;
  compare->rows = g_array_new(FALSE, FALSE, sizeof(AttrCompareRow));
  compare->columns = g_array_new(FALSE, FALSE, sizeof(AttrCompareColumn));
  compare->joins = g_array_new(FALSE, FALSE, sizeof(AttrCompareJoin));
  compare->variables = attr_variables_new();
  compare->store = g_ptr_array_new_with_free_func(g_free);
  compare->folded_stacks = !attr_variables_has_stack(sides[ATTR_COMPARE_EXACT].profile);
  work.allocations = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
  work.stacks = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
  work.holders = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
  for (guint side = 0; side < n; side++) {
    g_autofree guint32 *number_of = variables_of(&work, side);
    work.misses[side] = g_array_new(FALSE, TRUE, sizeof(double));
    if (side == ATTR_COMPARE_EXACT) work.reached = attr_alias_evidence_new(sides[side].profile, number_of, uses, code);
    sum_side(&work, side, number_of);
  }
  add_columns(&work);
  finish_joins(compare);
  add_rows(&work);
  compare->top = MIN(top, count_direct(compare));
  for (guint side = 0; side < n; side++) judge(compare, side);
  for (guint side = 0; side < n; side++) g_array_unref(work.misses[side]);
  g_free(work.misses);
  g_hash_table_destroy(work.allocations);
  g_hash_table_destroy(work.stacks);
  g_hash_table_destroy(work.holders);
  attr_alias_evidence_free(work.reached);
  attr_pointer_copies_free(work.copied);
  return compare;
}

void attr_compare_free(AttrCompare *compare) {
  if (compare == NULL) return;
  g_array_unref(compare->rows);
  g_array_unref(compare->columns);
  g_array_unref(compare->joins);
  attr_variables_free(compare->variables);
  g_ptr_array_unref(compare->store);
  g_free(compare);
}
