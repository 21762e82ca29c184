/* coh_terms.h: a parameter of a sweep: its name, and the list of values that it takes, as a term gives them.
 *
 *   NAME=ITEM,ITEM,...     an item is a value, or numbers from one to another:
 *   FROM..TO:xFACTOR       each the one before times FACTOR
 *   FROM..TO:+STEP         each the one before plus STEP
 * Numbers may end in K, M or G.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef COHERENCE_COH_TERMS_H
#define COHERENCE_COH_TERMS_H

#include "coherence/coh_option_value.h"

enum { COH_SWEEP_MOST = 4096 }; /* machines of a sweep, and values of a parameter */

typedef struct {
  char *name;
  char **values; /* as they are written, ended by NULL; sizes with K, M or G where that comes out even */
  uint32_t n;    /* at least 1, at most COH_SWEEP_MOST */
} coh_parameter;

/* Takes a term apart. False: `wrong` has a sentence that names it and says what is allowed. The caller ends with
 * coh_parameter_clear() in any case. */
bool coh_parameter_parse(coh_parameter *parameter, const char *term, coh_words *wrong);
void coh_parameter_clear(coh_parameter *parameter);

/* Reads a number, which may end in K, M or G. False: it is none, or more than 2^60. */
bool coh_parse_long(const char *text, uint64_t *number);

/* A copy of n bytes of a text, ended by a 0. The caller frees it by plat_free(). */
char *coh_copy_text(const char *text, size_t n);

/* Bytes of a text. */
size_t coh_text_length(const char *text);

#endif
