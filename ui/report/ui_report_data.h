/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_report_data.h: the data of a report, as script elements that the page's script reads.
 *
 * Element "document" holds JSON, {"profiles": [...], "difference": ...}. Each profile has: `export`, the document of
 * `memspy export --format=json` without its cells; `file`, the profile's file; `machine`, a description of the machine;
 * `segment_names` (unique) and `segment_fullnames`, by number; `tables`, the layout of the bytes in element "tables-0"
 * (or "tables-1" for the second profile), see ui_tables.h. `difference` is the document of `memspy diff --json` without
 * its cells, or null for one profile; then `difference_items` has, by axis and profile, the item of each segment or
 * bin. The first profile also has its findings (ui_findings.h, ui_page_fields.h), the levels of data
 * (ui_report_levels.h), the user's names (ui_report_names.h), `curves`, the miss-ratio curves of its data, if there is
 * a sweep (ui_report_curves.h), and `tried`, other data layouts, if some were tried (ui_report_tried.h). All elements
 * are packed, see ui_packed.h. */
#pragma once

#include <stdio.h>

#include "ui/model/ui_curves.h"
#include "ui/model/ui_keys.h"
#include "ui/names/ui_names.h"
#include "ui/runs/ui_tried_file.h"

enum { UI_REPORT_RUNS = 2 };

typedef struct {
  const char *path; /* the profile's file */
  UiProfile *profile;
  UiNames *names;
  UiView *view;     /* with these names, and those of the user */
  UiKeys *keys;     /* names of the user */
  UiCurves *curves; /* a sweep's; NULL: none */
  UiTried *tried;   /* other layouts of data; NULL: none */
} UiReportRun;

/* Writes the elements for `n` runs (1 or 2). `source_path` has more folders of sources: see ui_source_text.h. */
void ui_report_data_put(FILE *file, const UiReportRun *runs, unsigned n, const char *source_path);
