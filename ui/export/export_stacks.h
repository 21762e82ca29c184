/* SPDX-License-Identifier: GPL-2.0-or-later
 * export_stacks.h: finds the stacks of a profile, for flame graphs.
 *
 * A stack consists of code items and a data item. In a profile with callers (without --callers=no), the code items
 * are the call path, with the inlined function at each call and at the end. In other profiles, and for metrics that
 * call paths do not have, the code items are the row and the functions that contain it (export_stack_of_row()). The
 * data item comes last, or first if stacks begin with data. If a metric counts references, stacks with call paths
 * have no data item, since only the misses and the stall of call paths are recorded by data. */
#pragma once

#include "ui/export/export.h"

typedef struct {
  ViewAxisKind axis;
  uint32_t rank;
} ExportFrame;

/* A callback for each stack with its weight. The stack has `n` frames, outermost first. */
typedef void ExportStackVisitor(void *closure, const ExportFrame *frames, unsigned n, uint64_t weight);

void export_stacks(const Export *export, ExportStackVisitor *visit, void *closure);
