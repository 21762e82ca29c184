/* SPDX-License-Identifier: GPL-2.0-or-later
 * advice_tried.h: the savings of other data layouts, each simulated on a trace, and what they mean for a finding. */
#pragma once

#include <stdint.h>

#include "ui/advice/advice_rules.h"

/* A change of the data layout, or several changes at once. */
typedef struct {
  char *changes, *about, *why;
  GPtrArray *findings;    /* char *: the findings that suggest the change (advice_tried_finding()) */
  char *refused;          /* why it cannot be simulated; NULL: it was */
  uint64_t stall, misses; /* stall cycles and misses with the change */
} AdviceTriedChange;

typedef struct {
  uint64_t stall, misses; /* stall cycles and misses of the original layout */
  uint64_t untried;       /* number of changes beyond the limit, not simulated */
  GArray *changes;        /* AdviceTriedChange */
} AdviceTried;

/* Returns an empty AdviceTried. Free it with advice_tried_free(), which accepts NULL. */
AdviceTried *advice_tried_new(void);
void advice_tried_free(AdviceTried *tried);

/* Returns the key of a finding: its rule and its subject. Owned by the caller. */
char *advice_tried_finding(const char *rule, const char *about);

/* Returns the saving of the best change that a finding suggests: a sentence, escaped for printing, owned by the caller.
 * NULL: no change was simulated for it. `tried` can be NULL. */
char *advice_tried_say(const AdviceTried *tried, const AdviceFinding *advice);
