/* SPDX-License-Identifier: GPL-2.0-or-later
 * attr_skid_backtrace.h: skid back-trace: the instructions that a thread can have executed some instructions before a
 * sample, with probabilities: backwards along the control flow of functions, into callers by the calls of the sample,
 * and through called functions that have returned. */
#pragma once

#include "ui/attribute/attr_trained_code.h"

/* An active call. */
typedef struct AttrWayCall {
  const struct AttrWayCall *around; /* the next outer call; NULL: unknown */
  AttrTrainedCode *code;            /* NULL: unknown */
  guint32 instruction;              /* instruction of `code` */
  SamplesFrame frame;               /* address of the call */
} AttrWayCall;

/* An instruction from which a sample can have come. */
typedef struct {
  const AttrTrainedCode *code;
  guint32 instruction;
  const AttrWayCall *call; /* the active call, owned by the AttrSkidBacktrace; NULL: unknown */
  double p;
} AttrWayBack;

typedef struct AttrSkidBacktrace AttrSkidBacktrace;

/* The input must outlive the result. The samples of the event determine the targets of computed calls. Free the result
 * with attr_skid_backtrace_free(). */
AttrSkidBacktrace *attr_skid_backtrace_new(const AttrAttributeInput *input, guint32 event);
void attr_skid_backtrace_free(AttrSkidBacktrace *ways);

/* Returns the instructions (AttrWayBack), one element for each pair of instruction and call, by the distribution of the
 * skid. Empty: the code is unknown. Paths end where the code is unknown. Owned by the caller. */
GArray *attr_skid_backtrace_of(AttrSkidBacktrace *ways, const SamplesSample *sample);
