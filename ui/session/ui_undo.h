/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_undo.h: the changes of a session, to be taken back and made again.
 *
 * Before each change, what it may change is put by: the view (a copy shares all that does not differ), the names kept
 * for other runs, and the settings. */
#ifndef UI_UI_UNDO_H
#define UI_UI_UNDO_H

#include "ui/session/ui_session.h"

/* No changes yet. Free it with ui_undo_free(). */
UiUndo *ui_undo_new(void);
void ui_undo_free(UiUndo *undo);

/* Puts the session by. The change that follows ends with ui_undo_keep(), or with ui_undo_drop(), after which the
 * session is as it was. `line` is what was typed. */
void ui_undo_start(UiSession *session, const char *line);
void ui_undo_keep(UiSession *session);
void ui_undo_drop(UiSession *session);

/* Takes the last change back, or makes again the one that was taken back last. Returns what was typed for it (fit to
 * print; good until the next change), or NULL when there is none. */
const char *ui_undo_back(UiSession *session);
const char *ui_undo_again(UiSession *session);

#endif
