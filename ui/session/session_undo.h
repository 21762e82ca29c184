/* SPDX-License-Identifier: GPL-2.0-or-later
 * session_undo.h: undo and redo of a session's changes.
 *
 * Before each change, the state of the session is stored: the view (a copy shares everything that does not differ), the
 * names kept for other runs, and the settings. */
#pragma once

#include "ui/session/session.h"

/* Returns an empty history. Free it with session_undo_free(). */
SessionUndo *session_undo_new(void);
void session_undo_free(SessionUndo *undo);

/* Stores the state before a change by the command `line`. The change ends with session_undo_keep(), or with
 * session_undo_drop(), which restores the state. */
void session_undo_start(Session *session, const char *line);
void session_undo_keep(Session *session);
void session_undo_drop(Session *session);

/* The first function undoes the last change. The second redoes the change that was undone last. They return the command
 * line of the change (printable, and valid until the next change), or NULL if there is no such change. */
const char *session_undo_back(Session *session);
const char *session_undo_again(Session *session);
