/* SPDX-License-Identifier: GPL-2.0-or-later
 * whatif_plan.h: converts the changes of the user into plans for the data of a trace. */
#pragma once

#include "ui/names/name_table.h"
#include "ui/view/view.h"
#include "ui/whatif/whatif_change.h"
#include "ui/whatif/whatif_map.h"

/* The plans for all changes, one for each bin whose data change. */
typedef struct {
  WhatifPlan *plans;
  uint32_t n;
  GPtrArray *texts; /* char *, indexed by plan: the changes of the plan as text */
  uint32_t joins;   /* number of changes that combine several arrays to one array of structs */
} WhatifPlans;

/* Makes plans for the changes (WhatifChange *) of the view's data. Returns false and sets *error (a G_OPTION_ERROR) if
 * a name in a change is neither the name of data nor that of a type of data, or if the data do not support a change. In
 * either case, the caller must call whatif_plans_clear(). */
bool whatif_plans_make(WhatifPlans *plans, const View *view, const NameTable *names, const GPtrArray *changes,
                       GError **error);

/* Checks that all plans have an effect on the machine. It must have the nodes of the plans, and a TLB for huge pages.
 * Otherwise, returns false and sets *error (a G_OPTION_ERROR). */
bool whatif_plans_check(const WhatifPlans *plans, const mach_config *machine, GError **error);

void whatif_plans_clear(WhatifPlans *plans);
