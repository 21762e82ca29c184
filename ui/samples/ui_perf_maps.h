/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_perf_maps.h: the file mappings of processes, from perf's events in the order of time. */
#pragma once

#include "ui/samples/ui_perf_line.h"
#include "ui/samples/ui_perf_objects.h"

typedef struct UiPerfMaps UiPerfMaps;

UiPerfMaps *ui_perf_maps_new(UiPerfObjects *objects);
void ui_perf_maps_free(UiPerfMaps *maps);

/* Applies an event of perf (ui_perf_event()). */
void ui_perf_maps_apply(UiPerfMaps *maps, const UiPerfEvent *event);

/* The process of a thread; the thread's own number if no event names it. */
guint32 ui_perf_maps_process(const UiPerfMaps *maps, guint32 thread);

/* The file that is mapped at an address of a process, and the offset in it. If the process has no mapping there, uses
 * that of another process: perf can miss events, and a child inherits its parent's mappings. NULL: none is known. */
UiPerfObject *ui_perf_maps_find(const UiPerfMaps *maps, guint32 process, guint64 address, guint64 *offset);

/* A number that changes whenever mappings change. */
guint ui_perf_maps_generation(const UiPerfMaps *maps);
