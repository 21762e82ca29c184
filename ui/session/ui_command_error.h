/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_command_error.h: what the user typed that is not as it should be: messages, and words and numbers that are
 * checked. */
#ifndef UI_UI_COMMAND_ERROR_H
#define UI_UI_COMMAND_ERROR_H

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

#define UI_COMMAND_ERROR ui_command_error_quark()
GQuark ui_command_error_quark(void);

/* Sets *error to a message, which is escaped already. Returns false. */
bool ui_command_fail(GError **error, const char *format, ...) G_GNUC_PRINTF(2, 3);

/* The same; each %s in `format` (which holds no other %) stands for what the user typed: it is quoted and escaped. */
bool ui_command_fail_about(GError **error, const char *typed, const char *format);

/* The same for `typed`, which is none of what it should be, `what`: "there is no WHAT 'TYPED'" and the nearest of
 * `names` (ended by NULL), or else all of them, when they are few. */
bool ui_command_fail_unknown(GError **error, const char *what, const char *typed, const char *const *names);

/* The index in `names` (ended by NULL) of the one that is typed, or of the only one that starts so, in any case.
 * Returns -1 and sets *error when there is none, as above, or there are several: the message lists these. */
int ui_command_choose(const char *what, const char *typed, const char *const *names, GError **error);

/* Reads a whole number from `least` on. Returns false and sets *error ("COMMAND takes WHAT, from LEAST, not 'TYPED'").
 */
bool ui_command_number(const char *typed, const char *what, uint32_t least, uint32_t *number, GError **error);

#endif
