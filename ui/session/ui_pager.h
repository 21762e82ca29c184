/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_pager.h: output on a terminal: what is longer than that goes through a pager; Ctrl-C ends it. */
#ifndef UI_UI_PAGER_H
#define UI_UI_PAGER_H

#include <stdbool.h>
#include <stddef.h>

/* Shows text on standard output, which is a terminal: through $PAGER, or `less -FRX`, or `more`, if it has more lines
 * than the terminal. Returns false when there is no pager, or no need of one: nothing is shown then. */
bool ui_pager_show(const char *text);

/* Writes bytes to a file descriptor until they end or ui_pager_interrupt() is called. Returns 0, or the errno of a
 * failure. */
int ui_pager_write(int fd, const char *bytes, size_t n);

/* For a signal handler: what is being done for the user should end. */
void ui_pager_interrupt(void);

/* Was it called since the last time that the interrupt was taken? For loops that may take long; the second takes it. */
bool ui_pager_is_interrupted(void);
bool ui_pager_take_interrupt(void);

#endif
