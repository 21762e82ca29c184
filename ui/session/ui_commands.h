/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_commands.h: the table of commands. */
#pragma once

#include "ui/session/ui_command.h"

/* Returns all commands in the order of help: by topic. A row whose name is NULL follows the last. */
const UiCommand *ui_commands(void);
