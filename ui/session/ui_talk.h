/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_talk.h: a session with a user at a terminal. */
#pragma once

#include "ui/session/ui_session.h"

/* Makes Ctrl-C interrupt commands rather than end the process. */
void ui_talk_start(UiSession *session);

/* Runs commands from the terminal, with a prompt, completion and history, until quit or the end of input. Then asks
 * whether to save new names, if so set. */
void ui_talk(UiSession *session);
