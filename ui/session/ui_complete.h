/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_complete.h: what a line that the user is typing may go on with. */
#ifndef UI_UI_COMPLETE_H
#define UI_UI_COMPLETE_H

#include "ui/session/ui_session.h"

typedef struct {
  GPtrArray *words;  /* char *: what the word may become, sorted, no two alike, as a person reads them */
  char *replacement; /* what takes the place of the word as it stands, quoted as the line needs it; NULL if there are no
                        words */
  bool complete;     /* the word is whole: a space may follow */
  bool file;         /* it is the name of a file, which is for others to complete; there are no words */
} UiCompletion;

/* Completes the word of `line` that starts at byte `start` and ends at byte `end`. `quote` is the quotation mark that
 * stands open in front of it, or 0. Case does not count. The caller frees the result with ui_completion_clear(). */
UiCompletion ui_complete(const UiSession *session, const char *line, size_t start, size_t end, char quote);
void ui_completion_clear(UiCompletion *completion);

#endif
