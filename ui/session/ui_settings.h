/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_settings.h: the settings of a session: one table. */
#pragma once

#include "ui/screens/ui_screen.h"

typedef enum {
  UI_SETTING_AUTOSAVE,
  UI_SETTING_COLOUR,
  UI_SETTING_LEAST,
  UI_SETTING_NUMBERS,
  UI_SETTING_PAGER,
  UI_SETTING_SOURCE_PATH,
  UI_SETTING_TOP,
  UI_SETTING_WIDTH,
  UI_SETTINGS
} UiSetting;

/* Values of settings that are words, in the table's order. */
enum { UI_AUTOSAVE_ASK, UI_AUTOSAVE_ON, UI_AUTOSAVE_OFF };
enum { UI_COLOUR_AUTO, UI_COLOUR_ON, UI_COLOUR_OFF };
enum { UI_NUMBERS_PERCENT, UI_NUMBERS_COUNT };
enum { UI_PAGER_ON, UI_PAGER_OFF };

/* By UiSetting: the number of a word, as above; or a number, 0 for "auto"; for UI_SETTING_LEAST, 1 + hundredths of a
 * percent. A session starts with zeros. */
typedef struct {
  uint32_t values[UI_SETTINGS];
  const char *source_path; /* folders of sources (ui_source_text.h), interned; NULL: where they were compiled */
} UiSettings;

/* Sets the setting of that name, or the only one whose name starts so. Returns it. Returns UI_SETTINGS, sets *error,
 * and changes nothing if there is no such setting or value. */
UiSetting ui_settings_set(UiSettings *settings, const char *name, const char *value, GError **error);

/* Returns the setting of that name, as above, or UI_SETTINGS and sets *error. */
UiSetting ui_settings_find(const char *name, GError **error);

/* Return the name, the purpose, and the words that are allowed (ended by NULL; for numbers, "auto"). */
const char *ui_settings_name(UiSetting setting);
const char *ui_settings_summary(UiSetting setting);
const char *const *ui_settings_words(UiSetting setting);

void ui_settings_append_value(const UiSettings *settings, UiSetting setting, GString *out);

/* Returns the screen of file descriptor `fd`, changed by the settings. */
UiScreen ui_settings_screen(const UiSettings *settings, int fd);
