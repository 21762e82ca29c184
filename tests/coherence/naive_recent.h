/* naive_recent.h: plain lists in the order of last uses, for the naive machine (naive.h): lines of a fully associative
 * cache, pages of TLBs, and the uses that train prefetchers.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "machine/mach_config.h"

/* Lines in the order of their last uses, the newest first. */
typedef struct {
  uint64_t *lines;
  size_t n, most;
} use_list;

/* Makes an empty list of at most `most` lines. The caller frees the lines. */
void naive_list_init(use_list *list, size_t most);

/* The first function removes a line, the second one uses it. Both return whether the line was in the list. */
bool naive_list_drop(use_list *list, uint64_t line);
bool naive_list_use(use_list *list, uint64_t line);

/* Makes a TLB: a list for each set; NULL: there is no TLB. */
use_list *naive_tlb_new(const mach_entries *entries);
void naive_tlb_free(use_list *tlb, const mach_entries *entries);

/* Uses a page. Returns whether the page was in the TLB. */
bool naive_tlb_use(use_list *tlb, const mach_entries *entries, uint64_t page);

/* The training uses of one instruction or page that a prefetcher knows: a list of the newest few. */
typedef struct {
  uint64_t key;     /* instruction or page */
  uint64_t past[3]; /* addresses or lines, the newest first */
  unsigned n;
  bool has_asked; /* of an L2: lines were requested in the direction of the last uses, */
  uint64_t asked; /* the last of them this one */
} training;

/* The maximum numbers of instructions and of pages that a prefetcher knows. */
enum { INSTRUCTIONS = 64, PAGES = 8, L2_PAGES = 32 };

/* The instructions or pages that a prefetcher knows, the newest first. */
typedef struct {
  training list[INSTRUCTIONS];
  unsigned n, most;
} trainings;

/* Moves the uses of a key to the front. If there are too many keys, forgets the last one. */
training *naive_training_of(trainings *all, uint64_t key);

/* Adds an address or a line. */
void naive_training_add(training *t, uint64_t value);

/* Trains the streams of an L2 with a line. A page has `of_page` lines. Stores the requested lines, and returns their
 * number. */
uint32_t naive_streams_request(trainings *streams, uint64_t line, uint64_t of_page, uint32_t degree, uint32_t distance,
                               uint64_t *lines);
