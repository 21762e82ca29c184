/* SPDX-License-Identifier: GPL-2.0-or-later
 * export_stacks.h: the stacks of a profile, for flame graphs.
 *
 * A stack consists of code items and a data item. In a profile with callers (--callers=yes), the code items are the
 * call path, with the inlined function at each call and at the end. In other profiles, and for metrics that call paths
 * do not have, the code items are the row and the functions that contain it (export_stack_of_row()). The data item comes last, or first by data. If a metric counts references, the
 * stacks with call paths have no data item, since call paths have only misses and stall by data. */
#pragma once

#include "ui/export/export.h"

typedef struct {
  ViewAxisKind axis;
  uint32_t rank;
} ExportFrame;

/* Called for each stack with a weight: `n` frames, outermost first. */
typedef void ExportStackVisitor(void *closure, const ExportFrame *frames, unsigned n, uint64_t weight);

void export_stacks(const Export *export, ExportStackVisitor *visit, void *closure);
