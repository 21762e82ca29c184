/* SPDX-License-Identifier: GPL-2.0-or-later
 * session_pager.h: shows output on a terminal. Long output goes through a pager. Ctrl-C ends the output. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Shows a text through a pager: $PAGER, `less -FRX` or `more`. Standard output must be a terminal. If the text fits on
 * the terminal, or if there is no pager, shows nothing and returns false. */
bool session_pager_show(const char *text);

/* Writes n bytes to a file descriptor. Stops after session_pager_interrupt(). Returns 0, or the errno of a failure. */
int session_pager_write(int fd, const char *bytes, size_t n);

/* For a signal handler: interrupts the current command or output. */
void session_pager_interrupt(void);

/* Return whether an interrupt is pending. The second function also clears the interrupt. The first one is for long
 * loops. */
bool session_pager_is_interrupted(void);
bool session_pager_take_interrupt(void);
