/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/replay/replay_machine.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "plat/plat.h"
#include "ui/base/ui_error.h"
#include "ui/base/ui_input.h"
#include "ui/base/ui_text.h"
#include "ui/replay/replay_sweep_steps.h"

enum { FILE_MOST = 1 << 20 };

char *replay_machine_read_file(const char *name, const char **wrong) {
  static const UiInputKind kind = {ui_input_is_text, "the file is no text", FILE_MOST};
  g_autoptr(GError) error = NULL;
  gsize n;
  g_autofree char *text = ui_input_read(name, &kind, &n, &error);
  if (text != NULL && memchr(text, '\0', n) == NULL) {
    char *copy = plat_alloc(n + 1);
    memcpy(copy, text, n + 1);
    return copy;
  }
  *wrong = text != NULL || g_error_matches(error, G_FILE_ERROR, G_FILE_ERROR_INVAL) ? kind.wrong
           : g_error_matches(error, G_FILE_ERROR, G_FILE_ERROR_FAILED) ? "the file is too long for a machine"
           : g_error_matches(error, G_FILE_ERROR, G_FILE_ERROR_PIPE)   ? "no process writes to this pipe"
                                                                       : "the file cannot be opened";
  return NULL;
}

const char *replay_machine_host_name(void) {
  static char name[PATH_MAX];
  const bool found = mach_host_file_name(g_getenv("XDG_CONFIG_HOME"), g_getenv("HOME"), name, sizeof name);
  return found ? name : NULL;
}

const char *replay_machine_host_file(void) {
  const char *name = replay_machine_host_name();
  return name != NULL && g_file_test(name, G_FILE_TEST_EXISTS) ? name : NULL;
}

static void set_error(const mach_option_error *wrong, GError **error) {
  if (wrong->from.file != NULL)
    ui_error_option(error, "%s:%u: bad value '%s' of '%s': %s", wrong->from.file, wrong->from.line, wrong->value,
                    wrong->from.argument, wrong->allowed);
  else
    ui_error_option(error, "bad option %s: %s", wrong->from.argument, wrong->allowed);
}

bool replay_machine_of_host(const mach_config *described, const char *file, bool blocking, mach_config *machine,
                            GError **error) {
  mach_options options = {.host = described, .host_file = file, .blocking = blocking};
  mach_option_error wrong;
  (void)mach_options_take(&options, "--machine=" MACH_HOST_NAME);
  const bool good = mach_options_settle(&options, replay_machine_read_file, machine, &wrong);
  if (!good) set_error(&wrong, error);
  mach_options_clear(&options);
  return good;
}

/* Makes the machine of the traced run. The tables contain all of its options, so its preset is not needed. */
static bool make_base(ReplayMachine *machine, const Profile *tables, GError **error) {
  mach_options run = {.whole = true};
  g_autoptr(GPtrArray) arguments = g_ptr_array_new_with_free_func(g_free);
  for (uint32_t i = 0; i < tables->n_options; i++) {
    const ProfileOption *option = &tables->options[i];
    if (strcmp(option->name, mach_option_get(MACH_OPTION_MACHINE)->name) == 0) continue;
    char *argument = g_strdup_printf("--%s=%s", option->name, option->value);
    g_ptr_array_add(arguments, argument);
    (void)mach_options_take(&run, argument);
  }
  run.given[MACH_OPTION_MACHINE_FILE] = NULL;
  mach_option_error wrong;
  if (mach_options_settle(&run, NULL, &machine->base, &wrong)) return true;
  set_error(&wrong, error);
  g_prefix_error(error, "the machine of the run: ");
  return false;
}

bool replay_machine_start(ReplayMachine *machine, char *const *given, const Profile *tables, GError **error) {
  *machine = (ReplayMachine){.arguments = g_ptr_array_new_with_free_func(g_free),
                             .options = {.host_file = replay_machine_host_file()}};
  for (unsigned i = 0; i < MACH_OPTIONS; i++) {
    if (given[i] == NULL) continue;
    char *argument = g_strdup_printf("--%s=%s", mach_option_get((mach_option)i)->name, given[i]);
    g_ptr_array_add(machine->arguments, argument);
    (void)mach_options_take(&machine->options, argument);
  }
  g_ptr_array_add(machine->arguments, NULL);
  const char *name = tables != NULL ? profile_option(tables, mach_option_get(MACH_OPTION_MACHINE)->name) : NULL;
  if (name == NULL) return true;
  machine->options.base = &machine->base;
  machine->options.base_name = name;
  if (!make_base(machine, tables, error)) return false;
  machine->options.blocking = !mach_config_has_window(&machine->base); /* the trace then lacks dependences */
  return true;
}

bool replay_machine_settle(ReplayMachine *machine, mach_config *config, GError **error) {
  mach_option_error wrong;
  if (mach_options_settle(&machine->options, replay_machine_read_file, config, &wrong)) return true;
  set_error(&wrong, error);
  return false;
}

/* Returns whether the machine has all processors of the trace. */
static bool check_processors(char *const *given, const EventsTraceFile *file, const mach_config *config,
                             GError **error) {
  unsigned highest, busy;
  if (!replay_step_processors(file, &highest, &busy, error)) return false;
  if (highest <= config->processors) return true;
  if (given[MACH_OPTION_PROCESSORS] == NULL && given[MACH_OPTION_MACHINE] != NULL)
    return ui_error_option(error, "bad option --machine=%s: it has %u processor%s, the trace has events of %u",
                           given[MACH_OPTION_MACHINE], config->processors, config->processors == 1 ? "" : "s", highest);
  return ui_error_option(error, "bad option --processors=%u: the trace has events of %u processors", config->processors,
                         highest);
}

static bool has_producers(const EventsTraceFile *file) {
  for (uint32_t i = 0; i < file->n_sources; i++)
    if (file->sources[i].kind == TRACE_PRODUCER) return true;
  return false;
}

/* Prints a warning if the machine has windows, and the trace lacks the dependences or fences that they need. */
static void warn_of_windows(const ReplayMachine *machine, const EventsTraceFile *file, const mach_config *config) {
  const bool has_fences = mach_config_has_window(&machine->base);
  if (!mach_config_has_window(config) || (has_fences && has_producers(file))) return;
  g_autofree char *path = ui_text_escaped(file->path);
  fprintf(
      stderr,
      "memspy: %s: the trace contains no dependences between loads%s. The replay treats all loads as independent, so "
      "that the stall of dependent loads is too small. To replay with --processor=window, record the trace with "
      "--processor=window --simulate=yes.\n",
      path, has_fences ? "" : " and no fences");
}

bool replay_machine_of(ReplayMachine *machine, char *const *given, const EventsTraceFile *file, mach_config *config,
                       GError **error) {
  const bool good = replay_machine_start(machine, given, file->tables, error) &&
                    replay_machine_settle(machine, config, error) && check_processors(given, file, config, error);
  if (good) warn_of_windows(machine, file, config);
  return good;
}

void replay_machine_free(ReplayMachine *machine) {
  mach_options_clear(&machine->options);
  g_ptr_array_free(machine->arguments, TRUE);
}
