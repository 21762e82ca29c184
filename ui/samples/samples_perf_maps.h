/* SPDX-License-Identifier: GPL-2.0-or-later
 * samples_perf_maps.h: the file mappings of processes, from perf's events in the order of time. */
#pragma once

#include "ui/samples/samples.h"
#include "ui/samples/samples_perf_line.h"
#include "ui/samples/samples_perf_objects.h"

typedef struct SamplesPerfMaps SamplesPerfMaps;

SamplesPerfMaps *samples_perf_maps_new(SamplesPerfObjects *objects);
void samples_perf_maps_free(SamplesPerfMaps *maps);

/* Applies an event of perf (samples_perf_event()). */
void samples_perf_maps_apply(SamplesPerfMaps *maps, const SamplesPerfEvent *event);

/* Returns the process of a thread; the thread's own number if no event names it. */
guint32 samples_perf_maps_process(const SamplesPerfMaps *maps, guint32 thread);

/* Returns the file that is mapped at an address of a process, and the offset in it. If the process has no mapping
 * there, uses that of another process: perf can miss events, and a child inherits its parent's mappings. NULL: none is
 * known. */
SamplesPerfObject *samples_perf_maps_find(const SamplesPerfMaps *maps, guint32 process, guint64 address,
                                          guint64 *offset);

/* The place of data. */
typedef struct {
  SamplesDataKind kind;
  SamplesPerfObject *object; /* the object of static data, or the mapped file; NULL: none */
  guint64 address;           /* static: link-time address; mapping: its start; unknown: address at run time; stack: 0 */
} SamplesPerfPlace;

/* Returns the place of data at an address of a process. */
SamplesPerfPlace samples_perf_maps_find_data(const SamplesPerfMaps *maps, guint32 process, guint64 address);

/* Finds the file of a frame whose address is an offset in an unknown file. It is the file of the process that has the
 * frame's symbol at this offset. Returns NULL if there is no such file, or if there are several. */
SamplesPerfObject *samples_perf_maps_find_symbol(const SamplesPerfMaps *maps, guint32 process,
                                                 const SamplesPerfFrame *frame, guint64 *address);

/* Returns a number that changes whenever mappings of code change. */
guint samples_perf_maps_generation(const SamplesPerfMaps *maps);
