/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_advice_rule_code.h: the functions of the rules of advice, which ui_advice_rules.def lists: the condition, the
 * text of the finding, and the change as program text. Only for the files of ui_advice*.c. */
#pragma once

#include "ui/analysis/ui_advice_say.h"
#include "ui/analysis/ui_advice_writer.h"

/* A bottleneck whose cause is sought. */
typedef struct {
  const UiAdviceContext *context;
  UiTrouble *trouble;
  const UiDataGroup *data;
  const UiCodeGroup *code;
  bool one;       /* all or most of the cycles are on one data group */
  UiCause *cause; /* input: `words`, `fields` and `element` */
} UiLook;

/* Returns whether the rule explains the bottleneck, given that no earlier rule does. If so, sets `sure`, `why` and
 * `gain` of the cause. */
typedef bool UiRuleHolds(const UiLook *look);

/* Appends text to the finding and to the remedy, and adds figures. */
typedef void UiRuleText(const UiWords *words);

/* Appends program text; nothing if the required names are unknown. */
typedef void UiRuleSnippet(const UiWriter *writer);

/* The option of a run that makes findings of the rule surer. */
typedef enum {
  UI_MORE_NOTHING,
  UI_MORE_CONFLICTS,    /* --conflicts=yes */
  UI_MORE_FEW_WAYS,     /* --conflicts=yes, if the cache has at most two ways */
  UI_MORE_INSTRUCTIONS, /* --instructions=yes */
  UI_MORE_STACK_VARS    /* --stack-vars=yes */
} UiMore;

typedef struct {
  UiFamily family;        /* UI_FAMILIES: the rule is about the program as a whole (ui_advice.c) */
  UiRuleHolds *holds;     /* NULL: as for `family` */
  UiRuleText *text;       /* NULL: as for `family` */
  UiRuleSnippet *snippet; /* NULL: none */
  UiMore more;
} UiRuleCode;

#define UI_DECLARE_STALL(family, holds, text) \
  UiRuleHolds holds;                          \
  UiRuleText text;
#define UI_DECLARE_PROGRAM
#define UI_DECLARE_SNIPPET(snippet) UiRuleSnippet snippet;
#define UI_DECLARE_NO_SNIPPET
#define RULE(symbol, id, title, when, source, remedy, cause, snippet, more) UI_DECLARE_##cause UI_DECLARE_##snippet
#include "ui/analysis/ui_advice_rules.def"

/* The limit below which the used words per miss are few: two fields of each element, and sometimes one more. */
#define UI_FEW_WORDS 2.25

/* Returns the size in bytes of an element of the data, at most that of a word. */
double ui_look_word(const UiLook *look);
