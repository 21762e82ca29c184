/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/session/session_settings.h"

#include <string.h>

#include "ui/analysis/analysis_source_text.h"
#include "ui/base/ui_text.h"
#include "ui/session/session_command_error.h"

enum { WORDS = 3, WIDEST = 10000, HUNDREDTHS = 100 /* parts of a percent in SESSION_SETTING_LEAST */ };

static const struct {
  const char *name;
  const char *words[WORDS + 1];
  uint32_t least, most; /* range of a number; 0 and 0: the values are only words */
  const char *summary;
} settings_table[SESSION_SETTINGS] = {
    [SESSION_SETTING_AUTOSAVE] =
        {"autosave", {"ask", "on", "off"}, 0, 0, "whether to save names at the end of the session"},
    [SESSION_SETTING_COLOUR] = {"colour", {"auto", "on", "off"}, 0, 0, "colours; auto: on a terminal without NO_COLOR"},
    [SESSION_SETTING_LEAST] =
        {"least", {"auto"}, 0, 0, "sum up rows and columns below this percentage of the total; auto: 0.5"},
    [SESSION_SETTING_NUMBERS] =
        {"numbers", {"percent", "count"}, 0, 0, "what the matrix shows: shares of the total, or counts"},
    [SESSION_SETTING_PAGER] = {"pager", {"on", "off"}, 0, 0, "long output on a terminal goes through $PAGER, or less"},
    [SESSION_SETTING_SOURCE_PATH] =
        {"source-path", {"none"}, 0, 0, "more folders with sources, or FROM=TO, separated by colons"},
    [SESSION_SETTING_TOP] = {"top", {"auto"}, 1, G_MAXUINT32, "most rows and columns of the matrix; auto: 15 and 10"},
    [SESSION_SETTING_WIDTH] =
        {"width", {"auto"}, SCREEN_NARROWEST, WIDEST, "columns of the screen; auto: those of the terminal"},
};

const char *session_settings_name(SessionSetting setting) { return settings_table[setting].name; }

const char *session_settings_summary(SessionSetting setting) { return settings_table[setting].summary; }

const char *const *session_settings_words(SessionSetting setting) { return settings_table[setting].words; }

SessionSetting session_settings_find(const char *name, GError **error) {
  const char *names[SESSION_SETTINGS + 1] = {NULL};
  for (unsigned i = 0; i < SESSION_SETTINGS; i++) names[i] = settings_table[i].name;
  const int found = session_command_choose("setting", name, names, error);
  return found >= 0 ? (SessionSetting)found : SESSION_SETTINGS;
}

/* Returns the allowed values, for messages. Owned by the caller. */
static char *describe_values(SessionSetting setting) {
  g_autofree char *words = g_strjoinv(", ", (char **)settings_table[setting].words);
  if (setting == SESSION_SETTING_LEAST) return g_strdup_printf("%s or a percentage", words);
  if (settings_table[setting].most == 0) return g_steal_pointer(&words);
  return g_strdup_printf("%s or a number from %u", words, settings_table[setting].least);
}

/* Sets the setting whose value is a free text. */
static bool set_source_path(SessionSettings *settings, const char *value, GError **error) {
  if (!analysis_source_where_check(value, error)) {
    g_prefix_error(error, "source-path: ");
    return false;
  }
  settings->values[SESSION_SETTING_SOURCE_PATH] = 1;
  settings->source_path = g_intern_string(value);
  return true;
}

/* Sets the setting whose value is a percentage. */
static bool set_least(SessionSettings *settings, const char *value) {
  char *end;
  const double percent = g_ascii_strtod(value, &end);
  if (!g_ascii_isdigit(*value) || *end != '\0' || percent > 100) return false;
  settings->values[SESSION_SETTING_LEAST] = 1 + (uint32_t)(percent * HUNDREDTHS + 0.5);
  return true;
}

SessionSetting session_settings_set(SessionSettings *settings, const char *name, const char *value, GError **error) {
  const SessionSetting setting = session_settings_find(name, error);
  if (setting == SESSION_SETTINGS) return setting;
  const char *const *words = settings_table[setting].words;
  for (uint32_t i = 0; words[i] != NULL; i++)
    if (g_ascii_strcasecmp(words[i], value) == 0) {
      settings->values[setting] = i;
      if (setting == SESSION_SETTING_SOURCE_PATH) settings->source_path = NULL;
      return setting;
    }
  if (setting == SESSION_SETTING_SOURCE_PATH)
    return set_source_path(settings, value, error) ? setting : SESSION_SETTINGS;
  if (setting == SESSION_SETTING_LEAST && set_least(settings, value)) return setting;
  guint64 number;
  if (settings_table[setting].most != 0 && g_ascii_string_to_unsigned(value, 10, settings_table[setting].least,
                                                                      settings_table[setting].most, &number, NULL)) {
    settings->values[setting] = (uint32_t)number;
    return setting;
  }
  g_autofree char *values = describe_values(setting);
  g_autofree char *message = g_strdup_printf("set %s takes %s, not %%s", settings_table[setting].name, values);
  session_command_fail_about(error, value, message);
  return SESSION_SETTINGS;
}

void session_settings_append_value(const SessionSettings *settings, SessionSetting setting, GString *out) {
  const uint32_t value = settings->values[setting];
  if (setting == SESSION_SETTING_SOURCE_PATH && settings->source_path != NULL) {
    g_autofree char *printable = ui_text_escaped(settings->source_path);
    g_string_append(out, printable);
  } else if (setting == SESSION_SETTING_LEAST && value != 0) {
    g_string_append_printf(out, "%g", (double)(value - 1) / HUNDREDTHS);
  } else if (settings_table[setting].most != 0 && value != 0) {
    g_string_append_printf(out, "%u", value);
  } else {
    g_string_append(out, settings_table[setting].words[value]);
  }
}

Screen session_settings_screen(const SessionSettings *settings, int fd) {
  const uint32_t *values = settings->values;
  Screen screen = screen_for(fd);
  if (values[SESSION_SETTING_WIDTH] != 0) screen.width = values[SESSION_SETTING_WIDTH];
  if (values[SESSION_SETTING_COLOUR] != SESSION_COLOUR_AUTO)
    screen.colour = values[SESSION_SETTING_COLOUR] == SESSION_COLOUR_ON;
  screen.top = values[SESSION_SETTING_TOP];
  if (values[SESSION_SETTING_LEAST] != 0) screen.least = (double)(values[SESSION_SETTING_LEAST] - 1) / HUNDREDTHS;
  screen.counts = values[SESSION_SETTING_NUMBERS] == SESSION_NUMBERS_COUNT;
  return screen;
}
