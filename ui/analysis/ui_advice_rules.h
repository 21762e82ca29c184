/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_advice_rules.h: the rules of advice, and the contents of a finding. */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

#include "ui/model/ui_estimate.h"

typedef enum {
#define RULE(symbol, id, title, when, source, remedy, cause, snippet, more) UI_RULE_##symbol,
#include "ui/analysis/ui_advice_rules.def"
  UI_RULES
} UiRule;

typedef struct {
  const char *id;     /* stable identifier for programs: "self-interference" */
  const char *title;  /* "Self-interference" */
  const char *when;   /* the condition, with its thresholds: sentences */
  const char *source; /* the rule's source, such as a section of the paper: a sentence */
  const char *remedy; /* what to change: sentences; "" if it depends on the data */
} UiAdviceRule;

/* The unit of a figure. */
typedef enum { UI_FIGURE_COUNT, UI_FIGURE_PERCENT, UI_FIGURE_BYTES, UI_FIGURE_CYCLES, UI_FIGURE_RATIO } UiFigureUnit;

typedef struct {
  char *what; /* "replacement misses", escaped for printing */
  double value;
  UiFigureUnit unit; /* UI_FIGURE_PERCENT: 0 .. 100 */
} UiFigure;

#define UI_ADVICE_NONE G_MAXUINT32

/* The certainty of a finding. */
typedef enum { UI_SURE, UI_LIKELY, UI_POSSIBLE } UiSure;

/* Ranks on UI_DATA are those of a view with all data at UI_LEVEL_PATH (see ui_advice()). */
typedef struct {
  const UiAdviceRule *rule;
  double cycles;     /* cycles that the finding explains: stall, or (load imbalance) waiting for the slowest
                        processor */
  double half;       /* half the width of the confidence interval of `cycles`; UI_ESTIMATE_UNKNOWN: none, or unknown */
  double half_share; /* half the width of the interval of their share of the stall in focus */
  bool is_stall;     /* `cycles` are part of the total stall */
  uint32_t data;     /* rank on UI_DATA; UI_ADVICE_NONE: the finding is about the program as a whole */
  uint32_t other;    /* rank on UI_DATA of the other bin involved (cross-interference); else UI_ADVICE_NONE */
  uint32_t code;     /* rank on UI_CODE of the code with most of the cycles, or UI_ADVICE_NONE */
  uint32_t place;    /* number of the place with most of the cycles, or UI_ADVICE_NONE */
  bool by_code;      /* the finding is about the code, for all data */
  uint32_t hot_line; /* number of the hottest line of the data (sharing), or UI_ADVICE_NONE */
  double gain;       /* cycles that a change saves at most */
  UiSure sure;       /* certainty that the cause is right */
  const char *why;   /* reason for `sure`: a clause that follows "since"; NULL: none */
  char *about;       /* name of the data or the code, escaped for printing; NULL: the program as a whole */
  char *used;        /* fields that the code uses, "mass,charge", named as in the type; NULL: unknown */
  GPtrArray *quotes; /* char *: the hottest source lines, "a.c:12: x[i]++;", escaped for printing; can be empty */
  char *snippet;     /* the change as program text, in lines, escaped for printing; NULL: none */
  char *finding;     /* the observation: sentences with names, escaped for printing */
  char *remedy;      /* what to change: the rule's remedy, extended by names and types; escaped for printing */
  GArray *figures;   /* UiFigure: the numbers that support the finding */
} UiAdvice;

/* Returns all rules. A rule whose id is NULL ends the array. */
const UiAdviceRule *ui_advice_rules(void);

/* Returns advice of a rule, without text and figures. The caller frees it with ui_advice_delete(). */
UiAdvice *ui_advice_new(UiRule rule, double cycles);

void ui_advice_delete(UiAdvice *advice);

/* Returns "sure", "likely" or "possible". */
const char *ui_advice_sure(UiSure sure);

/* Appends a figure. The caller escapes `what`, as all text of findings. */
void ui_advice_figure(GArray *figures, const char *what, double value, UiFigureUnit unit);

/* Appends the value of a figure of a profile in readable form: "8.71M", "90.0%", "32 KB". */
void ui_advice_append_figure(GString *out, const UiProfile *profile, const UiFigure *figure);
