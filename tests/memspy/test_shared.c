/* test_shared.c: compares memspy/schedule/spy_shared.c with an array that has a note for each page, with random
 * mappings.
 *
 *   test_shared [--worlds N] [--seed S]
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "memspy/schedule/spy_shared.h"

#include "tests/coherence/dice.h"
#include "tests/memspy/trial.h"

enum { PAGES = 40, PAGE = 4096, STEPS = 200, FIRST = 1 << 20 /* address of the first page */ };

enum kind { MAP, MAP_SHARED, UNMAP, MOVE, MOVE_BOTH_STAY, GROW, SHRINK, DUPLICATE, ATTACH, DETACH, KINDS };
static const char *const kinds[KINDS + 1] = {
    "private mapping", "shared mapping", "unmapped",     "moved",    "moved, and both stay",
    "grown",           "made smaller",   "mapped twice", "attached", "detached"};

enum { SHARED_MOVED = KINDS, PARTS_DETACHED, COUNTERS };
static const char *const others[COUNTERS - KINDS + 1] = {"shared memory moved", "parts of segments detached"};

/* The model's data about a page. */
typedef struct {
  bool shared;
  Addr segment; /* where it was attached; 0: nowhere */
} page;
static page pages[PAGES];

static Addr address_of(unsigned number) { return FIRST + (Addr)number * PAGE; }

static void set_all(unsigned first, unsigned n, page p) {
  for (unsigned i = first; i < first + n; i++) pages[i] = p;
}

static void attach(unsigned first, unsigned n) {
  spy_shared_attach(address_of(first), (SizeT)n * PAGE);
  set_all(first, n, (page){true, address_of(first)});
}

static void detach(unsigned first) {
  unsigned n = 0;
  spy_shared_detach(address_of(first));
  for (unsigned i = 0; i < PAGES; i++)
    if (pages[i].segment == address_of(first)) pages[i] = (page){false, 0}, n++;
  if (n != 0) trial_note(PARTS_DETACHED);
}

/* mremap works on pages of one mapping: returns how many pages from `from` on belong to one mapping. */
static unsigned alike(unsigned from, unsigned most) {
  unsigned n = 1;
  while (n < most && from + n < PAGES && pages[from + n].shared == pages[from].shared &&
         pages[from + n].segment == pages[from].segment)
    n++;
  return n;
}

/* A segment can be detached only by its start address. */
static page moved_page(unsigned from, unsigned to) {
  const page old = pages[from];
  return (page){old.shared, old.segment == address_of(from) && old.segment != 0 ? address_of(to) : 0};
}

static void move(unsigned from, unsigned from_pages, unsigned to, unsigned to_pages, Bool stays) {
  const page new = moved_page(from, to);
  if (new.shared) trial_note(SHARED_MOVED);
  spy_shared_move(address_of(from), (SizeT)from_pages * PAGE, address_of(to), (SizeT)to_pages * PAGE, stays);
  if (!stays) set_all(from, from_pages, (page){false, 0});
  set_all(to, to_pages, new);
}

/* Chooses two ranges that do not overlap: [a, a + n) and [*b, *b + n). */
static Bool apart(unsigned a, unsigned *b, unsigned n) {
  if (a + n > PAGES) return False;
  *b = *b % PAGES;
  return *b + n <= PAGES && (a + n <= *b || *b + n <= a);
}

static void take(const trial_step *s) {
  const unsigned first = s->a, n = 1 + s->b % (PAGES - first), like = alike(first, n);
  unsigned to = s->c;
  switch ((enum kind)s->kind) {
    case MAP:
    case MAP_SHARED: /* not always whole pages */
      spy_shared_map(address_of(first), (SizeT)n * PAGE - s->c % PAGE, s->kind == MAP_SHARED);
      set_all(first, n, (page){s->kind == MAP_SHARED, 0});
      break;
    case UNMAP:
      spy_shared_unmap(address_of(first), (SizeT)n * PAGE);
      set_all(first, n, (page){false, 0});
      break;
    case MOVE:
    case MOVE_BOTH_STAY:
      if (!apart(first, &to, like)) return;
      move(first, like, to, like, s->kind == MOVE_BOTH_STAY);
      break;
    case GROW: move(first, like, first, n, False); break;
    case SHRINK: move(first, like, first, 1 + s->c % like, False); break;
    case DUPLICATE:
      if (!apart(first, &to, like)) return;
      move(first, 0, to, like, False);
      break;
    case ATTACH: attach(first, n); break;
    case DETACH: detach(first); break;
    case KINDS: break;
  }
  trial_note(s->kind);
}

static void compare(void) {
  for (unsigned i = 0; i < PAGES; i++)
    if (spy_shared_has(address_of(i)) != pages[i].shared || spy_shared_has(address_of(i) + PAGE - 1) != pages[i].shared)
      trial_fail("page %u should be shared: %d", i, pages[i].shared);
  if (spy_shared_has(FIRST - 1) || spy_shared_has(address_of(PAGES))) trial_fail("memory around is shared");
}

static size_t make(uint64_t seed, trial_step *steps) {
  dice d = {seed};
  const size_t n = dice_between(&d, 5, STEPS);
  for (size_t i = 0; i < n; i++)
    steps[i] = (trial_step){.kind = (uint8_t)dice_below(&d, KINDS),
                            .a = (uint16_t)dice_below(&d, PAGES),
                            .b = (uint16_t)dice_below(&d, dice_chance(&d, 70) ? 6 : PAGES),
                            .c = (uint16_t)dice_next(&d)};
  return n;
}

static void run(uint64_t seed, const trial_step *steps, size_t n) {
  (void)seed;
  for (size_t i = 0; i < n; i++) {
    take(&steps[i]);
    compare();
  }
}

int main(int argc, char **argv) {
  return trial_main(&(trial_test){"test_shared", 300, "actor", kinds, others, make, STEPS, run}, argc, argv);
}
