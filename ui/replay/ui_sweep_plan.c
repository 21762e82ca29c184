/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/replay/ui_sweep_plan.h"

#include <string.h>

#include "ui/base/ui_error.h"
#include "ui/base/ui_nearest.h"

G_DEFINE_QUARK(ui - sweep - error - quark, ui_sweep_error)

/* Returns the valid name that resembles an unknown one; NULL: none does. */
static const char *nearest_name(const char *name) {
  UiNearest nearest;
  ui_nearest_start(&nearest, name);
  for (unsigned i = 0; coh_sweep_name(i) != NULL; i++) ui_nearest_offer(&nearest, coh_sweep_name(i));
  for (unsigned i = 0; i < COH_OPTIONS; i++)
    if (coh_sweep_takes((coh_option)i)) ui_nearest_offer(&nearest, coh_option_get((coh_option)i)->name);
  return ui_nearest_take(&nearest);
}

static void set_error(const coh_sweep_error *wrong, GError **error) {
  if (wrong->unknown == NULL) {
    ui_error_set(error, UI_SWEEP_ERROR, 0, "--sweep: %s", wrong->text);
    return;
  }
  g_autofree char *name = g_strndup(wrong->unknown, strcspn(wrong->unknown, "="));
  const char *near = nearest_name(name);
  ui_error_set(error, UI_SWEEP_ERROR, 0, "--sweep: %s%s%s; " COH_SWEEP_NAMES, wrong->text,
               near != NULL ? "; the nearest is " : "", near != NULL ? near : "");
}

coh_sweep *ui_sweep_plan(const coh_sweep_base *base, const char *const *terms, unsigned n, GError **error) {
  coh_sweep_error wrong;
  coh_sweep *sweep = coh_sweep_new(base, terms, n, &wrong);
  if (sweep == NULL) set_error(&wrong, error);
  return sweep;
}
