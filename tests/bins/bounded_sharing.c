/* bounded_sharing.c: see bounded_sharing.h.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "tests/bins/bounded_sharing.h"

#include <string.h>

#include "plat/plat.h"
#include "tests/bins/naive_sharing.h"
#include "tests/coherence/dice.h"

enum { LINES = 300, EVENTS = 6000, COMPARE_EVERY = 211 };

typedef struct {
  dice d;
  bin_sharing *sharing;
  naive_sharing naive;               /* contains all events */
  uint32_t most;                     /* lines that bin_sharing may keep */
  bool kept[LINES], was_kept[LINES]; /* which lines were kept at the last two looks */
  bounded_tally *seen;
} bounded;

static const bin_shared_line *kept_line(const bin_sharing *sharing, uint64_t address) {
  for (uint32_t i = 0; i < bin_sharing_lines(sharing); i++)
    if (bin_sharing_line(sharing, i)->address == address) return bin_sharing_line(sharing, i);
  return NULL;
}

/* Returns a line: a few lines are frequent, and others change from phase to phase. */
static unsigned pick_line(bounded *b, unsigned event) {
  const unsigned first = event / 1500 * 60;
  if (dice_chance(&b->d, 30)) return dice_below(&b->d, 5);
  if (dice_chance(&b->d, 60)) return first + dice_below(&b->d, 40) * dice_below(&b->d, 40) / 40;
  return dice_below(&b->d, LINES);
}

static void event(bounded *b, unsigned number) {
  const unsigned line = pick_line(b, number);
  const bool hit = dice_chance(&b->d, 30);
  const coh_outcome outcome = {.cause = hit ? COH_HIT : COH_INVALIDATED,
                               .upgrade = hit,
                               .true_sharing = !hit && dice_chance(&b->d, 20),
                               .source = COH_FROM_MEMORY};
  const bin_use use = {.place = dice_below(&b->d, line == 3 ? 40 : 3),
                       .bin = line % 7,
                       .offset = (uint16_t)(8 * dice_below(&b->d, 8)),
                       .processor = (uint8_t)dice_below(&b->d, 4)};
  const coh_kind kind = (coh_kind)dice_below(&b->d, 3);
  naive_sharing_event(&b->naive, line, &use, kind, &outcome);
  bin_sharing_event(b->sharing, b->naive.lines[line].address,
                    bin_user_of(use.place, use.bin, use.offset, use.processor), kind, bin_event_of(&outcome));
  naive_line *revised = &b->naive.lines[pick_line(b, number)];
  if (!dice_chance(&b->d, 40) || revised->true_sharing == revised->invalidation) return;
  const bin_shared_line *kept = kept_line(b->sharing, revised->address);
  if (b->seen && (!kept || kept->true_sharing == kept->invalidation)) b->seen->revised_late++;
  revised->true_sharing++;
  bin_sharing_revise(b->sharing, revised->address);
}

/* Checks that the uses of a line add up to its events, and that no use has more events than the line had. */
static bool uses_hold(const bin_shared_line *line, const naive_line *all) {
  uint64_t sum = line->unlisted;
  for (uint32_t i = 0; i < line->n_uses; i++)
    for (unsigned k = 0; k <= COH_MODIFY; k++) {
      const bin_use *known = naive_sharing_use(all, &line->uses[i]);
      if (known && line->uses[i].counts[k] > known->counts[k]) return false;
      sum += line->uses[i].counts[k];
    }
  return sum == line->events && line->n_uses <= BIN_SHARING_USES;
}

static const char *line_holds(const bounded *b, const naive_line *all) {
  const uint64_t forgotten = bin_sharing_forgotten(b->sharing);
  const bin_shared_line *line = kept_line(b->sharing, all->address);
  if (!line) return all->events <= forgotten ? NULL : "a line that is not kept had more events than were forgotten";
  if (line->events == 0 || line->events > all->events) return "a line has events that it did not have";
  if (all->events > line->events + line->missed) return "a line missed more events than it says";
  if (line->missed > forgotten) return "a line missed more events than were forgotten";
  if (line->true_sharing > line->invalidation) return "a line has more true sharing than invalidation misses";
  if (line->invalidation > all->invalidation || line->true_sharing > all->true_sharing ||
      line->upgrades > all->upgrades || line->transfers != 0 ||
      line->invalidation - line->true_sharing > all->invalidation - all->true_sharing)
    return "a line has more of a kind of events than it had";
  if (line->invalidation + line->upgrades != line->events) return "a line's kinds of events do not add up";
  if (!uses_hold(line, all)) return "a line's uses do not add up";
  if (line->missed != 0) return NULL;
  if (line->events != all->events || line->unlisted != all->unlisted || line->n_uses != all->n_uses ||
      line->true_sharing != all->true_sharing)
    return "a line that missed nothing is not exact";
  if (b->seen) b->seen->unlisted += line->unlisted;
  return NULL;
}

static const char *order_holds(const bounded *b) {
  uint32_t *order = bin_sharing_ranked(b->sharing);
  const char *wrong = NULL;
  for (uint32_t i = 1; i < bin_sharing_lines(b->sharing); i++) {
    const bin_shared_line *x = bin_sharing_line(b->sharing, order[i - 1]);
    const bin_shared_line *y = bin_sharing_line(b->sharing, order[i]);
    if (x->events < y->events || (x->events == y->events && x->address >= y->address)) wrong = "the order of lines";
  }
  plat_free(order);
  return wrong;
}

static const char *all_holds(bounded *b) {
  if (bin_sharing_events(b->sharing) != b->naive.events) return "the number of all events";
  if (bin_sharing_lines(b->sharing) > b->most) return "more lines are kept than may be";
  if (bin_sharing_forgotten(b->sharing) * b->most > 2 * b->naive.events) return "more is forgotten than promised";
  for (unsigned i = 0; i < LINES; i++) {
    const char *wrong = b->naive.lines[i].events != 0 ? line_holds(b, &b->naive.lines[i]) : NULL;
    if (wrong) return wrong;
    const bool kept = kept_line(b->sharing, b->naive.lines[i].address) != NULL;
    if (b->seen && kept && !b->kept[i] && b->was_kept[i]) b->seen->come_back++;
    b->kept[i] = kept;
    b->was_kept[i] |= kept;
  }
  return order_holds(b);
}

const char *bounded_sharing_run(uint64_t seed, bounded_tally *seen) {
  static bounded b;
  b = (bounded){.d = {seed ^ 0x7368617265}, .seen = seen};
  b.most = 2 + dice_below(&b.d, dice_chance(&b.d, 50) ? 12 : 120);
  b.sharing = bin_sharing_new(b.most);
  naive_sharing_make(&b.naive, LINES);
  for (unsigned i = 0; i < LINES; i++)
    b.naive.lines[i].address = (uint64_t)(LINES - i) * 64 + (i % 3 == 0 ? 1 << 30 : 0);
  const char *wrong = NULL;
  for (unsigned i = 0; i < EVENTS && !wrong; i++) {
    event(&b, i);
    if (i % COMPARE_EVERY == 0) wrong = all_holds(&b);
  }
  if (!wrong) wrong = all_holds(&b);
  if (seen) seen->lines_forgotten += bin_sharing_forgotten(b.sharing) != 0;
  bin_sharing_free(b.sharing);
  naive_sharing_clear(&b.naive);
  return wrong;
}
