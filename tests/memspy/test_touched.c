/* test_touched.c: tests which runs of blocks are alone, that is, touch no page of another lane
 * (memspy/record/spy_touched.h). It compares the result with all pages of all references, in lanes of random runs. Some
 * lanes are in the middle of a run.
 *
 *   test_touched [--worlds N] [--seed S]
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "memspy/record/spy_touched.h"

#include "coherence/coh_order-inl.h"
#include "memspy/setup/spy_state.h"
#include "tests/memspy/guest.h"
#include "tests/memspy/trial.h"

enum { LANES = 4, BLOCKS = 6, REFERENCES = 8, STEPS = 60, RUNS = STEPS, PAGES = 24, PAGE = 4096 };

enum kind { RUN, LOOK, KINDS };
static const char *const kinds[KINDS + 1] = {"run", "look"};
enum { ALONE = KINDS, CONCERNED, WITHIN, ACROSS, NOT_MADE, COUNTERS };
static const char *const others[COUNTERS - KINDS + 1] = {"runs that are alone", "runs that concern another lane",
                                                         "lanes within a run", "references across pages",
                                                         "references that were not made"};

/* The contents of a lane, and its words. */
typedef struct {
  naive_record records[RUNS];
  unsigned n;
  ULong words[RUNS * (REFERENCES + 1)];
  unsigned n_words;
} plain_lane;

static plain_lane lanes[LANES];
static guest_block *blocks[BLOCKS];

static ULong address_of(unsigned page, unsigned offset, unsigned size) {
  return 0x10000000 + (ULong)page * PAGE + offset / size * size;
}

/* Most lanes have pages of their own in addition to those that all use. */
static void step_run(unsigned lane, const trial_step *s) {
  plain_lane *l = &lanes[lane];
  const guest_block *b = blocks[s->a % BLOCKS];
  ULong addresses[NAIVE_REFERENCES];
  if (l->n == RUNS) return;
  for (unsigned r = 0; r < b->runs[0].n; r++) {
    const unsigned page = s->b % 4 == 0 ? s->c % 6 : 6 + lane * 4 + s->c % 4, offset = s->b * 8 + r * 16;
    addresses[r] = s->c % 5 == 0 ? address_of(page, PAGE - 4, 4) : address_of(page, offset % PAGE, 8);
    if (b->runs[0].references[r].guarded && s->b % 3 == 0) addresses[r] = 0;
    if (!naive_is_made(&b->runs[0], r, addresses[r])) trial_note(NOT_MADE);
    if (addresses[r] % PAGE + b->runs[0].references[r].size > PAGE) trial_note(ACROSS);
  }
  l->records[l->n] = guest_run(b, 0, addresses);
  for (unsigned i = 0; i < l->records[l->n].n_words; i++) l->words[l->n_words++] = l->records[l->n].words[i];
  l->n++;
}

/* Makes a lane that is before reference `skipped` of its first run, or before that run. */
static spy_lane make_lane(unsigned lane, unsigned skipped) {
  const plain_lane *p = &lanes[lane];
  spy_lane l = {.at = p->words, .last = p->words, .end = p->words + p->n_words, .key = coh_order_key(1000, lane)};
  if (skipped == 0) return l;
  l.number = spy_header_number(p->words[0]);
  l.site = spy_exit_get(l.number)->sites + skipped;
  l.at = p->words + 1 + skipped;
  l.last = p->words + p->records[0].n_words;
  return l;
}

/* Whether a run touches a page with a reference from `from` on; *stores: whether one of these references stores. */
static Bool touches(const naive_record *record, unsigned from, ULong page, Bool *stores) {
  Bool any = False;
  for (unsigned r = from; r < record->run->n; r++) {
    const ULong first = record->words[1 + r], last = first + record->run->references[r].size - 1;
    if (!naive_is_made(record->run, r, first) || first / PAGE > page || last / PAGE < page) continue;
    any = True;
    *stores |= record->run->references[r].kind != COH_READ;
  }
  return any;
}

/* Whether a page that a lane touches concerns another lane. */
static Bool page_concerns(unsigned lane, ULong page, const unsigned skipped[LANES]) {
  Bool others_touch = False, stores = False;
  for (unsigned i = 0; i < LANES; i++)
    for (unsigned n = 0; n < lanes[i].n; n++)
      others_touch |= touches(&lanes[i].records[n], n == 0 ? skipped[i] : 0, page, &stores) && i != lane;
  return others_touch && stores;
}

static Bool run_concerns(unsigned lane, const naive_record *record, const unsigned skipped[LANES]) {
  Bool stores;
  for (ULong page = address_of(0, 0, 1) / PAGE; page <= address_of(PAGES, 0, 1) / PAGE; page++)
    if (touches(record, 0, page, &stores) && page_concerns(lane, page, skipped)) return True;
  return False;
}

/* A run that is alone touches only pages that concern no other lane; the reverse need not hold, since pages may be
 * confused. */
static void compare(unsigned lane, unsigned number, const ULong *at, const unsigned skipped[LANES]) {
  const Bool alone = spy_touched_alone(lane, at), concerns = run_concerns(lane, &lanes[lane].records[number], skipped);
  if (alone && concerns) trial_fail("run %u of lane %u is said to be alone", number, lane);
  trial_note(alone ? ALONE : CONCERNED);
}

static void step_look(const trial_step *s) {
  unsigned skipped[LANES] = {0};
  spy_touched_begin();
  for (unsigned i = 0; i < LANES; i++) {
    if (lanes[i].n == 0) continue;
    const unsigned references = lanes[i].records[0].run->n;
    if (references > 1) skipped[i] = (s->b >> i) % references;
    if (skipped[i] != 0) trial_note(WITHIN);
    const spy_lane l = make_lane(i, skipped[i]);
    spy_touched_note(&l, COH_ORDER_NEVER - 1);
  }
  for (unsigned i = 0; i < LANES; i++) {
    const ULong *at = lanes[i].words;
    for (unsigned n = 0; n < lanes[i].n; at += lanes[i].records[n++].n_words)
      if (n != 0 || skipped[i] == 0) compare(i, n, at, skipped);
  }
  for (unsigned i = 0; i < LANES; i++) lanes[i].n = lanes[i].n_words = 0;
}

static size_t make(uint64_t seed, trial_step *steps) {
  dice d = {seed};
  const size_t n = dice_between(&d, 4, STEPS - 1);
  for (size_t i = 0; i < n; i++)
    steps[i] = (trial_step){.kind = dice_chance(&d, 90) ? RUN : LOOK,
                            .actor = (uint8_t)dice_below(&d, LANES),
                            .a = (uint16_t)dice_next(&d),
                            .b = (uint16_t)dice_next(&d),
                            .c = (uint16_t)dice_next(&d)};
  steps[n] = (trial_step){.kind = LOOK, .b = (uint16_t)dice_next(&d)};
  return n + 1;
}

static void run(uint64_t seed, const trial_step *steps, size_t n) {
  dice d = {seed ^ 0x746f7563686564};
  guest_account_make();
  for (unsigned i = 0; i < BLOCKS; i++) {
    const guest_shape shape = guest_shape_make_calling(&d, REFERENCES, i % 3 == 0);
    blocks[i] = VG_(malloc)("test", sizeof *blocks[i]);
    guest_block_make(blocks[i], &shape, 0, 0x1000 * (i + 1), False);
  }
  for (size_t i = 0; i < n; i++) {
    trial_note(steps[i].kind);
    if (steps[i].kind == RUN)
      step_run(steps[i].actor, &steps[i]);
    else
      step_look(&steps[i]);
  }
}

int main(int argc, char **argv) {
  return trial_main(&(trial_test){"test_touched", 400, "lane", kinds, others, make, STEPS, run}, argc, argv);
}
