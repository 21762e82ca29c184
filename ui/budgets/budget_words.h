/* SPDX-License-Identifier: GPL-2.0-or-later
 * budget_words.h: the words of budget files, from the table budget_words.def. */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdio.h>

#include "ui/analysis/analysis_stall.h"
#include "ui/view/view_metric.h"

/* The amount that a budget limits: a ViewMetric, or one of these. */
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
  int value;            /* BudgetAmount, ViewMetric (of a cause), BudgetRelation or BudgetUnit */
  const char *word;     /* NULL: the key of the ViewMetric */
  const char *also;     /* a synonym; "": none */
  const char *meaning;  /* a clause */
  uint64_t times;       /* unit: the factor of a number */
  size_t first, second; /* cause: offsets of its parts in AnalysisStall; equal: only one part */
} BudgetWord;

/* Returns row number `index` of the table, from 0; NULL: after the last. */
const BudgetWord *budget_word(unsigned index);

/* Returns the word's text. */
const char *budget_word_text(const BudgetWord *word);

/* Returns the row of that kind with that text; NULL: none. */
const BudgetWord *budget_word_find(BudgetWordKind kind, const char *text);

/* Returns the row of that kind and value. */
const BudgetWord *budget_word_of(BudgetWordKind kind, int value);

/* Returns the words of a kind, for messages: "<=, <, =, >= or >". Owned by the caller. */
char *budget_words_allowed(BudgetWordKind kind);

/* Returns the word of that kind nearest to `text`; NULL: none is near. */
const char *budget_words_nearest(BudgetWordKind kind, const char *text);

/* Returns the cycles of *stall for a cause. */
double budget_word_stall(const BudgetWord *cause, const AnalysisStall *stall);

/* Prints the table: the reference of the language. */
void budget_words_print(FILE *file);
