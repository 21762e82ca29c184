/* SPDX-License-Identifier: GPL-2.0-or-later
 * samples_perf_fields.h: the fields of a text of perf script. */
#pragma once

#include <glib.h>
#include <stdbool.h>

typedef enum {
#define FIELD(symbol, name, part) SAMPLES_PERF_##symbol,
#include "ui/samples/samples_perf_fields.def"
  SAMPLES_PERF_FIELDS
} SamplesPerfField;

/* A set of fields. */
typedef struct {
  guint64 bits;  /* bit set of SamplesPerfField */
  bool is_named; /* each head has these fields; false: it is unknown which fields of this set perf prints */
} SamplesPerfLayout;

/* The layout of texts for which the user names no fields: any selection of perf's default fields. */
extern const SamplesPerfLayout samples_perf_fields_default;

/* Parses the argument of perf script -F: names, separated by commas; or +NAME and -NAME, which change perf's default
 * fields. Returns false and sets *error (G_OPTION_ERROR) for an unknown or unreadable field, and if the fields do not
 * include the event, the address, and the thread or process. */
bool samples_perf_fields_parse(const char *text, SamplesPerfLayout *layout, GError **error);

static inline bool samples_perf_fields_have(const SamplesPerfLayout *layout, SamplesPerfField field) {
  return (layout->bits >> field & 1) != 0;
}

/* Returns whether a head is required to have the field. */
static inline bool samples_perf_fields_require(const SamplesPerfLayout *layout, SamplesPerfField field) {
  return layout->is_named && samples_perf_fields_have(layout, field);
}

/* Returns whether text follows the frames, in their lines or in lines of its own. */
bool samples_perf_fields_have_after(const SamplesPerfLayout *layout);
