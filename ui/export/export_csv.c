/* SPDX-License-Identifier: GPL-2.0-or-later
 * export_csv.c: writes comma-separated values (RFC 4180). Each cell of the profile has one row, with the counts of one
 * place on one bin.
 *
 * Text is quoted, and control characters are escaped, so a text contains no line breaks. Spreadsheets evaluate text
 * that begins with = + - or @ as a formula, even in quotes, and the profiled program chooses the names. Such text gets
 * an initial apostrophe, which spreadsheets hide. Numbers without a unit in the header count references. The header
 * contains all other units, as a part of the column's name or after it: "stall_cycles", "evictions (lines)". */
#include <string.h>

#include "ui/base/ui_number.h"
#include "ui/base/ui_text.h"
#include "ui/export/export.h"
#include "ui/profile/profile_of_samples.h"
#include "ui/view/view_estimate.h"

static const char *const columns[] = {"code", "object", "file", "line", "address", "data", "fullname", "kind"};
static const char *const reference_columns[] = {"reference",         "temporal_hits", "spatial_hits",
                                                "evictions (lines)", "used_bytes",    "lost (lines)"};
/* Additional columns of a sampled run: half the widths of confidence intervals. */
static const char *const estimate_columns[] = {"misses_plus_minus", "stall_cycles_plus_minus"};

/* Encoded texts, indexed by the numbers of records. A text occurs in many rows, but is encoded only once. */
typedef struct {
  char **code, **objects; /* indexed by segment */
  char **files;
  char **data, **full, **kinds; /* indexed by bin */
} Texts;

/* Returns a text, escaped and quoted. The caller frees the result. */
static char *quoted(const char *text) {
  GString *out = g_string_new("\"");
  if (*text != '\0' && strchr("=+-@", *text) != NULL) g_string_append_c(out, '\'');
  for (; *text != '\0'; text++) {
    if (*text == '"') g_string_append_c(out, '"');
    g_string_append_c(out, *text);
  }
  g_string_append_c(out, '"');
  return g_string_free(out, FALSE);
}

static char *quoted_raw(const char *text) {
  g_autofree char *printable = ui_text_escaped_utf8(text);
  return quoted(printable);
}

static Texts texts_new(const Export *export) {
  const Profile *profile = export->profile;
  Texts texts = {.code = g_new0(char *, profile->n_segments + 1),
                 .objects = g_new0(char *, profile->n_segments + 1),
                 .files = g_new0(char *, profile->n_files + 1),
                 .data = g_new0(char *, profile->n_bins + 1),
                 .full = g_new0(char *, profile->n_bins + 1),
                 .kinds = g_new0(char *, profile->n_bins + 1)};
  for (uint32_t i = 0; i < profile->n_segments; i++) {
    texts.code[i] = quoted(export_name(export, VIEW_CODE, i));
    texts.objects[i] = quoted_raw(profile->objects[profile->segments[i].object].path);
  }
  for (uint32_t i = 0; i < profile->n_files; i++) texts.files[i] = quoted_raw(profile->files[i].path);
  for (uint32_t i = 0; i < profile->n_bins; i++) {
    texts.data[i] = quoted(export_name(export, VIEW_DATA, i));
    texts.full[i] = quoted_raw(name_table_labels(export->names)[VIEW_DATA].full[i]);
    texts.kinds[i] = quoted_raw(profile->bins[i].kind);
  }
  return texts;
}

static void texts_clear(Texts *texts) {
  char **const all[] = {texts->code, texts->objects, texts->files, texts->data, texts->full, texts->kinds};
  for (size_t i = 0; i < G_N_ELEMENTS(all); i++) g_strfreev(all[i]);
}

static void put_count_head(FILE *file, unsigned count) {
  const char *name = profile_counts_name(count), *unit = profile_counts_text(count)->unit;
  if (strcmp(unit, PROFILE_UNIT_REFERENCES) == 0 || strstr(name, unit) != NULL)
    fprintf(file, "%s,", name);
  else
    fprintf(file, "%s (%s),", name, unit);
}

static void put_head(FILE *file, const Profile *profile) {
  for (size_t i = 0; i < G_N_ELEMENTS(columns); i++) fprintf(file, "%s,", columns[i]);
  for (unsigned i = 0; i < PROFILE_COUNTS; i++) put_count_head(file, i);
  for (size_t i = 0; profile->sampled && i < G_N_ELEMENTS(estimate_columns); i++)
    fprintf(file, "%s,", estimate_columns[i]);
  for (size_t i = 0; i < G_N_ELEMENTS(reference_columns); i++)
    fprintf(file, "%s%s", reference_columns[i], i + 1 < G_N_ELEMENTS(reference_columns) ? "," : "\r\n");
}

static void put_text(FILE *file, const char *text) {
  fputs(text, file);
  putc(',', file);
}

/* Writes half the widths of the confidence intervals. Writes an empty field if the width is unknown. */
static void put_halves(FILE *file, const Profile *profile, const ProfileCell *cell) {
  ViewBatchSums sums = {{0}, {0}};
  if (!profile->sampled) return;
  const ProfileBatchCell *batches = profile_batch_cell(profile, cell->place, cell->bin);
  if (batches != NULL) view_estimate_add(&sums, profile, batches);
  const double halves[] = {view_estimate_half(profile, sums.misses),
                           profile->of_samples ? VIEW_ESTIMATE_UNKNOWN : view_estimate_half(profile, sums.stall)};
  for (size_t i = 0; i < G_N_ELEMENTS(halves); i++) {
    if (halves[i] >= 0) ui_number_put(file, (uint64_t)(halves[i] + 0.5));
    putc(',', file);
  }
}

/* Writes the cache use of the instruction of a cell. Writes empty fields if cache use was not recorded. */
static void put_reference(FILE *file, const ProfileReference *reference) {
  if (reference == NULL) {
    fputs(",,,,,\r\n", file);
    return;
  }
  const uint64_t counts[] = {reference->temporal_hits, reference->spatial_hits, reference->evictions,
                             reference->used_bytes, reference->lost};
  fputs(reference->kind, file);
  for (size_t i = 0; i < G_N_ELEMENTS(counts); i++) {
    putc(',', file);
    ui_number_put(file, counts[i]);
  }
  fputs("\r\n", file);
}

static void put_cell(FILE *file, const Profile *profile, const Texts *texts, const ProfileCell *cell) {
  const ProfilePlace *place = &profile->places[cell->place];
  put_text(file, texts->code[place->segment]);
  put_text(file, texts->objects[place->segment]);
  put_text(file, texts->files[place->file]);
  ui_number_put(file, place->line);
  putc(',', file);
  ui_number_put(file, place->address);
  putc(',', file);
  put_text(file, texts->data[cell->bin]);
  put_text(file, texts->full[cell->bin]);
  put_text(file, texts->kinds[cell->bin]);
  for (unsigned i = 0; i < PROFILE_COUNTS; i++) {
    if (profile_of_samples_knows(profile, i)) ui_number_put(file, profile_counts_get(&cell->counts, i));
    putc(',', file);
  }
  put_halves(file, profile, cell);
  put_reference(file, profile_reference(profile, cell->place, cell->bin));
}

void export_csv(const Export *export, FILE *file) {
  const Profile *profile = export->profile;
  Texts texts = texts_new(export);
  put_head(file, profile);
  for (uint32_t i = 0; i < profile->n_cells; i++) {
    put_cell(file, profile, &texts, &profile->cells[i]);
    export_progress(i, profile->n_cells);
  }
  texts_clear(&texts);
}
