/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_undo.h: undo and redo of a session's changes.
 *
 * Before each change, the session's changeable state is stored: the view (a copy shares all that does not differ), the
 * names kept for other runs, and the settings. */
#pragma once

#include "ui/session/ui_session.h"

/* Returns an empty history. Free it with ui_undo_free(). */
UiUndo *ui_undo_new(void);
void ui_undo_free(UiUndo *undo);

/* Stores the state before a change by the command `line`. The change ends with ui_undo_keep(), or with
 * ui_undo_drop(), which restores that state. */
void ui_undo_start(UiSession *session, const char *line);
void ui_undo_keep(UiSession *session);
void ui_undo_drop(UiSession *session);

/* Undo the last change, or redo the one undone last. Return its command line (printable; valid until the next
 * change), or NULL if there is none. */
const char *ui_undo_back(UiSession *session);
const char *ui_undo_again(UiSession *session);
