/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/replay/replay_sweep_plan.h"

#include <string.h>

#include "ui/base/ui_error.h"
#include "ui/base/ui_nearest.h"

G_DEFINE_QUARK(ui - sweep - error - quark, replay_sweep_error)

/* Returns the valid name that is most similar to an unknown one, or NULL if none is similar. */
static const char *nearest_name(const char *name) {
  UiNearest nearest;
  ui_nearest_start(&nearest, name);
  for (unsigned i = 0; sweep_plan_name(i) != NULL; i++) ui_nearest_offer(&nearest, sweep_plan_name(i));
  for (unsigned i = 0; i < MACH_OPTIONS; i++)
    if (sweep_plan_takes((mach_option)i)) ui_nearest_offer(&nearest, mach_option_get((mach_option)i)->name);
  return ui_nearest_take(&nearest);
}

static void set_error(const sweep_plan_error *wrong, GError **error) {
  if (wrong->unknown == NULL) {
    ui_error_set(error, REPLAY_SWEEP_ERROR, 0, "--sweep: %s", wrong->text);
    return;
  }
  g_autofree char *name = g_strndup(wrong->unknown, strcspn(wrong->unknown, "="));
  const char *near = nearest_name(name);
  ui_error_set(error, REPLAY_SWEEP_ERROR, 0, "--sweep: %s%s%s; " SWEEP_PLAN_NAMES, wrong->text,
               near != NULL ? "; the nearest is " : "", near != NULL ? near : "");
}

sweep_plan *replay_sweep_plan(const sweep_plan_base *base, const char *const *terms, unsigned n, GError **error) {
  sweep_plan_error wrong;
  sweep_plan *sweep = sweep_plan_new(base, terms, n, &wrong);
  if (sweep == NULL) set_error(&wrong, error);
  return sweep;
}
