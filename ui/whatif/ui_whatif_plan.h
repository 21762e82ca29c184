/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_whatif_plan.h: converts the user's changes to plans for the data of a trace. */
#pragma once

#include "ui/model/ui_view.h"
#include "ui/names/ui_names.h"
#include "ui/whatif/ui_whatif_change.h"
#include "ui/whatif/ui_whatif_map.h"

/* The plans of all changes, one for each changed bin. */
typedef struct {
  UiWhatifPlan *plans;
  uint32_t n;
  GPtrArray *texts; /* char *, by plan: its changes as text */
  uint32_t joins;   /* number of changes that make several arrays one */
} UiWhatifPlans;

/* Makes the plans of changes (UiWhatifChange *) of the view's data. Returns false and sets *error (a G_OPTION_ERROR) if
 * a name is neither that of data nor of a type of data, or if the data do not support a change. The caller calls
 * ui_whatif_plans_clear() in either case. */
bool ui_whatif_plans_make(UiWhatifPlans *plans, const UiView *view, const UiNames *names, const GPtrArray *changes,
                          GError **error);

/* Checks that the plans have an effect on the machine: it has their nodes, and a TLB for huge pages. Returns false and
 * sets *error (a G_OPTION_ERROR) if not. */
bool ui_whatif_plans_check(const UiWhatifPlans *plans, const coh_config *machine, GError **error);

void ui_whatif_plans_clear(UiWhatifPlans *plans);
