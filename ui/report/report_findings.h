/* SPDX-License-Identifier: GPL-2.0-or-later
 * report_findings.h: writes source text, shared lines and advice for the page. */
#pragma once

#include "ui/advice/advice_tried.h"
#include "ui/base/ui_json.h"
#include "ui/names/name_table.h"
#include "ui/view/view.h"

/* Writes these members into an object that the caller has begun:
 *   "sources": the text around executed source lines, the hottest files first. Each element has `file`, the number of
 *     the file, and `spans` ({line, text: [...]}), or `problem`, the reason why there is no text.
 *   "shared": for each of the first REPORT_FINDINGS_LINES hot cache lines, `line` (the number of the line), `remedy`
 *     (null: there is none) and `parts` ({offset, size, name}; size 0: unknown).
 *   "advice": the list of findings of advice.h, or null. Segments and bins are given by their numbers in the profile.
 * `source_path`: the folders that the user set (analysis_source_text()); NULL: none. `tried`: results of changes; NULL:
 * nothing was tried. Each finding has its result in `tried`, or "" if there is none. */
void report_findings_put(UiJson *json, const View *view, const NameTable *names, const char *source_path,
                         const AdviceTried *tried);

enum { REPORT_FINDINGS_LINES = 200 };
