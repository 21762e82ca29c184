/* SPDX-License-Identifier: GPL-2.0-or-later
 * report_data.h: writes the data of a report, for report_page_put().
 *
 * The document is {"profiles": [...], "difference": ...}. Each profile has these members:
 * `export` is the document of `memspy export --format=json` without its cells. `file` is the name of the profile's
 * file. `machine` is a description of the machine. `segment_names` (unique) and `segment_fullnames` contain names by
 * number. `tables` is the layout of the bytes in the element "tables-0", or "tables-1" for the second profile (see
 * report_tables.h). `difference` is the document of `memspy diff --json` without its cells, or null if there is only
 * one profile. If there are two, `difference_items` contains, for each axis and profile, to which item each segment or
 * bin belongs. The first profile also has the findings (report_findings.h, report_page_fields.h), the levels of data
 * (report_levels.h), and the user's names (report_names.h). If there is a sweep, `curves` contains the miss-ratio
 * curves of the data (report_curves.h). If other data layouts were tried, `tried` contains their results
 * (report_tried.h). */
#pragma once

#include "ui/names/name_table.h"
#include "ui/report/report_page.h"
#include "ui/results/results_tried_file.h"
#include "ui/view/view_curves.h"
#include "ui/view/view_keys.h"

enum { REPORT_RUNS = 2 };

typedef struct {
  const char *path; /* path of the profile's file */
  Profile *profile;
  NameTable *names;
  View *view;         /* a view with `names`, and with the names that the user gave */
  ViewKeys *keys;     /* names that the user gave */
  ViewCurves *curves; /* miss-ratio curves of a sweep; NULL: there is no sweep */
  AdviceTried *tried; /* results of other data layouts; NULL: no other layouts were tried */
} ReportRun;

/* Writes the document and the elements of `n` profiles (1 or 2). `source_path`: further folders in which source files
 * are searched for (see analysis_source_text.h). */
void report_data_put(const ReportRun *runs, unsigned n, const char *source_path, const ReportPageData *to);
