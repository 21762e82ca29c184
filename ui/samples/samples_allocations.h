/* SPDX-License-Identifier: GPL-2.0-or-later
 * samples_allocations.h: the allocations of a sampled program, as the preloaded recorder wrote them
 * (samples_recorder.h). */
#pragma once

#include <glib.h>
#include <stdbool.h>

#include "ui/samples/samples_recorder.h"

typedef struct SamplesAllocations SamplesAllocations;

/* Makes an empty file for the recorder. Returns false and sets *error if it cannot be written. */
bool samples_allocations_prepare(const char *path, GError **error);

/* Returns the path of the recorder, or NULL, with *error, if it is not installed. Owned by the caller. */
char *samples_allocations_library(GError **error);

/* Reads the file. Returns NULL and sets *error if it is not such a file. Free the result with
 * samples_allocations_free(), which accepts NULL. */
SamplesAllocations *samples_allocations_read(const char *path, GError **error);
void samples_allocations_free(SamplesAllocations *allocations);

/* Returns the block, or the stack of a thread, that contained an address of a process at a time in nanoseconds
 * (CLOCK_MONOTONIC); NULL: none. Times must not decrease from call to call. */
const SamplesRecorderSlot *samples_allocations_find(SamplesAllocations *allocations, guint32 process, guint64 time,
                                                    guint64 address);

/* Returns whether the file was full, so that later allocations are missing. */
bool samples_allocations_is_full(const SamplesAllocations *allocations);

/* Returns whether nothing was recorded: no program of the run loaded the recorder. */
bool samples_allocations_is_empty(const SamplesAllocations *allocations);
