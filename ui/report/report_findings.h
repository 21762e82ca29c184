/* SPDX-License-Identifier: GPL-2.0-or-later
 * report_findings.h: writes source text, shared lines and advice for the page. */
#pragma once

#include "ui/advice/advice_tried.h"
#include "ui/base/ui_json.h"
#include "ui/names/name_table.h"
#include "ui/view/view.h"

/* Writes members into the object that the caller has begun:
 *   "sources": the text around executed lines, the hottest files first. Each has `file`, a number, and `spans` ({line,
 *     text: [...]}), or `problem`, the reason why there is no text.
 *   "shared": for each of the first REPORT_FINDINGS_LINES hot lines its `line` (a number), `remedy` (null: none) and
 *     `parts` ({offset, size, name}; size 0: unknown).
 *   "advice": the list of advice.h, with segments and bins by their numbers in the profile, or null.
 * `source_path` is the user's setting, see analysis_source_text(); NULL: none. Each finding has its result in `tried`
 * (NULL: nothing was tried), or "". */
void report_findings_put(UiJson *json, const View *view, const NameTable *names, const char *source_path,
                         const AdviceTried *tried);

enum { REPORT_FINDINGS_LINES = 200 };
