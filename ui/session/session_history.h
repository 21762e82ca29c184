/* SPDX-License-Identifier: GPL-2.0-or-later
 * session_history.h: the typed lines, kept across sessions: the last SESSION_HISTORY_LINES in
 * $XDG_STATE_HOME/memspy/history, or ~/.local/state/memspy/history. */
#pragma once

enum { SESSION_HISTORY_LINES = 1000, SESSION_HISTORY_LONGEST = 4096 };

/* Reads the lines of earlier sessions. A file that cannot be read or written is ignored. */
void session_history_start(void);

/* Records a line, also in the file, so that a killed session loses nothing. Skips an empty line and a repetition of
 * the last one; keeps a line of more than SESSION_HISTORY_LONGEST bytes for this session only. */
void session_history_add(const char *line);

/* Ends the history and cuts a file that has grown too long. */
void session_history_end(void);
