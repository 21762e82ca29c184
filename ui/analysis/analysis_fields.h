/* SPDX-License-Identifier: GPL-2.0-or-later
 * analysis_fields.h: the statistics of a bin, split by the fields of its elements.
 *
 * Requires debug information with the type of the data, and a profile made with --instructions=yes. Its places are
 * single instructions, and its spread records have the offsets that each instruction touched. The references of a place
 * count for a field if all offsets that the place can have touched (offset + k * stride) are in that field of an
 * element. */
#pragma once

#include "ui/analysis/analysis_focus.h"
#include "ui/names/name_table.h"

typedef struct {
  const NameField *field; /* owned by the NameTable; NULL: the element as a whole, if it has no fields */
  char *name;             /* escaped for printing */
  uint64_t offset, size;  /* bytes in the element */
  ProfileCounts counts;
  uint64_t readers,
      writers; /* bit p: processor p read or wrote the field on hot lines (analysis_shared.h); 0: none known */
} AnalysisFieldCounts;

/* Whether a bin is split, or why it cannot be. */
typedef enum {
  ANALYSIS_FIELDS_SPLIT,      /* split */
  ANALYSIS_FIELDS_NO_OFFSETS, /* the profile has no offsets: made without --instructions=yes */
  ANALYSIS_FIELDS_NO_TYPE,    /* the type is unknown */
} AnalysisFieldsState;

typedef struct {
  AnalysisFieldsState state;
  uint32_t bin;            /* number in the profile */
  const NameBinType *type; /* owned by the NameTable; NULL: unknown */
  GArray *fields;          /* AnalysisFieldCounts, by offset */
  ProfileCounts several;   /* counts of places that touch several fields */
  ProfileCounts unknown;   /* counts of places without known offsets */
  ProfileCounts counts;    /* counts of the bin in focus: the sum of the above */
} AnalysisFields;

/* Returns the split of bin `bin` (a number in the profile) in focus. Never NULL; the caller frees it with
 * analysis_fields_free(). */
AnalysisFields *analysis_fields_split(const View *view, const NameTable *names, const AnalysisFocus *focus,
                                      uint32_t bin);
void analysis_fields_free(AnalysisFields *fields);

/* As analysis_fields_split(), but for several bins (uint32_t, each once) in one pass over the profile. Returns a
 * GPtrArray of AnalysisFields in the order of `bins`; the caller frees it with g_ptr_array_unref(). */
GPtrArray *analysis_fields_split_all(const View *view, const NameTable *names, const AnalysisFocus *focus,
                                     const GArray *bins);

/* Returns the bins with references in focus (NULL: all), by rank. GArray of uint32_t, owned by the caller. */
GArray *analysis_fields_bins(const View *view, const AnalysisFocus *focus);

/* Returns whether two fields of an element can lie in one line of `line` bytes, if elements begin anywhere: they can if
 * they are less than a line apart. */
bool analysis_fields_share_line(const AnalysisFieldCounts *a, const AnalysisFieldCounts *b, uint64_t line);

/* Returns the suggestions that follow from the split, as sentences escaped for printing: hot and cold fields are mixed,
 * or different processors write neighbouring fields. GPtrArray of char *, owned by the caller (g_ptr_array_unref());
 * empty: no hints. */
GPtrArray *analysis_fields_hints(const View *view, const AnalysisFields *fields);
