/* SPDX-License-Identifier: GPL-2.0-or-later
 * analysis_paths.h: the call paths of a run as rows of a matrix, with data as columns. The cost of library code is
 * attributed to the line of the program that calls it. */
#pragma once

#include "ui/names/name_table.h"
#include "ui/view/view_rows.h"

/* Appends the line of a place, such as "solve.c:40". For code of a library that was inlined into the program, appends
 * the lines of the program: "solve.c:40/52" if the library's code was inlined at both. Omits the name of the file if it
 * is `file`, as in "40"; UINT32_MAX: never. Returns false and appends nothing if the line is unknown. */
bool analysis_paths_append_line(const Profile *profile, const NameTable *names, uint32_t place, uint32_t file,
                                GString *out);

/* Returns the functions of a context, innermost first and up to main(), each but the first with the line of its call:
 * "copy < rows:23 < main:50". Escaped for printing; owned by the caller. */
char *analysis_paths_name(const View *view, const NameTable *names, uint32_t context);

/* Returns whether call paths have the metric for each of their data. */
bool analysis_paths_know(ViewMetric metric);

/* Returns a view whose rows are the `most` call paths with the greatest cost, without the cost of their callees, and
 * one row for all others. The view contains only misses and stall: its references are the misses. The row of library
 * code is the innermost call from the program that leads to it, such as "rows:23 < main:50". Without such a call, the
 * row is the context itself. The profile must have call paths, and analysis_paths_know(metric) must be true. `of` must
 * outlive the result, which the caller frees with view_rows_free(). */
ViewRows *analysis_paths_new(const View *of, const NameTable *names, ViewMetric metric, uint32_t most);
