/* ui_samples_build.h: puts samples together one by one: those that are the same in all but time become one.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_SAMPLES_SAMPLES_BUILD_H
#define UI_SAMPLES_SAMPLES_BUILD_H

#include "ui/samples/ui_samples.h"

typedef struct UiSamplesBuild UiSamplesBuild;

UiSamplesBuild *ui_samples_build_new(void);

/* The number of the event of that name; of the object of that path and build id. */
guint32 ui_samples_build_event(UiSamplesBuild *build, const char *name);
guint32 ui_samples_build_object(UiSamplesBuild *build, const char *path, const char *build_id);

/* One sample: of `n` frames, innermost first; at least one. `period`: of how many events; 0: unknown. */
void ui_samples_build_add(UiSamplesBuild *build, guint32 event, guint64 period, guint32 process, guint32 thread,
                          const UiSamplesFrame *frames, guint n);

/* What was put together, which the caller owns then; `build` is freed. */
UiSamples *ui_samples_build_finish(UiSamplesBuild *build, const char *command);

#endif
