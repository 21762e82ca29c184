/* SPDX-License-Identifier: GPL-2.0-or-later
 * session_complete.h: completes a line that the user is typing. */
#pragma once

#include "ui/session/session.h"

typedef struct {
  GPtrArray *words;  /* char *: the candidates, without quotes, sorted, without duplicates */
  char *replacement; /* the quoted text that replaces the word in the line; NULL if there are no candidates */
  bool complete;     /* whether the word is complete, so that a space can follow */
  bool file;         /* whether the word is the name of a file, which the caller completes; in this case, there are no
                        candidates */
} SessionCompletion;

/* Completes the word of `line` from byte `start` to byte `end`. `quote` is the open quotation mark before the word, or
 * 0. Ignores case. The caller frees the result with session_completion_clear(). */
SessionCompletion session_complete(const Session *session, const char *line, size_t start, size_t end, char quote);
void session_completion_clear(SessionCompletion *completion);
