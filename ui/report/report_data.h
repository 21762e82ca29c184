/* SPDX-License-Identifier: GPL-2.0-or-later
 * report_data.h: the data of a report, as script elements that the page's script reads.
 *
 * The element "document" contains JSON, {"profiles": [...], "difference": ...}. Each profile has: `export`, the
 * document of `memspy export --format=json` without its cells; `file`, the profile's file; `machine`, a description of
 * the machine; `segment_names` (unique) and `segment_fullnames`, by number; `tables`, the layout of the bytes in
 * element "tables-0" (or "tables-1" for the second profile), see report_tables.h. `difference` is the document of
 * `memspy diff --json` without its cells, or null if there is one profile. If there are two, `difference_items` has, by
 * axis and profile, the item of each segment or bin. The first profile also has its findings (report_findings.h,
 * report_page_fields.h), the levels of data (report_levels.h), the user's names (report_names.h), `curves`, the
 * miss-ratio curves of its data, if there is a sweep (report_curves.h), and `tried`, other data layouts, if some were
 * tried (report_tried.h). All elements are packed, see report_packed.h. */
#pragma once

#include <stdio.h>

#include "ui/names/name_table.h"
#include "ui/results/results_tried_file.h"
#include "ui/view/view_curves.h"
#include "ui/view/view_keys.h"

enum { REPORT_RUNS = 2 };

typedef struct {
  const char *path; /* path of the profile's file */
  Profile *profile;
  NameTable *names;
  View *view;         /* view with these names and the names of the user */
  ViewKeys *keys;     /* names that the user gave */
  ViewCurves *curves; /* curves of a sweep; NULL: none */
  AdviceTried *tried; /* other layouts of data; NULL: none */
} ReportRun;

/* Writes the elements for `n` runs (1 or 2). `source_path` contains further folders of sources: see
 * analysis_source_text.h. */
void report_data_put(FILE *file, const ReportRun *runs, unsigned n, const char *source_path);
