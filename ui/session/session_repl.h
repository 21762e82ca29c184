/* SPDX-License-Identifier: GPL-2.0-or-later
 * session_repl.h: a session with a user at a terminal. */
#pragma once

#include "ui/session/session.h"

/* Makes Ctrl-C interrupt commands rather than end the process. */
void session_repl_start(Session *session);

/* Runs commands from the terminal, with a prompt, completion and history, until quit or the end of input. Then asks
 * whether to save new names, if so set. */
void session_repl_run(Session *session);
