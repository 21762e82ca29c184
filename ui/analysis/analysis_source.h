/* SPDX-License-Identifier: GPL-2.0-or-later
 * analysis_source.h: counts by source line, for chosen code and data. */
#pragma once

#include "ui/analysis/analysis_focus.h"
#include "ui/view/view_estimate.h"

/* One line of a source file in one code segment. (A line of an inlined function belongs to each function that contains
 * it.) */
typedef struct {
  uint32_t file;         /* number of a file in the profile */
  uint64_t line;         /* 0: unknown */
  uint32_t row;          /* rank on VIEW_CODE of the segment */
  uint64_t instructions; /* instructions executed in the line, for all data */
  ProfileCounts counts;  /* counts of its references to the data in focus */
} AnalysisSourceLine;

/* Returns all lines with executed instructions or references in `focus` (NULL: all), each once, by file, line and row.
 * GArray of AnalysisSourceLine, owned by the caller. */
GArray *analysis_source_lines(const View *view, const AnalysisFocus *focus);

/* Returns the `n` lines with the greatest view metric, greatest first; fewer if fewer lines have a nonzero metric.
 * GArray of AnalysisSourceLine, owned by the caller. */
GArray *analysis_source_hottest(const View *view, const AnalysisFocus *focus, uint32_t n);

/* Values that select all lines of a file, and all rows of code. */
#define ANALYSIS_SOURCE_ALL_LINES G_MAXUINT64
#define ANALYSIS_SOURCE_ALL_ROWS G_MAXUINT32

/* Returns, for each batch of a sampled run, the sums of a line's references in focus, for the code of a row. */
ViewBatchSums analysis_source_batches(const View *view, const AnalysisFocus *focus, uint32_t file, uint64_t line,
                                      uint32_t row);

/* The lines in focus of one file. */
typedef struct {
  uint32_t file;        /* number of a file in the profile */
  uint64_t begin;       /* first line of the functions in focus that begin in this file; 0: none */
  GArray *lines;        /* AnalysisSourceLine, by line, each once: the sum of its rows; `row` is one of them */
  ProfileCounts counts; /* sum of the lines */
} AnalysisSourceFile;

/* Returns the lines in focus, by file, by falling view metric. GPtrArray of AnalysisSourceFile, owned by the caller
 * (g_ptr_array_unref()). */
GPtrArray *analysis_source_files(const View *view, const AnalysisFocus *focus);

/* Returns the index in `lines` of the line with the greatest view metric; lines->len: all are 0. */
guint analysis_source_peak(const View *view, const GArray *lines);
