/* naive_recent.h: what the naive machine (naive.h) keeps by its last use, as plain lists: lines of a fully associative
 * cache, pages of TLBs, what trains prefetchers.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "machine/mach_config.h"

/* Lines by their last use, the newest first. */
typedef struct {
  uint64_t *lines;
  size_t n, most;
} use_list;

/* Makes an empty list of so many lines at most. The lines are the caller's, to be freed. */
void naive_list_init(use_list *list, size_t most);

/* Takes a line out; uses one. Both return whether it was there. */
bool naive_list_drop(use_list *list, uint64_t line);
bool naive_list_use(use_list *list, uint64_t line);

/* A TLB: a list for each set; NULL: there is none. */
use_list *naive_tlb_new(const mach_entries *entries);
void naive_tlb_free(use_list *tlb, const mach_entries *entries);

/* Uses a page. Returns whether it was there. */
bool naive_tlb_use(use_list *tlb, const mach_entries *entries, uint64_t page);

/* The training uses that a prefetcher knows of one instruction or page, as a list of the newest few. */
typedef struct {
  uint64_t key;     /* instruction or page */
  uint64_t past[3]; /* addresses or lines, the newest first */
  unsigned n;
} training;

/* How many of them. */
enum { INSTRUCTIONS = 64, PAGES = 8 };

/* The newest first. */
typedef struct {
  training list[INSTRUCTIONS];
  unsigned n, most;
} trainings;

/* Moves what is known of a key to the front, forgetting the last of too many. */
training *naive_training_of(trainings *all, uint64_t key);

/* Adds an address or line. */
void naive_training_add(training *t, uint64_t value);
