/* SPDX-License-Identifier: GPL-2.0-or-later
 * advice_formats.h: writes findings in formats that other programs read. */
#pragma once

#include <stdio.h>

#include "ui/advice/advice.h"
#include "ui/base/ui_json.h"

/* The findings, and the view from which they were made. The view is at VIEW_LEVEL_PATH. */
typedef struct {
  const View *view;
  const AdviceList *list;
} AdviceReport;

typedef void AdviceFormat(const AdviceReport *report, FILE *file);
#define FORMAT(name, summary) AdviceFormat advice_write_##name;
#include "ui/advice/advice_formats.def"

/* Writes the upper bound of a finding's gain: in cycles, and in percent of the busy cycles. Both are null if no bound is
 * known. */
void advice_format_gain(UiJson *json, const char *gain, const char *of_time, const AdviceFinding *advice,
                        const AdviceList *list);

/* Returns the name of an item, not escaped for printing; NULL if the rank is ADVICE_NONE. The caller owns the name. */
char *advice_format_item(const View *view, ViewAxisKind axis, uint32_t rank);

/* Returns the path of a source file, for programs that read the findings. The path is relative if the file is below the
 * current folder. The caller owns the path. */
char *advice_format_path(const char *path);

/* Returns the text of a finding and its remedy, not escaped for printing. The caller owns the text. */
char *advice_format_message(const AdviceFinding *advice);
