/* coh_sweep.h: the machines of a sweep: every combination of the values of its parameters.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef COHERENCE_COH_SWEEP_H
#define COHERENCE_COH_SWEEP_H

#include "coherence/coh_options.h"
#include "coherence/coh_terms.h"

typedef struct {
  coh_config config;
  const char **values; /* of the parameters */
} coh_sweep_machine;

typedef struct {
  coh_parameter *parameters;
  uint32_t n_parameters;
  coh_sweep_machine *machines; /* the last parameter changes fastest */
  uint32_t n_machines;
  char **left_out; /* "D1=8K ways=3: why", the combinations that are no machine */
  uint32_t n_left_out;
} coh_sweep;

/* What all machines of a sweep have in common, as it is asked for. */
typedef struct {
  const coh_config *machine;  /* where none is named; NULL: the default preset */
  const char *const *options; /* "--name=value", for coh_options_take(), ended by NULL */
  coh_file_reader *reader;
  uint32_t processors; /* at least so many are needed */
  const char *user;    /* by what: "the trace" */
} coh_sweep_base;

enum { COH_SWEEP_WRONG_MAX = 2048 };

/* Why there is no sweep. */
typedef struct {
  char text[COH_SWEEP_WRONG_MAX]; /* a sentence */
  const char *unknown;            /* a term whose name is none; the sentence lacks what names there are */
} coh_sweep_error;

/* What the names of terms may be, to be put behind that sentence. */
#define COH_SWEEP_NAMES "expected D1, L2, LL (sizes), ways, L2-ways, LL-ways, line or an option of a machine"

/* Makes the machines of n terms (coh_terms.h). A parameter is a size (D1, L2, LL), a number of ways (ways, of the D1;
 * L2-ways, LL-ways), the line size of all caches (line), or any other option of a machine. Combinations that cannot be
 * simulated are left out; a value with which there is no machine at all is an error. NULL: *error tells. Free with
 * coh_sweep_free(). */
coh_sweep *coh_sweep_new(const coh_sweep_base *base, const char *const *terms, uint32_t n, coh_sweep_error *error);
void coh_sweep_free(coh_sweep *sweep);

/* Whether a parameter is a size of a cache, in bytes. */
bool coh_sweep_is_size(const char *name);

/* Name number i of those that are not options of a machine; NULL: there are no more. */
const char *coh_sweep_name(unsigned i);

/* Whether an option of a machine can be a parameter. */
bool coh_sweep_takes(coh_option option);

#endif
