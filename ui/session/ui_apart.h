/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_apart.h: runs a command in a child process, so that the user can interrupt it. */
#pragma once

#include "ui/session/ui_command.h"

/* Runs a command that changes nothing in the session except session->tried. Ctrl-C ends it: then there is no output,
 * and the interrupt stays pending (ui_pager.h). */
bool ui_apart_run(UiSession *session, const UiCommand *command, char **args, unsigned n, GError **error);
