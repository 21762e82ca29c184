/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_fail.h: sets errors and returns false, for `return ui_fail(...)` and `return good || ui_fail(...)`. */
#pragma once

#include <glib.h>
#include <stdbool.h>

/* Sets *error to a printf() message. Returns false. */
bool ui_fail(GError **error, GQuark domain, gint code, const char *format, ...) G_GNUC_PRINTF(4, 5);

/* Sets *error to a printf() message about an option: G_OPTION_ERROR_BAD_VALUE. Returns false. */
bool ui_fail_option(GError **error, const char *format, ...) G_GNUC_PRINTF(2, 3);

/* Sets *error to "PATH: MESSAGE" of G_FILE_ERROR for errno `number`; `message` is its text if NULL. Returns false. */
bool ui_fail_file(GError **error, const char *path, int number, const char *message);
