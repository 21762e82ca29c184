/* ui_advice.h: findings in plain language: what the stall time is spent on, and what one would do.
 *
 * The rules are one table, ui_advice_rules.def, each with its thresholds and where it comes from. The stall cycles of
 * a cell are parted by cause (ui_stall.h), and each part goes to the one rule that explains it: so findings do not
 * overlap, and what they explain adds up to at most the whole.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_UI_ADVICE_H
#define UI_UI_ADVICE_H

#include "ui/analysis/ui_scope.h"
#include "ui/names/ui_names.h"

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
  char *what;  /* "replacement misses", fit to print */
  double value;
  UiFigureUnit unit; /* UI_FIGURE_PERCENT: 0 .. 100 */
} UiFigure;

#define UI_ADVICE_NONE G_MAXUINT32

typedef struct {
  const UiAdviceRule *rule;
  double cycles;   /* that it explains: stall, or (load imbalance) cycles of waiting for the slowest processor */
  bool is_stall;   /* the cycles are a part of the total stall time */
  uint32_t data;   /* rank on UI_DATA; UI_ADVICE_NONE: of the program as a whole */
  uint32_t other;  /* rank on UI_DATA of the other bin involved (cross-interference); else UI_ADVICE_NONE */
  uint32_t code;   /* rank on UI_CODE of the code with the most of it, or UI_ADVICE_NONE */
  uint32_t place;  /* number of the place with the most of it, or UI_ADVICE_NONE */
  uint32_t hot_line; /* number of the hottest line concerned (sharing), or UI_ADVICE_NONE */
  char *finding;   /* what is so: sentences, fit to print, with names */
  char *remedy;    /* what one would do: the rule's, and what the names and types make of it; fit to print */
  GArray *figures; /* UiFigure: the numbers behind it */
} UiAdvice;

typedef struct {
  GPtrArray *findings; /* UiAdvice *: those that explain most cycles first; what is worth no action (intrinsic) among
                          them; may be empty */
  double explained;    /* stall cycles that the findings explain */
  double stall;        /* stall cycles in scope */
  bool little;         /* memory stall is so small a part of the time that there is nothing to gain */
} UiAdviceList;

/* All rules; the last is followed by one whose id is NULL. */
const UiAdviceRule *ui_advice_rules(void);

/* What there is to say of the cells in scope (NULL: all); of a narrowed scope nothing about the program as a whole is
 * said. `names` tells types (NULL: nothing is known of them). The caller frees the list with ui_advice_free(). */
UiAdviceList *ui_advice(const UiView *view, const UiNames *names, const UiScope *scope);
void ui_advice_free(UiAdviceList *list);

/* Appends the value of a figure as people read it: "8.71M", "90.0%", "32 KB". */
void ui_advice_append_figure(GString *out, const UiFigure *figure);

#endif
