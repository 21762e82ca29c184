/* ui_sweep_plan.h: the machines of a sweep: every combination of the values of its parameters.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_UI_SWEEP_PLAN_H
#define UI_UI_SWEEP_PLAN_H

#include "coherence/coh_options.h"
#include "ui/replay/ui_sweep_values.h"

typedef struct {
  coh_config config;
  const char **values; /* of the parameters */
} UiSweepMachine;

typedef struct {
  UiSweepParameter *parameters;
  unsigned n_parameters;
  UiSweepMachine *machines; /* the last parameter changes fastest */
  unsigned n_machines;
  GPtrArray *left_out; /* char *: "D1=8K ways=3: why", the combinations that are no machine */
} UiSweepPlan;

/* What all machines of a sweep have in common, as it is asked for. */
typedef struct {
  const coh_config *machine;  /* where none is named; NULL: the default preset */
  const char *const *options; /* "--name=value", for coh_options_take(), ended by NULL */
  coh_file_reader *reader;
  unsigned processors; /* at least so many are needed */
} UiSweepBase;

/* Makes the plan of n terms (ui_sweep_values.h). A parameter is a size (D1, L2, LL), a number of ways (ways, of the D1;
 * L2-ways, LL-ways), the line size of all caches (line), or any other option of a machine. Combinations that cannot be
 * simulated are left out; a value with which there is no machine at all is an error. NULL: *error. Free with
 * ui_sweep_plan_free(). */
UiSweepPlan *ui_sweep_plan_new(const UiSweepBase *base, const char *const *terms, unsigned n, GError **error);
void ui_sweep_plan_free(UiSweepPlan *plan);

/* Whether a parameter is a size of a cache, in bytes. */
bool ui_sweep_is_size(const char *name);

#endif
