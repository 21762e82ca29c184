/* SPDX-License-Identifier: GPL-2.0-or-later
 * attr_attribute.h: attributes samples of events to code and data: estimates the misses of each line on each variable.
 *
 * The methods are those of Rutar and Hollingsworth (2011), section 3.3, with additional steps: see docs/samples.md. */
#pragma once

#include "ui/attribute/attr_input.h"
#include "ui/profile/profile.h"

/* A source line of a function. */
typedef struct {
  guint32 object;               /* object number of the samples */
  const UsesFunction *function; /* NULL: unknown */
  const char *symbol;           /* symbol of the code, if the function is unknown; "": the symbol is unknown, too */
  unsigned line;                /* 0: unknown */
} AttrPlace;

typedef struct {
  guint32 place, variable; /* ATTR_VARIABLE_NONE: not attributed */
  double samples;
  guint64 counts[PROFILE_COUNTS]; /* indexed by coh_count, in events; 0 except for samples of accesses */
} AttrCell;

/* The result. It refers to the arguments `uses` and `variables` of attr_attribute(). */
typedef struct {
  GArray *places;  /* AttrPlace, in the order of the samples */
  GArray *cells;   /* AttrCell, sorted by place, then variable; their sum is all samples of the event */
  guint64 samples; /* samples of the event */
  double attributed;
  double by_address;    /* number of samples that were attributed by the address of their data */
  ProfileDetail detail; /* the counts of cells */
} AttrAttribution;

/* Attributes the samples of one event. It analyses each address once. For each sample, it looks up only those variables
 * that depend on the call path. `code` contains the uses that were read from machine code, for ATTR_STEP_INSTRUCTION;
 * it can be the same as `uses`. */
AttrAttribution *attr_attribute(const Samples *samples, guint32 event, Uses *uses, Uses *code,
                                const AttrOptions *options, AttrVariables *variables);
void attr_attribution_free(AttrAttribution *attribution);
