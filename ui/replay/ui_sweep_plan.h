/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_sweep_plan.h: makes the machines of a sweep (coherence/coh_sweep.h), and reports invalid terms. */
#pragma once

#include <glib.h>

#include "coherence/coh_sweep.h"

#define UI_SWEEP_ERROR ui_sweep_error_quark()
GQuark ui_sweep_error_quark(void);

/* As coh_sweep_new(). Returns NULL if a term is invalid; *error then names the term and the allowed values. Free the
 * result with coh_sweep_free(). */
coh_sweep *ui_sweep_plan(const coh_sweep_base *base, const char *const *terms, unsigned n, GError **error);
