/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_budget_scan.h: a line of a budget file, word by word.
 *
 * Words are separated by spaces and relations. What is quoted, as for a shell, is one word. A # where a word would
 * begin begins a comment. */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

#include "ui/budgets/ui_budget_words.h"

#define UI_BUDGET_ERROR ui_budget_error_quark()
GQuark ui_budget_error_quark(void);

typedef enum { UI_TOKEN_END, UI_TOKEN_WORD, UI_TOKEN_QUOTED, UI_TOKEN_RELATION } UiTokenKind;

typedef struct {
  UiTokenKind kind;
  const char *start; /* in the line */
  char *text;        /* without quotes; NULL at the end */
} UiToken;

/* Takes the next word at *at, and moves *at behind it. Returns false and sets *error when a quote is not closed. The
 * caller frees token->text. */
bool ui_budget_scan(const char **at, UiToken *token, GError **error);

/* A number as it is written: digits / scale, times the unit's factor. */
typedef struct {
  uint64_t digits, scale; /* at most 18 digits, of which 9 behind the point; the scale is a power of ten */
  UiUnit unit;
} UiBudgetNumber;

/* Takes a number with its unit, likewise. Returns false and sets *error when there is none, or no such unit. */
bool ui_budget_scan_number(const char **at, UiBudgetNumber *number, GError **error);

/* Takes `word` if it stands there by itself, likewise. Returns whether it does. */
bool ui_budget_scan_word(const char **at, const char *word);

/* Takes one of the characters in `signs`, and spaces before it. Returns it, or 0 when there is none. */
char ui_budget_scan_sign(const char **at, const char *signs);
