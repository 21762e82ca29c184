/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_findings.h: what is found out about a profile besides its numbers, for the page. */
#ifndef UI_UI_FINDINGS_H
#define UI_UI_FINDINGS_H

#include "ui/analysis/ui_tried.h"
#include "ui/base/ui_json.h"
#include "ui/model/ui_view.h"
#include "ui/names/ui_names.h"

/* Writes members into the object that the caller has begun:
 *   "sources": the text around the lines in which something was executed, the hottest files first. Each has `file`, a
 *     number, and `spans` ({line, text: [...]}), or `problem`, why there is none.
 *   "shared": for each of the first UI_FINDINGS_LINES hot lines its `line` (a number), `remedy` (null: nothing is to be
 *     done) and `parts` ({offset, size, name}; size 0: unknown).
 *   "advice": ui_advice.h's list, with segments and bins by their numbers in the profile, and null for what there is
 * none. `source_path` is the user's setting, see ui_source_text(); NULL: none. What was tried (NULL:
 * nothing) is said with each finding: `tried`, "" if there is nothing to say. */
void ui_findings_put(UiJson *json, const UiView *view, const UiNames *names, const char *source_path,
                     const UiTried *tried);

enum { UI_FINDINGS_LINES = 200 };

#endif
