/* coh_directory.h: which processors hold a line. Lines of pages that only one processor has used are not in it
 * (coh_system.c).
 *
 * Bounded by what the private caches hold, not by what the program touches: a line that no processor holds
 * has no entry.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef COHERENCE_COH_DIRECTORY_H
#define COHERENCE_COH_DIRECTORY_H

#include <stdint.h>

typedef struct {
  uint64_t line;    /* COH_NO_LINE: no entry */
  uint64_t holders; /* bit p: processor p holds the line */
  int32_t owner;    /* who owns it (coh_is_owner()), or -1 */
} coh_holding;

typedef struct coh_directory coh_directory;

/* Makes an empty directory; free with coh_directory_free(). */
coh_directory *coh_directory_new(void);
void coh_directory_free(coh_directory *directory);

/* The entry of a line, or NULL when no processor holds it. Valid until the next call that adds or removes. */
coh_holding *coh_directory_find(const coh_directory *directory, uint64_t line);

/* Notes that `processor` holds the line, as its owner or not. An owner gives ownership up by being added
 * again as none. */
void coh_directory_add(coh_directory *directory, uint64_t line, unsigned processor, int owner);

/* A line is about to be looked up: loads its place into the host's cache. */
void coh_directory_load(const coh_directory *directory, uint64_t line);

/* Notes that `processor` no longer holds the line. */
void coh_directory_remove(coh_directory *directory, uint64_t line, unsigned processor);

/* The number of (line, processor) pairs in it; walks everything, for checks. */
uint64_t coh_directory_holdings(const coh_directory *directory);

#endif
