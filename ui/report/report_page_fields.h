/* SPDX-License-Identifier: GPL-2.0-or-later
 * report_page_fields.h: writes the counts of data by the fields of their structs, for the page. */
#pragma once

#include "ui/base/ui_json.h"
#include "ui/names/name_table.h"
#include "ui/view/view.h"

/* Writes the member "fields" into an object that the caller has begun. It is an array of the bins whose elements have
 * fields, sorted by rank, at most REPORT_PAGE_FIELDS_BINS bins. Each bin has these members: `bin` is its number.
 * `split` is whether the profile has its references by field. `counts` contains the counts of each field, in the order
 * of the fields of the bin's type in the export. `several` contains the counts of references to several fields, and
 * `unknown` those of references to unknown fields. `hints` is from analysis_fields_hints(). Counts are `stall`,
 * `misses` and `references`. The counts of a field also have `readers` and `writers`, the processors for which the
 * field has events of shared lines. */
void report_page_fields_put(UiJson *json, const View *view, const NameTable *names);

enum { REPORT_PAGE_FIELDS_BINS = 300 };
