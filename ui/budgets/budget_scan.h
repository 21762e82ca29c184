/* SPDX-License-Identifier: GPL-2.0-or-later
 * budget_scan.h: scans a line of a budget file word by word.
 *
 * Spaces and relations separate words. Text in quotes, as in the shell, is one word. The character # at the start of a
 * word begins a comment. */
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
  const char *start; /* start of the word in the line */
  char *text;        /* text of the word without quotes; NULL at the end of the line */
} BudgetToken;

/* Scans the next word at *at, and moves *at to the end of the word. Returns false and sets *error if a quote is not
 * closed. The caller frees token->text. */
bool budget_scan(const char **at, BudgetToken *token, GError **error);

/* A number as written in the file. Its value is digits / scale, multiplied by the factor of the unit. */
typedef struct {
  uint64_t digits, scale; /* digits: at most 18 digits, at most 9 of which are after the point; scale: a power of ten */
  BudgetUnit unit;
} BudgetNumber;

/* Scans a number with its unit at *at. Returns false and sets *error if there is no number, or if the unit is
 * unknown. */
bool budget_scan_number(const char **at, BudgetNumber *number, GError **error);

/* If `word` is the next word at *at, moves *at to the end of the word and returns true. Otherwise returns false. */
bool budget_scan_word(const char **at, const char *word);

/* Skips spaces. If the next character is one of `signs`, takes and returns it. Otherwise returns 0. */
char budget_scan_sign(const char **at, const char *signs);
