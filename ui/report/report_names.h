/* SPDX-License-Identifier: GPL-2.0-or-later
 * report_names.h: writes the user's names, from the key file next to the profile (docs/key-file.md), for the page. */
#pragma once

#include "ui/base/ui_json.h"
#include "ui/view/view_keys.h"

/* Writes these members into an object that the caller has begun: `key_file` is the name of the key file. `keys`
 * contains, by axis ("code", "data") and number, the key of each segment or bin. `names` is a list of objects with the
 * members `axis`, `name`, `members` (keys) and `refused` (whether another item already has the name). */
void report_names_put(UiJson *json, const View *view, const ViewKeys *keys, const char *path);
