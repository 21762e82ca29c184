/* SPDX-License-Identifier: GPL-2.0-or-later
 * budget_scan.h: scans a line of a budget file word by word.
 *
 * Spaces and relations separate words. Quoted text, with the shell's quotes, is one word. A # at the start of a word
 * begins a comment. */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

#include "ui/budgets/budget_words.h"

#define BUDGET_ERROR budget_error_quark()
GQuark budget_error_quark(void);

typedef enum { BUDGET_TOKEN_END, BUDGET_TOKEN_WORD, BUDGET_TOKEN_QUOTED, BUDGET_TOKEN_RELATION } BudgetTokenKind;

typedef struct {
  BudgetTokenKind kind;
  const char *start; /* points into the line */
  char *text;        /* without quotes; NULL at the end */
} BudgetToken;

/* Takes the next word at *at, and moves *at to its end. Returns false and sets *error if a quote is not closed. The
 * caller frees token->text. */
bool budget_scan(const char **at, BudgetToken *token, GError **error);

/* A number as written: digits / scale, times the unit's factor. */
typedef struct {
  uint64_t digits, scale; /* at most 18 digits, 9 of them after the point; the scale is a power of ten */
  BudgetUnit unit;
} BudgetNumber;

/* Takes a number with its unit at *at. Returns false and sets *error if there is no number, or its unit is unknown. */
bool budget_scan_number(const char **at, BudgetNumber *number, GError **error);

/* Takes `word` if it is the next word at *at. Returns whether it is. */
bool budget_scan_word(const char **at, const char *word);

/* Takes one of the characters in `signs`, after optional spaces. Returns it; 0: none. */
char budget_scan_sign(const char **at, const char *signs);
