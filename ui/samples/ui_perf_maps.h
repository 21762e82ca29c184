/* ui_perf_maps.h: which files the processes had mapped where, as perf says in the order of time.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_SAMPLES_PERF_MAPS_H
#define UI_SAMPLES_PERF_MAPS_H

#include "ui/samples/ui_perf_line.h"
#include "ui/samples/ui_perf_objects.h"

typedef struct UiPerfMaps UiPerfMaps;

UiPerfMaps *ui_perf_maps_new(UiPerfObjects *objects);
void ui_perf_maps_free(UiPerfMaps *maps);

/* An event of perf (ui_perf_event()). */
void ui_perf_maps_apply(UiPerfMaps *maps, const UiPerfEvent *event);

/* Which process a thread is of; the thread's number itself when no event said so. */
guint32 ui_perf_maps_process(const UiPerfMaps *maps, guint32 thread);

/* Which file is mapped at an address of a process, and which of its bytes is there. Where the process has nothing
 * there, of which perf may not have heard, another process's mapping will do: a child's are its parent's. NULL: none is
 * known.
 */
UiPerfObject *ui_perf_maps_find(const UiPerfMaps *maps, guint32 process, guint64 address, guint64 *offset);

/* A number that is another one when mappings have changed. */
guint ui_perf_maps_generation(const UiPerfMaps *maps);

#endif
