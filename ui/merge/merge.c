/* SPDX-License-Identifier: GPL-2.0-or-later
 * merge.c: merges the profiles of ranks. The merged profile represents a program that ran on the processors of all
 * ranks, which are numbered rank by rank. Properties of the run are those of the first rank. */
#include "ui/merge/merge.h"

#include <string.h>

#include "ui/base/ui_error.h"
#include "ui/base/ui_number.h"
#include "ui/base/ui_output.h"
#include "ui/merge/merge_bins.h"
#include "ui/merge/merge_lines.h"
#include "ui/merge/merge_names.h"
#include "ui/merge/merge_ranks.h"
#include "ui/merge/merge_rows.h"
#include "ui/profile/profile_machine.h"
#include "ui/profile/profile_resolved.h"
#include "ui/profile/profile_write.h"

enum { HOT_LINES = 256 }; /* maximum number of hot lines if the profile has no option hot-lines */

struct Merge {
  MergeRows rows;
  MergeLines lines;
  MergeRanks ranks;
  MergeNames *names;
  char *first; /* file name of the first input profile, for messages; NULL if no input profile was added yet */
};

/* The kinds of records that are added column by column. Bins refer to records of the first list. Records of the second
 * list are added after the bins. */
static const bin_record tables[] = {BIN_RECORD_OBJECT, BIN_RECORD_FILE,  BIN_RECORD_SEGMENT,
                                    BIN_RECORD_STAGE,  BIN_RECORD_PLACE, BIN_RECORD_CALL};
static const struct {
  bin_record record;
  unsigned numbers; /* number of leading columns by which the records are sorted */
} statistics[] = {
    {BIN_RECORD_CELL, 2},          {BIN_RECORD_EVICTOR, 3},           {BIN_RECORD_INVALIDATOR, 3},
    {BIN_RECORD_REFERENCE, 2},     {BIN_RECORD_REFERENCE_EVICTOR, 4}, {BIN_RECORD_FETCH_MISS, 1},
    {BIN_RECORD_FETCH_EVICTOR, 2}, {BIN_RECORD_MODEL_CELL, 2},
};

Merge *merge_new(GError **error) {
  Merge *merge = g_new0(Merge, 1);
  merge_rows_init(&merge->rows);
  merge_lines_init(&merge->lines);
  merge->names = merge_names_new();
  merge->rows.whole->of_ranks = true;
  if (merge_ranks_init(&merge->ranks, error)) return merge;
  merge_free(merge);
  return NULL;
}

void merge_free(Merge *merge) {
  if (merge == NULL) return;
  merge_rows_clear(&merge->rows);
  merge_lines_clear(&merge->lines);
  merge_ranks_clear(&merge->ranks);
  merge_names_free(merge->names);
  g_free(merge->first);
  g_free(merge);
}

void merge_keep_all(Merge *merge) { merge->ranks.most_pairs = G_MAXUINT; }

uint32_t merge_ranks(const Merge *merge) { return merge->rows.whole->rows[BIN_RECORD_RANK]->len; }

/* ---- properties of the run ---- */

/* Names of the options that affect the counts, in addition to those of the machine. */
static const char *const counted[] = {"instructions", "references", "stack-vars", "bin-depth", NULL};

static const char *option_of(const Profile *whole, const char *name) {
  const GArray *options = whole->rows[BIN_RECORD_OPTION];
  for (guint i = 0; i < options->len; i++)
    if (strcmp(g_array_index(options, ProfileOption, i).name, name) == 0)
      return g_array_index(options, ProfileOption, i).value;
  return NULL;
}

/* Returns the name of the first of n options whose values in the input profile and in the merged profile differ, or
 * NULL if there is none. */
static const char *different(const Profile *whole, const Profile *part, const ProfileOption *names, guint n) {
  for (guint i = 0; i < n; i++) {
    const char *name = names[i].name;
    const bool matters = profile_machine_kind(name) != PROFILE_MACHINE_NOT || g_strv_contains(counted, name);
    if (matters && g_strcmp0(option_of(whole, name), profile_option(part, name)) != 0) return name;
  }
  return NULL;
}

/* Returns whether the input profile was made with the same machine and options as the earlier ones. Otherwise returns
 * false and sets *error. */
static bool check_alike(const Merge *merge, const char *file, GError **error) {
  const Profile *whole = merge->rows.whole, *part = merge->rows.part;
  const GArray *options = whole->rows[BIN_RECORD_OPTION];
  const char *name = different(whole, part, (const ProfileOption *)(const void *)options->data, options->len);
  if (name == NULL) name = different(whole, part, part->options, part->n_options);
  return name == NULL || ui_error_set(error, PROFILE_ERROR, PROFILE_ERROR_INVALID,
                                      "%s: --%s differs from %s: profiles of different machines or options cannot be "
                                      "merged",
                                      file, name, merge->first);
}

/* Returns whether all ranks of the input profile are larger than those of the earlier input profiles. Otherwise returns
 * false and sets *error. */
static bool check_number(const MergeRows *rows, uint64_t number, const char *file, GError **error) {
  const GArray *ranks = rows->whole->rows[BIN_RECORD_RANK];
  const ProfileRank *last = ranks->len > 0 ? &g_array_index(ranks, ProfileRank, ranks->len - 1) : NULL;
  const uint64_t first = rows->part->of_ranks ? rows->part->ranks[0].number : number;
  return last == NULL || last->number < first ||
         ui_error_set(error, PROFILE_ERROR, PROFILE_ERROR_INVALID,
                      "%s: begins with rank %" G_GUINT64_FORMAT ", but rank %" G_GUINT64_FORMAT " was merged before it",
                      file, first, last->number);
}

/* Copies the properties of the run from the first input profile to the merged profile. */
static void take_head(MergeRows *rows) {
  Profile *whole = rows->whole;
  const Profile *part = rows->part;
  whole->creator = merge_rows_text(rows, part->creator);
  for (const char *const *word = part->command; *word != NULL; word++)
    g_ptr_array_add(whole->command_store, (gpointer)merge_rows_text(rows, *word));
  whole->pid = part->pid;
  whole->time = part->time;
  whole->label = merge_rows_text(rows, part->label);
  whole->reason = "merge";
  whole->interleaving = merge_rows_text(rows, part->interleaving);
  whole->quantum = part->quantum;
  for (uint32_t i = 0; i < part->n_options; i++) {
    const ProfileOption option = {merge_rows_text(rows, part->options[i].name),
                                  merge_rows_text(rows, part->options[i].value)};
    g_array_append_val(whole->rows[BIN_RECORD_OPTION], option);
  }
}

/* Merges those properties of the run that can differ between input profiles. */
static void add_head(MergeRows *rows) {
  Profile *whole = rows->whole;
  const Profile *part = rows->part;
  whole->time = MIN(whole->time, part->time);
  if (strcmp(whole->label, part->label) != 0) whole->label = "";
  if (strcmp(part->interleaving, "slices") == 0) whole->interleaving = "slices";
}

/* ---- other kinds of records ---- */

static void add_ranks(MergeRows *rows, uint64_t number, const char *file) {
  const Profile *part = rows->part;
  GArray *ranks = rows->whole->rows[BIN_RECORD_RANK];
  const ProfileRank one = {number, merge_rows_text(rows, file), part->pid, part->n_processors};
  if (!part->of_ranks) g_array_append_val(ranks, one);
  for (uint32_t i = 0; i < part->n_ranks; i++) {
    ProfileRank rank = part->ranks[i];
    rank.file = merge_rows_text(rows, rank.file);
    g_array_append_val(ranks, rank);
  }
}

static void add_processors(MergeRows *rows) {
  const Profile *part = rows->part;
  GArray *processors = rows->whole->rows[BIN_RECORD_PROCESSOR];
  for (uint32_t i = 0; i < part->n_icaches; i++) {
    ProfileIcache icache = part->icaches[i];
    icache.processor += processors->len;
    g_array_append_val(rows->whole->rows[BIN_RECORD_ICACHE], icache);
  }
  for (uint32_t i = 0; i < part->n_model_processors; i++) {
    ProfileModelProcessor one = part->model_processors[i];
    one.processor += processors->len;
    g_array_append_val(rows->whole->rows[BIN_RECORD_MODEL_PROCESSOR], one);
  }
  g_array_append_vals(processors, part->processors, part->n_processors);
}

/* Adds the spreads of the input profile. The offsets of a spread are first + k * stride. If two spreads become one, the
 * new stride is the greatest number for which the offsets of both have this form. */
static void add_spreads(MergeRows *rows) {
  const Profile *part = rows->part;
  GArray *spreads = rows->whole->rows[BIN_RECORD_SPREAD];
  for (uint32_t i = 0; i < part->n_spreads; i++) {
    ProfileSpread spread = part->spreads[i];
    spread.place = merge_rows_number(rows, BIN_RECORD_PLACE, spread.place);
    spread.bin = merge_rows_number(rows, BIN_RECORD_BIN, spread.bin);
    const uint32_t key[] = {spread.place, spread.bin};
    bool is_new;
    const uint32_t number = merge_index_find(rows->index[BIN_RECORD_SPREAD], key, sizeof key, &is_new);
    if (is_new) {
      g_array_append_val(spreads, spread);
      continue;
    }
    ProfileSpread *same = &g_array_index(spreads, ProfileSpread, number);
    const uint64_t apart = same->offset > spread.offset ? same->offset - spread.offset : spread.offset - same->offset;
    same->stride = ui_number_divisor(ui_number_divisor(same->stride, spread.stride), apart);
  }
}

static void add_totals(MergeRows *rows) {
  Profile *whole = rows->whole;
  const Profile *part = rows->part;
  merge_rows_sum(rows, &whole->totals.instructions, part->totals.instructions);
  whole->totals.cycles = MAX(whole->totals.cycles, part->totals.cycles);
  rows->overflow |= !profile_counts_add(&whole->totals.counts, &part->totals.counts);
  whole->has_models |= part->has_models;
  rows->overflow |= !profile_models_add(&whole->model_totals, &part->model_totals);
  merge_rows_sum(rows, &whole->sharing.events, part->sharing.events);
  merge_rows_sum(rows, &whole->sharing.lines, part->sharing.lines);
  whole->sharing.forgotten = MAX(whole->sharing.forgotten, part->sharing.forgotten);
}

static uint32_t most_lines(const Profile *whole) {
  const char *option = option_of(whole, "hot-lines");
  uint64_t most;
  return option != NULL && profile_machine_number(option, &most) ? (uint32_t)MIN(most, G_MAXINT32) : HOT_LINES;
}

bool merge_add(Merge *merge, const Profile *part, uint64_t number, const char *file, GError **error) {
  MergeRows *rows = &merge->rows;
  if (part->sampled)
    return ui_error_set(error, PROFILE_ERROR, PROFILE_ERROR_INVALID,
                        "%s: the run was sampled, so its counts are estimates: only profiles of whole runs are merged",
                        file);
  merge_rows_begin(rows, part);
  if (merge->first == NULL)
    take_head(rows);
  else if (!check_alike(merge, file, error) || !check_number(rows, number, file, error))
    return false;
  if (merge->first == NULL) merge->first = g_strdup(file);
  add_head(rows);
  for (size_t i = 0; i < G_N_ELEMENTS(tables); i++) merge_rows_add(rows, tables[i]);
  merge_bins_add(rows);
  for (size_t i = 0; i < G_N_ELEMENTS(statistics); i++) merge_rows_add(rows, statistics[i].record);
  add_spreads(rows);
  merge_lines_add(&merge->lines, rows, rows->whole->rows[BIN_RECORD_PROCESSOR]->len, most_lines(rows->whole));
  merge_ranks_add(&merge->ranks, rows, merge_ranks(merge));
  merge_names_add(merge->names, rows);
  add_processors(rows);
  add_ranks(rows, number, file);
  add_totals(rows);
  return !rows->overflow || ui_error_set(error, PROFILE_ERROR, PROFILE_ERROR_INVALID,
                                         "%s: a sum with the other ranks does not fit in 64 bits", file);
}

/* ---- writing ---- */

/* Writes all records of the merged profile, and stores their number of lines and their checksum. */
static bool write_records(Merge *merge, FILE *file, GError **error) {
  Profile *whole = merge->rows.whole;
  const unsigned parts = (whole->has_models ? BIN_FORMAT_WITH_MODELS : BIN_FORMAT_PLAIN) |
                         (whole->has_inlined ? BIN_FORMAT_WITH_INLINED : BIN_FORMAT_PLAIN) |
                         (whole->rows[BIN_RECORD_STAGE]->len != 0 ? BIN_FORMAT_WITH_STAGES : BIN_FORMAT_PLAIN);
  bin_writer *writer = bin_writer_new(ui_output_bytes, file, BIN_FORMAT_OF_RANKS, parts);
  for (unsigned record = 0; record <= BIN_RECORD_RANK; record++)
    if (bin_format_has(BIN_FORMAT_OF_RANKS, parts, record)) profile_write_records(writer, whole, record);
  const bool good = merge_ranks_write(&merge->ranks, whole, writer, error);
  bin_writer_so_far(writer, &whole->n_lines, &whole->hash);
  bin_writer_finish(writer); /* ui_output_finish() will report a failed write */
  return good;
}

bool merge_write(Merge *merge, const char *path, GError **error) {
  Profile *whole = merge->rows.whole;
  UiOutput output;
  if (!ui_output_start(&output, path, error)) return false;
  merge_bins_end(&merge->rows);
  merge_lines_end(&merge->lines, &merge->rows);
  for (size_t i = 0; i < G_N_ELEMENTS(statistics); i++)
    merge_rows_sort(&merge->rows, statistics[i].record, statistics[i].numbers);
  merge_rows_sort(&merge->rows, BIN_RECORD_SPREAD, 2);
  profile_seal(whole);
  bool good = write_records(merge, output.file, error);
  g_autoptr(GVariant) resolved = good ? merge_names_put(merge->names, whole) : NULL;
  if (resolved != NULL && (good = profile_resolved_check(whole, resolved, path, error))) {
    GString *part = profile_resolved_text(whole, resolved);
    fwrite(part->str, 1, part->len, output.file);
    g_string_free(part, TRUE);
  }
  if (good) return ui_output_finish(&output, error);
  ui_output_drop(&output);
  return false;
}
