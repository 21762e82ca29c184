/* ui_whatif_placements_show.c: see ui_whatif_placements_show.h.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "ui/whatif/ui_whatif_placements_show.h"

#include "ui/base/ui_json.h"

enum { TOP = 10 };

static const struct {
  const char *title, *member;
} figures[UI_WHATIF_FIGURES] = {[UI_WHATIF_MISSES] = {"Misses", "misses"},
                                [UI_WHATIF_COLD] = {"  1st Ref", "cold"},
                                [UI_WHATIF_REPLACEMENT] = {"  Repl", "replacement"},
                                [UI_WHATIF_INVALIDATION] = {"  Inval", "invalidation"},
                                [UI_WHATIF_STALL] = {"Memory Stall Time", "stall_cycles"}};

/* ---- text ---- */

static void write_head(FILE *file, const char *title) {
  fprintf(file, "%-36s %12s %12s %12s %12s\n", title, "As it was", "Min", "Median", "Max");
}

static void write_row(FILE *file, const char *name, const UiWhatifSpread *spread, const char *said) {
  fprintf(file, "%-36s %12.0f %12.0f %12.0f %12.0f%s\n", name, spread->was, spread->least, spread->median, spread->most,
          said);
}

static void write_text(FILE *file, const UiWhatifPlacements *placements) {
  fprintf(file, "%u placements, seeds 1 to %u\n\n", placements->n, placements->n);
  write_head(file, "TOTALS");
  for (unsigned i = 0; i < UI_WHATIF_FIGURES; i++) write_row(file, figures[i].title, &placements->totals[i], "");
  fputc('\n', file);
  write_head(file, "DATA, stall of replacement misses");
  for (guint i = 0; i < MIN(placements->data->len, TOP); i++) {
    const UiWhatifPlaced *row = &g_array_index(placements->data, UiWhatifPlaced, i);
    write_row(file, row->name, &row->stall, row->is_luck ? "  depends on where the allocator put it" : "");
  }
}

/* ---- JSON ---- */

static void put_spread(UiJson *json, const char *member, const UiWhatifSpread *spread) {
  ui_json_begin_object(json, member);
  ui_json_decimal(json, "was", spread->was, 1);
  ui_json_decimal(json, "min", spread->least, 1);
  ui_json_decimal(json, "median", spread->median, 1);
  ui_json_decimal(json, "max", spread->most, 1);
  ui_json_end_object(json);
}

static void put_all(UiJson *json, const UiWhatifPlacements *placements) {
  ui_json_begin_object(json, NULL);
  ui_json_number(json, "placements", placements->n);
  for (unsigned i = 0; i < UI_WHATIF_FIGURES; i++) put_spread(json, figures[i].member, &placements->totals[i]);
  ui_json_begin_array(json, "data");
  for (guint i = 0; i < placements->data->len; i++) {
    const UiWhatifPlaced *row = &g_array_index(placements->data, UiWhatifPlaced, i);
    ui_json_begin_object(json, NULL);
    ui_json_string(json, "name", row->name);
    put_spread(json, "replacement_stall_cycles", &row->stall);
    ui_json_boolean(json, "depends_on_place", row->is_luck);
    ui_json_end_object(json);
  }
  ui_json_end_array(json);
  ui_json_end_object(json);
}

void ui_whatif_show_placements(void *placements, FILE *file, bool as_json) {
  UiJson json;
  if (!as_json) {
    write_text(file, placements);
    return;
  }
  ui_json_start(&json, file);
  put_all(&json, placements);
  fputc('\n', file);
}
