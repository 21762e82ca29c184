/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_report_data.h: what a report shows, as script elements that the page's own script reads.
 *
 * Element "document" holds JSON, {"profiles": [...], "difference": ...}. Each profile has: `export`, the document of
 * `memspy export --format=json` but its cells; `file`, where the profile came from; `machine`, the machine in words;
 * `segment_names` (no two alike) and `segment_fullnames`, by number; `tables`, the layout of the bytes in element
 * "tables-0" (or "tables-1" for the second profile), see ui_tables.h. `difference` is the document of `memspy diff
 * --json` but its cells, or null where there is one profile; then `difference_items` has, by axis and profile, which
 * item of it each segment or bin is in. What is found out besides (ui_findings.h, ui_page_fields.h), the levels of data
 * (ui_report_levels.h), the names that the user gave (ui_report_names.h) and the miss-ratio curves of its data
 * (`curves`, ui_report_curves.h, if there is a sweep), and other layouts of its data (`tried`, ui_report_tried.h, if
 * some were tried) stand with the first profile. All elements are packed, see ui_packed.h. */
#ifndef UI_UI_REPORT_DATA_H
#define UI_UI_REPORT_DATA_H

#include <stdio.h>

#include "ui/model/ui_curves.h"
#include "ui/model/ui_keys.h"
#include "ui/names/ui_names.h"
#include "ui/runs/ui_tried_file.h"

enum { UI_REPORT_RUNS = 2 };

typedef struct {
  const char *path; /* of the profile's file */
  UiProfile *profile;
  UiNames *names;
  UiView *view;     /* with these names, and those that the user gave */
  UiKeys *keys;     /* the latter */
  UiCurves *curves; /* of a sweep; NULL: none */
  UiTried *tried;   /* other layouts of data; NULL: none */
} UiReportRun;

/* Writes the elements for `n` runs (1 or 2). `source_path` says where else sources are: see ui_source_text.h. */
void ui_report_data_put(FILE *file, const UiReportRun *runs, unsigned n, const char *source_path);

#endif
