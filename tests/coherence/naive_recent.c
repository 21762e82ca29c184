/* naive_recent.c: see naive_recent.h.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "tests/coherence/naive_recent.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* ---- lists ---- */

void naive_list_init(use_list *list, size_t most) {
  list->lines = calloc(most, sizeof *list->lines);
  assert(list->lines);
  list->n = 0;
  list->most = most;
}

bool naive_list_drop(use_list *list, uint64_t line) {
  for (size_t i = 0; i < list->n; i++) {
    if (list->lines[i] != line) continue;
    list->n--;
    memmove(&list->lines[i], &list->lines[i + 1], (list->n - i) * sizeof *list->lines);
    return true;
  }
  return false;
}

bool naive_list_use(use_list *list, uint64_t line) {
  const bool there = naive_list_drop(list, line);
  if (list->n == list->most) list->n--; /* without the oldest */
  memmove(&list->lines[1], &list->lines[0], list->n * sizeof *list->lines);
  list->lines[0] = line;
  list->n++;
  return there;
}

/* ---- TLBs ---- */

use_list *naive_tlb_new(const mach_entries *entries) {
  if (entries->n == 0) return NULL;
  const unsigned sets = entries->n / entries->ways;
  use_list *tlb = calloc(sets, sizeof *tlb);
  assert(tlb);
  for (unsigned set = 0; set < sets; set++) naive_list_init(&tlb[set], entries->ways);
  return tlb;
}

void naive_tlb_free(use_list *tlb, const mach_entries *entries) {
  for (unsigned set = 0; tlb && set < entries->n / entries->ways; set++) free(tlb[set].lines);
  free(tlb);
}

bool naive_tlb_use(use_list *tlb, const mach_entries *entries, uint64_t page) {
  return tlb && naive_list_use(&tlb[page % (entries->n / entries->ways)], page);
}

/* ---- prefetchers ---- */

training *naive_training_of(trainings *all, uint64_t key) {
  training found = {.key = key};
  unsigned at = 0;
  while (at < all->n && all->list[at].key != key) at++;
  if (at < all->n)
    found = all->list[at];
  else if (all->n < all->most)
    all->n++;
  else
    at = all->n - 1;
  memmove(&all->list[1], &all->list[0], at * sizeof *all->list);
  all->list[0] = found;
  return &all->list[0];
}

void naive_training_add(training *t, uint64_t value) {
  t->past[2] = t->past[1];
  t->past[1] = t->past[0];
  t->past[0] = value;
  if (t->n < 3) t->n++;
}

static int direction_of(uint64_t from, uint64_t to) { return to > from ? 1 : -1; }

uint32_t naive_streams_request(trainings *streams, uint64_t line, uint64_t of_page, uint32_t degree, uint32_t distance,
                               uint64_t *lines) {
  training *t = naive_training_of(streams, line / of_page);
  if (t->n > 0 && t->past[0] == line) return 0;
  naive_training_add(t, line);
  const int direction = t->n < 2 ? 0 : direction_of(t->past[1], line);
  if (t->n < 3 || direction != direction_of(t->past[2], t->past[1])) {
    t->has_asked = false;
    return 0;
  }
  uint32_t n = 0;
  while (n < degree) {
    const bool asked_ahead = t->has_asked && t->asked != line && direction_of(line, t->asked) == direction;
    const uint64_t next = (asked_ahead ? t->asked : line) + (uint64_t)(int64_t)direction;
    const uint64_t ahead = direction > 0 ? next - line : line - next;
    if (ahead > distance || next / of_page != line / of_page) break;
    t->has_asked = true;
    t->asked = lines[n++] = next;
  }
  return n;
}
