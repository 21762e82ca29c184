/* SPDX-License-Identifier: GPL-2.0-or-later
 * whatif_plan.h: converts the user's changes to plans for the data of a trace. */
#pragma once

#include "ui/names/name_table.h"
#include "ui/view/view.h"
#include "ui/whatif/whatif_change.h"
#include "ui/whatif/whatif_map.h"

/* The plans of all changes, one for each changed bin. */
typedef struct {
  WhatifPlan *plans;
  uint32_t n;
  GPtrArray *texts; /* char *, by plan: its changes as text */
  uint32_t joins;   /* number of changes that make several arrays one */
} WhatifPlans;

/* Makes the plans of changes (WhatifChange *) of the view's data. Returns false and sets *error (a G_OPTION_ERROR) if
 * a name is neither that of data nor of a type of data, or if the data do not support a change. The caller calls
 * whatif_plans_clear() in either case. */
bool whatif_plans_make(WhatifPlans *plans, const View *view, const NameTable *names, const GPtrArray *changes,
                       GError **error);

/* Checks that the plans have an effect on the machine: it has their nodes, and a TLB for huge pages. Returns false and
 * sets *error (a G_OPTION_ERROR) if not. */
bool whatif_plans_check(const WhatifPlans *plans, const mach_config *machine, GError **error);

void whatif_plans_clear(WhatifPlans *plans);
