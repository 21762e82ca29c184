/* test_labels.c: compares the labels of lines in the D1 with a plain array.
 *
 * A label that remains after its line is gone, or after the block of memory that it was made for, attributes references
 * to the wrong data, while all counts are right.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "coherence/coh_access.h"
#include "coherence/coh_system-inl.h"
#include "tests/coherence/dice.h"
#include "tests/coherence/plat_test.h"
#include "tests/coherence/workload.h"

enum { SEEDS = 64, REFERENCES = 4000, LABELS = MACH_MAX_LINE >> COH_LABEL_BITS };

typedef struct {
  workload_machine machine;
  coh_system *system;
  uint32_t *model; /* LABELS labels for each line of the regions and each processor */
  dice d;
} labelled;

static uint64_t lines_of(const workload_machine *machine) {
  uint64_t lines = 0;
  for (unsigned r = 0; r < machine->regions; r++) lines += machine->region[r].lines;
  return lines;
}

/* Returns the line of an index over all regions. */
static uint64_t line_at(const workload_machine *machine, uint64_t index) {
  unsigned r = 0;
  for (; index >= machine->region[r].lines; r++) index -= machine->region[r].lines;
  return machine->region[r].first + index;
}

static uint32_t *model_of(const labelled *t, unsigned processor, uint64_t index) {
  return &t->model[(processor * lines_of(&t->machine) + index) * LABELS];
}

/* Returns the labels that the machine keeps of a line, or NULL when the D1 does not hold the line. */
static uint32_t *labels_of(const labelled *t, unsigned processor, uint64_t line) {
  const coh_processor *p = &t->system->processors[processor];
  if (!p->active) return NULL;
  const uint64_t slot = coh_cache_find(&p->d1, line);
  return slot == COH_NO_SLOT ? NULL : coh_labels(p, slot);
}

static unsigned labels_a_line(const labelled *t) { return t->machine.config.d1.line >> COH_LABEL_BITS; }

static void clear_model(const labelled *t, unsigned processor, uint64_t index) {
  for (unsigned i = 0; i < LABELS; i++) model_of(t, processor, index)[i] = COH_NO_LABEL;
}

/* Makes one reference within a line, which then gets a new label at one place. */
static bool refer(labelled *t) {
  const unsigned processor = dice_below(&t->d, t->machine.config.processors);
  const uint64_t index = dice_below(&t->d, (uint32_t)lines_of(&t->machine));
  const uint64_t line = line_at(&t->machine, index);
  const uint64_t address = line * t->machine.config.d1.line;
  const coh_kind kind = dice_chance(&t->d, 20) ? COH_WRITE : COH_READ;
  coh_outcome outcome;
  coh_access(t->system, processor, address, 1, kind, &(coh_blame){0}, &outcome);
  if (outcome.cause != COH_HIT) clear_model(t, processor, index);
  uint32_t *labels = labels_of(t, processor, line);
  uint32_t *model = model_of(t, processor, index);
  for (unsigned i = 0; i < labels_a_line(t); i++)
    if (labels[i] != model[i]) return false;
  const unsigned place = dice_below(&t->d, labels_a_line(t));
  labels[place] = model[place] = dice_below(&t->d, 1000);
  return true;
}

/* A block of memory is freed. Its lines lose all their labels at every processor; no other line loses any. */
static bool forget(labelled *t) {
  const uint64_t bytes = t->machine.config.d1.line;
  const uint64_t lines = lines_of(&t->machine);
  const uint64_t first = line_at(&t->machine, dice_below(&t->d, (uint32_t)lines));
  const uint64_t start = first * bytes + dice_below(&t->d, (uint32_t)bytes);
  const uint32_t most = (uint32_t)bytes * (dice_chance(&t->d, 50) ? 2 : 60);
  const uint64_t size = dice_chance(&t->d, 10) ? 0 : dice_between(&t->d, 1, most);
  coh_labels_forget(t->system, start, size);
  for (unsigned p = 0; p < t->machine.config.processors; p++)
    for (uint64_t index = 0; index < lines; index++) {
      const uint64_t line = line_at(&t->machine, index);
      if (size != 0 && line >= start / bytes && line <= (start + size - 1) / bytes) clear_model(t, p, index);
      const uint32_t *labels = labels_of(t, p, line);
      for (unsigned i = 0; labels && i < labels_a_line(t); i++)
        if (labels[i] != model_of(t, p, index)[i]) return false;
    }
  return true;
}

static bool test_seed(uint64_t seed) {
  labelled t = {.d = {seed}};
  workload_machine_make(&t.machine, seed);
  t.machine.config.prefetch = 0; /* the test must know from the outcomes which lines are filled */
  for (unsigned r = 0; r < t.machine.regions; r++)
    if (t.machine.region[r].lines > 100) t.machine.region[r].lines = 100;
  const uint64_t labels = lines_of(&t.machine) * t.machine.config.processors * LABELS;
  t.model = malloc(labels * sizeof *t.model);
  for (uint64_t i = 0; i < labels; i++) t.model[i] = COH_NO_LABEL;
  t.system = coh_system_new(&t.machine.config);
  bool good = true;
  for (unsigned i = 0; good && i < REFERENCES; i++) good = dice_chance(&t.d, 1) ? forget(&t) : refer(&t);
  coh_check(t.system);
  coh_system_free(t.system);
  free(t.model);
  if (!good) {
    printf("FAILED: seed %" PRIu64 "\n", seed);
    workload_machine_print(&t.machine, stdout);
  }
  return good;
}

int main(void) {
  bool good = true;
  for (uint64_t seed = 1; good && seed <= SEEDS; seed++) good = test_seed(seed);
  if (good && plat_test_outstanding() != 0) {
    printf("FAILED: %" PRIu64 " blocks not freed\n", plat_test_outstanding());
    good = false;
  }
  if (good) printf("%u machines: all labels as expected\n", (unsigned)SEEDS);
  return !good;
}
