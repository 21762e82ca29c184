/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_fields.h: the statistics of a bin split by the fields of its elements.
 *
 * Needs a profile made with --instructions=yes, whose places are single instructions and whose spread records hold
 * which offsets each has touched, and debug information with the type of the data. A place's references go to a field
 * if all offsets that it can have touched (offset + k * stride) lie in that field of some element. */
#pragma once

#include "ui/analysis/ui_focus.h"
#include "ui/names/ui_names.h"

typedef struct {
  const UiField *field;  /* belongs to the names; NULL: the element as a whole, which has no fields */
  char *name;            /* fit to print */
  uint64_t offset, size; /* bytes in the element */
  UiCounts counts;
  uint64_t readers, writers; /* bits of processors with events on hot lines there (see ui_shared.h); 0: none known */
} UiFieldCounts;

/* Why a bin cannot be split. */
typedef enum {
  UI_FIELDS_SPLIT,      /* it is */
  UI_FIELDS_NO_OFFSETS, /* the profile has none: it was made without --instructions=yes */
  UI_FIELDS_NO_TYPE,    /* nothing is known of the type */
} UiFieldsState;

typedef struct {
  UiFieldsState state;
  uint32_t bin;          /* number of the profile */
  const UiBinType *type; /* belongs to the names; NULL: unknown */
  GArray *fields;        /* UiFieldCounts, by offset */
  UiCounts several;      /* of places that touch several fields */
  UiCounts unknown;      /* of places of which no offsets are known */
  UiCounts counts;       /* of the bin in focus: the sum of the above */
} UiFields;

/* Splits bin `bin` (a number of the profile). Never NULL; the caller frees it with ui_fields_free(). */
UiFields *ui_fields_split(const UiView *view, const UiNames *names, const UiFocus *focus, uint32_t bin);
void ui_fields_free(UiFields *fields);

/* The same of several bins, each once, going through the profile once. GPtrArray of UiFields, in the order of `bins`
 * (of uint32_t); the caller frees it with g_ptr_array_unref(). */
GPtrArray *ui_fields_split_all(const UiView *view, const UiNames *names, const UiFocus *focus, const GArray *bins);

/* The bins of the profile that are referred to in focus (NULL: all), by rank. GArray of uint32_t, owned by the
 * caller. */
GArray *ui_fields_bins(const UiView *view, const UiFocus *focus);

/* Do two fields of an element lie in one line, where elements may begin anywhere? (They may when they are less than a
 * line apart.) `line`: bytes. */
bool ui_fields_share_line(const UiFieldCounts *a, const UiFieldCounts *b, uint64_t line);

/* What the split suggests, as sentences, fit to print: hot and cold fields mixed, fields written by different
 * processors. GPtrArray of char *, owned by the caller (g_ptr_array_unref()); empty when there is nothing to say. */
GPtrArray *ui_fields_hints(const UiView *view, const UiFields *fields);
