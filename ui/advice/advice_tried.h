/* SPDX-License-Identifier: GPL-2.0-or-later
 * advice_tried.h: the savings of other data layouts, each of which was simulated on a trace, and their text in
 * findings. */
#pragma once

#include <stdint.h>

#include "ui/advice/advice_rules.h"

/* A change of the data layout, or several changes at once. */
typedef struct {
  char *changes, *about, *why;
  GPtrArray *findings;    /* char *: keys of the findings that suggest the change (advice_tried_finding()) */
  char *refused;          /* the reason why the change cannot be simulated; NULL: it was simulated */
  uint64_t stall, misses; /* stall cycles and misses of the program with the change */
} AdviceTriedChange;

typedef struct {
  uint64_t stall, misses; /* stall cycles and misses of the program with the original layout */
  uint64_t untried;       /* number of changes that were not simulated because of the limit */
  GArray *changes;        /* AdviceTriedChange: the changes that were tried */
} AdviceTried;

/* Returns a new, empty AdviceTried. Free it with advice_tried_free(), which accepts NULL. */
AdviceTried *advice_tried_new(void);
void advice_tried_free(AdviceTried *tried);

/* Returns the key of a finding, which consists of its rule and its subject. The caller owns the key. */
char *advice_tried_finding(const char *rule, const char *about);

/* Returns a sentence about the saving of the best change that the finding suggests, escaped for printing; NULL: no such
 * change was simulated. The caller owns the sentence. `tried` can be NULL. */
char *advice_tried_say(const AdviceTried *tried, const AdviceFinding *advice);
