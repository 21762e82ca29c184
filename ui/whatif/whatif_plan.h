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

/* Makes plans for the changes (WhatifChange *) of the view's data. A name in a change must be the name of data or of a
 * type of data, and the data must support the change. Otherwise, returns false and sets *error (a G_OPTION_ERROR). In
 * either case, the caller must call whatif_plans_clear(). */
bool whatif_plans_make(WhatifPlans *plans, const View *view, const NameTable *names, const GPtrArray *changes,
                       GError **error);

/* Checks that all plans have an effect on the machine. The machine must have the nodes of the plans; for huge pages, it
 * must have a TLB. Otherwise, returns false and sets *error (a G_OPTION_ERROR). */
bool whatif_plans_check(const WhatifPlans *plans, const mach_config *machine, GError **error);

void whatif_plans_clear(WhatifPlans *plans);
