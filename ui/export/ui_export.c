/* ui_export.c: memspy export: one table of formats.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "ui/base/ui_nearest.h"
#include "ui/base/ui_output.h"
#include "ui/base/ui_subcommand.h"
#include "ui/base/ui_text.h"
#include "ui/export/ui_export_json.h"
#include "ui/names/ui_names.h"

/* Writes the profile; what goes wrong with the file shows at its end. */
typedef void Exporter(const UiProfile *profile, const UiLabels *labels, FILE *file);

static const struct {
  const char *name;
  const char *summary;
  Exporter *exporter;
} formats[] = {
    {"json", "all that the profile says; docs/export.schema.json is its schema", ui_export_json},
};

/* The exporter of that name; when there is none, says so and returns NULL. */
static Exporter *find_format(const char *name) {
  for (size_t i = 0; i < G_N_ELEMENTS(formats); i++)
    if (strcmp(formats[i].name, name) == 0) return formats[i].exporter;
  UiNearest nearest;
  ui_nearest_start(&nearest, name);
  for (size_t i = 0; i < G_N_ELEMENTS(formats); i++) ui_nearest_offer(&nearest, formats[i].name);
  const char *near = ui_nearest_take(&nearest);
  g_autofree char *printable = ui_text_escaped(name);
  fprintf(stderr, "memspy export: there is no format '%s'; the nearest is '%s'\n", printable,
          near != NULL ? near : formats[0].name);
  return NULL;
}

static UiSubcommandValue format_at(unsigned i) {
  return i < G_N_ELEMENTS(formats) ? (UiSubcommandValue){formats[i].name, formats[i].summary}
                                   : (UiSubcommandValue){.name = NULL};
}

static char *format, *path; /* the options */
static gboolean no_debug_info;
static const GOptionEntry options[] = {
    {"format", 'f', 0, G_OPTION_ARG_STRING, &format, "What to write; it must be said", "FORMAT"},
    {"output", 'o', 0, G_OPTION_ARG_FILENAME, &path, "Write to OUT (standard output)", "OUT"},
    UI_NAMES_OPTION(&no_debug_info),
    G_OPTION_ENTRY_NULL};

static int run_export(int n, char **args) {
  ui_subcommand_options(&n, &args, &ui_export_subcommand);
  if (format == NULL) {
    fputs("memspy export: --format is missing (see memspy export --help)\n", stderr);
    return UI_EXIT_USAGE;
  }
  Exporter *exporter = find_format(format);
  if (exporter == NULL) return UI_EXIT_USAGE;
  GError *error = NULL;
  UiProfile *profile = ui_profile_load(args[1], &error);
  if (profile == NULL) return ui_subcommand_fail(error);
  UiOutput output;
  bool good = ui_output_start(&output, path, &error);
  if (good) {
    UiNames *names = ui_names_new(profile, !no_debug_info);
    exporter(profile, ui_names_labels(names), output.file);
    ui_names_free(names);
    good = ui_output_finish(&output, &error);
  }
  ui_profile_free(profile);
  return good ? UI_EXIT_GOOD : ui_subcommand_fail(error);
}

const UiSubcommand ui_export_subcommand = {
    .name = "export",
    .arguments = "FILE",
    .summary = "write a profile for other programs",
    .help = "The file OUT is there only when it is complete.",
    .options = options,
    .listed_option = "format",
    .listed_value = format_at,
    .examples = (const char *const[]){"memspy export --format=json memspy.out.1234 | jq .totals",
                                      "the totals of a profile", NULL},
    .least = 1,
    .most = 1,
    .main = run_export,
};
