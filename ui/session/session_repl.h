/* SPDX-License-Identifier: GPL-2.0-or-later
 * session_repl.h: a session with a user at a terminal. */
#pragma once

#include "ui/session/session.h"

/* Makes Ctrl-C interrupt commands instead of ending the process. */
void session_repl_start(Session *session);

/* Runs commands from the terminal, with a prompt, completion and a history, until `quit` or the end of the input. Then,
 * if the settings say so, asks whether to save new names. */
void session_repl_run(Session *session);
