/* ui_commands.h: the commands of a session.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_UI_COMMANDS_H
#define UI_UI_COMMANDS_H

#include "ui/session/ui_session.h"

#define UI_COMMAND_ERROR ui_command_error_quark()
GQuark ui_command_error_quark(void);

/* Runs one line: the name of a command, or a start of one, in any case, and its arguments, with quotes and
 * backslashes as in a shell. What it has to say is appended to session->out. Returns false and sets *error
 * when there is no such command or it cannot be done. A line without a command does nothing. */
bool ui_command_run(UiSession *session, const char *line, GError **error);

#endif
