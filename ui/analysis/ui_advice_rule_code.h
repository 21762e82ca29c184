/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_advice_rule_code.h: the functions of the rules of advice, which are columns of ui_advice_rules.def: the
 * condition, the finding in words, and what to change as program text. Only for the files of ui_advice*.c. */
#pragma once

#include "ui/analysis/ui_advice_say.h"
#include "ui/analysis/ui_advice_writer.h"

/* A trouble whose cause is searched. */
typedef struct {
  const UiAdviceContext *context;
  UiTrouble *trouble;
  const UiDataGroup *data;
  const UiCodeGroup *code;
  bool one;       /* all or most of it is on one group of data */
  UiCause *cause; /* `words`, `fields` and `element` are set */
} UiLook;

/* Whether the rule explains the trouble, and none before it does. If so, sets `sure`, `why` and `gain` of the cause. */
typedef bool UiRuleHolds(const UiLook *look);

/* Appends to the finding, to the remedy, and to the figures. */
typedef void UiRuleText(const UiWords *words);

/* Appends program text; nothing if the names for it are unknown. */
typedef void UiRuleSnippet(const UiWriter *writer);

/* An option of a run that makes findings of the rule surer. */
typedef enum {
  UI_MORE_NOTHING,
  UI_MORE_CONFLICTS,    /* --conflicts=yes */
  UI_MORE_FEW_WAYS,     /* likewise, if the cache has at most two ways */
  UI_MORE_INSTRUCTIONS, /* --instructions=yes */
  UI_MORE_STACK_VARS    /* --stack-vars=yes */
} UiMore;

typedef struct {
  UiFamily family;        /* UI_FAMILIES: the rule is about the program as a whole (ui_advice.c) */
  UiRuleHolds *holds;     /* NULL: likewise */
  UiRuleText *text;       /* NULL: likewise */
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

/* Fewer words than this for each miss are few: two fields of each element, and sometimes one more. */
#define UI_FEW_WORDS 2.25

/* Bytes of an element of the data, at most those of a word. */
double ui_look_word(const UiLook *look);
