/* ui_session_run.h: runs the lines that a user types: the name of a command, or a start of one, in any case, and its
 * arguments, with quotes and backslashes as in a shell. A line without a command does nothing.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_UI_SESSION_RUN_H
#define UI_UI_SESSION_RUN_H

#include "ui/session/ui_session.h"

/* Runs a line and prints what it says. Returns false and sets *error when there is no such
 * command or it cannot be done. */
bool ui_session_run(UiSession *session, const char *line, GError **error);

/* Commands from `input`, one a line; empty lines and those that start with # do nothing. Errors go to
 * standard error as "NAME:LINE: message". Returns whether there were none. */
bool ui_session_read(UiSession *session, FILE *input, const char *name);

#endif
