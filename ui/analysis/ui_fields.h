/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_fields.h: the statistics of a bin, split by the fields of its elements.
 *
 * Requires a profile made with --instructions=yes, whose places are single instructions and whose spread records
 * contain the offsets that each touched, and debug information with the type of the data. The references of a place
 * count for a field if all offsets that the place can have touched (offset + k * stride) lie in that field of some
 * element. */
#pragma once

#include "ui/analysis/ui_focus.h"
#include "ui/names/ui_names.h"

typedef struct {
  const UiField *field;  /* owned by the UiNames; NULL: the element as a whole, if it has no fields */
  char *name;            /* escaped for printing */
  uint64_t offset, size; /* bytes in the element */
  UiCounts counts;
  uint64_t readers, writers; /* bit p: processor p read or wrote the field on hot lines (ui_shared.h); 0: none known */
} UiFieldCounts;

/* Whether a bin is split, or why it cannot be. */
typedef enum {
  UI_FIELDS_SPLIT,      /* split */
  UI_FIELDS_NO_OFFSETS, /* the profile has no offsets: made without --instructions=yes */
  UI_FIELDS_NO_TYPE,    /* the type is unknown */
} UiFieldsState;

typedef struct {
  UiFieldsState state;
  uint32_t bin;          /* number in the profile */
  const UiBinType *type; /* owned by the UiNames; NULL: unknown */
  GArray *fields;        /* UiFieldCounts, by offset */
  UiCounts several;      /* counts of places that touch several fields */
  UiCounts unknown;      /* counts of places without known offsets */
  UiCounts counts;       /* counts of the bin in focus: the sum of the above */
} UiFields;

/* Returns the split of bin `bin` (a number in the profile) in focus. Never NULL; the caller frees it with
 * ui_fields_free(). */
UiFields *ui_fields_split(const UiView *view, const UiNames *names, const UiFocus *focus, uint32_t bin);
void ui_fields_free(UiFields *fields);

/* As ui_fields_split(), but for several bins (uint32_t, each once) in one pass over the profile. Returns a GPtrArray of
 * UiFields in the order of `bins`; the caller frees it with g_ptr_array_unref(). */
GPtrArray *ui_fields_split_all(const UiView *view, const UiNames *names, const UiFocus *focus, const GArray *bins);

/* Returns the bins with references in focus (NULL: all), by rank. GArray of uint32_t, owned by the caller. */
GArray *ui_fields_bins(const UiView *view, const UiFocus *focus);

/* Returns whether two fields of an element can lie in one line of `line` bytes, if elements begin anywhere: they can if
 * they are less than a line apart. */
bool ui_fields_share_line(const UiFieldCounts *a, const UiFieldCounts *b, uint64_t line);

/* Returns what the split suggests, as sentences escaped for printing: hot and cold fields mixed, fields written by
 * different processors. GPtrArray of char *, owned by the caller (g_ptr_array_unref()); empty: no hints. */
GPtrArray *ui_fields_hints(const UiView *view, const UiFields *fields);
