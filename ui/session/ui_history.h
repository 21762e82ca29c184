/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_history.h: the lines that the user typed, kept from session to session.
 *
 * They are in $XDG_STATE_HOME/memspy/history, or ~/.local/state/memspy/history: the last UI_HISTORY_LINES of them. */
#ifndef UI_UI_HISTORY_H
#define UI_UI_HISTORY_H

enum { UI_HISTORY_LINES = 1000, UI_HISTORY_LONGEST = 4096 };

/* Reads what former sessions left. A file that cannot be read or written does not matter. */
void ui_history_start(void);

/* Remembers a line, at once in the file too, so that nothing is lost when the session is killed; but not an empty one,
 * nor one twice in a row, and one of more than UI_HISTORY_LONGEST bytes for this session only. */
void ui_history_add(const char *line);

/* Ends it: the file gets shorter if it has grown too long. */
void ui_history_end(void);

#endif
