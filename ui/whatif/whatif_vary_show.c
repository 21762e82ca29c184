/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/base/ui_json.h"
#include "ui/whatif/whatif_vary.h"

enum { TOP = 10 };

static const struct {
  const char *title, *member;
} figures[WHATIF_FIGURES] = {[WHATIF_MISSES] = {"Misses", "misses"},
                             [WHATIF_COLD] = {"  1st Ref", "cold"},
                             [WHATIF_REPLACEMENT] = {"  Repl", "replacement"},
                             [WHATIF_INVALIDATION] = {"  Inval", "invalidation"},
                             [WHATIF_TRUE_SHARING] = {"    True sharing", "true_sharing"},
                             [WHATIF_FALSE_SHARING] = {"    False sharing", "false_sharing"},
                             [WHATIF_STALL] = {"Memory Stall Time", "stall_cycles"}};

/* ---- text ---- */

static void write_head(FILE *file, const char *title) {
  fprintf(file, "%-36s %12s %12s %12s %12s\n", title, "As it was", "Min", "Median", "Max");
}

static void write_row(FILE *file, const char *name, const WhatifSpread *spread, const char *said) {
  fprintf(file, "%-36s %12.0f %12.0f %12.0f %12.0f%s%s\n", name, spread->was, spread->least, spread->median,
          spread->most, *said != '\0' ? "  " : "", said);
}

/* Returns the name of a part, such as "False sharing: counts in count". The caller owns the name. */
static char *name_of(const WhatifPart *part) {
  GString *name = g_string_new(part->cause);
  if (part->cause != NULL && (part->data != NULL || part->code != NULL)) g_string_append(name, ": ");
  if (part->data != NULL) g_string_append(name, part->data);
  if (part->data != NULL && part->code != NULL) g_string_append(name, " in ");
  if (part->code != NULL) g_string_append(name, part->code);
  return g_string_free(name, FALSE);
}

static void write_parts(FILE *file, const char *title, const GArray *parts, const WhatifVariation *variation) {
  const guint top = variation->top != 0 ? variation->top : TOP;
  fputc('\n', file);
  write_head(file, title);
  for (guint i = 0; i < MIN(parts->len, top); i++) {
    const WhatifPart *part = &g_array_index(parts, WhatifPart, i);
    g_autofree char *name = name_of(part);
    write_row(file, name, &part->stall, part->is_luck ? variation->words->luck : "");
  }
}

static void write_text(FILE *file, const WhatifVariation *variation) {
  const WhatifVaryWords *words = variation->words;
  fprintf(file, "%u %s, seeds 1 to %u\n\n", variation->n, words->times, variation->n);
  write_head(file, "TOTALS");
  for (unsigned i = 0; i < WHATIF_FIGURES; i++) write_row(file, figures[i].title, &variation->totals[i], "");
  write_parts(file, words->title, variation->parts, variation);
  write_parts(file, "FINDINGS, stall", variation->findings, variation);
}

/* ---- JSON ---- */

static void put_spread(UiJson *json, const char *member, const WhatifSpread *spread) {
  ui_json_begin_object(json, member);
  ui_json_decimal(json, "was", spread->was, 1);
  ui_json_decimal(json, "min", spread->least, 1);
  ui_json_decimal(json, "median", spread->median, 1);
  ui_json_decimal(json, "max", spread->most, 1);
  ui_json_end_object(json);
}

static void put_name(UiJson *json, const char *member, const char *name) {
  if (name != NULL) ui_json_string(json, member, name);
}

static void put_parts(UiJson *json, const char *member, const char *stall, const GArray *parts, const char *is_luck) {
  ui_json_begin_array(json, member);
  for (guint i = 0; i < parts->len; i++) {
    const WhatifPart *part = &g_array_index(parts, WhatifPart, i);
    ui_json_begin_object(json, NULL);
    put_name(json, "name", part->data);
    put_name(json, "code", part->code);
    put_name(json, "cause", part->cause);
    put_spread(json, stall, &part->stall);
    ui_json_boolean(json, is_luck, part->is_luck);
    ui_json_end_object(json);
  }
  ui_json_end_array(json);
}

static void put_all(UiJson *json, const WhatifVariation *variation) {
  const WhatifVaryWords *words = variation->words;
  ui_json_begin_object(json, NULL);
  ui_json_number(json, words->times, variation->n);
  for (unsigned i = 0; i < WHATIF_FIGURES; i++) put_spread(json, figures[i].member, &variation->totals[i]);
  put_parts(json, words->parts, words->stall, variation->parts, words->is_luck);
  put_parts(json, "findings", "stall_cycles", variation->findings, words->is_luck);
  ui_json_end_object(json);
}

void whatif_show_variation(void *variation, FILE *file, bool as_json) {
  UiJson json;
  if (!as_json) {
    write_text(file, variation);
    return;
  }
  ui_json_start(&json, file);
  put_all(&json, variation);
  fputc('\n', file);
}
