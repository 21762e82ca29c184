/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_session_run.h: runs the lines that a user types: the name of a command, or a start of one, in any case, and its
 * arguments, with quotes and backslashes as in a shell. A line without a command does nothing. */
#ifndef UI_UI_SESSION_RUN_H
#define UI_UI_SESSION_RUN_H

#include "ui/session/ui_session.h"

/* Runs a line and prints what it says. Returns false and sets *error when there is no such
 * command or it cannot be done. */
bool ui_session_run(UiSession *session, const char *line, GError **error);

enum { UI_COMMAND_LONGEST = 64 * 1024 }; /* bytes of a line of a script */

/* Commands from `input`, one a line; empty lines and those that start with # do nothing. Errors go to
 * standard error as "NAME:LINE: message". A line that is too long, or has a zero byte in it, is the last one. Returns
 * whether there were no errors. */
bool ui_session_read(UiSession *session, FILE *input, const char *name);

#endif
