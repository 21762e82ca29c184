/* SPDX-License-Identifier: GPL-2.0-or-later
 * launch_run_options.c: checks options before the tool starts. The options of the machine are checked as in the tool.
 * For the other options of the tool, only values are checked for which the table lists numbers or words. The tool
 * itself checks combinations of options. */
#include "ui/launch/launch_run_options.h"

#include <string.h>

#include "ui/base/ui_fail.h"
#include "ui/base/ui_text.h"
#include "ui/launch/launch_tool_options.h"
#include "ui/replay/replay_machine.h"

static bool set_wrong(GError **error, const char *option, const char *allowed) {
  g_autofree char *printable = ui_text_escaped(option);
  return ui_fail_option(error, "bad option %s: %s", printable, allowed);
}

/* ---- names ---- */

/* Returns the text that valgrind's --help-debug prints, or "" if valgrind fails. The caller frees the text. */
static char *core_help(const LaunchTool *tool) {
  const char *command[] = {tool->valgrind, "--tool=none", "--help-debug", NULL};
  char *help = NULL;
  if (!g_spawn_sync(NULL, (char **)command, NULL, G_SPAWN_STDERR_TO_DEV_NULL, NULL, NULL, &help, NULL, NULL, NULL))
    return g_strdup("");
  return help;
}

/* Returns whether a help text describes an option of this name. */
static bool lists(const char *help, const char *name) {
  g_autofree char *dashed = g_strconcat("--", name, NULL);
  for (const char *at = help; (at = strstr(at, dashed)) != NULL; at++)
    if (strchr("= [\n", at[strlen(dashed)]) != NULL) return true;
  return false;
}

/* Checks the name of an option that is not in the tables of the tool. `help`: the help text of valgrind. */
static LaunchRunOptions check_name(const char *name, const char *help, GError **error) {
  if (lists(help, name)) return LAUNCH_RUN_OPTIONS_RIGHT;
  const char *near = launch_tool_options_nearest(name);
  if (near == NULL || *help == '\0') return LAUNCH_RUN_OPTIONS_UNKNOWN;
  g_autofree char *printable = ui_text_escaped(name);
  if (strcmp(name, near) == 0)
    ui_fail_option(error, "bad option --%s: expected --%s=VALUE", near, near);
  else
    g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_UNKNOWN_OPTION,
                "there is no option --%s; the nearest is --%s (see memspy run --help)", printable, near);
  return LAUNCH_RUN_OPTIONS_WRONG;
}

/* Checks an option that begins with a single dash. Valgrind's options of this kind are single letters. */
static LaunchRunOptions check_letter(const char *option, GError **error) {
  static const char *const letters[] = {"-h", "-q", "-v", "-d", NULL};
  if (g_strv_contains(letters, option)) return LAUNCH_RUN_OPTIONS_RIGHT;
  g_autofree char *printable = ui_text_escaped(option);
  g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_UNKNOWN_OPTION,
              "there is no option %s (see memspy run --help); --memspy-out-file=FILE names the profile", printable);
  return LAUNCH_RUN_OPTIONS_WRONG;
}

/* ---- values ---- */

/* Returns whether a text in a table has the form LEAST..MOST with numbers. */
static bool is_range(const char *text, uint32_t *least, uint32_t *most) {
  g_auto(GStrv) ends = g_strsplit(text, "..", 2);
  char allowed[MACH_ALLOWED_MAX];
  return g_strv_length(ends) == 2 && mach_parse_number(ends[0], 0, UINT32_MAX, least, allowed) &&
         mach_parse_number(ends[1], 0, UINT32_MAX, most, allowed);
}

/* Returns whether a text in a table is a list of words to choose from. A text with capitals is a placeholder
 * instead. */
static bool is_choice(const char *text) {
  for (const char *c = text; *c != '\0'; c++)
    if (g_ascii_isupper(*c)) return false;
  return strchr(text, '|') != NULL;
}

static bool check_value(const LaunchToolOption *row, const char *option, const char *value, GError **error) {
  char allowed[MACH_ALLOWED_MAX];
  uint32_t least, most, number;
  if (is_range(row->value, &least, &most)) {
    if (mach_parse_number(value, least, most, &number, allowed)) return true;
    return set_wrong(error, option, allowed);
  }
  g_auto(GStrv) words = g_strsplit(row->value, "|", -1);
  if (!is_choice(row->value) || g_strv_contains((const char *const *)words, value)) return true;
  g_autofree char *expected = g_strjoinv(" or ", words);
  g_autofree char *text = g_strconcat("expected ", expected, NULL);
  return set_wrong(error, option, text);
}

/* ---- options ---- */

typedef struct {
  const LaunchTool *tool;
  char *const *options;
  unsigned n;
  char *help;                /* help text of valgrind; NULL: not read yet */
  char *given[MACH_OPTIONS]; /* indexed by option of the machine: its value; NULL: not given */
} Checking;

/* Returns the row of an option in the tool's tables, and sets *value to the option's value. Returns NULL if the tables
 * do not contain the option. */
static const LaunchToolOption *row_of(char *option, char **value) {
  for (size_t i = 0; i < launch_n_tool_options; i++) {
    const LaunchToolOption *row = &launch_tool_options[i];
    if (row->topic != NULL || !g_str_has_prefix(option, "--") || !g_str_has_prefix(option + 2, row->name)) continue;
    *value = option + 2 + strlen(row->name) + 1;
    if ((*value)[-1] == '=') return row;
  }
  return NULL;
}

/* Stores the value if the row is an option of the machine. Returns whether it is. */
static bool take_machine(Checking *checking, const LaunchToolOption *row, char *value) {
  for (unsigned i = 0; i < MACH_OPTIONS; i++) {
    if (strcmp(mach_option_get((mach_option)i)->name, row->name) != 0) continue;
    checking->given[i] = value;
    return true;
  }
  return false;
}

/* Returns whether a later option belongs to the same row. Only the last option of a row is used. */
static bool is_overridden(const Checking *checking, unsigned number, const LaunchToolOption *row) {
  char *value;
  for (unsigned i = number + 1; i < checking->n; i++)
    if (row_of(checking->options[i], &value) == row) return true;
  return false;
}

static LaunchRunOptions check_option(Checking *checking, unsigned number, GError **error) {
  char *value, *option = checking->options[number];
  const LaunchToolOption *row = row_of(option, &value);
  if (row != NULL) {
    const bool good = take_machine(checking, row, value) || is_overridden(checking, number, row) ||
                      check_value(row, option, value, error);
    return good ? LAUNCH_RUN_OPTIONS_RIGHT : LAUNCH_RUN_OPTIONS_WRONG;
  }
  if (!g_str_has_prefix(option, "--")) return check_letter(option, error);
  if (checking->help == NULL) checking->help = core_help(checking->tool);
  g_autofree char *name = g_strndup(option + 2, strcspn(option + 2, "="));
  return check_name(name, checking->help, error);
}

static bool check_machine(char *const *given, GError **error) {
  ReplayMachine machine;
  mach_config config;
  const bool good = replay_machine_start(&machine, given, NULL, error) &&
                    replay_machine_settle(&machine, &config, error);
  replay_machine_free(&machine);
  return good;
}

LaunchRunOptions launch_run_options_check(const LaunchTool *tool, char *const *options, unsigned n, GError **error) {
  Checking checking = {.tool = tool, .options = options, .n = n};
  LaunchRunOptions all = LAUNCH_RUN_OPTIONS_RIGHT;
  for (unsigned i = 0; i < n && all != LAUNCH_RUN_OPTIONS_WRONG; i++) {
    const LaunchRunOptions found = check_option(&checking, i, error);
    if (found < all) all = found;
  }
  g_free(checking.help);
  return all != LAUNCH_RUN_OPTIONS_WRONG && !check_machine(checking.given, error) ? LAUNCH_RUN_OPTIONS_WRONG : all;
}
