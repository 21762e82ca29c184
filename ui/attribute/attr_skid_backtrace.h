/* SPDX-License-Identifier: GPL-2.0-or-later
 * attr_skid_backtrace.h: skid back-trace: finds the instructions that a thread can have executed shortly before a
 * sample, with probabilities. The search goes backwards along the control flow. At the start of a function, it
 * continues in the caller on the sample's call path. At a call that has returned, it continues at the end of the called
 * function. */
#pragma once

#include "ui/attribute/attr_trained_code.h"

/* An active call. */
typedef struct AttrSkidCall {
  const struct AttrSkidCall *around; /* the next outer call; NULL: it is unknown */
  AttrTrainedCode *code;             /* NULL: unknown */
  guint32 instruction;               /* instruction of `code` */
  SamplesFrame frame;                /* address of the call */
} AttrSkidCall;

/* An instruction from which a sample can have come. */
typedef struct {
  const AttrTrainedCode *code;
  guint32 instruction;
  const AttrSkidCall *call; /* the active call, owned by the AttrSkidBacktrace; NULL: it is unknown */
  double p;
} AttrSkidOrigin;

typedef struct AttrSkidBacktrace AttrSkidBacktrace;

/* Makes a back-trace for the samples of an event. The samples determine the targets of computed calls. The input must
 * outlive the result. Free the result with attr_skid_backtrace_free(). */
AttrSkidBacktrace *attr_skid_backtrace_new(const AttrInput *input, guint32 event);
void attr_skid_backtrace_free(AttrSkidBacktrace *ways);

/* Returns the instructions from which a sample can have come (AttrSkidOrigin), with probabilities by the distribution
 * of the skid. Each pair of an instruction and a call has one element. Paths end where the code is unknown; the array
 * is empty if the sample's code is unknown. The caller owns the array. */
GArray *attr_skid_backtrace_of(AttrSkidBacktrace *ways, const SamplesSample *sample);
