/* ui_commands.h: the commands of a session.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_UI_COMMANDS_H
#define UI_UI_COMMANDS_H

#include "ui/session/ui_command.h"

/* All commands, in the order of help: by topic. The last is followed by a row whose name is NULL. */
const UiCommand *ui_commands(void);

/* "CODE SEGMENTS AND DATA BINS" and the like: the heading of a topic. */
const char *ui_commands_topic(UiTopic topic);

/* The arguments of a command as its usage shows them: "[CODE [DATA]]"; "" when there are none. Owned by the caller. */
char *ui_commands_usage(const UiCommand *command);

/* The command of that name, or the only one whose name starts so, in any case. Returns NULL and sets *error when there is
 * none, or more than one. */
const UiCommand *ui_commands_find(const char *name, GError **error);

/* Runs one line: the name of a command, or a start of one, in any case, and its arguments, with quotes and
 * backslashes as in a shell. What it has to say is appended to session->out. Returns false and sets *error
 * when there is no such command or it cannot be done. A line without a command does nothing. */
bool ui_commands_run(UiSession *session, const char *line, GError **error);

#endif
