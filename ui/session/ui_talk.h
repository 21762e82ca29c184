/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_talk.h: a session with a user at a terminal. */
#ifndef UI_UI_TALK_H
#define UI_UI_TALK_H

#include "ui/session/ui_session.h"

/* From now on Ctrl-C does not end the process. */
void ui_talk_start(UiSession *session);

/* Commands from the terminal, with a prompt, completion and history, until quit or the end of input. Then asks what is
 * to happen with names that were not saved, if the settings say so. */
void ui_talk(UiSession *session);

#endif
