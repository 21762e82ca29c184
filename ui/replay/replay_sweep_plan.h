/* SPDX-License-Identifier: GPL-2.0-or-later
 * replay_sweep_plan.h: makes the machines of a sweep (sweep/sweep_plan.h), and reports invalid terms. */
#pragma once

#include <glib.h>

#include "sweep/sweep_plan.h"

#define REPLAY_SWEEP_ERROR replay_sweep_error_quark()
GQuark replay_sweep_error_quark(void);

/* As sweep_plan_new(), but with a GError. Returns NULL if a term is invalid, and sets *error to a message with the term
 * and the allowed values. Free the result with sweep_plan_free(). */
sweep_plan *replay_sweep_plan(const sweep_plan_base *base, const char *const *terms, unsigned n, GError **error);
