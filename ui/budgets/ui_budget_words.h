/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_budget_words.h: the words that budget files consist of, as one table (ui_budget_words.def). */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdio.h>

#include "ui/analysis/ui_stall.h"
#include "ui/model/ui_metric.h"

/* What a budget is about: a UiMetric, or one of these. */
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
  const char *word;     /* NULL: that of the UiMetric */
  const char *also;     /* another word for it; "": none */
  const char *meaning;  /* a clause */
  uint64_t times;       /* of a unit: what a number is multiplied by */
  size_t first, second; /* of a cause: offsets in UiStall; the same: only that one */
} UiBudgetWord;

/* Row number `index` of the table, from 0; NULL behind the last. */
const UiBudgetWord *ui_budget_word(unsigned index);

/* How it is written. */
const char *ui_budget_word_text(const UiBudgetWord *word);

/* The row of that kind that is written so; NULL: there is none. */
const UiBudgetWord *ui_budget_word_find(UiWordKind kind, const char *text);

/* The row of that kind and value. */
const UiBudgetWord *ui_budget_word_of(UiWordKind kind, int value);

/* The words of a kind, for a message that says what is allowed: "<=, <, =, >= or >". Owned by the caller. */
char *ui_budget_words_allowed(UiWordKind kind);

/* The word of that kind that is nearest to `text`; NULL: none is near. */
const char *ui_budget_words_nearest(UiWordKind kind, const char *text);

/* The cycles of *stall that are for a cause. */
double ui_budget_word_stall(const UiBudgetWord *cause, const UiStall *stall);

/* Prints the table: all that there is to say of the language. */
void ui_budget_words_print(FILE *file);
