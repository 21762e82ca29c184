/* SPDX-License-Identifier: GPL-2.0-or-later
 * session_pager_process.h: runs a command in a child process, so that the user can interrupt it. */
#pragma once

#include "ui/session/session_command.h"

/* Runs a command that changes nothing in the session except session->tried. Ctrl-C ends the command: there is then no
 * output, and the interrupt stays pending (session_pager.h). */
bool session_pager_process_run(Session *session, const SessionCommand *command, char **args, unsigned n,
                               GError **error);
