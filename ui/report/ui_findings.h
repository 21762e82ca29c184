/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_findings.h: sources, shared lines and advice for the page. */
#pragma once

#include "ui/analysis/ui_tried.h"
#include "ui/base/ui_json.h"
#include "ui/model/ui_view.h"
#include "ui/names/ui_names.h"

/* Writes members into the object that the caller has begun:
 *   "sources": the text around executed lines, the hottest files first. Each has `file`, a number, and `spans` ({line,
 *     text: [...]}), or `problem`, the reason why there is no text.
 *   "shared": for each of the first UI_FINDINGS_LINES hot lines its `line` (a number), `remedy` (null: none) and
 *     `parts` ({offset, size, name}; size 0: unknown).
 *   "advice": the list of ui_advice.h, with segments and bins by their numbers in the profile, or null.
 * `source_path` is the user's setting, see ui_source_text(); NULL: none. Each finding has its result in `tried` (NULL:
 * nothing was tried), or "". */
void ui_findings_put(UiJson *json, const UiView *view, const UiNames *names, const char *source_path,
                     const UiTried *tried);

enum { UI_FINDINGS_LINES = 200 };
