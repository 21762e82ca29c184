/* SPDX-License-Identifier: GPL-2.0-or-later
 * diff_json.h: the difference of two profiles as JSON: docs/diff.schema.json. */
#pragma once

#include "ui/base/ui_json.h"
#include "ui/diff/diff.h"

/* Writes the difference as member `key`; if this is NULL, as the document itself or as an element of an array. `titles`
 * are names of the two profiles, for example files or labels. If not `with_cells`, omits "cells": the page has a
 * shorter form for a million cells. */
void diff_json(UiJson *json, const char *key, const Diff *diff, const char *const titles[DIFF_SIDES], bool with_cells);
