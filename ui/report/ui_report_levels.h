/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_report_levels.h: the levels of data (ui/model/ui_levels.h) in a report.
 *
 * Member "level" is the one to start with, and member "levels" an array, by UiLevel: {"key": "type", "same": [...],
 * "names": {...}}. `same` has for each bin the one that stands for its group, and `names` what groups are called, by
 * that bin, where it is not called so itself. */
#ifndef UI_REPORT_LEVELS_H
#define UI_REPORT_LEVELS_H

#include "ui/base/ui_json.h"
#include "ui/model/ui_view.h"
#include "ui/names/ui_names.h"

/* Puts both members. */
void ui_report_levels_put(UiJson *json, const UiView *view, const UiNames *names);

#endif
