/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_merge.c: The whole represents a program that ran on the processors of all ranks, numbered rank by rank.
 * Properties of the run are those of the first rank. */
#include "ui/merge/ui_merge.h"

#include <string.h>

#include "ui/base/ui_error.h"
#include "ui/base/ui_number.h"
#include "ui/base/ui_output.h"
#include "ui/merge/ui_merge_bins.h"
#include "ui/merge/ui_merge_lines.h"
#include "ui/merge/ui_merge_names.h"
#include "ui/merge/ui_merge_ranks.h"
#include "ui/merge/ui_merge_rows.h"
#include "ui/model/ui_machine.h"
#include "ui/model/ui_resolved.h"
#include "ui/model/ui_write.h"

enum { HOT_LINES = 256 }; /* limit on shared lines if the profile has no option hot-lines */

struct UiMerge {
  UiMergeRows rows;
  UiMergeLines lines;
  UiMergeRanks ranks;
  UiMergeNames *names;
  char *first; /* file of the first part, for messages; NULL: there is none yet */
};

/* Kinds of records that are added column by column: those to which bins refer, and those that follow the bins. */
static const bin_record tables[] = {BIN_RECORD_OBJECT, BIN_RECORD_FILE, BIN_RECORD_SEGMENT, BIN_RECORD_PLACE,
                                    BIN_RECORD_CALL};
static const struct {
  bin_record record;
  unsigned numbers; /* columns by which it is sorted */
} statistics[] = {
    {BIN_RECORD_CELL, 2},          {BIN_RECORD_EVICTOR, 3},           {BIN_RECORD_INVALIDATOR, 3},
    {BIN_RECORD_REFERENCE, 2},     {BIN_RECORD_REFERENCE_EVICTOR, 4}, {BIN_RECORD_FETCH_MISS, 1},
    {BIN_RECORD_FETCH_EVICTOR, 2}, {BIN_RECORD_MODEL_CELL, 2},
};

UiMerge *ui_merge_new(GError **error) {
  UiMerge *merge = g_new0(UiMerge, 1);
  ui_merge_rows_init(&merge->rows);
  ui_merge_lines_init(&merge->lines);
  merge->names = ui_merge_names_new();
  merge->rows.whole->of_ranks = true;
  if (ui_merge_ranks_init(&merge->ranks, error)) return merge;
  ui_merge_free(merge);
  return NULL;
}

void ui_merge_free(UiMerge *merge) {
  if (merge == NULL) return;
  ui_merge_rows_clear(&merge->rows);
  ui_merge_lines_clear(&merge->lines);
  ui_merge_ranks_clear(&merge->ranks);
  ui_merge_names_free(merge->names);
  g_free(merge->first);
  g_free(merge);
}

void ui_merge_keep_all(UiMerge *merge) { merge->ranks.most_pairs = G_MAXUINT; }

uint32_t ui_merge_ranks(const UiMerge *merge) { return merge->rows.whole->rows[BIN_RECORD_RANK]->len; }

/* ---- the run ---- */

/* Options that affect the counts, in addition to those of the machine. */
static const char *const counted[] = {"instructions", "references", "stack-vars", "bin-depth", NULL};

static const char *option_of(const UiProfile *whole, const char *name) {
  const GArray *options = whole->rows[BIN_RECORD_OPTION];
  for (guint i = 0; i < options->len; i++)
    if (strcmp(g_array_index(options, UiOption, i).name, name) == 0) return g_array_index(options, UiOption, i).value;
  return NULL;
}

/* Returns the name of the first of n options whose values differ between the part and the whole; NULL: none. */
static const char *different(const UiProfile *whole, const UiProfile *part, const UiOption *names, guint n) {
  for (guint i = 0; i < n; i++) {
    const char *name = names[i].name;
    const bool matters = ui_machine_kind(name) != UI_MACHINE_NOT || g_strv_contains(counted, name);
    if (matters && g_strcmp0(option_of(whole, name), ui_profile_option(part, name)) != 0) return name;
  }
  return NULL;
}

/* Whether the part can be added: it has the machine and options of the other parts. */
static bool check_alike(const UiMerge *merge, const char *file, GError **error) {
  const UiProfile *whole = merge->rows.whole, *part = merge->rows.part;
  const GArray *options = whole->rows[BIN_RECORD_OPTION];
  const char *name = different(whole, part, (const UiOption *)(const void *)options->data, options->len);
  if (name == NULL) name = different(whole, part, part->options, part->n_options);
  return name == NULL || ui_error_set(error, UI_PROFILE_ERROR, UI_PROFILE_ERROR_INVALID,
                                      "%s: --%s differs from %s: profiles of different machines or options cannot be "
                                      "merged",
                                      file, name, merge->first);
}

/* Whether the ranks of the part are larger than those of the other parts. */
static bool check_number(const UiMergeRows *rows, uint64_t number, const char *file, GError **error) {
  const GArray *ranks = rows->whole->rows[BIN_RECORD_RANK];
  const UiRank *last = ranks->len > 0 ? &g_array_index(ranks, UiRank, ranks->len - 1) : NULL;
  const uint64_t first = rows->part->of_ranks ? rows->part->ranks[0].number : number;
  return last == NULL || last->number < first ||
         ui_error_set(error, UI_PROFILE_ERROR, UI_PROFILE_ERROR_INVALID,
                      "%s: begins with rank %" G_GUINT64_FORMAT ", but rank %" G_GUINT64_FORMAT " was merged before it",
                      file, first, last->number);
}

/* Copies the properties of the run from the first part. */
static void take_head(UiMergeRows *rows) {
  UiProfile *whole = rows->whole;
  const UiProfile *part = rows->part;
  whole->creator = ui_merge_rows_text(rows, part->creator);
  for (const char *const *word = part->command; *word != NULL; word++)
    g_ptr_array_add(whole->command_store, (gpointer)ui_merge_rows_text(rows, *word));
  whole->pid = part->pid;
  whole->time = part->time;
  whole->label = ui_merge_rows_text(rows, part->label);
  whole->reason = "merge";
  whole->interleaving = ui_merge_rows_text(rows, part->interleaving);
  whole->quantum = part->quantum;
  for (uint32_t i = 0; i < part->n_options; i++) {
    const UiOption option = {ui_merge_rows_text(rows, part->options[i].name),
                             ui_merge_rows_text(rows, part->options[i].value)};
    g_array_append_val(whole->rows[BIN_RECORD_OPTION], option);
  }
}

/* Merges the properties of the run that can differ between parts. */
static void add_head(UiMergeRows *rows) {
  UiProfile *whole = rows->whole;
  const UiProfile *part = rows->part;
  whole->time = MIN(whole->time, part->time);
  if (strcmp(whole->label, part->label) != 0) whole->label = "";
  if (strcmp(part->interleaving, "slices") == 0) whole->interleaving = "slices";
}

/* ---- records that are not added column by column ---- */

static void add_ranks(UiMergeRows *rows, uint64_t number, const char *file) {
  const UiProfile *part = rows->part;
  GArray *ranks = rows->whole->rows[BIN_RECORD_RANK];
  const UiRank one = {number, ui_merge_rows_text(rows, file), part->pid, part->n_processors};
  if (!part->of_ranks) g_array_append_val(ranks, one);
  for (uint32_t i = 0; i < part->n_ranks; i++) {
    UiRank rank = part->ranks[i];
    rank.file = ui_merge_rows_text(rows, rank.file);
    g_array_append_val(ranks, rank);
  }
}

static void add_processors(UiMergeRows *rows) {
  const UiProfile *part = rows->part;
  GArray *processors = rows->whole->rows[BIN_RECORD_PROCESSOR];
  for (uint32_t i = 0; i < part->n_icaches; i++) {
    UiIcache icache = part->icaches[i];
    icache.processor += processors->len;
    g_array_append_val(rows->whole->rows[BIN_RECORD_ICACHE], icache);
  }
  for (uint32_t i = 0; i < part->n_model_processors; i++) {
    UiModelProcessor one = part->model_processors[i];
    one.processor += processors->len;
    g_array_append_val(rows->whole->rows[BIN_RECORD_MODEL_PROCESSOR], one);
  }
  g_array_append_vals(processors, part->processors, part->n_processors);
}

/* Offsets are first + k * stride: the stride of a sum is the greatest for which this holds in both summands. */
static void add_spreads(UiMergeRows *rows) {
  const UiProfile *part = rows->part;
  GArray *spreads = rows->whole->rows[BIN_RECORD_SPREAD];
  for (uint32_t i = 0; i < part->n_spreads; i++) {
    UiSpread spread = part->spreads[i];
    spread.place = ui_merge_rows_number(rows, BIN_RECORD_PLACE, spread.place);
    spread.bin = ui_merge_rows_number(rows, BIN_RECORD_BIN, spread.bin);
    const uint32_t key[] = {spread.place, spread.bin};
    bool is_new;
    const uint32_t number = ui_merge_index_find(rows->index[BIN_RECORD_SPREAD], key, sizeof key, &is_new);
    if (is_new) {
      g_array_append_val(spreads, spread);
      continue;
    }
    UiSpread *same = &g_array_index(spreads, UiSpread, number);
    const uint64_t apart = same->offset > spread.offset ? same->offset - spread.offset : spread.offset - same->offset;
    same->stride = ui_number_divisor(ui_number_divisor(same->stride, spread.stride), apart);
  }
}

static void add_totals(UiMergeRows *rows) {
  UiProfile *whole = rows->whole;
  const UiProfile *part = rows->part;
  ui_merge_rows_sum(rows, &whole->totals.instructions, part->totals.instructions);
  whole->totals.cycles = MAX(whole->totals.cycles, part->totals.cycles);
  rows->overflow |= !ui_counts_add(&whole->totals.counts, &part->totals.counts);
  whole->has_models |= part->has_models;
  rows->overflow |= !ui_models_add(&whole->model_totals, &part->model_totals);
  ui_merge_rows_sum(rows, &whole->sharing.events, part->sharing.events);
  ui_merge_rows_sum(rows, &whole->sharing.lines, part->sharing.lines);
  whole->sharing.forgotten = MAX(whole->sharing.forgotten, part->sharing.forgotten);
}

static uint32_t most_lines(const UiProfile *whole) {
  const char *option = option_of(whole, "hot-lines");
  uint64_t most;
  return option != NULL && ui_machine_number(option, &most) ? (uint32_t)MIN(most, G_MAXINT32) : HOT_LINES;
}

bool ui_merge_add(UiMerge *merge, const UiProfile *part, uint64_t number, const char *file, GError **error) {
  UiMergeRows *rows = &merge->rows;
  if (part->sampled)
    return ui_error_set(error, UI_PROFILE_ERROR, UI_PROFILE_ERROR_INVALID,
                        "%s: the run was sampled, so its counts are estimates: only profiles of whole runs are merged",
                        file);
  ui_merge_rows_begin(rows, part);
  if (merge->first == NULL)
    take_head(rows);
  else if (!check_alike(merge, file, error) || !check_number(rows, number, file, error))
    return false;
  if (merge->first == NULL) merge->first = g_strdup(file);
  add_head(rows);
  for (size_t i = 0; i < G_N_ELEMENTS(tables); i++) ui_merge_rows_add(rows, tables[i]);
  ui_merge_bins_add(rows);
  for (size_t i = 0; i < G_N_ELEMENTS(statistics); i++) ui_merge_rows_add(rows, statistics[i].record);
  add_spreads(rows);
  ui_merge_lines_add(&merge->lines, rows, rows->whole->rows[BIN_RECORD_PROCESSOR]->len, most_lines(rows->whole));
  ui_merge_ranks_add(&merge->ranks, rows, ui_merge_ranks(merge));
  ui_merge_names_add(merge->names, rows);
  add_processors(rows);
  add_ranks(rows, number, file);
  add_totals(rows);
  return !rows->overflow || ui_error_set(error, UI_PROFILE_ERROR, UI_PROFILE_ERROR_INVALID,
                                         "%s: a sum with the other ranks does not fit in 64 bits", file);
}

/* ---- writing ---- */

/* Writes all records, and stores their number of lines and hash. */
static bool write_records(UiMerge *merge, FILE *file, GError **error) {
  UiProfile *whole = merge->rows.whole;
  const unsigned parts = whole->has_models ? BIN_FORMAT_WITH_MODELS : BIN_FORMAT_PLAIN;
  bin_writer *writer = bin_writer_new(ui_output_bytes, file, BIN_FORMAT_OF_RANKS, parts);
  for (unsigned record = 0; record <= BIN_RECORD_RANK; record++)
    if (bin_format_has(BIN_FORMAT_OF_RANKS, parts, record)) ui_write_records(writer, whole, record);
  const bool good = ui_merge_ranks_write(&merge->ranks, whole, writer, error);
  bin_writer_so_far(writer, &whole->n_lines, &whole->hash);
  bin_writer_finish(writer); /* ui_output_finish() reports failed writes */
  return good;
}

bool ui_merge_write(UiMerge *merge, const char *path, GError **error) {
  UiProfile *whole = merge->rows.whole;
  UiOutput output;
  if (!ui_output_start(&output, path, error)) return false;
  ui_merge_bins_end(&merge->rows);
  ui_merge_lines_end(&merge->lines, &merge->rows);
  for (size_t i = 0; i < G_N_ELEMENTS(statistics); i++)
    ui_merge_rows_sort(&merge->rows, statistics[i].record, statistics[i].numbers);
  ui_merge_rows_sort(&merge->rows, BIN_RECORD_SPREAD, 2);
  ui_profile_seal(whole);
  bool good = write_records(merge, output.file, error);
  g_autoptr(GVariant) resolved = good ? ui_merge_names_put(merge->names, whole) : NULL;
  if (resolved != NULL && (good = ui_resolved_check(whole, resolved, path, error))) {
    GString *part = ui_resolved_text(whole, resolved);
    fwrite(part->str, 1, part->len, output.file);
    g_string_free(part, TRUE);
  }
  if (good) return ui_output_finish(&output, error);
  ui_output_drop(&output);
  return false;
}
