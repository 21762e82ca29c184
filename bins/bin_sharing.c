/* bin_sharing.c: see bin_sharing.h. Lines are in an array with an index; the uses of each in a small hash table of its
 * own, so that a line can be removed as a whole.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "bins/bin_sharing.h"

#include "bins/bin_index.h"
#include "plat/plat.h"
#include "plat/plat_array.h"

enum { FIRST_USES = 4 };

struct bin_sharing {
  bin_shared_line *lines;
  uint32_t n, room, most;
  bin_index index; /* index of the lines by address */
  uint32_t last;   /* number of the line of the last event */
  uint32_t uses;   /* sum of use_room over all lines */
  uint64_t events, forgotten;
  uint64_t weight; /* weight of an event */
};

bin_sharing *bin_sharing_new(uint32_t lines) {
  plat_assert(lines >= 2);
  bin_sharing *sharing = plat_alloc(sizeof *sharing);
  sharing->most = lines;
  sharing->weight = 1;
  return sharing;
}

static void free_line(bin_sharing *sharing, bin_shared_line *line) {
  sharing->uses -= line->use_room;
  plat_free(line->uses);
  plat_free(line->use_index);
}

void bin_sharing_zero(bin_sharing *sharing) {
  for (uint32_t i = 0; i < sharing->n; i++) free_line(sharing, &sharing->lines[i]);
  bin_index_clear(&sharing->index);
  sharing->n = sharing->last = 0;
  sharing->events = sharing->forgotten = 0;
}

void bin_sharing_free(bin_sharing *sharing) {
  bin_sharing_zero(sharing);
  plat_free(sharing->lines);
  plat_free(sharing);
}

/* ---- lines ---- */

static uint64_t hash_line(uint64_t address) { return bin_hash_mix(1, address); }

typedef struct {
  const bin_sharing *sharing;
  uint64_t address;
} query;

static bool match(const void *closure, uint32_t number) {
  const query *q = closure;
  return q->sharing->lines[number].address == q->address;
}

/* Returns the number of a kept line, or BIN_INDEX_NONE. */
static uint32_t find_line(const bin_sharing *sharing, uint64_t address) {
  if (sharing->last < sharing->n && sharing->lines[sharing->last].address == address) return sharing->last;
  const query q = {sharing, address};
  return bin_index_find(&sharing->index, hash_line(address), match, &q);
}

/* Returns the maximum number of events that a line can have had. */
static uint64_t bound(const bin_shared_line *line) { return line->events + line->missed; }

static bool fewer_events(const void *closure, uint32_t a, uint32_t b) {
  const bin_sharing *sharing = closure;
  return bound(&sharing->lines[a]) < bound(&sharing->lines[b]);
}

static uint32_t *all_numbers(const bin_sharing *sharing, bool (*before)(const void *closure, uint32_t a, uint32_t b)) {
  uint32_t *numbers = plat_alloc(sharing->n * sizeof *numbers);
  for (uint32_t i = 0; i < sharing->n; i++) numbers[i] = i;
  bin_sort(numbers, sharing->n, before, sharing);
  return numbers;
}

/* Removes the half of the lines that have the fewest events, and all lines with the same number of events as a removed
 * line. */
static void forget_half(bin_sharing *sharing) {
  uint32_t *order = all_numbers(sharing, fewer_events);
  sharing->forgotten = bound(&sharing->lines[order[sharing->n / 2 - 1]]);
  plat_free(order);
  uint32_t kept = 0;
  bin_index_clear(&sharing->index);
  for (uint32_t i = 0; i < sharing->n; i++) {
    bin_shared_line *line = &sharing->lines[i];
    if (bound(line) <= sharing->forgotten) {
      free_line(sharing, line);
      continue;
    }
    bin_index_add(&sharing->index, hash_line(line->address), kept);
    sharing->lines[kept++] = *line;
  }
  sharing->n = kept;
}

/* ---- uses ---- */

static bin_user user_of(const bin_use *use) { return bin_user_of(use->place, use->bin, use->offset, use->processor); }

static bool is_of(const bin_use *use, bin_user user) {
  const bin_user other = user_of(use);
  return ((other.what ^ user.what) | (other.where ^ user.where)) == 0;
}

/* Returns the hash entry of a use, or the free one for it. */
static inline uint8_t *use_entry(const bin_shared_line *line, bin_user user) {
  const uint32_t mask = 2 * line->use_room - 1;
  uint32_t at = (uint32_t)(bin_hash_mix(bin_hash_mix(1, user.what), user.where) >> 32) & mask;
  while (line->use_index[at] != 0 && !is_of(&line->uses[line->use_index[at] - 1], user)) at = (at + 1) & mask;
  return &line->use_index[at];
}

/* Makes room for one more use. Returns false if the maximum is reached. */
static bool grow_uses(bin_sharing *sharing, bin_shared_line *line) {
  const uint32_t wanted = line->use_room == 0 ? FIRST_USES : 2 * line->use_room;
  const uint32_t more = wanted - line->use_room;
  if (wanted > BIN_SHARING_USES || sharing->uses + more > BIN_SHARING_ALL_USES) return false;
  bin_use *old = line->uses;
  line->uses = plat_alloc(wanted * sizeof *line->uses);
  plat_free(line->use_index);
  line->use_index = plat_alloc(2 * wanted * sizeof *line->use_index);
  line->use_room = wanted;
  sharing->uses += more;
  for (uint32_t i = 0; i < line->n_uses; i++) {
    line->uses[i] = old[i];
    *use_entry(line, user_of(&old[i])) = (uint8_t)(i + 1);
  }
  plat_free(old);
  return true;
}

static bin_use *count_use(bin_sharing *sharing, bin_shared_line *line, bin_user user, coh_kind kind) {
  uint8_t *entry = line->use_room != 0 ? use_entry(line, user) : NULL;
  if (entry && *entry != 0) {
    line->uses[*entry - 1].counts[kind] += sharing->weight;
    return NULL;
  }
  if (line->n_uses == line->use_room) {
    if (!grow_uses(sharing, line)) {
      line->unlisted += sharing->weight;
      return NULL;
    }
    entry = use_entry(line, user);
  }
  bin_use *added = &line->uses[line->n_uses++];
  *entry = (uint8_t)line->n_uses;
  *added = (bin_use){.place = (uint32_t)(user.what >> 32),
                     .bin = (bin_id)user.what,
                     .offset = (uint16_t)(user.where >> 8),
                     .processor = (uint8_t)user.where};
  for (unsigned k = 0; k <= COH_MODIFY; k++) added->counts[k] = k == kind ? sharing->weight : 0;
  return added;
}

void bin_sharing_weigh(bin_sharing *sharing, uint64_t weight) { sharing->weight = weight; }

bin_use *bin_sharing_event(bin_sharing *sharing, uint64_t line, bin_user user, coh_kind kind, unsigned event) {
  uint32_t found = find_line(sharing, line);
  if (found == BIN_INDEX_NONE) {
    if (sharing->n == sharing->most) forget_half(sharing);
    sharing->lines = plat_grow(sharing->lines, sharing->n, &sharing->room, sizeof *sharing->lines);
    found = sharing->n++;
    sharing->lines[found] = (bin_shared_line){.address = line, .missed = sharing->forgotten};
    bin_index_add(&sharing->index, hash_line(line), found);
  }
  sharing->last = found;
  bin_shared_line *l = &sharing->lines[found];
  const uint64_t weight = sharing->weight;
  sharing->events += weight;
  l->events += weight;
  l->invalidation += event & BIN_INVALIDATION ? weight : 0;
  l->true_sharing += event & BIN_TRUE_SHARING ? weight : 0;
  l->upgrades += event & BIN_UPGRADE ? weight : 0;
  l->transfers += event & BIN_TRANSFER ? weight : 0;
  return count_use(sharing, l, user, kind);
}

void bin_sharing_revise(bin_sharing *sharing, uint64_t line) {
  const uint32_t number = find_line(sharing, line);
  if (number == BIN_INDEX_NONE) return;
  bin_shared_line *l = &sharing->lines[number];
  /* The miss can belong to an earlier record of the line that was removed. */
  const uint64_t most = l->invalidation - l->true_sharing;
  l->true_sharing += sharing->weight < most ? sharing->weight : most;
}

/* ---- results ---- */

uint64_t bin_sharing_events(const bin_sharing *sharing) { return sharing->events; }
uint64_t bin_sharing_forgotten(const bin_sharing *sharing) { return sharing->forgotten; }
uint32_t bin_sharing_lines(const bin_sharing *sharing) { return sharing->n; }

const bin_shared_line *bin_sharing_line(const bin_sharing *sharing, uint32_t number) {
  plat_assert(number < sharing->n);
  return &sharing->lines[number];
}

static bool hotter(const void *closure, uint32_t a, uint32_t b) {
  const bin_shared_line *x = bin_sharing_line(closure, a), *y = bin_sharing_line(closure, b);
  return x->events != y->events ? x->events > y->events : x->address < y->address;
}

uint32_t *bin_sharing_ranked(const bin_sharing *sharing) { return all_numbers(sharing, hotter); }
