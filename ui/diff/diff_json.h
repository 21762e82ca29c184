/* SPDX-License-Identifier: GPL-2.0-or-later
 * diff_json.h: writes the difference between two profiles as JSON. docs/diff.schema.json describes the format. */
#pragma once

#include "ui/base/ui_json.h"
#include "ui/diff/diff.h"

/* Writes the difference as a member called `key`. If `key` is NULL, the difference is the document itself, or an
 * element of an array. `titles` are names of the two profiles, for example files or labels. If `with_cells` is not set,
 * omits the member "cells", because the HTML page has a shorter form for a million cells. */
void diff_json(UiJson *json, const char *key, const Diff *diff, const char *const titles[DIFF_SIDES], bool with_cells);
