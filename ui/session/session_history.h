/* SPDX-License-Identifier: GPL-2.0-or-later
 * session_history.h: keeps the typed lines across sessions: the last SESSION_HISTORY_LINES lines are in
 * $XDG_STATE_HOME/memspy/history, or ~/.local/state/memspy/history. */
#pragma once

enum { SESSION_HISTORY_LINES = 1000, SESSION_HISTORY_LONGEST = 4096 };

/* Reads the lines of earlier sessions. If the history file cannot be read or written, ignores the file. */
void session_history_start(void);

/* Records a line, also in the file, so that nothing is lost if the session is killed. Skips an empty line, and a line
 * that is equal to the last one. A line of more than SESSION_HISTORY_LONGEST bytes is kept for this session only. */
void session_history_add(const char *line);

/* Ends the history. Shortens the file if it has become too long. */
void session_history_end(void);
