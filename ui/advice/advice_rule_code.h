/* SPDX-License-Identifier: GPL-2.0-or-later
 * advice_rule_code.h: the functions that implement a rule of advice. They check the condition of the rule, write the
 * text of the finding, and write the change as program text. advice_rules.def lists the rules. Only the files of
 * ui/advice use this header. */
#pragma once

#include "ui/advice/advice_text.h"
#include "ui/advice/advice_writer.h"

/* A bottleneck, and what the rules need to check whether they explain it. */
typedef struct {
  const AdviceContext *context;
  AdviceTrouble *trouble;
  const AdviceDataGroup *data;
  const AdviceCodeGroup *code;
  bool one;           /* one data group has all or most of the cycles */
  AdviceCause *cause; /* the cause to set; `words`, `fields` and `element` are already set */
} AdviceLook;

/* Returns whether the rule explains the bottleneck, given that no earlier rule does. If so, sets `sure`, `why` and
 * `gain` of the cause. */
typedef bool AdviceRuleHolds(const AdviceLook *look);

/* Appends text to the finding and to the remedy of a bottleneck, and adds figures to the finding. */
typedef void AdviceRuleText(const AdviceWords *words);

/* Appends the change as program text. Appends nothing if the required names are unknown. */
typedef void AdviceRuleSnippet(const AdviceWriter *writer);

/* The run option that makes findings of the rule more certain. */
typedef enum {
  ADVICE_MORE_NOTHING,
  ADVICE_MORE_CONFLICTS,    /* --conflicts=yes */
  ADVICE_MORE_INSTRUCTIONS, /* --instructions=yes */
  ADVICE_MORE_STACK_VARS    /* --stack-vars=yes */
} AdviceMore;

typedef struct {
  AdviceFamily family;        /* family of the stall that the rule explains; ADVICE_FAMILIES: the rule is about the
                                 program as a whole (advice.c) */
  AdviceRuleHolds *holds;     /* checks the condition of the rule; NULL: the rule is about the program as a whole */
  AdviceRuleText *text;       /* writes the text of the finding; NULL: the rule is about the program as a whole */
  AdviceRuleSnippet *snippet; /* NULL: none */
  AdviceMore more;
} AdviceRuleCode;

#define ADVICE_DECLARE_STALL(family, holds, text) \
  AdviceRuleHolds holds;                          \
  AdviceRuleText text;
#define ADVICE_DECLARE_PROGRAM
#define ADVICE_DECLARE_SNIPPET(snippet) AdviceRuleSnippet snippet;
#define ADVICE_DECLARE_NO_SNIPPET
#define RULE(symbol, id, title, when, source, remedy, cause, snippet, more) \
  ADVICE_DECLARE_##cause ADVICE_DECLARE_##snippet
#include "ui/advice/advice_rules.def"

/* Returns whether the innermost loop goes across few rows, and the next outer loop goes along them. If so, the cache is
 * large enough to hold the lines until the next iteration uses their other words. */
bool advice_look_few_rows(const AdviceLook *look);

/* Returns whether the misses are due to new memory, which the program writes for the first time. */
bool advice_look_new_memory(const AdviceLook *look);

/* Returns the size in bytes of an element of the data, at most that of a word. */
double advice_look_word(const AdviceLook *look);
