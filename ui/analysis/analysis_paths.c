/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/analysis/analysis_paths.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "ui/base/ui_text.h"
#include "ui/view/view_callers.h"

#define OTHERS "(other call paths)"
#define BELOW " < "

typedef struct {
  const View *of;
  const NameTable *names_of;
  GPtrArray *names; /* char *: for each row of the view */
} Paths;

/* ---- names ---- */

/* Appends "file:line", or only the line, if the file is *file. Sets *file. */
static void append_line(const Profile *profile, uint32_t of, uint64_t line, uint32_t *file, GString *out) {
  if (of != *file) g_string_append_printf(out, "%s:", profile_basename(profile->files[of].path));
  g_string_append_printf(out, "%" PRIu64, line);
  *file = of;
}

/* As analysis_paths_append_line(), but does not escape the text. */
static bool append_lines(const Profile *profile, const NameTable *names, uint32_t place, uint32_t file, GString *out) {
  guint n;
  const NameUserLine *users = name_user_lines_of(name_table_user_lines(names), place, &n);
  for (guint i = 0; i < n; i++) {
    if (i != 0) g_string_append_c(out, '/');
    append_line(profile, users[i].file, users[i].line, &file, out);
  }
  const ProfilePlace *at = &profile->places[place];
  if (n == 0 && at->line != 0) append_line(profile, at->file, at->line, &file, out);
  return n != 0 || at->line != 0;
}

bool analysis_paths_append_line(const Profile *profile, const NameTable *names, uint32_t place, uint32_t file,
                                GString *out) {
  g_autoptr(GString) line = g_string_new(NULL);
  if (!append_lines(profile, names, place, file, line)) return false;
  g_autofree char *escaped = ui_text_escaped(line->str);
  g_string_append(out, escaped);
  return true;
}

/* Returns the name of a function, and its line at a place, if this is known: "rows:23". `place`: the number of the place
 * + 1; 0: none. The name is not escaped for printing; owned by the caller. */
static char *name_of_step(const View *view, const NameTable *names, uint32_t segment, uint64_t place) {
  const Profile *profile = view->profile;
  const uint32_t rank = view->axes[VIEW_CODE].rank_of[segment];
  g_autofree char *function = ui_text_unescaped(view_item(view, VIEW_CODE, rank)->name);
  GString *name = g_string_new(function);
  g_string_append_c(name, ':');
  if (place == 0 || !append_lines(profile, names, (uint32_t)(place - 1), profile->segments[segment].file, name))
    g_string_truncate(name, name->len - 1);
  return g_string_free(name, FALSE);
}

static bool is_main(const Profile *profile, uint32_t context) {
  return strcmp(profile->segments[profile->contexts[context].segment].name, "main") == 0;
}

char *analysis_paths_name(const View *view, const NameTable *names, uint32_t context) {
  const Profile *profile = view->profile;
  g_autoptr(GString) name = g_string_new(NULL);
  uint64_t place = 0;
  for (uint64_t at = (uint64_t)context + 1; at != 0; at = profile->contexts[at - 1].caller) {
    g_autofree char *step = name_of_step(view, names, profile->contexts[at - 1].segment, place);
    g_string_append_printf(name, "%s%s", name->len != 0 ? BELOW : "", step);
    if (is_main(profile, (uint32_t)(at - 1))) break;
    place = profile->contexts[at - 1].place;
  }
  return ui_text_escaped(name->str);
}

/* ---- rows ---- */

bool analysis_paths_know(ViewMetric metric) {
  return metric == VIEW_METRIC_STALL || metric == VIEW_METRIC_MISSES || metric == VIEW_METRIC_READ_MISSES ||
         metric == VIEW_METRIC_WRITE_MISSES || metric == VIEW_METRIC_MEMORY;
}

/* Where the cost of a context counts: for a context, at a place of its function. */
typedef struct {
  uint32_t context;
  uint64_t place; /* number of the place + 1; 0: for the context itself */
} Charge;

/* Returns where the cost of a context counts. `charges` and `own` contain the results for its callers. Sets own[number]:
 * whether the context belongs to the program, or is library code called from it. */
static Charge charge_of(const Profile *profile, uint32_t number, const Charge *charges, bool *own) {
  const ProfileContext *context = &profile->contexts[number];
  own[number] = !name_user_lines_is_library_segment(profile, &profile->segments[context->segment]);
  if (own[number] || context->caller == 0 || !own[context->caller - 1]) return (Charge){.context = number};
  own[number] = true;
  const Charge caller = charges[context->caller - 1];
  const bool calls = caller.context == context->caller - 1 && caller.place == 0;
  return calls ? (Charge){.context = caller.context, .place = context->place} : caller;
}

/* A name of a call path: a function with a line, and the name of the path that called it. */
typedef struct {
  uint32_t step;   /* number of the text of the function and its line */
  uint32_t caller; /* number of the name of the caller's path + 1; 0: none */
} Name;

/* All call paths by name. Each name has a number. */
typedef struct {
  GPtrArray *steps;    /* char * */
  GHashTable *step_of; /* text -> number in `steps` */
  GArray *names;       /* Name */
  GHashTable *name_of; /* the bits of a Name (guint64) -> number in `names` */
  uint32_t *name;      /* for each context: the name to which its cost belongs */
  uint64_t *amount;    /* for each name: its amount of the metric */
} Names;

/* Returns the number of a text in `steps`. Takes the text. */
static uint32_t number_of_step(Names *names, char *text) {
  gpointer number;
  if (g_hash_table_lookup_extended(names->step_of, text, NULL, &number)) {
    g_free(text);
    return GPOINTER_TO_UINT(number);
  }
  g_hash_table_insert(names->step_of, text, GUINT_TO_POINTER(names->steps->len));
  g_ptr_array_add(names->steps, text);
  return names->steps->len - 1;
}

static uint32_t number_of_name(Names *names, Name name) {
  const gint64 key = (gint64)name.caller << 32 | name.step;
  gpointer number;
  if (g_hash_table_lookup_extended(names->name_of, &key, NULL, &number)) return GPOINTER_TO_UINT(number);
  g_hash_table_insert(names->name_of, g_memdup2(&key, sizeof key), GUINT_TO_POINTER(names->names->len));
  g_array_append_val(names->names, name);
  return names->names->len - 1;
}

/* Gives each context the name of the call path to which its cost belongs. Callers come before their callees. */
static void name_contexts(Names *names, const Paths *paths) {
  const Profile *profile = paths->of->profile;
  const gsize n = profile->n_contexts;
  g_autofree Charge *charges = g_new(Charge, n + 1);
  g_autofree bool *own = g_new(bool, n + 1);
  g_autofree uint32_t *callers = g_new(uint32_t, n + 1); /* for each context: Name.caller */
  for (uint32_t i = 0; i < n; i++) {
    const ProfileContext *context = &profile->contexts[i];
    callers[i] = 0;
    if (context->caller != 0 && !is_main(profile, i)) {
      const uint32_t caller = (uint32_t)(context->caller - 1);
      char *step = name_of_step(paths->of, paths->names_of, profile->contexts[caller].segment, context->place);
      callers[i] = number_of_name(names, (Name){number_of_step(names, step), callers[caller]}) + 1;
    }
    charges[i] = charge_of(profile, i, charges, own);
    const uint32_t segment = profile->contexts[charges[i].context].segment;
    char *step = name_of_step(paths->of, paths->names_of, segment, charges[i].place);
    names->name[i] = number_of_name(names, (Name){number_of_step(names, step), callers[charges[i].context]});
  }
}

static void sum_amounts(Names *names, const Profile *profile, ViewMetric metric) {
  names->amount = g_new0(uint64_t, (gsize)names->names->len + 1);
  for (uint32_t i = 0; i < profile->n_context_cells; i++) {
    const ProfileCounts counts = view_callers_counts(&profile->context_cells[i]);
    names->amount[names->name[profile->context_cells[i].context]] += view_metric_of(metric, &counts);
  }
}

static char *text_of_name(const Names *names, uint32_t number) {
  GString *text = g_string_new(NULL);
  for (uint32_t at = number + 1; at != 0; at = g_array_index(names->names, Name, at - 1).caller)
    g_string_append_printf(text, "%s%s", text->len != 0 ? BELOW : "",
                           (char *)g_ptr_array_index(names->steps, g_array_index(names->names, Name, at - 1).step));
  return g_string_free(text, FALSE);
}

static gint compare_amounts(gconstpointer a, gconstpointer b, gpointer amount) {
  const uint64_t x = ((uint64_t *)amount)[*(const uint32_t *)a], y = ((uint64_t *)amount)[*(const uint32_t *)b];
  if (x != y) return x > y ? -1 : 1;
  return *(const uint32_t *)a < *(const uint32_t *)b ? -1 : 1;
}

/* Returns the names of contexts, greatest amount first. The elements are uint32_t; the caller owns the array. */
static GArray *ranked_names(const Names *names, uint32_t n_contexts) {
  GArray *ranked = g_array_new(FALSE, FALSE, sizeof(uint32_t));
  g_autofree bool *seen = g_new0(bool, (gsize)names->names->len + 1);
  for (uint32_t i = 0; i < n_contexts; i++) {
    if (!seen[names->name[i]]) g_array_append_val(ranked, names->name[i]);
    seen[names->name[i]] = true;
  }
  g_array_sort_with_data(ranked, compare_amounts, names->amount);
  return ranked;
}

/* Sets row[i], the row of context i, and the names of the rows. The `most` greatest call paths get rows of their own;
 * all others share the last row. */
static void number_rows(Paths *paths, const Names *names, uint32_t most, uint32_t *row) {
  const uint32_t n = paths->of->profile->n_contexts;
  g_autoptr(GArray) ranked = ranked_names(names, n);
  g_autofree uint32_t *row_of_name = g_new(uint32_t, (gsize)names->names->len + 1);
  for (guint i = 0; i < ranked->len; i++) {
    const uint32_t name = g_array_index(ranked, uint32_t, i);
    row_of_name[name] = MIN(i, most);
    if (i <= most) g_ptr_array_add(paths->names, i < most ? text_of_name(names, name) : g_strdup(OTHERS));
  }
  for (uint32_t i = 0; i < n; i++) row[i] = row_of_name[names->name[i]];
}

/* Finds the row of each context, and the names of the rows. The caller owns the array. */
static uint32_t *find_rows(Paths *paths, ViewMetric metric, uint32_t most) {
  const Profile *profile = paths->of->profile;
  uint32_t *row = g_new(uint32_t, (gsize)profile->n_contexts + 1);
  Names names = {.steps = g_ptr_array_new_with_free_func(g_free),
                 .step_of = g_hash_table_new(g_str_hash, g_str_equal),
                 .names = g_array_new(FALSE, FALSE, sizeof(Name)),
                 .name_of = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL),
                 .name = g_new(uint32_t, (gsize)profile->n_contexts + 1)};
  name_contexts(&names, paths);
  sum_amounts(&names, profile, metric);
  number_rows(paths, &names, most, row);
  g_free(names.amount);
  g_free(names.name);
  g_hash_table_unref(names.name_of);
  g_array_unref(names.names);
  g_hash_table_unref(names.step_of);
  g_ptr_array_unref(names.steps);
  return row;
}

/* ---- the view ---- */

static gint compare_cells(gconstpointer a, gconstpointer b) {
  const ProfileCell *x = a, *y = b;
  if (x->place != y->place) return x->place < y->place ? -1 : 1;
  return x->bin < y->bin ? -1 : x->bin > y->bin;
}

/* Gives each row a place, which has the instructions of its contexts, and makes the cells of these places. `row`: for
 * each context, its row. */
static void fill(ViewRows *view, const Profile *of, uint32_t n_rows, const uint32_t *row) {
  ProfilePlace *places = g_new0(ProfilePlace, (gsize)n_rows + 1);
  for (uint32_t i = 0; i < n_rows; i++) places[i].segment = i;
  for (uint32_t i = 0; i < of->n_contexts; i++) places[row[i]].instructions += of->contexts[i].instructions;
  ProfileCell *cells = g_new0(ProfileCell, (gsize)of->n_context_cells + 1);
  for (uint32_t i = 0; i < of->n_context_cells; i++) {
    const ProfileContextCell *cell = &of->context_cells[i];
    cells[i] = (ProfileCell){row[cell->context], cell->bin, view_callers_counts(cell)};
    cells[i].counts.reads = cell->read_misses;
    cells[i].counts.writes = cell->write_misses;
  }
  qsort(cells, of->n_context_cells, sizeof *cells, compare_cells);
  view_rows_set_places(view, places, n_rows, cells, of->n_context_cells);
}

ViewRows *analysis_paths_new(const View *of, const NameTable *names, ViewMetric metric, uint32_t most) {
  Paths paths = {.of = of, .names_of = names, .names = g_ptr_array_new_with_free_func(g_free)};
  g_autofree uint32_t *row = find_rows(&paths, metric, most);
  const uint32_t n_rows = paths.names->len;
  ViewRows *view = view_rows_new(of);
  view_rows_set_names(view, paths.names);
  fill(view, of->profile, n_rows, row);
  view_rows_finish(view, of, (ViewSort)metric, false, "Call Paths");
  return view;
}
