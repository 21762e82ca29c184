/* ui_sweep_main.c: see ui_sweep_main.h.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "ui/replay/ui_sweep_main.h"

#include <stdio.h>
#include <string.h>

#include "ui/base/ui_output.h"
#include "ui/base/ui_subcommand.h"
#include "ui/base/ui_text.h"
#include "ui/replay/ui_sweep_output.h"
#include "ui/replay/ui_sweep_steps.h"

enum { THREADS_MOST = 1024, LEFT_OUT_SHOWN = 8 };

typedef void Write(const UiSweepReport *report, FILE *file);

static bool is_standard_output(const char *path) { return path != NULL && strcmp(path, "-") == 0; }

/* Writes a file that was asked for. */
static bool write_file(const UiSweepReport *report, const char *path, Write *write, GError **error) {
  UiOutput output;
  if (path == NULL) return true;
  if (!ui_output_start(&output, is_standard_output(path) ? NULL : path, error)) return false;
  write(report, output.file);
  return ui_output_finish(&output, error);
}

static void write_table(const UiSweepReport *report, FILE *file) {
  GString *out = g_string_new(NULL);
  ui_sweep_table(report, out);
  fwrite(out->str, 1, out->len, file);
  g_string_free(out, TRUE);
}

static bool write_all(const UiSweepReport *report, const UiSweepRequest *request, GError **error) {
  const bool taken = is_standard_output(request->csv) || is_standard_output(request->json) ||
                     is_standard_output(request->plot);
  return (taken || write_file(report, "-", write_table, error)) &&
         write_file(report, request->csv, ui_sweep_csv, error) &&
         write_file(report, request->json, ui_sweep_json, error) &&
         write_file(report, request->plot, ui_sweep_page, error);
}

/* Each file has a name of its own, and could be written. */
static bool check_files(const UiSweepRequest *request, GError **error) {
  const struct {
    const char *option, *path;
  } files[] = {{"csv", request->csv}, {"json", request->json}, {"plot", request->plot}};
  for (size_t i = 0; i < G_N_ELEMENTS(files); i++) {
    const char *path = files[i].path;
    if (path == NULL) continue;
    if (*path == '\0') {
      g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, "--%s= is no name of a file", files[i].option);
      return false;
    }
    for (size_t j = 0; j < i; j++) {
      if (g_strcmp0(path, files[j].path) != 0) continue;
      g_autofree char *printable = ui_text_escaped(path);
      g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, "--%s and --%s cannot both be %s", files[j].option,
                  files[i].option, printable);
      return false;
    }
    if (!is_standard_output(path) && !ui_output_check(path, error)) return false;
  }
  return true;
}

static void tell_left_out(const UiSweepPlan *plan) {
  const guint n = plan->left_out->len;
  for (guint i = 0; i < MIN(n, LEFT_OUT_SHOWN); i++)
    fprintf(stderr, "memspy: left out: %s\n", (const char *)g_ptr_array_index(plan->left_out, i));
  if (n > LEFT_OUT_SHOWN) fprintf(stderr, "memspy: left out: %u more machines\n", n - LEFT_OUT_SHOWN);
}

static bool run(const UiTraceFile *trace, const UiSweepBase *base, const char *const *terms, unsigned n,
                const UiSweepRequest *request, GError **error) {
  UiSweepBase needed = *base;
  unsigned busy;
  if (!check_files(request, error) || !ui_step_processors(trace, &needed.processors, &busy, error)) return false;
  UiSweepPlan *plan = ui_sweep_plan_new(&needed, terms, n, error);
  if (plan == NULL) return false;
  tell_left_out(plan);
  g_autofree UiSweepResult *results = g_new0(UiSweepResult, plan->n_machines);
  UiSweepReport report = {.trace = trace, .plan = plan, .options = base->options, .results = results};
  const bool good = ui_sweep(trace, plan, (unsigned)request->threads, results, &report.instructions, error) &&
                    write_all(&report, request, error);
  ui_sweep_plan_free(plan);
  return good;
}

int ui_sweep_main(const UiTraceFile *trace, const UiSweepBase *base, const char *const *terms, unsigned n,
                  const UiSweepRequest *request) {
  if (request->threads < 0 || request->threads > THREADS_MOST) {
    fprintf(stderr, "memspy replay: --threads=%d: expected a number from 0 to %d\n", request->threads, THREADS_MOST);
    return UI_EXIT_USAGE;
  }
  if (n == 0) {
    fputs("memspy replay: --sweep needs parameters, as in D1=8K..1M:x2 ways=1,2,4\n", stderr);
    return UI_EXIT_USAGE;
  }
  GError *error = NULL;
  if (run(trace, base, terms, n, request, &error)) return UI_EXIT_GOOD;
  return ui_subcommand_fail(error);
}
