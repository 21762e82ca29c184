/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/session/ui_settings.h"

#include <string.h>

#include "ui/analysis/ui_source_text.h"
#include "ui/base/ui_text.h"
#include "ui/session/ui_command_error.h"

enum { WORDS = 3, WIDEST = 10000, HUNDREDTHS = 100 /* parts of a percent */ };

static const struct {
  const char *name;
  const char *words[WORDS + 1];
  uint32_t least, most; /* range of a number; 0, 0: words only */
  const char *summary;
} settings_table[UI_SETTINGS] = {
    [UI_SETTING_AUTOSAVE] = {"autosave", {"ask", "on", "off"}, 0, 0, "whether to save names at the end of the session"},
    [UI_SETTING_COLOUR] = {"colour", {"auto", "on", "off"}, 0, 0, "colours; auto: on a terminal without NO_COLOR"},
    [UI_SETTING_LEAST] =
        {"least", {"auto"}, 0, 0, "sum up rows and columns below this percentage of the total; auto: 0.5"},
    [UI_SETTING_NUMBERS] =
        {"numbers", {"percent", "count"}, 0, 0, "what the matrix shows: shares of the total, or counts"},
    [UI_SETTING_PAGER] = {"pager", {"on", "off"}, 0, 0, "long output on a terminal goes through $PAGER, or less"},
    [UI_SETTING_SOURCE_PATH] =
        {"source-path", {"none"}, 0, 0, "more folders with sources, or FROM=TO, separated by colons"},
    [UI_SETTING_TOP] = {"top", {"auto"}, 1, G_MAXUINT32, "most rows and columns of the matrix; auto: 15 and 10"},
    [UI_SETTING_WIDTH] =
        {"width", {"auto"}, UI_SCREEN_NARROWEST, WIDEST, "columns of the screen; auto: those of the terminal"},
};

const char *ui_settings_name(UiSetting setting) { return settings_table[setting].name; }

const char *ui_settings_summary(UiSetting setting) { return settings_table[setting].summary; }

const char *const *ui_settings_words(UiSetting setting) { return settings_table[setting].words; }

UiSetting ui_settings_find(const char *name, GError **error) {
  const char *names[UI_SETTINGS + 1] = {NULL};
  for (unsigned i = 0; i < UI_SETTINGS; i++) names[i] = settings_table[i].name;
  const int found = ui_command_choose("setting", name, names, error);
  return found >= 0 ? (UiSetting)found : UI_SETTINGS;
}

/* Returns the allowed values, for messages. Owned by the caller. */
static char *describe_values(UiSetting setting) {
  g_autofree char *words = g_strjoinv(", ", (char **)settings_table[setting].words);
  if (setting == UI_SETTING_LEAST) return g_strdup_printf("%s or a percentage", words);
  if (settings_table[setting].most == 0) return g_steal_pointer(&words);
  return g_strdup_printf("%s or a number from %u", words, settings_table[setting].least);
}

/* Sets the setting with a free text. */
static bool set_source_path(UiSettings *settings, const char *value, GError **error) {
  if (!ui_source_where_check(value, error)) {
    g_prefix_error(error, "source-path: ");
    return false;
  }
  settings->values[UI_SETTING_SOURCE_PATH] = 1;
  settings->source_path = g_intern_string(value);
  return true;
}

/* Sets the setting with a percentage. */
static bool set_least(UiSettings *settings, const char *value) {
  char *end;
  const double percent = g_ascii_strtod(value, &end);
  if (!g_ascii_isdigit(*value) || *end != '\0' || percent > 100) return false;
  settings->values[UI_SETTING_LEAST] = 1 + (uint32_t)(percent * HUNDREDTHS + 0.5);
  return true;
}

UiSetting ui_settings_set(UiSettings *settings, const char *name, const char *value, GError **error) {
  const UiSetting setting = ui_settings_find(name, error);
  if (setting == UI_SETTINGS) return setting;
  const char *const *words = settings_table[setting].words;
  for (uint32_t i = 0; words[i] != NULL; i++)
    if (g_ascii_strcasecmp(words[i], value) == 0) {
      settings->values[setting] = i;
      if (setting == UI_SETTING_SOURCE_PATH) settings->source_path = NULL;
      return setting;
    }
  if (setting == UI_SETTING_SOURCE_PATH) return set_source_path(settings, value, error) ? setting : UI_SETTINGS;
  if (setting == UI_SETTING_LEAST && set_least(settings, value)) return setting;
  guint64 number;
  if (settings_table[setting].most != 0 && g_ascii_string_to_unsigned(value, 10, settings_table[setting].least,
                                                                      settings_table[setting].most, &number, NULL)) {
    settings->values[setting] = (uint32_t)number;
    return setting;
  }
  g_autofree char *values = describe_values(setting);
  g_autofree char *message = g_strdup_printf("set %s takes %s, not %%s", settings_table[setting].name, values);
  ui_command_fail_about(error, value, message);
  return UI_SETTINGS;
}

void ui_settings_append_value(const UiSettings *settings, UiSetting setting, GString *out) {
  const uint32_t value = settings->values[setting];
  if (setting == UI_SETTING_SOURCE_PATH && settings->source_path != NULL) {
    g_autofree char *printable = ui_text_escaped(settings->source_path);
    g_string_append(out, printable);
  } else if (setting == UI_SETTING_LEAST && value != 0) {
    g_string_append_printf(out, "%g", (double)(value - 1) / HUNDREDTHS);
  } else if (settings_table[setting].most != 0 && value != 0) {
    g_string_append_printf(out, "%u", value);
  } else {
    g_string_append(out, settings_table[setting].words[value]);
  }
}

UiScreen ui_settings_screen(const UiSettings *settings, int fd) {
  const uint32_t *values = settings->values;
  UiScreen screen = ui_screen_for(fd);
  if (values[UI_SETTING_WIDTH] != 0) screen.width = values[UI_SETTING_WIDTH];
  if (values[UI_SETTING_COLOUR] != UI_COLOUR_AUTO) screen.colour = values[UI_SETTING_COLOUR] == UI_COLOUR_ON;
  screen.top = values[UI_SETTING_TOP];
  if (values[UI_SETTING_LEAST] != 0) screen.least = (double)(values[UI_SETTING_LEAST] - 1) / HUNDREDTHS;
  screen.counts = values[UI_SETTING_NUMBERS] == UI_NUMBERS_COUNT;
  return screen;
}
