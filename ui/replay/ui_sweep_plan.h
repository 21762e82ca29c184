/* ui_sweep_plan.h: the machines of a sweep (coherence/coh_sweep.h), and what is wrong with terms, for the user.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_UI_SWEEP_PLAN_H
#define UI_UI_SWEEP_PLAN_H

#include <glib.h>

#include "coherence/coh_sweep.h"

#define UI_SWEEP_ERROR ui_sweep_error_quark()
GQuark ui_sweep_error_quark(void);

/* coh_sweep_new(). NULL: *error names the term and what is allowed. Free with coh_sweep_free(). */
coh_sweep *ui_sweep_plan(const coh_sweep_base *base, const char *const *terms, unsigned n, GError **error);

#endif
