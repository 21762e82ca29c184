/* fuzz_documents.c: JSON with a seal: sweeps, as memspy sweep and the session's `curves` read them, and what what-if
 * tried.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "tests/fuzz/fuzz.h"
#include "ui/base/ui_json_seal.h"
#include "ui/replay/ui_sweep_cells_output.h"
#include "ui/replay/ui_sweep_file.h"
#include "ui/replay/ui_sweep_output.h"
#include "ui/runs/ui_curves_file.h"
#include "ui/runs/ui_tried_file.h"
#include "ui/screens/ui_curves_screen.h"

static void seal(GByteArray *input) { (void)ui_json_seal_renew((char *)input->data, input->len); }

/* The table. Of the trace's name it has no say: "Trace: NAME" is kept. */
static char *read_sweep(const GByteArray *input) {
  GError *error = NULL;
  UiSweepFile *file = ui_sweep_file_read(fuzz_path(input), &error);
  if (!fuzz_check_result(file != NULL, error)) return NULL;
  GString *text = g_string_new(NULL);
  ui_sweep_table(&file->report, text);
  if (file->cells->curves->len != 0) ui_sweep_curves_table(file->cells, text);
  ui_sweep_file_free(file);
  return g_string_free(text, FALSE);
}

const FuzzReader fuzz_sweep = {.name = "sweep", .seal = seal, .read = read_sweep};

static char *read_curves(const GByteArray *input) {
  GError *error = NULL;
  UiCurves *curves = ui_curves_load(fuzz_path(input), &error);
  if (!fuzz_check_result(curves != NULL, error)) return NULL;
  GString *text = g_string_new(NULL);
  ui_curves_screen(curves, curves->curves, 100, text);
  ui_curves_free(curves);
  return g_string_free(text, FALSE);
}

const FuzzReader fuzz_curves = {.name = "curves", .seal = seal, .read = read_curves};

static char *read_tried(const GByteArray *input) {
  GError *error = NULL;
  UiTried *tried = ui_tried_load(fuzz_path(input), &error);
  if (!fuzz_check_result(tried != NULL, error)) return NULL;
  GString *text = g_string_new(NULL);
  g_string_append_printf(text, "%" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT, tried->stall,
                         tried->misses, tried->untried);
  for (guint i = 0; i < tried->changes->len; i++) {
    const UiTriedChange *change = &g_array_index(tried->changes, UiTriedChange, i);
    g_string_append_printf(text, "\n%s %s %s %s %" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT, change->changes,
                           change->about, change->why, change->refused != NULL ? change->refused : "-", change->stall,
                           change->misses);
    for (guint j = 0; j < change->findings->len; j++)
      g_string_append_printf(text, " %s", (const char *)g_ptr_array_index(change->findings, j));
  }
  ui_tried_free(tried);
  return g_string_free(text, FALSE);
}

const FuzzReader fuzz_tried = {.name = "tried", .seal = seal, .read = read_tried};
