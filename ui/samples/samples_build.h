/* SPDX-License-Identifier: GPL-2.0-or-later
 * samples_build.h: collects samples one by one; equal samples are counted as one. */
#pragma once

#include "ui/samples/samples.h"

typedef struct SamplesBuild SamplesBuild;

SamplesBuild *samples_build_new(void);

/* Return the number of an event, by its name, and of an object, by its path and build id. New events and objects are
 * added. */
guint32 samples_build_event(SamplesBuild *build, const char *name);
guint32 samples_build_object(SamplesBuild *build, const char *path, const char *build_id);

/* Adds a sample with `n` frames (at least 1), innermost first. period: events per sample; 0: unknown. */
void samples_build_add(SamplesBuild *build, guint32 event, guint64 period, guint32 process, guint32 thread,
                       const SamplesFrame *frames, guint n);

/* Returns the samples, owned by the caller, and frees `build`. */
Samples *samples_build_finish(SamplesBuild *build, const char *command);
