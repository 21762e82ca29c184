/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_settings.h: what a user sets of a session: one table of settings. */
#ifndef UI_UI_SETTINGS_H
#define UI_UI_SETTINGS_H

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

/* Values of settings that are words. */
enum { UI_AUTOSAVE_ASK, UI_AUTOSAVE_ON, UI_AUTOSAVE_OFF };
enum { UI_COLOUR_AUTO, UI_COLOUR_ON, UI_COLOUR_OFF };
enum { UI_NUMBERS_PERCENT, UI_NUMBERS_COUNT };
enum { UI_PAGER_ON, UI_PAGER_OFF };

/* By UiSetting: the number of a word, as above; or a number, 0 for "auto"; of UI_SETTING_LEAST, 1 + hundredths of a
 * percent. All zeros is what a session starts with. */
typedef struct {
  uint32_t values[UI_SETTINGS];
  const char *source_path; /* where to look for sources (ui_source_text.h), interned; NULL: where they were compiled */
} UiSettings;

/* Sets the setting of that name, or the only one whose name starts so. Returns it. Returns UI_SETTINGS and sets *error,
 * and changes nothing, when there is none, or it has no such value. */
UiSetting ui_settings_set(UiSettings *settings, const char *name, const char *value, GError **error);

/* The setting of that name, as above, or UI_SETTINGS. */
UiSetting ui_settings_find(const char *name, GError **error);

/* For listings: the name, what it is for, and the words that it may be (ended by NULL; for numbers that is "auto"). */
const char *ui_settings_name(UiSetting setting);
const char *ui_settings_summary(UiSetting setting);
const char *const *ui_settings_words(UiSetting setting);

/* Appends the value of a setting. */
void ui_settings_append_value(const UiSettings *settings, UiSetting setting, GString *out);

/* The screen that file descriptor `fd` leads to, as the settings want it. */
UiScreen ui_settings_screen(const UiSettings *settings, int fd);

#endif
