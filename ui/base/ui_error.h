/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_error.h: sets errors whose messages quote file names, options or other text from users. */
#pragma once

#include <glib.h>
#include <stdbool.h>

/* As g_set_error(), but escapes the message for printing (ui_text_escaped()), so that callers can pass arguments
 * unescaped. The format must be one line of ASCII without backslashes. Always returns false, so that callers can return
 * the result. */
bool ui_error_set(GError **error, GQuark domain, gint code, const char *format, ...) G_GNUC_PRINTF(4, 5);

/* As ui_error_set(), but sets the domain and code of a wrong option. The exit status is then UI_EXIT_USAGE. */
bool ui_error_option(GError **error, const char *format, ...) G_GNUC_PRINTF(2, 3);
