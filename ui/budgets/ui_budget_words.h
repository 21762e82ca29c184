/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_budget_words.h: the words of budget files, from the table ui_budget_words.def. */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdio.h>

#include "ui/analysis/ui_stall.h"
#include "ui/model/ui_metric.h"

/* The amount that a budget limits: a UiMetric, or one of these. */
typedef enum {
  UI_AMOUNT_METRICS = UI_METRICS - 1,
#define AMOUNT(symbol, word, meaning) UI_AMOUNT_##symbol,
#include "ui/budgets/ui_budget_words.def"
} UiAmount;

typedef enum {
#define RELATION(symbol, word, meaning) UI_RELATION_##symbol,
#include "ui/budgets/ui_budget_words.def"
} UiRelation;

typedef enum {
#define UNIT(symbol, word, times, meaning) UI_UNIT_##symbol,
#include "ui/budgets/ui_budget_words.def"
  UI_UNIT_NONE
} UiUnit;

typedef enum { UI_WORD_FORM, UI_WORD_AMOUNT, UI_WORD_CAUSE, UI_WORD_RELATION, UI_WORD_UNIT } UiWordKind;

typedef struct {
  UiWordKind kind;
  int value;            /* UiAmount, UiMetric (of a cause), UiRelation or UiUnit */
  const char *word;     /* NULL: the key of the UiMetric */
  const char *also;     /* a synonym; "": none */
  const char *meaning;  /* a clause */
  uint64_t times;       /* unit: the factor of a number */
  size_t first, second; /* cause: offsets of its parts in UiStall; equal: only one part */
} UiBudgetWord;

/* Returns row number `index` of the table, from 0; NULL: after the last. */
const UiBudgetWord *ui_budget_word(unsigned index);

/* Returns the word's text. */
const char *ui_budget_word_text(const UiBudgetWord *word);

/* Returns the row of that kind with that text; NULL: none. */
const UiBudgetWord *ui_budget_word_find(UiWordKind kind, const char *text);

/* Returns the row of that kind and value. */
const UiBudgetWord *ui_budget_word_of(UiWordKind kind, int value);

/* Returns the words of a kind, for messages: "<=, <, =, >= or >". Owned by the caller. */
char *ui_budget_words_allowed(UiWordKind kind);

/* Returns the word of that kind nearest to `text`; NULL: none is near. */
const char *ui_budget_words_nearest(UiWordKind kind, const char *text);

/* Returns the cycles of *stall for a cause. */
double ui_budget_word_stall(const UiBudgetWord *cause, const UiStall *stall);

/* Prints the table: the reference of the language. */
void ui_budget_words_print(FILE *file);
