/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/samples/samples_perf_fields.h"

#include <string.h>

#include "ui/base/ui_nearest.h"
#include "ui/base/ui_text.h"

typedef enum { HEAD, FRAME, AFTER, REFUSED } Part;

static const struct {
  const char *name;
  Part part;
} fields[SAMPLES_PERF_FIELDS] = {
#define FIELD(symbol, name, part) [SAMPLES_PERF_##symbol] = {name, part},
#include "ui/samples/samples_perf_fields.def"
};

/* The set of fields that follow the frames. */
static const guint64 after = 0
#define FIELD(symbol, name, part) | (guint64)((part) == AFTER) << SAMPLES_PERF_##symbol
#include "ui/samples/samples_perf_fields.def"
    ;

#define BIT(symbol) ((guint64)1 << SAMPLES_PERF_##symbol)

/* The default fields of perf script for a hardware or software event. */
#define DEFAULT \
  (BIT(COMM) | BIT(TID) | BIT(CPU) | BIT(TIME) | BIT(PERIOD) | BIT(EVENT) | BIT(IP) | BIT(SYM) | BIT(SYMOFF) | BIT(DSO))

const SamplesPerfLayout samples_perf_fields_default = {DEFAULT | BIT(PID) | BIT(DSOFF), false};

static bool fail(GError **error, const char *text, const char *reason) {
  g_autofree char *printable = ui_text_escaped(text);
  g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, "bad option --fields=%s: %s", printable, reason);
  return false;
}

static bool fail_unknown(GError **error, const char *text, const char *name) {
  UiNearest nearest;
  ui_nearest_start(&nearest, name);
  for (guint i = 0; i < SAMPLES_PERF_FIELDS; i++) ui_nearest_offer(&nearest, fields[i].name);
  const char *near = ui_nearest_take(&nearest);
  g_autofree char *printable = ui_text_escaped(name);
  g_autofree char *reason = g_strdup_printf("'%s' is not a field of perf script -F%s%s%s", printable,
                                            near != NULL ? "; the nearest is '" : "", near != NULL ? near : "",
                                            near != NULL ? "'" : "");
  return fail(error, text, reason);
}

/* Applies one word: a name, +NAME or -NAME. */
static bool apply(const char *text, const char *word, SamplesPerfLayout *layout, GError **error) {
  const char *name = *word == '+' || *word == '-' ? word + 1 : word;
  for (guint i = 0; i < SAMPLES_PERF_FIELDS; i++) {
    if (strcmp(fields[i].name, name) != 0) continue;
    const guint64 bit = (guint64)1 << i;
    layout->bits = *word == '-' ? layout->bits & ~bit : layout->bits | bit;
    if (fields[i].part != REFUSED || *word == '-') return true;
    g_autofree char *reason = g_strdup_printf("the lines of %s look like frames; print the text without it", name);
    return fail(error, text, reason);
  }
  return fail_unknown(error, text, name);
}

bool samples_perf_fields_parse(const char *text, SamplesPerfLayout *layout, GError **error) {
  g_auto(GStrv) words = g_strsplit(text, ",", -1);
  const char *first = words[0] != NULL ? words[0] : "";
  *layout = (SamplesPerfLayout){*first == '+' || *first == '-' ? DEFAULT : 0, true};
  for (char **word = words; *word != NULL; word++)
    if (!apply(text, *word, layout, error)) return false;
  if ((layout->bits & BIT(EVENT)) == 0 || (layout->bits & BIT(IP)) == 0 || (layout->bits & (BIT(PID) | BIT(TID))) == 0)
    return fail(error, text, "the import requires the fields event, ip, and pid or tid");
  return true;
}

bool samples_perf_fields_have_after(const SamplesPerfLayout *layout) { return (layout->bits & after) != 0; }
