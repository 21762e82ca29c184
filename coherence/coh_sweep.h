/* coh_sweep.h: the machines of a sweep: every combination of the values of its parameters.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "coherence/coh_options.h"
#include "coherence/coh_terms.h"

typedef struct {
  coh_config config;
  const char **values; /* values of the parameters */
} coh_sweep_machine;

typedef struct {
  coh_parameter *parameters;
  uint32_t n_parameters;
  coh_sweep_machine *machines; /* the last parameter changes fastest */
  uint32_t n_machines;
  char **left_out; /* "D1=8K ways=3: reason", combinations that cannot be simulated */
  uint32_t n_left_out;
} coh_sweep;

/* The common properties of a sweep's machines. */
typedef struct {
  const coh_config *machine;  /* the base machine; NULL: the default preset */
  const char *const *options; /* "--name=value", for coh_options_take(), up to NULL */
  coh_file_reader *reader;
  uint32_t processors; /* minimum number */
  const char *user;    /* the source of the minimum: "the trace" */
} coh_sweep_base;

enum { COH_SWEEP_WRONG_MAX = 2048 };

/* An error in a sweep. */
typedef struct {
  char text[COH_SWEEP_WRONG_MAX]; /* a sentence */
  const char *unknown;            /* a term with an unknown name; then the sentence does not list the valid names */
} coh_sweep_error;

/* The valid names of terms, to append to that sentence. */
#define COH_SWEEP_NAMES "expected D1, L2, LL (sizes), ways, L2-ways, LL-ways, line or an option of a machine"

/* Makes the machines of n terms (coh_terms.h). A parameter is a size (D1, L2, LL), a number of ways (ways of the D1,
 * L2-ways, LL-ways), the line size of all caches (line), or another option of a machine. Combinations that cannot be
 * simulated are left out; a value without any machine is an error. NULL: *error is set. Free with coh_sweep_free(). */
coh_sweep *coh_sweep_new(const coh_sweep_base *base, const char *const *terms, uint32_t n, coh_sweep_error *error);
void coh_sweep_free(coh_sweep *sweep);

/* Returns whether a parameter is the size of a cache, in bytes. */
bool coh_sweep_is_size(const char *name);

/* Returns the i-th name that is not an option of a machine; NULL after the last. */
const char *coh_sweep_name(unsigned i);

/* Returns whether an option of a machine can be a parameter. */
bool coh_sweep_takes(coh_option option);
