/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_samples_build.h: collects samples one by one; equal samples are counted as one. */
#pragma once

#include "ui/samples/ui_samples.h"

typedef struct UiSamplesBuild UiSamplesBuild;

UiSamplesBuild *ui_samples_build_new(void);

/* The number of an event, by its name; of an object, by its path and build id. New ones are added. */
guint32 ui_samples_build_event(UiSamplesBuild *build, const char *name);
guint32 ui_samples_build_object(UiSamplesBuild *build, const char *path, const char *build_id);

/* Adds a sample with `n` frames (at least 1), innermost first. period: events per sample; 0: unknown. */
void ui_samples_build_add(UiSamplesBuild *build, guint32 event, guint64 period, guint32 process, guint32 thread,
                          const UiSamplesFrame *frames, guint n);

/* Returns the samples, owned by the caller, and frees `build`. */
UiSamples *ui_samples_build_finish(UiSamplesBuild *build, const char *command);
