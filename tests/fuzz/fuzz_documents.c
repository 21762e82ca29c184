/* fuzz_documents.c: readers of JSON with a seal: sweeps, for memspy sweep and the session's `curves`, and the results
 * of what-if.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "tests/fuzz/fuzz.h"
#include "ui/base/ui_json_seal.h"
#include "ui/replay/replay_sweep_cells_output.h"
#include "ui/replay/replay_sweep_file.h"
#include "ui/replay/replay_sweep_output.h"
#include "ui/results/results_curves_file.h"
#include "ui/results/results_tried_file.h"
#include "ui/screens/screen_curves.h"

static void seal(GByteArray *input) { (void)ui_json_seal_renew((char *)input->data, input->len); }

/* Reads a sweep into its table. The line with the trace's name, "Trace: NAME", is left out, since the seal does not
 * cover it. */
static char *read_sweep(const GByteArray *input) {
  GError *error = NULL;
  ReplaySweepFile *file = replay_sweep_file_read(fuzz_path(input), &error);
  if (!fuzz_check_result(file != NULL, error)) return NULL;
  GString *text = g_string_new(NULL);
  replay_sweep_table(&file->report, text);
  if (file->cells->curves->len != 0) replay_sweep_curves_table(file->cells, text);
  replay_sweep_file_free(file);
  return g_string_free(text, FALSE);
}

const FuzzReader fuzz_sweep = {.name = "sweep", .seal = seal, .read = read_sweep};

static char *read_curves(const GByteArray *input) {
  GError *error = NULL;
  ViewCurves *curves = results_curves_load(fuzz_path(input), &error);
  if (!fuzz_check_result(curves != NULL, error)) return NULL;
  GString *text = g_string_new(NULL);
  screen_curves(curves, curves->curves, 100, text);
  view_curves_free(curves);
  return g_string_free(text, FALSE);
}

const FuzzReader fuzz_curves = {.name = "curves", .seal = seal, .read = read_curves};

static char *read_tried(const GByteArray *input) {
  GError *error = NULL;
  AdviceTried *tried = results_tried_load(fuzz_path(input), &error);
  if (!fuzz_check_result(tried != NULL, error)) return NULL;
  GString *text = g_string_new(NULL);
  g_string_append_printf(text, "%" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT, tried->stall,
                         tried->misses, tried->untried);
  for (guint i = 0; i < tried->changes->len; i++) {
    const AdviceTriedChange *change = &g_array_index(tried->changes, AdviceTriedChange, i);
    g_string_append_printf(text, "\n%s %s %s %s %" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT, change->changes,
                           change->about, change->why, change->refused != NULL ? change->refused : "-", change->stall,
                           change->misses);
    for (guint j = 0; j < change->findings->len; j++)
      g_string_append_printf(text, " %s", (const char *)g_ptr_array_index(change->findings, j));
  }
  advice_tried_free(tried);
  return g_string_free(text, FALSE);
}

const FuzzReader fuzz_tried = {.name = "tried", .seal = seal, .read = read_tried};
