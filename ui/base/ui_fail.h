/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_fail.h: functions that set an error and return false, for statements such as `return ui_fail(...)` and `return
 * good || ui_fail(...)`. */
#pragma once

#include <glib.h>
#include <stdbool.h>

/* Sets *error to a message, formatted as by printf(). Always returns false. */
bool ui_fail(GError **error, GQuark domain, gint code, const char *format, ...) G_GNUC_PRINTF(4, 5);

/* Sets *error to a message about an option, formatted as by printf(), with the code G_OPTION_ERROR_BAD_VALUE. Always
 * returns false. */
bool ui_fail_option(GError **error, const char *format, ...) G_GNUC_PRINTF(2, 3);

/* Sets *error to "PATH: MESSAGE", in the domain G_FILE_ERROR, for the errno `number`. If `message` is NULL, uses the
 * text of the errno. Always returns false. */
bool ui_fail_file(GError **error, const char *path, int number, const char *message);
