/* SPDX-License-Identifier: GPL-2.0-or-later
 * advice_contention.c: the finding about a contended lock.
 *
 * The program takes a lock itself, or calls a library that takes a lock of its own. In the first case, data that the
 * functions which take the lock use, and that move between processors, are probably those that the lock protects. */
#include <string.h>

#include "ui/advice/advice_locks.h"
#include "ui/advice/advice_rule_code.h"
#include "ui/advice/advice_user_calls.h"
#include "ui/base/ui_text.h"

enum { MATTERS = 8 /* at least an eighth of the lock's misses */, NAMED = 3 /* functions */ };

/* ---- the data that the lock protects ---- */

/* Returns the functions of the program that take or release the lock, as a set of ProfileSegment. The caller destroys
 * the set. */
static GHashTable *takers(const AdviceWords *words, const GArray *calls) {
  const Profile *profile = words->context->view->profile;
  GHashTable *functions = g_hash_table_new(NULL, NULL);
  for (guint i = 0; i < calls->len; i++) {
    const uint32_t place = g_array_index(calls, AdviceUserCall, i).call.lines[0].place;
    g_hash_table_add(functions, (gpointer)profile_function(profile, profile->places[place].segment));
  }
  for (guint i = 0; i < words->trouble->places->len; i++) {
    const uint32_t place = advice_place(words->trouble, i)->place;
    const ProfileSegment *function = profile_function(profile, profile->places[place].segment);
    if (!name_user_lines_is_library_segment(profile, function)) g_hash_table_add(functions, (gpointer)function);
  }
  return functions;
}

/* The misses of a data group by true sharing: in the functions that take the lock, and in functions of locks. */
typedef struct {
  uint64_t taken, locks;
} Passed;

/* Returns the misses by data group. The caller frees the array. */
static Passed *passed_of(const AdviceContext *context, GHashTable *functions) {
  const Profile *profile = context->view->profile;
  Passed *passed = g_new0(Passed, context->groups->data->len + 1);
  for (uint32_t c = 0; c < profile->n_cells; c++) {
    const ProfileCell *cell = &profile->cells[c];
    Passed *one = &passed[context->groups->of_column[view_column(context->view, cell->bin)]];
    const ProfileSegment *function = profile_function(profile, profile->places[cell->place].segment);
    if (advice_user_calls_lock(context, cell->place))
      one->locks += cell->counts.true_sharing;
    else if (g_hash_table_contains(functions, function))
      one->taken += cell->counts.true_sharing;
  }
  return passed;
}

/* Returns the data group with the most misses by true sharing in functions that take the lock. These functions pass the
 * data from one processor to another. Other locks are no such data. ADVICE_NONE: no group has more such misses than an
 * eighth of the lock's misses. */
static uint32_t protected_data(const AdviceWords *words, const GArray *calls) {
  const AdviceGroups *groups = words->context->groups;
  g_autoptr(GHashTable) functions = takers(words, calls);
  g_autofree Passed *passed = passed_of(words->context, functions);
  uint64_t most = words->counts->invalidation / MATTERS;
  uint32_t found = ADVICE_NONE;
  for (uint32_t g = 0; g < groups->data->len; g++) {
    const AdviceDataGroup *data = advice_data(groups, g);
    if (g == words->trouble->data || !data->known || passed[g].taken <= most) continue;
    if (passed[g].locks * 2 > data->counts.true_sharing) continue;
    if (data->type != NULL && advice_locks_type(data->type->element)) continue;
    most = passed[g].taken;
    found = g;
  }
  return found;
}

/* ---- locks of libraries ---- */

/* Returns whether the data belong to an object: a variable of it, a section of its variables, or heap blocks that its
 * code allocates. */
static bool is_data_of(const Profile *profile, uint32_t number, uint32_t object) {
  const ProfileBin *bin = &profile->bins[number];
  const ProfileVariable *variable = profile_variable(profile, number);
  g_autofree char *section = g_strdup_printf("[%s ", profile_basename(profile->objects[object].path));
  if (variable != NULL) return variable->object == object;
  if (bin->frames.count == 0) return g_str_has_prefix(bin->name, section);
  return profile->segments[profile_frame_place(profile, bin, 0)->segment].object == object;
}

/* Returns whether the name of a function says that it takes or releases a lock for the program, as SDL_LockMutex() and
 * PR_Enter() do. The lock is then the program's. */
static bool is_lock_of_program(const char *name) {
  static const char *const words[] = {"lock", "mutex", "acquire", "release", "sem", "enter", "monitor"};
  g_autofree char *lower = g_ascii_strdown(name, -1);
  for (size_t i = 0; i < G_N_ELEMENTS(words); i++)
    if (strstr(lower, words[i]) != NULL) return true;
  return false;
}

/* Returns the function of a library that the program calls, if the lock is the library's own; NULL: otherwise. */
static const ProfileSegment *library_function(const AdviceWords *words, const AdviceUserCall *call) {
  const Profile *profile = words->context->view->profile;
  const ProfileSegment *function = &profile->segments[profile->contexts[call->call.context].segment];
  const uint32_t caller = profile->places[call->call.lines[0].place].segment;
  if (function->object == profile->segments[caller].object || advice_locks(function->name)) return NULL;
  if (is_lock_of_program(function->name)) return NULL;
  if (advice_locks_runtime(profile_basename(profile->objects[function->object].path))) return NULL;
  return is_data_of(profile, words->facts->bin, function->object) ? function : NULL;
}

/* Returns the names of the library's functions that the program calls, such as "f, g"; "": the lock is not known to be
 * the library's own. Sets *object to the number of the library. The caller owns the text. */
static char *library_functions(const AdviceWords *words, const GArray *calls, uint32_t *object) {
  g_autoptr(GHashTable) seen = g_hash_table_new(NULL, NULL);
  GString *list = g_string_new(NULL);
  for (guint i = 0; i < calls->len && g_hash_table_size(seen) < NAMED; i++) {
    const ProfileSegment *function = library_function(words, &g_array_index(calls, AdviceUserCall, i));
    if (function == NULL || !g_hash_table_add(seen, (gpointer)function)) continue;
    g_autofree char *name = ui_text_escaped(function->name);
    g_string_append_printf(list, "%s%s", list->len != 0 ? ", " : "", name);
    *object = function->object;
  }
  return g_string_free(list, FALSE);
}

static void say_library(const AdviceWords *words, uint32_t object, const char *functions) {
  const Profile *profile = words->context->view->profile;
  g_autofree char *library = ui_text_escaped(profile_basename(profile->objects[object].path));
  advice_say(words, " It is probably a lock of the library %s, which takes it in calls of %s.", library, functions);
  g_string_truncate(words->remedy, 0); /* the rule's remedy is about locks of the program */
  advice_say_remedy(words,
                    "Call these functions less often, with more work in each call: %s. Or find out whether the library "
                    "has a setting, or another build, that does not take this lock.",
                    functions);
}

/* ---- the finding ---- */

void advice_explain_lock(const AdviceWords *words) {
  g_autoptr(GArray) calls = advice_user_calls(words->context, words->trouble, advice_user_calls_lock);
  uint32_t object = 0;
  g_autofree char *functions = library_functions(words, calls, &object);
  const uint32_t under = *functions == '\0' ? protected_data(words, calls) : ADVICE_NONE;
  advice_say(words, "Threads contend for the lock in %s: its line moves between processors ", words->data);
  advice_say_count(words, (double)words->counts->invalidation);
  advice_say(words, " times.");
  if (*functions != '\0') say_library(words, object, functions);
  if (under != ADVICE_NONE) {
    const AdviceDataGroup *data = advice_data(words->context->groups, under);
    advice_say(words, " They probably hold it while they use %s, which moves ", data->name);
    advice_say_count(words, (double)data->counts.true_sharing);
    advice_say(words, " times because another processor stored there.");
  }
  advice_say_figure(words, "invalidation misses", (double)words->counts->invalidation, ADVICE_FIGURE_COUNT);
  advice_say_figure(words, "upgrades", (double)words->counts->upgrades, ADVICE_FIGURE_COUNT);
  advice_say_references(words);
  advice_say_hot_line(words);
}
