/* spy_stages.h: the stages that the program names (memspy.h). SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "bins/bin_stages.h"
#include "memspy/record/spy_queue.h"

/* Begins to follow stages. Call after the machine was made. */
void spy_stages_start(void);

/* Applies SPY_EVENT_STAGE: begins or ends a stage, at the counted cycles of the queue's processor. Like the counts of
 * the run, the time of a stage excludes times without collection (MEMSPY_STOP, --toggle-collect), outside of the
 * functions of --count, and while a trace is paused. */
void spy_stages_apply(const spy_queue *queue, Bool begins, ULong name);

/* Sets the times of open stages, which last up to now. Call it before a profile is written. */
void spy_stages_settle(void);

/* Restarts the times of open stages. Call it after all counts were set to zero. */
void spy_stages_zero(void);

/* Reports requests that had no effect. */
void spy_stages_report(void);
