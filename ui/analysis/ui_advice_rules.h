/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_advice_rules.h: the rules of advice, and what a finding by one of them consists of. */
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
  const char *id;     /* "self-interference": a word for programs, always the same */
  const char *title;  /* "Self-interference" */
  const char *when;   /* what it explains, and with which thresholds: sentences */
  const char *source; /* the section of the paper, or other source, that it is from: a sentence */
  const char *remedy; /* what one would do: sentences; "" where it depends on the data */
} UiAdviceRule;

/* How the value of a figure is to be read. */
typedef enum { UI_FIGURE_COUNT, UI_FIGURE_PERCENT, UI_FIGURE_BYTES, UI_FIGURE_CYCLES, UI_FIGURE_RATIO } UiFigureUnit;

typedef struct {
  char *what; /* "replacement misses", fit to print */
  double value;
  UiFigureUnit unit; /* UI_FIGURE_PERCENT: 0 .. 100 */
} UiFigure;

#define UI_ADVICE_NONE G_MAXUINT32

/* How sure a finding is. */
typedef enum { UI_SURE, UI_LIKELY, UI_POSSIBLE } UiSure;

/* Ranks on UI_DATA are those of the view with all data at UI_LEVEL_PATH (ui_advice()). */
typedef struct {
  const UiAdviceRule *rule;
  double cycles;     /* that it explains: stall, or (load imbalance) cycles of waiting for the slowest processor */
  double half;       /* half the width of their interval; UI_ESTIMATE_UNKNOWN: there is none, or it is not known */
  double half_share; /* the same of their share of the stall in focus */
  bool is_stall;     /* the cycles are a part of the total stall time */
  uint32_t data;     /* rank on UI_DATA; UI_ADVICE_NONE: of the program as a whole */
  uint32_t other;    /* rank on UI_DATA of the other bin involved (cross-interference); else UI_ADVICE_NONE */
  uint32_t code;     /* rank on UI_CODE of the code with the most of it, or UI_ADVICE_NONE */
  uint32_t place;    /* number of the place with the most of it, or UI_ADVICE_NONE */
  bool by_code;      /* it is about the code, whatever the data */
  uint32_t hot_line; /* number of the hottest line concerned (sharing), or UI_ADVICE_NONE */
  double gain;       /* of the cycles, what a change can win at most */
  UiSure sure;       /* that the cause is the right one */
  const char *why;   /* it is so sure: a clause behind "since"; NULL: nothing to say */
  char *about;       /* the data, or the code: the name, fit to print; NULL: the program as a whole */
  char *used;        /* fields that the code uses, "mass,charge", as the type calls them; NULL: not known */
  GPtrArray *quotes; /* char *: lines of source with most of it, "a.c:12: x[i]++;", fit to print; may be empty */
  char *snippet;     /* what to change, as program text, in lines, fit to print; NULL: nothing fits */
  char *finding;     /* what is so: sentences, fit to print, with names */
  char *remedy;      /* what one would do: the rule's, and what the names and types make of it; fit to print */
  GArray *figures;   /* UiFigure: the numbers behind it */
} UiAdvice;

/* All rules; the last is followed by one whose id is NULL. */
const UiAdviceRule *ui_advice_rules(void);

/* Advice of a rule, without words and figures yet. The caller frees it with ui_advice_delete(). */
UiAdvice *ui_advice_new(UiRule rule, double cycles);

void ui_advice_delete(UiAdvice *advice);

/* "sure", "likely", "possible" */
const char *ui_advice_sure(UiSure sure);

/* Appends a figure. `what` is escaped already, as is all that goes into findings. */
void ui_advice_figure(GArray *figures, const char *what, double value, UiFigureUnit unit);

/* Appends the value of a figure of a profile as people read it: "8.71M", "90.0%", "32 KB". */
void ui_advice_append_figure(GString *out, const UiProfile *profile, const UiFigure *figure);
