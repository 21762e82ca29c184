/* SPDX-License-Identifier: GPL-2.0-or-later
 * budget_words.h: the words of budget files, from the table budget_words.def. */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdio.h>

#include "ui/analysis/analysis_stall.h"
#include "ui/view/view_metric.h"

/* The amount that a budget limits: a ViewMetric, or one of the following amounts. */
typedef enum {
  BUDGET_AMOUNT_METRICS = VIEW_METRICS - 1,
#define AMOUNT(symbol, word, meaning) BUDGET_AMOUNT_##symbol,
#include "ui/budgets/budget_words.def"
} BudgetAmount;

typedef enum {
#define RELATION(symbol, word, meaning) BUDGET_RELATION_##symbol,
#include "ui/budgets/budget_words.def"
} BudgetRelation;

typedef enum {
#define UNIT(symbol, word, times, meaning) BUDGET_UNIT_##symbol,
#include "ui/budgets/budget_words.def"
  BUDGET_UNIT_NONE
} BudgetUnit;

typedef enum {
  BUDGET_WORD_FORM,
  BUDGET_WORD_AMOUNT,
  BUDGET_WORD_CAUSE,
  BUDGET_WORD_RELATION,
  BUDGET_WORD_UNIT
} BudgetWordKind;

typedef struct {
  BudgetWordKind kind;
  int value;            /* a BudgetAmount, a ViewMetric (for causes), a BudgetRelation or a BudgetUnit, depending on the
                           kind */
  const char *word;     /* the word; NULL: the key of the ViewMetric is the word */
  const char *also;     /* a synonym of the word; "": none */
  const char *meaning;  /* a clause */
  uint64_t times;       /* for units: factor by which the number is multiplied */
  size_t first, second; /* for causes: offsets of its two parts in AnalysisStall; if both are equal, there is only one
                           part */
} BudgetWord;

/* Returns row number `index` of the table, from 0; NULL: the index is after the last row. */
const BudgetWord *budget_word(unsigned index);

/* Returns the text of a row's word. */
const char *budget_word_text(const BudgetWord *word);

/* Returns the table row of this kind whose word or synonym is `text`; NULL: none. */
const BudgetWord *budget_word_find(BudgetWordKind kind, const char *text);

/* Returns the table row of this kind with this value. */
const BudgetWord *budget_word_of(BudgetWordKind kind, int value);

/* Returns a list of all words of a kind for messages, such as "<=, <, =, >= or >". The caller owns the list. */
char *budget_words_allowed(BudgetWordKind kind);

/* Returns the word of this kind that is most similar to `text`; NULL: none is similar. */
const char *budget_words_nearest(BudgetWordKind kind, const char *text);

/* Returns the cycles of a cause in *stall. */
double budget_word_stall(const BudgetWord *cause, const AnalysisStall *stall);

/* Prints the table as a reference of the language. */
void budget_words_print(FILE *file);
