/* ui_whatif_plan.h: what the user's changes mean for the data of a trace.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_UI_WHATIF_PLAN_H
#define UI_UI_WHATIF_PLAN_H

#include "ui/model/ui_view.h"
#include "ui/names/ui_names.h"
#include "ui/whatif/ui_whatif_change.h"
#include "ui/whatif/ui_whatif_map.h"

/* The plans of all changes, one for each bin that is changed. */
typedef struct {
  UiWhatifPlan *plans;
  uint32_t n;
  GPtrArray *texts; /* char *: the changes of each plan, in words */
  uint32_t joins;   /* changes that make several data one */
} UiWhatifPlans;

/* Makes the plans of changes (UiWhatifChange *) of the view's data. Returns false and sets *error (a G_OPTION_ERROR)
 * when a name is none of data or of a type of data, or a change cannot be made of it. The caller ends with
 * ui_whatif_plans_clear() either way. */
bool ui_whatif_plans_make(UiWhatifPlans *plans, const UiView *view, const UiNames *names, const GPtrArray *changes,
                          GError **error);

/* Whether the machine has the nodes on which the plans put pages. Else returns false and sets *error (a
 * G_OPTION_ERROR). */
bool ui_whatif_plans_check(const UiWhatifPlans *plans, const coh_config *machine, GError **error);

void ui_whatif_plans_clear(UiWhatifPlans *plans);

#endif
