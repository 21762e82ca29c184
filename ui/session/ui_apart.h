/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_apart.h: a command in a process of its own, so that the user need not wait for its end. */
#ifndef UI_SESSION_APART_H
#define UI_SESSION_APART_H

#include "ui/session/ui_command.h"

/* Carries out a command that changes nothing of the session but what was tried, as its handler does. Ctrl-C ends it:
 * then it has nothing to say, and the session takes note of the interrupt (ui_pager.h). */
bool ui_apart_run(UiSession *session, const UiCommand *command, char **args, unsigned n, GError **error);

#endif
