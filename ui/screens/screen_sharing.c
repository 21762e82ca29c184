/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/screens/screen_sharing.h"

#include <string.h>

#include "ui/analysis/analysis_shared.h"
#include "ui/base/ui_short_name.h"
#include "ui/base/ui_text.h"
#include "ui/names/name_table.h"
#include "ui/screens/screen_columns.h"
#include "ui/view/view_estimate.h"

enum { NUMBERS = 36, NAMES_LEAST = 12 }; /* width of the numbers of a use, and minimum width of a name, in columns */

static void append_events(GString *out, const Profile *profile, uint64_t events) {
  view_estimate_append(out, profile, (double)events);
  g_string_append(out, events == 1 ? " event" : " events");
}

/* Appends the data of a use. */
static void append_data(GString *out, const View *view, const AnalysisSharedLine *line, const ProfileUse *use,
                        unsigned width) {
  const AnalysisSharedPart *part = analysis_shared_part_of(view, line, use);
  const char *within = part->name + part->bin_name;
  const unsigned used = ui_text_width(within);
  ui_short_name_append(out, view_item(view, VIEW_DATA, part->column)->name, MAX(width, used + NAMES_LEAST) - used);
  g_string_append(out, within);
}

static void append_use(const Screen *screen, GString *out, const View *view, const AnalysisSharedLine *line,
                       const ProfileUse *use) {
  const uint64_t counts[] = {use->reads, use->writes, use->modifies};
  const unsigned names = (MAX(screen->width, NUMBERS + 2 * NAMES_LEAST) - NUMBERS) / 2;
  g_string_append_printf(out, "%6" G_GUINT64_FORMAT "%5u", use->offset, use->processor);
  for (size_t i = 0; i < G_N_ELEMENTS(counts); i++) screen_columns_estimate(out, view->profile, (double)counts[i], 8);
  g_autofree char *place = name_table_place(view->profile, use->place);
  g_autofree char *code = ui_text_escaped(place);
  g_string_append_c(out, ' ');
  ui_short_name_append_fitted(out, code, names - 1);
  g_string_append_c(out, ' ');
  append_data(out, view, line, use, names - 1);
  g_string_append_c(out, '\n');
}

/* Appends the totals of a line. */
static void append_line(const Screen *screen, GString *out, const View *view, const ProfileHotLine *line) {
  const Profile *profile = view->profile;
  const uint64_t misses = line->true_sharing + line->false_sharing;
  screen_ink(screen, out, SCREEN_INK_TITLE);
  g_string_append_printf(out, "Line 0x%" G_GINT64_MODIFIER "x: ", line->address);
  append_events(out, profile, line->events);
  screen_ink(screen, out, SCREEN_INK_PLAIN);
  g_string_append(out, " (");
  ui_text_append_percent(out, (double)line->events, (double)profile->sharing.events);
  g_string_append(out, " of all)");
  if (line->missed != 0) {
    g_string_append(out, ", and before at most ");
    view_estimate_append(out, profile, (double)line->missed);
  }
  g_string_append(out, "\n  ");
  screen_columns_part(out, profile, "Inval misses", misses, line->events);
  screen_columns_part(out, profile, ", Upgrades", line->upgrades, line->events);
  screen_columns_part(out, profile, ", From a cache", line->transfers, line->events);
  g_string_append_c(out, '\n');
  if (misses == 0) return;
  screen_columns_part(out, profile, "  True sharing", line->true_sharing, misses);
  screen_columns_part(out, profile, ", False sharing", line->false_sharing, misses);
  g_string_append_c(out, '\n');
}

static void append_summary(GString *out, const Profile *profile) {
  const ProfileSharing *sharing = &profile->sharing;
  append_events(out, profile, sharing->events);
  g_string_append(out, " on ");
  ui_text_append_count(out, (double)sharing->lines);
  g_string_append(out, sharing->lines == 1 ? " line" : " lines");
  if (sharing->forgotten != 0) {
    g_string_append(out, "; any other line had at most ");
    view_estimate_append(out, profile, (double)sharing->forgotten);
  }
  g_string_append_c(out, '\n');
}

static void append_uses(const Screen *screen, GString *out, const View *view, const AnalysisSharedLine *line) {
  const ProfileHotLine *hot = &view->profile->hot_lines[line->line];
  g_string_append(out, "Offset Proc   Reads  Writes  Modify Code and data\n");
  const ProfileUse *end;
  for (const ProfileUse *use = analysis_shared_uses(view->profile, line->line, &end); use < end; use++)
    append_use(screen, out, view, line, use);
  if (hot->unlisted != 0) {
    g_string_append(out, "  of other uses: ");
    append_events(out, view->profile, hot->unlisted);
    g_string_append_c(out, '\n');
  }
  g_autofree char *remedy = analysis_shared_remedy(view, line);
  if (line->kind != ANALYSIS_SHARED_OTHER) ui_text_wrap(out, remedy, screen->width, 2);
}

void screen_sharing(const Screen *screen, const View *view, const NameTable *names, const AnalysisFocus *focus,
                    uint32_t n, GString *out) {
  const Profile *profile = view->profile;
  uint32_t shown = 0;
  screen_bold(screen, out, "SHARED LINES: ");
  append_summary(out, profile);
  const bool all = focus == NULL || (focus->code == NULL && focus->data == NULL);
  for (uint32_t i = 0; i < profile->n_hot_lines && shown < n; i++) {
    if (!all && !analysis_shared_has(view, focus, i)) continue;
    AnalysisSharedLine *line = analysis_shared_line(view, names, i);
    append_line(screen, out, view, &profile->hot_lines[i]);
    append_uses(screen, out, view, line);
    analysis_shared_free(line);
    shown++;
  }
  if (all && profile->sharing.lines > shown)
    g_string_append_printf(out, "(%" G_GUINT64_FORMAT " more)\n", profile->sharing.lines - shown);
  if (!all && shown == 0) g_string_append(out, "No shared line in the profile has such uses.\n");
}
