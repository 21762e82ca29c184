/* SPDX-License-Identifier: GPL-2.0-or-later
 * advice_reuse.h: writes what the profile shows about replaced data that are used again, if no loop is known that repeats
 * the passes through them: the calls of the function, and their caller. Only the files of ui/advice use this header. */
#pragma once

#include "ui/advice/advice_text.h"

/* The evidence for the code that uses data again. */
typedef enum {
  ADVICE_REUSE_UNKNOWN,      /* no evidence for a remedy, for example because a library calls the function */
  ADVICE_REUSE_ONE_CALL,     /* the function is called once */
  ADVICE_REUSE_LARGE_PARTS,  /* a call fetches a large part of the data */
  ADVICE_REUSE_SMALL_PARTS,  /* a call fetches a small part of the data */
  ADVICE_REUSE_REPEATED_CALL /* the source shows a loop that repeats a call with the same elements */
} AdviceReuse;

/* Returns whether the profile has a line number of the hottest place of the bottleneck. */
bool advice_reuse_has_line(const AdviceContext *context, const AdviceTrouble *trouble);

/* Returns whether the text of this line is available. */
bool advice_reuse_has_text(const AdviceContext *context, const AdviceTrouble *trouble);

/* Returns whether the profile shows that the code uses the lines well while they are in the cache. The references of a
 * whole function do not show it, and neither do a few references without their source. */
bool advice_reuse_is_shown(const AdviceContext *context, const AdviceTrouble *trouble, const AdviceCause *cause);

/* Appends to the finding who uses the data again. */
AdviceReuse advice_reuse_say(const AdviceWords *words);
