/* SPDX-License-Identifier: GPL-2.0-or-later
 * advice_rules.h: the rules of advice, and the contents of a finding. */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

#include "ui/view/view_estimate.h"

typedef enum {
#define RULE(symbol, id, title, when, source, remedy, cause, snippet, more) ADVICE_RULE_##symbol,
#include "ui/advice/advice_rules.def"
  ADVICE_RULES
} AdviceRuleId;

typedef struct {
  const char *id;     /* stable identifier of the rule, for programs that read the output: "self-interference" */
  const char *title;  /* title of the rule, such as "Self-interference" */
  const char *when;   /* the condition of the rule with its thresholds, as sentences */
  const char *source; /* the rule's source, such as a section of the paper, as a sentence */
  const char *remedy; /* the change, as sentences; "" if it depends on the data */
} AdviceRule;

/* The unit of a figure. */
typedef enum {
  ADVICE_FIGURE_COUNT,
  ADVICE_FIGURE_PERCENT,
  ADVICE_FIGURE_BYTES,
  ADVICE_FIGURE_CYCLES,
  ADVICE_FIGURE_RATIO
} AdviceFigureUnit;

typedef struct {
  char *what; /* the counted things, such as "replacement misses"; escaped for printing */
  double value;
  AdviceFigureUnit unit; /* unit of the value; ADVICE_FIGURE_PERCENT: the value is 0 to 100 */
} AdviceFigure;

/* A source line of a finding. */
typedef struct {
  uint32_t file; /* number of the source file in the profile */
  uint64_t line; /* from 1 */
} AdviceLine;

#define ADVICE_NONE G_MAXUINT32

/* The certainty of a finding. */
typedef enum { ADVICE_SURE, ADVICE_LIKELY, ADVICE_POSSIBLE } AdviceSure;

/* A finding. The ranks on VIEW_DATA are those of a view with all data at VIEW_LEVEL_PATH (see advice_make()). */
typedef struct {
  const AdviceRule *rule;
  double cycles; /* cycles that the finding explains: stall, or (load imbalance) cycles in which processors wait for the
                    busiest one */
  double half;   /* half the width of the confidence interval of `cycles`; VIEW_ESTIMATE_UNKNOWN: none, or unknown */
  double half_share; /* half the width of the interval of their share of the stall in focus */
  bool is_stall;     /* `cycles` are part of the total stall */
  uint32_t data;     /* rank on VIEW_DATA; ADVICE_NONE: the finding is about the program as a whole */
  uint32_t other;    /* rank on VIEW_DATA of the other bin involved (cross-interference); else ADVICE_NONE */
  uint32_t code;     /* rank on VIEW_CODE of the code with most of the cycles, or ADVICE_NONE */
  uint32_t place;    /* number of the place with the most cycles, or ADVICE_NONE. If malloc and free have more cycles,
                        this is the place that allocates the data */
  double at_place;   /* the cycles of that place, or of its calls of malloc and free; 0: unknown */
  bool by_code;      /* the finding is about the code, for all data */
  uint32_t hot_line; /* number of the hottest line of the data (sharing), or ADVICE_NONE */
  double gain;       /* upper bound of the cycles that a change saves */
  bool unbounded;    /* no bound of the saving is known; `gain` is only good for the order of findings */
  AdviceSure sure;   /* certainty that the cause is right */
  const char *why;   /* reason for `sure`: a clause that follows "since"; NULL: none */
  char *about;       /* name of the data or of the code, escaped for printing; NULL: the finding is about the program as
                        a whole */
  char *used;        /* names of the fields that the code uses, in the order of the type, such as "mass,charge"; NULL:
                        unknown */
  GPtrArray *quotes; /* char *: the hottest source lines, such as "a.c:12: x[i]++;", escaped for printing; can be
                        empty */
  GArray *lines;     /* AdviceLine: the source lines of the quotes; without quotes, the source line of `place`, if it is
                        known */
  char *snippet;     /* the change as program text, in several lines, escaped for printing; NULL: none */
  char *finding;     /* the observation, as sentences with names, escaped for printing */
  char *remedy;      /* the remedy of the rule, extended by names and types; escaped for printing */
  GArray *figures;   /* AdviceFigure: the numbers that support the finding */
} AdviceFinding;

/* Returns all rules. A rule whose id is NULL ends the array. */
const AdviceRule *advice_rules(void);

/* Returns a new finding of a rule, without text and figures. The caller frees it with advice_finding_free(). */
AdviceFinding *advice_finding_new(AdviceRuleId rule, double cycles);

void advice_finding_free(AdviceFinding *advice);

/* Returns the word for a certainty: "sure", "likely" or "possible". */
const char *advice_sure(AdviceSure sure);

/* Appends a figure to the array. The caller must escape `what` for printing, as all text of findings. */
void advice_figure(GArray *figures, const char *what, double value, AdviceFigureUnit unit);

/* Appends the value of a figure in readable form to the text, such as "8.71M", "90.0%" or "32 KB". */
void advice_append_figure(GString *out, const Profile *profile, const AdviceFigure *figure);
