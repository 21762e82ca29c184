/* coh_directory.h: the sharers of each line. Lines of pages that only one processor has used are not in it
 * (coh_system.c).
 *
 * Its size depends on the lines in private caches: a line without sharers has no entry.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "coherence/coh_cache.h"

typedef struct {
  uint64_t line;    /* COH_NO_LINE: no entry */
  uint64_t holders; /* bit p is set if processor p holds the line */
  int32_t owner;    /* the owner (coh_is_owner()), or -1 */
} coh_holding;

/* A hash table with linear probing, at most half full; public for the inline functions. */
typedef struct {
  unsigned bits; /* log2 of the number of places */
  uint64_t used;
  coh_holding *table;
} coh_directory;

/* Makes an empty directory; free with coh_directory_free(). */
coh_directory *coh_directory_new(void);
void coh_directory_free(coh_directory *directory);

static inline uint64_t coh_directory_home(const coh_directory *directory, uint64_t line) {
  return line * 0x9e3779b97f4a7c15u >> (64 - directory->bits);
}

/* Returns the place of a line, or the free place for it. */
static inline coh_holding *coh_directory_place(const coh_directory *directory, uint64_t line) {
  const uint64_t mask = ((uint64_t)1 << directory->bits) - 1;
  uint64_t at = coh_directory_home(directory, line);
  while (directory->table[at].line != line && directory->table[at].line != COH_NO_LINE) at = (at + 1) & mask;
  return &directory->table[at];
}

/* Returns the entry of a line, or NULL if it has no sharers. Valid until the next call that brings or removes an entry.
 */
static inline coh_holding *coh_directory_find(const coh_directory *directory, uint64_t line) {
  coh_holding *found = coh_directory_place(directory, line);
  return found->line == line ? found : NULL;
}

/* For coh_directory_bring(): makes the entry of a line that has none. */
coh_holding *coh_directory_make(coh_directory *directory, uint64_t line);

/* Returns the entry of a line that will get a sharer. If the line has none, makes an entry without sharers. Valid until
 * the next call that brings or removes an entry. */
static inline coh_holding *coh_directory_bring(coh_directory *directory, uint64_t line) {
  coh_holding *found = coh_directory_place(directory, line);
  return found->line == line ? found : coh_directory_make(directory, line);
}

/* Adds `processor` to the sharers of an entry, as owner or not. An owner that is added as non-owner gives up ownership.
 */
static inline void coh_holding_add(coh_holding *holding, unsigned processor, bool owner) {
  holding->holders |= (uint64_t)1 << processor;
  if (owner)
    holding->owner = (int32_t)processor;
  else if (holding->owner == (int32_t)processor)
    holding->owner = -1;
}

/* Returns the sharers that must have used the line before a further processor gets it: all of them if that processor
 * stores (`own`), otherwise the owner. */
static inline uint64_t coh_holding_before(const coh_holding *holding, bool own) {
  if (own) return holding->holders;
  return holding->owner >= 0 ? (uint64_t)1 << holding->owner : 0;
}

/* Prefetches the place of a line into the host's cache. */
void coh_directory_load(const coh_directory *directory, uint64_t line);

/* Removes `processor` from the sharers of a line. */
void coh_directory_remove(coh_directory *directory, uint64_t line, unsigned processor);

/* Returns the number of (line, processor) pairs; visits all entries, for checks. */
uint64_t coh_directory_holdings(const coh_directory *directory);
