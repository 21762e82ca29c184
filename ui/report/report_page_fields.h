/* SPDX-License-Identifier: GPL-2.0-or-later
 * report_page_fields.h: writes the counts of data by the fields of their structs, for the page. */
#pragma once

#include "ui/base/ui_json.h"
#include "ui/names/name_table.h"
#include "ui/view/view.h"

/* Writes the member "fields" into an object that the caller has begun: an array of the bins whose elements have fields,
 * by rank, at most REPORT_PAGE_FIELDS_BINS bins. Each bin has `bin`, its number; `split`, whether the profile has its
 * references by field; `counts`, those of each field of the bin's type in the export, in that order; `several`, the
 * counts of references to several fields; `unknown`, the counts of references to unknown fields; and `hints`
 * (analysis_fields_hints()). Counts are `stall`, `misses` and `references`; those of fields also have `readers` and
 * `writers`, the processors with events of shared lines there. */
void report_page_fields_put(UiJson *json, const View *view, const NameTable *names);

enum { REPORT_PAGE_FIELDS_BINS = 300 };
