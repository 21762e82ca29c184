/* SPDX-License-Identifier: GPL-2.0-or-later
 * session_settings.h: the settings of a session, which a table describes. */
#pragma once

#include "ui/screens/screen.h"

typedef enum {
  SESSION_SETTING_AUTOSAVE,
  SESSION_SETTING_COLOUR,
  SESSION_SETTING_LEAST,
  SESSION_SETTING_NUMBERS,
  SESSION_SETTING_PAGER,
  SESSION_SETTING_SOURCE_PATH,
  SESSION_SETTING_TOP,
  SESSION_SETTING_WIDTH,
  SESSION_SETTINGS
} SessionSetting;

/* Values of settings that are words, in the order of the table. */
enum { SESSION_AUTOSAVE_ASK, SESSION_AUTOSAVE_ON, SESSION_AUTOSAVE_OFF };
enum { SESSION_COLOUR_AUTO, SESSION_COLOUR_ON, SESSION_COLOUR_OFF };
enum { SESSION_NUMBERS_PERCENT, SESSION_NUMBERS_COUNT };
enum { SESSION_PAGER_ON, SESSION_PAGER_OFF };

/* The values, by SessionSetting. A value is the number of a word, as above, or a number (0 for "auto"). For
 * SESSION_SETTING_LEAST it is 1 + hundredths of a percent. A session starts with zeros. */
typedef struct {
  uint32_t values[SESSION_SETTINGS];
  const char *source_path; /* folders of sources (analysis_source_text.h), interned; NULL: the folders in which the
                              sources were compiled */
} SessionSettings;

/* Sets the setting with a name, or the only one whose name starts with `name`. Returns the setting. Returns
 * SESSION_SETTINGS, sets *error, and changes nothing if there is no such setting or value. */
SessionSetting session_settings_set(SessionSettings *settings, const char *name, const char *value, GError **error);

/* Returns the setting with a name, which can be shortened as for session_settings_set(). If there is none, returns
 * SESSION_SETTINGS and sets *error. */
SessionSetting session_settings_find(const char *name, GError **error);

/* The next functions return the name of a setting, its purpose, and the words that it allows (terminated by NULL; for
 * numbers, "auto"). */
const char *session_settings_name(SessionSetting setting);
const char *session_settings_summary(SessionSetting setting);
const char *const *session_settings_words(SessionSetting setting);

void session_settings_append_value(const SessionSettings *settings, SessionSetting setting, GString *out);

/* Returns the properties of the screen on file descriptor `fd`, changed by the settings. */
Screen session_settings_screen(const SessionSettings *settings, int fd);
