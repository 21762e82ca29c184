/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/screens/ui_fetches_screen.h"

#include "ui/base/ui_text.h"
#include "ui/model/ui_estimate.h"
#include "ui/names/ui_names.h"
#include "ui/screens/ui_columns.h"
#include "ui/screens/ui_ranked.h"

enum { NUMBER = 8, COLUMNS = 7, EVICTORS = 3, NAME_LEAST = 12 };

/* Fetches of all code of one item. */
typedef struct {
  UiFetchCounts counts;
  uint64_t instructions;
} ItemFetches;

static void add(UiFetchCounts *sum, const UiFetchCounts *more) {
#define ADD(from, name, help) sum->name += (from)->name;
  BIN_FETCH_COUNTS(ADD, more)
#undef ADD
}

/* Returns the fetches by rank; owned by the caller. */
static ItemFetches *by_item(const UiView *view) {
  const UiProfile *profile = view->profile;
  ItemFetches *items = g_new0(ItemFetches, ui_view_size(view, UI_CODE) + 1);
  for (uint32_t i = 0; i < profile->n_fetch_misses; i++)
    add(&items[ui_view_row(view, profile->fetch_misses[i].place)].counts, &profile->fetch_misses[i].counts);
  for (uint32_t i = 0; i < profile->n_places; i++)
    items[ui_view_row(view, i)].instructions += profile->places[i].instructions;
  return items;
}

/* ---- all caches ---- */

static uint64_t busy_cycles(const UiProfile *profile) {
  uint64_t sum = 0;
  for (uint32_t i = 0; i < profile->n_processors; i++) sum += profile->processors[i].busy_cycles;
  return sum;
}

static void append_summary(const UiScreen *screen, const UiProfile *profile, GString *out) {
  const UiIcache all = ui_profile_fetches(profile);
  const UiFetchCounts *counts = &all.counts;
  ui_screen_bold(screen, out, "INSTRUCTION FETCHES: ");
  ui_estimate_append(out, profile, (double)all.fetches);
  ui_columns_part(out, profile, "; missed", counts->misses, all.fetches);
  ui_columns_part(out, profile, ui_estimate_cold(profile, "\n  1st Ref", "\n  Unknown"), counts->cold, counts->misses);
  ui_columns_part(out, profile, ", Repl", counts->replacement, counts->misses);
  ui_columns_part(out, profile, ", Inval", counts->invalidation, counts->misses);
  if (all.switches != 0) ui_columns_part(out, profile, ", Switch", counts->switched, counts->misses);
  ui_columns_part(out, profile, "\n  From L2", counts->second_level, counts->misses);
  ui_columns_part(out, profile, ", LL", counts->last_level, counts->misses);
  ui_columns_part(out, profile, ", memory", counts->memory, counts->misses);
  ui_columns_part(out, profile, "\n  Stall", counts->stall_cycles, busy_cycles(profile));
  ui_columns_part(out, profile, " of busy cycles; Calls of the simulator", all.calls, all.fetches);
  if (all.switches != 0) {
    g_string_append(out, "; Context switches: ");
    ui_estimate_append(out, profile, (double)all.switches);
  }
  g_string_append(out, "\n\n");
}

/* ---- tables ---- */

static void append_headings(const UiScreen *screen, const UiProfile *profile, const char *last, GString *out) {
  const char *const titles[COLUMNS] = {"Misses", "Share%", "Rate%", ui_estimate_cold(profile, "1st Ref", "Unknown"),
                                       "Repl",   "Inval",  "Stall"};
  ui_screen_ink(screen, out, UI_INK_TITLE);
  for (unsigned i = 0; i < COLUMNS; i++) ui_columns_right(out, titles[i], NUMBER);
  g_string_append_printf(out, " %s", last);
  ui_screen_ink(screen, out, UI_INK_PLAIN);
  g_string_append_c(out, '\n');
}

/* `all`: misses of all code. */
static void append_row(const UiScreen *screen, const UiProfile *profile, const UiFetchCounts *counts,
                       uint64_t instructions, uint64_t all, const char *name, GString *out) {
  ui_columns_estimate(out, profile, (double)counts->misses, NUMBER);
  ui_columns_percent(out, (double)counts->misses, (double)all, NUMBER);
  ui_columns_percent(out, (double)counts->misses, (double)instructions, NUMBER);
  ui_columns_estimate(out, profile, (double)counts->cold, NUMBER);
  ui_columns_estimate(out, profile, (double)counts->replacement, NUMBER);
  ui_columns_estimate(out, profile, (double)counts->invalidation, NUMBER);
  ui_columns_estimate(out, profile, (double)counts->stall_cycles, NUMBER);
  g_string_append_c(out, ' ');
  ui_text_append_cut(out, name, MAX(screen->width, COLUMNS * NUMBER + 1 + NAME_LEAST) - COLUMNS * NUMBER - 1);
  g_string_append_c(out, '\n');
}

/* Appends the items whose code evicted that of an item, most first. */
static void append_evictors(const UiScreen *screen, const UiView *view, uint32_t rank, uint64_t replaced,
                            GString *out) {
  const UiProfile *profile = view->profile;
  g_autofree uint64_t *amounts = g_new0(uint64_t, ui_view_size(view, UI_CODE) + 1);
  for (uint32_t i = 0; i < profile->n_fetch_evictors; i++) {
    const UiFetchEvictor *evictor = &profile->fetch_evictors[i];
    if (ui_view_row(view, evictor->place) == rank)
      amounts[view->axes[UI_CODE].rank_of[evictor->segment]] += evictor->count;
  }
  g_autoptr(GArray) ranked = ui_ranked(amounts, ui_view_size(view, UI_CODE));
  g_autoptr(GString) words = g_string_new("evicted by");
  for (guint i = 0; i < ranked->len && i < EVICTORS; i++) {
    const UiRanked *one = &g_array_index(ranked, UiRanked, i);
    g_string_append_printf(words, "%s %s ", i == 0 ? "" : ",", ui_view_item(view, UI_CODE, one->index)->name);
    ui_text_append_percent(words, (double)one->amount, (double)replaced);
  }
  if (ranked->len > 0) ui_text_wrap(out, words->str, screen->width, NUMBER);
}

static void append_functions(const UiScreen *screen, const UiView *view, const UiFocus *focus, uint32_t n,
                             GString *out) {
  const uint32_t size = ui_view_size(view, UI_CODE);
  const uint64_t all = ui_profile_fetches(view->profile).counts.misses;
  g_autofree ItemFetches *items = by_item(view);
  g_autofree uint64_t *amounts = g_new0(uint64_t, size + 1);
  for (uint32_t i = 0; i < size; i++) amounts[i] = ui_focus_has_row(focus, i) ? items[i].counts.misses : 0;
  g_autoptr(GArray) ranked = ui_ranked(amounts, size);
  append_headings(screen, view->profile, "Code", out);
  for (guint i = 0; i < ranked->len && i < n; i++) {
    const uint32_t rank = g_array_index(ranked, UiRanked, i).index;
    append_row(screen, view->profile, &items[rank].counts, items[rank].instructions, all,
               ui_view_item(view, UI_CODE, rank)->name, out);
    append_evictors(screen, view, rank, items[rank].counts.replacement, out);
  }
  if (ranked->len > n) g_string_append_printf(out, "(%u more)\n", ranked->len - n);
  g_string_append_c(out, '\n');
}

static void append_lines(const UiScreen *screen, const UiView *view, const UiFocus *focus, uint32_t n, GString *out) {
  const UiProfile *profile = view->profile;
  const uint64_t all = ui_profile_fetches(profile).counts.misses;
  g_autofree uint64_t *amounts = g_new0(uint64_t, profile->n_fetch_misses + 1);
  for (uint32_t i = 0; i < profile->n_fetch_misses; i++)
    if (ui_focus_has_row(focus, ui_view_row(view, profile->fetch_misses[i].place)))
      amounts[i] = profile->fetch_misses[i].counts.misses;
  g_autoptr(GArray) ranked = ui_ranked(amounts, profile->n_fetch_misses);
  append_headings(screen, profile, "Line", out);
  for (guint i = 0; i < ranked->len && i < n; i++) {
    const UiFetchMiss *miss = &profile->fetch_misses[g_array_index(ranked, UiRanked, i).index];
    g_autofree char *place = ui_names_place(profile, miss->place);
    g_autofree char *name = ui_text_escaped(place);
    append_row(screen, profile, &miss->counts, profile->places[miss->place].instructions, all, name, out);
  }
  if (ranked->len > n) g_string_append_printf(out, "(%u more)\n", ranked->len - n);
}

void ui_fetches_screen(const UiScreen *screen, const UiView *view, const UiFocus *focus, uint32_t n, GString *out) {
  append_summary(screen, view->profile, out);
  append_functions(screen, view, focus, n, out);
  append_lines(screen, view, focus, n, out);
}
