/* coh_directory.c: see coh_directory.h. A removal moves later entries into the gap.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "coherence/coh_directory.h"

#include "plat/plat.h"

enum { FIRST_BITS = 11 };

static coh_holding *new_table(unsigned bits) {
  coh_holding *table = plat_alloc(sizeof *table << bits);
  for (uint64_t i = 0; i < (uint64_t)1 << bits; i++) table[i].line = COH_NO_LINE;
  return table;
}

coh_directory *coh_directory_new(void) {
  coh_directory *directory = plat_alloc(sizeof *directory);
  directory->bits = FIRST_BITS;
  directory->table = new_table(FIRST_BITS);
  return directory;
}

void coh_directory_free(coh_directory *directory) {
  if (!directory) return;
  plat_free(directory->table);
  plat_free(directory);
}

void coh_directory_load(const coh_directory *directory, uint64_t line) {
  __builtin_prefetch(&directory->table[coh_directory_home(directory, line)]);
}

static void grow(coh_directory *directory) {
  coh_holding *old = directory->table;
  const uint64_t places = (uint64_t)1 << directory->bits;
  directory->table = new_table(++directory->bits);
  for (uint64_t i = 0; i < places; i++)
    if (old[i].line != COH_NO_LINE) *coh_directory_place(directory, old[i].line) = old[i];
  plat_free(old);
}

coh_holding *coh_directory_make(coh_directory *directory, uint64_t line) {
  if (directory->used * 2 >= (uint64_t)1 << directory->bits) grow(directory);
  coh_holding *const at = coh_directory_place(directory, line);
  directory->used++;
  *at = (coh_holding){.line = line, .owner = -1};
  return at;
}

/* Empties a place, and moves entries after it into the gap if they could not be found otherwise. */
static void erase(coh_directory *directory, coh_holding *gap) {
  const uint64_t mask = ((uint64_t)1 << directory->bits) - 1;
  uint64_t hole = (uint64_t)(gap - directory->table);
  for (uint64_t at = (hole + 1) & mask; directory->table[at].line != COH_NO_LINE; at = (at + 1) & mask) {
    const uint64_t wanted = coh_directory_home(directory, directory->table[at].line);
    if (((at - wanted) & mask) < ((at - hole) & mask)) continue; /* the entry's home is after the hole */
    directory->table[hole] = directory->table[at];
    hole = at;
  }
  directory->table[hole].line = COH_NO_LINE;
  directory->used--;
}

void coh_directory_remove(coh_directory *directory, uint64_t line, unsigned processor) {
  coh_holding *at = coh_directory_find(directory, line);
  plat_assert(at && at->holders >> processor & 1);
  at->holders &= ~((uint64_t)1 << processor);
  if (at->owner == (int32_t)processor) at->owner = -1;
  if (at->holders == 0) erase(directory, at);
}

uint64_t coh_directory_holdings(const coh_directory *directory) {
  uint64_t holdings = 0;
  for (uint64_t i = 0; i < (uint64_t)1 << directory->bits; i++)
    if (directory->table[i].line != COH_NO_LINE)
      for (uint64_t holders = directory->table[i].holders; holders != 0; holders &= holders - 1) holdings++;
  return holdings;
}
