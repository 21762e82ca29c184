/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/screens/screen_fetches.h"

#include "ui/base/ui_text.h"
#include "ui/names/name_table.h"
#include "ui/screens/screen_columns.h"
#include "ui/screens/screen_ranked.h"
#include "ui/view/view_estimate.h"

enum { NUMBER = 8, COLUMNS = 7, EVICTORS = 3, NAME_LEAST = 12 };

/* The instruction fetches of all code of one item. */
typedef struct {
  ProfileFetchCounts counts;
  uint64_t instructions;
} ItemFetches;

static void add(ProfileFetchCounts *sum, const ProfileFetchCounts *more) {
#define ADD(from, name, help) sum->name += (from)->name;
  BIN_FETCH_COUNTS(ADD, more)
#undef ADD
}

/* Returns the instruction fetches of each item, by rank. The caller frees the array. */
static ItemFetches *by_item(const View *view) {
  const Profile *profile = view->profile;
  ItemFetches *items = g_new0(ItemFetches, view_size(view, VIEW_CODE) + 1);
  for (uint32_t i = 0; i < profile->n_fetch_misses; i++)
    add(&items[view_row(view, profile->fetch_misses[i].place)].counts, &profile->fetch_misses[i].counts);
  for (uint32_t i = 0; i < profile->n_places; i++)
    items[view_row(view, i)].instructions += profile->places[i].instructions;
  return items;
}

/* ---- all caches ---- */

static uint64_t busy_cycles(const Profile *profile) {
  uint64_t sum = 0;
  for (uint32_t i = 0; i < profile->n_processors; i++) sum += profile->processors[i].busy_cycles;
  return sum;
}

static void append_summary(const Screen *screen, const Profile *profile, GString *out) {
  const ProfileIcache all = profile_fetches(profile);
  const ProfileFetchCounts *counts = &all.counts;
  screen_bold(screen, out, "INSTRUCTION FETCHES: ");
  view_estimate_append(out, profile, (double)all.fetches);
  screen_columns_part(out, profile, "; missed", counts->misses, all.fetches);
  screen_columns_part(out, profile, view_estimate_cold(profile, "\n  1st Ref", "\n  Unknown"), counts->cold,
                      counts->misses);
  screen_columns_part(out, profile, ", Repl", counts->replacement, counts->misses);
  screen_columns_part(out, profile, ", Inval", counts->invalidation, counts->misses);
  if (all.switches != 0) screen_columns_part(out, profile, ", Switch", counts->switched, counts->misses);
  screen_columns_part(out, profile, "\n  From L2", counts->second_level, counts->misses);
  screen_columns_part(out, profile, ", LL", counts->last_level, counts->misses);
  screen_columns_part(out, profile, ", memory", counts->memory, counts->misses);
  screen_columns_part(out, profile, "\n  Stall", counts->stall_cycles, busy_cycles(profile));
  screen_columns_part(out, profile, " of busy cycles; Calls of the simulator", all.calls, all.fetches);
  if (all.switches != 0) {
    g_string_append(out, "; Context switches: ");
    view_estimate_append(out, profile, (double)all.switches);
  }
  g_string_append(out, "\n\n");
}

/* ---- tables ---- */

static void append_headings(const Screen *screen, const Profile *profile, const char *last, GString *out) {
  const char *const titles[COLUMNS] = {"Misses", "Share%", "Rate%", view_estimate_cold(profile, "1st Ref", "Unknown"),
                                       "Repl",   "Inval",  "Stall"};
  screen_ink(screen, out, SCREEN_INK_TITLE);
  for (unsigned i = 0; i < COLUMNS; i++) screen_columns_right(out, titles[i], NUMBER);
  g_string_append_printf(out, " %s", last);
  screen_ink(screen, out, SCREEN_INK_PLAIN);
  g_string_append_c(out, '\n');
}

/* `all`: misses of all code. */
static void append_row(const Screen *screen, const Profile *profile, const ProfileFetchCounts *counts,
                       uint64_t instructions, uint64_t all, const char *name, GString *out) {
  screen_columns_estimate(out, profile, (double)counts->misses, NUMBER);
  screen_columns_percent(out, (double)counts->misses, (double)all, NUMBER);
  screen_columns_percent(out, (double)counts->misses, (double)instructions, NUMBER);
  screen_columns_estimate(out, profile, (double)counts->cold, NUMBER);
  screen_columns_estimate(out, profile, (double)counts->replacement, NUMBER);
  screen_columns_estimate(out, profile, (double)counts->invalidation, NUMBER);
  screen_columns_estimate(out, profile, (double)counts->stall_cycles, NUMBER);
  g_string_append_c(out, ' ');
  ui_text_append_cut(out, name, MAX(screen->width, COLUMNS * NUMBER + 1 + NAME_LEAST) - COLUMNS * NUMBER - 1);
  g_string_append_c(out, '\n');
}

/* Appends the items whose code evicted the code of an item. The item that evicted most comes first. */
static void append_evictors(const Screen *screen, const View *view, uint32_t rank, uint64_t replaced, GString *out) {
  const Profile *profile = view->profile;
  g_autofree uint64_t *amounts = g_new0(uint64_t, view_size(view, VIEW_CODE) + 1);
  for (uint32_t i = 0; i < profile->n_fetch_evictors; i++) {
    const ProfileFetchEvictor *evictor = &profile->fetch_evictors[i];
    if (view_row(view, evictor->place) == rank)
      amounts[view->axes[VIEW_CODE].rank_of[evictor->segment]] += evictor->count;
  }
  g_autoptr(GArray) ranked = screen_ranked(amounts, view_size(view, VIEW_CODE));
  g_autoptr(GString) words = g_string_new("evicted by");
  for (guint i = 0; i < ranked->len && i < EVICTORS; i++) {
    const ScreenRanked *one = &g_array_index(ranked, ScreenRanked, i);
    g_string_append_printf(words, "%s %s ", i == 0 ? "" : ",", view_item(view, VIEW_CODE, one->index)->name);
    ui_text_append_percent(words, (double)one->amount, (double)replaced);
  }
  if (ranked->len > 0) ui_text_wrap(out, words->str, screen->width, NUMBER);
}

static void append_functions(const Screen *screen, const View *view, const AnalysisFocus *focus, uint32_t n,
                             GString *out) {
  const uint32_t size = view_size(view, VIEW_CODE);
  const uint64_t all = profile_fetches(view->profile).counts.misses;
  g_autofree ItemFetches *items = by_item(view);
  g_autofree uint64_t *amounts = g_new0(uint64_t, size + 1);
  for (uint32_t i = 0; i < size; i++) amounts[i] = analysis_focus_has_row(focus, i) ? items[i].counts.misses : 0;
  g_autoptr(GArray) ranked = screen_ranked(amounts, size);
  append_headings(screen, view->profile, "Code", out);
  for (guint i = 0; i < ranked->len && i < n; i++) {
    const uint32_t rank = g_array_index(ranked, ScreenRanked, i).index;
    append_row(screen, view->profile, &items[rank].counts, items[rank].instructions, all,
               view_item(view, VIEW_CODE, rank)->name, out);
    append_evictors(screen, view, rank, items[rank].counts.replacement, out);
  }
  if (ranked->len > n) g_string_append_printf(out, "(%u more)\n", ranked->len - n);
  g_string_append_c(out, '\n');
}

static void append_lines(const Screen *screen, const View *view, const AnalysisFocus *focus, uint32_t n, GString *out) {
  const Profile *profile = view->profile;
  const uint64_t all = profile_fetches(profile).counts.misses;
  g_autofree uint64_t *amounts = g_new0(uint64_t, profile->n_fetch_misses + 1);
  for (uint32_t i = 0; i < profile->n_fetch_misses; i++)
    if (analysis_focus_has_row(focus, view_row(view, profile->fetch_misses[i].place)))
      amounts[i] = profile->fetch_misses[i].counts.misses;
  g_autoptr(GArray) ranked = screen_ranked(amounts, profile->n_fetch_misses);
  append_headings(screen, profile, "Line", out);
  for (guint i = 0; i < ranked->len && i < n; i++) {
    const ProfileFetchMiss *miss = &profile->fetch_misses[g_array_index(ranked, ScreenRanked, i).index];
    g_autofree char *place = name_table_place(profile, miss->place);
    g_autofree char *name = ui_text_escaped(place);
    append_row(screen, profile, &miss->counts, profile->places[miss->place].instructions, all, name, out);
  }
  if (ranked->len > n) g_string_append_printf(out, "(%u more)\n", ranked->len - n);
}

void screen_fetches(const Screen *screen, const View *view, const AnalysisFocus *focus, uint32_t n, GString *out) {
  append_summary(screen, view->profile, out);
  append_functions(screen, view, focus, n, out);
  append_lines(screen, view, focus, n, out);
}
