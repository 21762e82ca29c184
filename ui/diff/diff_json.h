/* SPDX-License-Identifier: GPL-2.0-or-later
 * diff_json.h: the difference of two profiles as JSON: docs/diff.schema.json. */
#pragma once

#include "ui/base/ui_json.h"
#include "ui/diff/diff.h"

/* Writes the value called `key`, or, if NULL, the document itself or an array's element. `titles` name the two
 * profiles: files, labels. Omits "cells" without `with_cells`: the page has a shorter form for a million of them. */
void diff_json(UiJson *json, const char *key, const Diff *diff, const char *const titles[DIFF_SIDES], bool with_cells);
