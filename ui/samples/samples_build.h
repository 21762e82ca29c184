/* SPDX-License-Identifier: GPL-2.0-or-later
 * samples_build.h: collects samples one by one; equal samples are counted as one. */
#pragma once

#include "ui/samples/samples.h"

typedef struct SamplesBuild SamplesBuild;

SamplesBuild *samples_build_new(void);

/* Return the number of an event, by its name and period (0: unknown), of an object, by its path and build id, and of
 * data. New ones are added. */
guint32 samples_build_event(SamplesBuild *build, const char *name, guint64 period);
guint32 samples_build_object(SamplesBuild *build, const char *path, const char *build_id);
guint32 samples_build_data(SamplesBuild *build, SamplesDataKind kind, guint32 object, guint64 address,
                           const SamplesFrame *frames, guint n);

/* Adds a sample with `n` frames (at least 1), innermost first. Of `sample`, only event, process, thread, access and
 * latency are read. */
void samples_build_add(SamplesBuild *build, const SamplesSample *sample, const SamplesFrame *frames, guint n);

/* Returns the samples, owned by the caller, and frees `build`. */
Samples *samples_build_finish(SamplesBuild *build, const char *command);
