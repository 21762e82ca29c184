/* SPDX-License-Identifier: GPL-2.0-or-later
 * session_command_table.h: the table of commands. */
#pragma once

#include "ui/session/session_command.h"

/* Returns all commands, in the order of `help`: by topic. After the last row comes a row whose name is NULL. */
const SessionCommand *session_commands(void);
