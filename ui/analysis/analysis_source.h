/* SPDX-License-Identifier: GPL-2.0-or-later
 * analysis_source.h: adds up the counts by source line, for chosen code and data. */
#pragma once

#include "ui/analysis/analysis_focus.h"
#include "ui/view/view_estimate.h"

/* One line of a source file within one function. (A line of an inlined function belongs to each function into which it
 * was inlined.) */
typedef struct {
  uint32_t file;         /* number of the source file in the profile */
  uint64_t line;         /* 0: unknown */
  uint32_t row;          /* rank of the function on VIEW_CODE */
  uint64_t instructions; /* number of instructions executed on the source line, independent of the data */
  ProfileCounts counts;  /* counts of the line's references to the data in focus */
} AnalysisSourceLine;

/* Returns all source lines with executed instructions or references in `focus` (NULL: all cells), each once, sorted by
 * file, line and row. GArray of AnalysisSourceLine, owned by the caller. */
GArray *analysis_source_lines(const View *view, const AnalysisFocus *focus);

/* Returns the `n` source lines with the greatest values of the view's metric, the greatest one first. Returns fewer
 * lines if fewer have a nonzero metric. GArray of AnalysisSourceLine, owned by the caller. */
GArray *analysis_source_hottest(const View *view, const AnalysisFocus *focus, uint32_t n);

/* The values that select all lines of a file, and all rows (functions). */
#define ANALYSIS_SOURCE_ALL_LINES G_MAXUINT64
#define ANALYSIS_SOURCE_ALL_ROWS G_MAXUINT32

/* For each batch of a sampled run, sums the counts of a source line's references that are in focus. Includes only
 * references by the code of row number `row`. */
ViewBatchSums analysis_source_batches(const View *view, const AnalysisFocus *focus, uint32_t file, uint64_t line,
                                      uint32_t row);

/* The source lines of one file that are in focus. */
typedef struct {
  uint32_t file;        /* number of the file in the profile */
  uint64_t begin;       /* first line of the first function in focus that begins in this file; 0: none */
  GArray *lines;        /* AnalysisSourceLine: sorted by line, each line once, with the sum of its rows; `row` is one of
                           these rows */
  ProfileCounts counts; /* sum of the counts of all lines */
} AnalysisSourceFile;

/* Returns the source lines in focus by file, sorted by decreasing view metric. GPtrArray of AnalysisSourceFile. The
 * caller frees it with g_ptr_array_unref(). */
GPtrArray *analysis_source_files(const View *view, const AnalysisFocus *focus);

/* Returns the index of the source line with the greatest view metric; lines->len: the metric of all lines is 0. */
guint analysis_source_peak(const View *view, const GArray *lines);
