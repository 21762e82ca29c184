/* SPDX-License-Identifier: GPL-2.0-or-later
 * session_command_error.h: messages about words and numbers that a user typed wrong. */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

#define SESSION_COMMAND_ERROR session_command_error_quark()
GQuark session_command_error_quark(void);

/* Sets *error to a message. The formatted message must already be escaped. Returns false. */
bool session_command_fail(GError **error, const char *format, ...) G_GNUC_PRINTF(2, 3);

/* As session_command_fail(), but replaces each %s in `format` by the typed text, quoted and escaped. `format` has no
 * other %. */
bool session_command_fail_about(GError **error, const char *typed, const char *format);

/* As session_command_fail(), but for a word `typed` that is not a `what`. The message is "there is no WHAT 'TYPED'",
 * followed by the nearest of `names` (ended by NULL), or, if none is near and there are only few names, by all of
 * them. */
bool session_command_fail_unknown(GError **error, const char *what, const char *typed, const char *const *names);

/* Returns the index in `names` (ended by NULL) of the typed word, or of the only name that starts with it, ignoring
 * case. Returns -1 and sets *error if there is no such name, as session_command_fail_unknown() does, or if there are
 * several: the message lists them. */
int session_command_choose(const char *what, const char *typed, const char *const *names, GError **error);

/* Reads a whole number that is at least `least`. Otherwise returns false and sets *error ("COMMAND takes WHAT, from
 * LEAST, not 'TYPED'"). */
bool session_command_number(const char *typed, const char *what, uint32_t least, uint32_t *number, GError **error);
