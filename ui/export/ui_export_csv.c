/* ui_export_csv.c: a table of comma-separated values after RFC 4180: a row for each cell of the profile, which is what
 * one place did to one bin.
 *
 * Text is in quotes, on one line, with control characters spelled out. A spreadsheet takes text that begins with
 * = + - or @ for a formula, even in quotes, and the profiled program chooses the names: such text gets an apostrophe in
 * front, which spreadsheets do not show.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <inttypes.h>
#include <string.h>

#include "ui/base/ui_text.h"
#include "ui/export/ui_export.h"

static const char *const columns[] = {"code", "object", "file", "line", "address", "data", "fullname", "kind"};

/* Text that is fit to print, and a comma. */
static void put_text(FILE *file, const char *text) {
  putc('"', file);
  if (*text != '\0' && strchr("=+-@", *text) != NULL) putc('\'', file);
  for (; *text != '\0'; text++) {
    if (*text == '"') putc('"', file);
    putc(*text, file);
  }
  fputs("\",", file);
}

static void put_raw(FILE *file, const char *text) {
  g_autofree char *printable = ui_text_escaped(text);
  put_text(file, printable);
}

static void put_place(const UiExport *export, const UiPlace *place, FILE *file) {
  const UiProfile *profile = export->profile;
  put_text(file, ui_export_name(export, UI_CODE, place->segment));
  put_raw(file, profile->objects[profile->segments[place->segment].object].path);
  put_raw(file, profile->files[place->file].path);
  fprintf(file, "%" PRIu64 ",%" PRIu64 ",", place->line, place->address);
}

static void put_bin(const UiExport *export, uint32_t bin, FILE *file) {
  put_text(file, ui_export_name(export, UI_DATA, bin));
  put_raw(file, ui_names_labels(export->names)[UI_DATA].full[bin]);
  put_raw(file, export->profile->bins[bin].kind);
}

void ui_export_csv(const UiExport *export, FILE *file) {
  const UiProfile *profile = export->profile;
  for (size_t i = 0; i < G_N_ELEMENTS(columns); i++) fprintf(file, "%s,", columns[i]);
  for (unsigned i = 0; i < UI_COUNTS; i++)
    fprintf(file, "%s%s", ui_counts_name(i), i + 1 < UI_COUNTS ? "," : "\r\n");
  for (uint32_t c = 0; c < profile->n_cells; c++) {
    const UiCell *cell = &profile->cells[c];
    put_place(export, &profile->places[cell->place], file);
    put_bin(export, cell->bin, file);
    for (unsigned i = 0; i < UI_COUNTS; i++)
      fprintf(file, "%" PRIu64 "%s", ui_counts_get(&cell->counts, i), i + 1 < UI_COUNTS ? "," : "\r\n");
  }
}
