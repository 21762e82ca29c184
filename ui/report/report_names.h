/* SPDX-License-Identifier: GPL-2.0-or-later
 * report_names.h: the user's names, from the key file next to the profile (docs/key-file.md), in a report. */
#pragma once

#include "ui/base/ui_json.h"
#include "ui/view/view_keys.h"

/* Writes members into the object that the caller has begun: `key_file`, the name of the file; `keys`, by axis ("code",
 * "data") and number the key of each segment or bin; `names`, a list of `axis`, `name`, `members` (keys) and `refused`
 * (another item has that name). */
void report_names_put(UiJson *json, const View *view, const ViewKeys *keys, const char *path);
