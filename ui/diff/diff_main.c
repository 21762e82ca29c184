/* SPDX-License-Identifier: GPL-2.0-or-later
 * diff_main.c: the subcommand `memspy diff`. */
#include "ui/diff/diff_main.h"

#include <stdbool.h>
#include <stdio.h>
#include <unistd.h>

#include "ui/base/ui_fail.h"
#include "ui/base/ui_output.h"
#include "ui/base/ui_subcommand.h"
#include "ui/base/ui_text.h"
#include "ui/diff/diff_findings.h"
#include "ui/diff/diff_json.h"
#include "ui/diff/diff_match.h"
#include "ui/diff/diff_text.h"
#include "ui/names/name_open.h"

static char *path; /* values of the command-line options */
static gboolean as_json, same_machine, no_debug_info, no_keys;
static int top;
static const GOptionEntry options[] = {
    {"json", 0, 0, G_OPTION_ARG_NONE, &as_json, "Write JSON with all cells; docs/diff.schema.json is its schema", NULL},
    {"output", 'o', 0, G_OPTION_ARG_FILENAME, &path, "Write to OUT (standard output)", "OUT"},
    {"same-machine", 0, 0, G_OPTION_ARG_NONE, &same_machine, "Refuse to compare runs on machines that differ", NULL},
    {"top", 0, 0, G_OPTION_ARG_INT, &top, "Show at most N changes of each kind, rows and columns (10)", "N"},
    NAME_OPEN_OPTIONS(&no_debug_info, &no_keys),
    G_OPTION_ENTRY_NULL};

static void write_text(FILE *file, const Diff *diff, const char *const titles[DIFF_SIDES]) {
  g_autofree char *before = ui_text_escaped(titles[DIFF_BEFORE]);
  g_autofree char *after = ui_text_escaped(titles[DIFF_AFTER]);
  Screen screen = screen_for(fileno(file));
  screen.top = (uint32_t)top;
  g_autoptr(GString) out = g_string_new(NULL);
  diff_text(&screen, diff, (const char *const[]){before, after}, out);
  fwrite(out->str, 1, out->len, file);
}

bool diff_write(DiffWriter *writer, void *closure, GError **error) {
  UiOutput output;
  if (!ui_output_start(&output, path, error)) return false;
  writer(closure, output.file, as_json);
  return ui_output_finish(&output, error);
}

/* A difference, with the titles of the two profiles. */
typedef struct {
  const Diff *diff;
  const char *const *titles;
} Titled;

static void write_diff(void *closure, FILE *file, bool json_wanted) {
  const Titled *titled = closure;
  if (json_wanted) {
    UiJson json;
    ui_json_start(&json, file);
    diff_json(&json, NULL, titled->diff, titled->titles, true);
  } else {
    write_text(file, titled->diff, titled->titles);
  }
}

/* Compares two profiles. If the option --same-machine was given, rejects profiles of different machines. */
static bool compare(const NameOpen *sides, const char *const titles[DIFF_SIDES], GError **error) {
  Diff *diff = diff_match(sides[DIFF_BEFORE].view, sides[DIFF_AFTER].view);
  bool good = true;
  if (diff_machines_differ(diff)) {
    g_autoptr(GString) names = g_string_new(NULL);
    for (guint i = 0; i < diff->options->len; i++) {
      const DiffOption *option = &g_array_index(diff->options, DiffOption, i);
      g_autofree char *name = ui_text_escaped(option->name);
      if (option->machine) g_string_append_printf(names, "%s--%s", names->len != 0 ? ", " : "", name);
    }
    fprintf(stderr, "memspy diff: %s: the machines differ in %s\n", same_machine ? "refused" : "warning", names->str);
    good = !same_machine;
  }
  const bool samples = sides[DIFF_BEFORE].profile->of_samples || sides[DIFF_AFTER].profile->of_samples;
  if (good && !samples)
    diff->findings = diff_findings(diff, (const NameTable *const[]){sides[DIFF_BEFORE].names, sides[DIFF_AFTER].names});
  if (good) good = diff_write(write_diff, &(Titled){diff, titles}, error);
  diff_free(diff);
  return good;
}

bool diff_check(GError **error) {
  if (top < 0) return ui_fail_option(error, "--top=%d: it must not be negative", top);
  return ui_output_check(path, error);
}

int diff_files(const char *const files[DIFF_SIDES], const char *const titles[DIFF_SIDES], const char *beside) {
  NameOpen sides[DIFF_SIDES] = {{.profile = NULL}, {.profile = NULL}};
  GError *error = NULL;
  bool good = true;
  for (unsigned side = 0; side < DIFF_SIDES && good; side++) {
    const char *keys = no_keys ? NULL : beside != NULL ? beside : files[side];
    good = name_open(&sides[side], files[side], !no_debug_info, keys, &error);
  }
  if (good) good = compare(sides, titles, &error);
  for (unsigned side = 0; side < DIFF_SIDES; side++) name_open_close(&sides[side]);
  if (error != NULL) return ui_subcommand_fail(error);
  return good ? UI_EXIT_GOOD : UI_EXIT_FAILED;
}

uint32_t diff_top(void) { return (uint32_t)top; }

const char *diff_reading(void) {
  return same_machine ? "--same-machine" : no_debug_info ? "--no-debug-info" : no_keys ? "--no-keys" : NULL;
}

static int run_diff(int n, char **args) {
  ui_subcommand_options(&n, &args, &ui_diff_subcommand);
  GError *error = NULL;
  if (!diff_check(&error)) return ui_subcommand_fail(error);
  const char *const files[DIFF_SIDES] = {args[1], args[2]};
  return diff_files(files, files, NULL);
}

const UiSubcommand ui_diff_subcommand = {
    .name = "diff",
    .arguments = "FILE FILE",
    .summary = "compare two profiles, the earlier one first",
    .help =
        "Shows totals and processors side by side; the findings of memspy advice that are gone, new or changed;\n"
        "improvements and regressions, by the change in stall cycles; and both matrices with their difference. Code and data are matched by their full names. Names that differ only\n"
        "in line numbers (or, for code, in files and objects) match too, if the match is unique. Runs on different\n"
        "machines are compared with a warning.",
    .options = options,
    .examples = (const char *const[]){"memspy diff before.memspy after.memspy", "the effect of a change of the program",
                                      "memspy diff --json before.memspy after.memspy | jq '.cells[:3]'",
                                      "the three greatest changes", NULL},
    .least = 2,
    .most = 2,
    .main = run_diff,
};
