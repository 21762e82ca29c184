/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_source.h: what the lines of the source do: counts by line, for chosen code and data. */
#pragma once

#include "ui/analysis/ui_focus.h"
#include "ui/model/ui_estimate.h"

/* One line of a source file, as part of one code segment. (The line of a function that was inlined in several others
 * belongs to each.) */
typedef struct {
  uint32_t file;         /* number of a file of the profile */
  uint64_t line;         /* 0: unknown */
  uint32_t row;          /* rank on UI_CODE of the segment */
  uint64_t instructions; /* executed there, whatever the data */
  UiCounts counts;       /* of its references to the data in focus */
} UiSourceLine;

/* All lines in which something was executed or referred to, within `focus` (NULL: all), by file, line and row, each
 * once. GArray of UiSourceLine, owned by the caller. */
GArray *ui_source_lines(const UiView *view, const UiFocus *focus);

/* The `n` lines with the greatest view metric, greatest first; fewer if there are not so many with any. GArray of
 * UiSourceLine, owned by the caller. */
GArray *ui_source_hottest(const UiView *view, const UiFocus *focus, uint32_t n);

/* Lines of a file, and rows of code, of which all are meant. */
#define UI_SOURCE_ALL_LINES G_MAXUINT64
#define UI_SOURCE_ALL_ROWS G_MAXUINT32

/* What the batches of a sampled run have of a line's references in focus, within the code of a row. */
UiBatchSums ui_source_batches(const UiView *view, const UiFocus *focus, uint32_t file, uint64_t line, uint32_t row);

/* What the code in focus does in one file. */
typedef struct {
  uint32_t file;   /* number of a file of the profile */
  uint64_t begin;  /* first line of a function in focus that begins in this file; 0: none does */
  GArray *lines;   /* UiSourceLine, by line, each once: rows are added up, and `row` is one of them */
  UiCounts counts; /* of the lines */
} UiSourceFile;

/* The lines in focus, by file: those with the greatest view metric first. GPtrArray of UiSourceFile, owned by the
 * caller (g_ptr_array_unref()). */
GPtrArray *ui_source_files(const UiView *view, const UiFocus *focus);

/* The line with the greatest metric, as an index into `lines`; lines->len when none has any. */
guint ui_source_peak(const UiView *view, const GArray *lines);
