/* SPDX-License-Identifier: GPL-2.0-or-later
 * session_run.h: runs lines that a user types. A line is the name of a command or the start of it, ignoring case,
 * followed by the command's arguments, with quotes and backslashes as in a shell. An empty line does nothing. */
#pragma once

#include "ui/session/session.h"

/* Runs a line and prints its output. Returns false and sets *error if there is no such command, or if the command
 * fails. */
bool session_run(Session *session, const char *line, GError **error);

enum { SESSION_COMMAND_LONGEST = 64 * 1024 }; /* maximum size of a line of a script, in bytes */

/* Runs commands from `input`, one in each line. Skips empty lines, and lines that start with #. Prints errors on
 * standard error as "NAME:LINE: message". Stops at a line that is too long or has a zero byte. Returns whether there
 * were no errors. */
bool session_read(Session *session, FILE *input, const char *name);
