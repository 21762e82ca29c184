/* test_protocol.c: tests the tables of the protocols in every situation that they can cause.
 *
 * There is one line, the memory, and a few processors, each of which may read the line, store to it or evict it at any
 * time. The test knows of each copy and of memory whether it is the newest. It starts with a line only in memory, and
 * visits every possible situation once: no processor may read old data, or store while there is another copy. The test
 * follows the rules of coherence/coh_line.c, except for the order of actions; its tables are those of the simulator.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <stdbool.h>
#include <stdio.h>

#include "coherence/coh_protocol.h"

enum { PROCESSORS = 3, BITS = 4, SITUATIONS = 1 << (PROCESSORS * BITS + 1) };

typedef struct {
  coh_state state[PROCESSORS];
  bool fresh[PROCESSORS]; /* for each copy: it contains the newest data */
  bool memory;            /* memory contains the newest data */
} situation;

static const coh_rules *rules;
static const char *wrong; /* the error in the current situation */

static unsigned number_of(const situation *s) {
  unsigned number = s->memory;
  for (unsigned p = 0; p < PROCESSORS; p++) number = number << BITS | (unsigned)s->state[p] << 1 | s->fresh[p];
  return number;
}

static situation situation_of(unsigned number) {
  situation s;
  for (unsigned p = PROCESSORS; p-- > 0; number >>= BITS) {
    s.state[p] = (coh_state)(number >> 1 & 7);
    s.fresh[p] = number & 1;
  }
  s.memory = number;
  return s;
}

static void expect(bool holds, const char *what) {
  if (!holds) wrong = what;
}

static coh_transition step(situation *s, unsigned p, coh_event event) {
  const coh_transition t = rules->on[s->state[p]][event];
  if (t.acts & COH_WRITES_BACK) s->memory = s->fresh[p];
  s->state[p] = (coh_state)t.next;
  return t;
}

static bool others_hold(const situation *s, unsigned self) {
  for (unsigned p = 0; p < PROCESSORS; p++)
    if (p != self && s->state[p] != COH_INVALID) return true;
  return false;
}

/* Asks the other processors. Returns whether the data that one of them supplies, or memory as it was, are the
 * newest. */
static bool ask(situation *s, unsigned self, coh_event event) {
  bool supplied = s->memory;
  unsigned suppliers = 0;
  for (unsigned p = 0; p < PROCESSORS; p++) {
    if (p == self || s->state[p] == COH_INVALID) continue;
    const bool fresh = s->fresh[p];
    if (!(step(s, p, event).acts & COH_SUPPLIES)) continue;
    supplied = fresh;
    suppliers++;
  }
  expect(suppliers <= 1, "two copies answer");
  return supplied;
}

static void reads(situation *s, unsigned p) {
  const bool held = s->state[p] != COH_INVALID;
  const coh_transition t = step(s, p, others_hold(s, p) ? COH_READS_SHARED : COH_READS_ALONE);
  expect(held == !(t.acts & COH_ASKS), "a read asks exactly for what is not there");
  if (!held) s->fresh[p] = ask(s, p, COH_OTHER_READS);
  expect(s->fresh[p], "old data is read");
}

/* Stores to a part of the line: the rest must be there, and be the newest. */
static void stores(situation *s, unsigned p) {
  const bool held = s->state[p] != COH_INVALID;
  const coh_transition t = step(s, p, COH_STORES);
  if (t.acts & COH_ASKS) {
    const bool supplied = ask(s, p, COH_OTHER_STORES);
    if (!held) s->fresh[p] = supplied;
  }
  expect(held || t.acts & COH_ASKS, "a store asks for what is not there");
  expect(s->fresh[p], "old data is stored to");
  expect(!others_hold(s, p), "another copy outlives a store");
  expect(s->state[p] == COH_MODIFIED, "a store leaves the line modified");
  s->memory = false;
}

static void is_evicted(situation *s, unsigned p) {
  if (s->state[p] == COH_INVALID) return;
  step(s, p, COH_EVICTED);
  expect(s->state[p] == COH_INVALID, "what is evicted is gone");
}

static void check_owners(const situation *s) {
  unsigned owners = 0;
  for (unsigned p = 0; p < PROCESSORS; p++) {
    owners += coh_is_owner(s->state[p]);
    if (s->state[p] >= COH_EXCLUSIVE) expect(!others_hold(s, p), "the only copy is not the only one");
  }
  expect(owners <= 1, "a line has two owners");
}

/* Returns how many situations there are; 0 if a situation has an error. */
static unsigned explore(mach_protocol protocol, bool seen_state[COH_STATES]) {
  static void (*const events[])(situation *, unsigned) = {reads, stores, is_evicted};
  static unsigned found[SITUATIONS];
  static bool seen[SITUATIONS];
  for (unsigned i = 0; i < SITUATIONS; i++) seen[i] = false;
  rules = coh_rules_of(protocol);
  unsigned n = 1;
  found[0] = number_of(&(situation){.memory = true});
  seen[found[0]] = true;
  for (unsigned i = 0; i < n; i++)
    for (unsigned choice = 0; choice < 3 * PROCESSORS; choice++) {
      situation s = situation_of(found[i]);
      wrong = NULL;
      events[choice % 3](&s, choice / 3);
      check_owners(&s);
      if (wrong) {
        printf("FAILED: %s: %s\n", mach_protocol_name(protocol), wrong);
        return 0;
      }
      for (unsigned p = 0; p < PROCESSORS; p++) {
        seen_state[s.state[p]] = true;
        if (s.state[p] == COH_INVALID) s.fresh[p] = false; /* so that it makes no difference */
      }
      if (!seen[number_of(&s)]) found[n++] = number_of(&s);
      seen[number_of(&s)] = true;
    }
  return n;
}

int main(void) {
  static const bool has[MACH_PROTOCOLS][COH_STATES] = {
      [MACH_MSI] = {true, true, false, false, true},
      [MACH_MESI] = {true, true, false, true, true},
      [MACH_MOESI] = {true, true, true, true, true},
  };
  unsigned failed = 0;
  for (unsigned p = 0; p < MACH_PROTOCOLS; p++) {
    bool seen[COH_STATES] = {false};
    const unsigned n = explore((mach_protocol)p, seen);
    bool good = n != 0;
    for (unsigned s = 0; good && s < COH_STATES; s++) good = seen[s] == has[p][s];
    printf("%s%s: %u situations\n", good ? "" : "FAILED: ", mach_protocol_name((mach_protocol)p), n);
    failed += !good;
  }
  return failed != 0;
}
