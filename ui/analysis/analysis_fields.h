/* SPDX-License-Identifier: GPL-2.0-or-later
 * analysis_fields.h: splits the counts of a bin by the fields of its elements.
 *
 * The split requires debug information with the type of the data, and a profile made with --instructions=yes. In such a
 * profile, each place is a single instruction, and the spread records contain the offsets that each instruction touched
 * (offset + k * stride). The references of a place count for a field if all offsets that the place can have touched are
 * in this field of an element. */
#pragma once

#include "ui/analysis/analysis_focus.h"
#include "ui/names/name_table.h"

typedef struct {
  const NameField *field; /* the field, owned by the NameTable; NULL: the type has no fields, and the counts are those
                             of the whole element */
  char *name;             /* name of the field, escaped for printing */
  uint64_t offset, size;  /* offset in the element, and size of the field, in bytes */
  ProfileCounts counts;
  uint64_t readers,
      writers; /* bit p: whether processor p read or wrote the field on hot lines (analysis_shared.h); 0: none known */
} AnalysisFieldCounts;

/* Whether a bin is split, or why it cannot be split. */
typedef enum {
  ANALYSIS_FIELDS_SPLIT,      /* split */
  ANALYSIS_FIELDS_NO_OFFSETS, /* the profile has no offsets, because it was made without --instructions=yes */
  ANALYSIS_FIELDS_NO_TYPE,    /* the type of the data is unknown */
} AnalysisFieldsState;

typedef struct {
  AnalysisFieldsState state;
  uint32_t bin;            /* number of the bin in the profile */
  const NameBinType *type; /* type of the bin, owned by the NameTable; NULL: unknown */
  GArray *fields;          /* AnalysisFieldCounts: the fields, sorted by offset */
  ProfileCounts several;   /* counts of places that touch several fields */
  ProfileCounts unknown;   /* counts of places without known offsets */
  ProfileCounts counts;    /* counts of the bin in focus: the sum of all the counts above */
} AnalysisFields;

/* Splits the counts of bin number `bin` (in the profile) in focus by field. Never returns NULL. The caller frees the
 * result with analysis_fields_free(). */
AnalysisFields *analysis_fields_split(const View *view, const NameTable *names, const AnalysisFocus *focus,
                                      uint32_t bin);
void analysis_fields_free(AnalysisFields *fields);

/* As analysis_fields_split(), but splits several bins in one pass over the profile. `bins` contains each bin once
 * (uint32_t). Returns a GPtrArray of AnalysisFields in the order of `bins`. The caller frees the array with
 * g_ptr_array_unref(). */
GPtrArray *analysis_fields_split_all(const View *view, const NameTable *names, const AnalysisFocus *focus,
                                     const GArray *bins);

/* Returns the bins with references in focus (NULL: all cells), by rank, as a GArray of uint32_t. The caller owns the
 * array. */
GArray *analysis_fields_bins(const View *view, const AnalysisFocus *focus);

/* Returns whether two fields of an element can be in one cache line of `line` bytes, given that an element can begin
 * anywhere in a line. They can if they are less than a line apart. */
bool analysis_fields_share_line(const AnalysisFieldCounts *a, const AnalysisFieldCounts *b, uint64_t line);

/* Returns suggestions that follow from the split, as sentences escaped for printing (char *): hot and cold fields are
 * mixed, or different processors write neighbouring fields. The array can be empty. The caller frees it with
 * g_ptr_array_unref(). */
GPtrArray *analysis_fields_hints(const View *view, const AnalysisFields *fields);
