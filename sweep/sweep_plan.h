/* sweep_plan.h: the machines of a sweep: one machine for each combination of the values of the sweep's parameters.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "machine/mach_options.h"
#include "sweep/sweep_specification.h"

typedef struct {
  mach_config config;
  const char **values; /* indexed by parameter: value of the parameter */
} sweep_plan_machine;

typedef struct {
  sweep_parameter *parameters;
  uint32_t n_parameters;
  sweep_plan_machine *machines; /* all combinations; the value of the last parameter changes fastest */
  uint32_t n_machines;
  char **left_out; /* texts of the combinations that cannot be simulated, such as "D1=8K ways=3: reason" */
  uint32_t n_left_out;
} sweep_plan;

/* The common properties of a sweep's machines. */
typedef struct {
  const mach_config *machine; /* the base machine; NULL: the default preset */
  const char *name;           /* name of the base machine */
  const char *const *options; /* "--name=value" texts for mach_options_take(), up to NULL */
  mach_file_reader *reader;
  const char *host_file; /* as in mach_options */
  uint32_t processors;   /* minimum number of processors of each machine */
  const char *
      user; /* the part of the input that requires the minimum number of processors, for an error message: "the trace" */
} sweep_plan_base;

enum { SWEEP_PLAN_WRONG_MAX = 2048 };

/* An error in a sweep. */
typedef struct {
  char text[SWEEP_PLAN_WRONG_MAX]; /* the error, as a sentence */
  /* the term, if its name is unknown; `text` then does not list the valid names. Otherwise NULL */
  const char *unknown;
} sweep_plan_error;

/* The valid names of terms. The caller appends them to the text of an error with `unknown`. */
#define SWEEP_PLAN_NAMES "expected D1, L2, LL (sizes), ways, L2-ways, LL-ways, line or an option of a machine"

/* Makes the machines of n terms (sweep_specification.h). A parameter is a size (D1, L2, LL), a number of ways (ways of
 * the D1, L2-ways, LL-ways), the line size of all caches (line), or another option of a machine. Combinations that
 * cannot be simulated are left out. It is an error if all combinations with some value are left out. Returns NULL on an
 * error, with *error set. Free with sweep_plan_free(). */
sweep_plan *sweep_plan_new(const sweep_plan_base *base, const char *const *terms, uint32_t n, sweep_plan_error *error);
void sweep_plan_free(sweep_plan *sweep);

/* Returns whether a parameter is the size of a cache, in bytes. */
bool sweep_plan_is_size(const char *name);

/* Returns the name with index `i` among the parameters that are not options of a machine; NULL after the last one. */
const char *sweep_plan_name(unsigned i);

/* Returns whether an option of a machine can be a parameter of a sweep. */
bool sweep_plan_takes(mach_option option);
