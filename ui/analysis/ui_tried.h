/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_tried.h: what other layouts of data would win, each tried on a trace, and what that says of a finding. */
#pragma once

#include <stdint.h>

#include "ui/analysis/ui_advice_rules.h"

/* A change of the data, or several at once. */
typedef struct {
  char *changes, *about, *why;
  GPtrArray *findings;    /* char *, ui_tried_finding(): by which it was suggested */
  char *refused;          /* why it cannot be tried; NULL: it was */
  uint64_t stall, misses; /* with it: cycles, misses */
} UiTriedChange;

typedef struct {
  uint64_t stall, misses; /* as it was */
  uint64_t untried;       /* changes that were too many */
  GArray *changes;        /* UiTriedChange */
} UiTried;

/* Nothing yet. Free with ui_tried_free(), which takes NULL. */
UiTried *ui_tried_new(void);
void ui_tried_free(UiTried *tried);

/* What a finding is known by: its rule and what it is about. Owned by the caller. */
char *ui_tried_finding(const char *rule, const char *about);

/* What the best change wins that a finding suggests: a sentence, fit to print, owned by the caller. NULL: none of its
 * changes was tried; `tried` may be NULL. */
char *ui_tried_say(const UiTried *tried, const UiAdvice *advice);
