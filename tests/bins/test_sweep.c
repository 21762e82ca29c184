/* test_sweep.c: compares the cells of a sweep (bin_sweep.h) with an array of all pairs, and tests the words that
 * distinguish the cells.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "bins/bin_sweep.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/check.h"
#include "tests/coherence/plat_test.h"

enum { SEGMENTS = 40, BINS = 60, REFERENCES = 20000 };

/* The plain model: a count for each pair. */
typedef struct {
  uint64_t reads[SEGMENTS][BINS], writes[SEGMENTS][BINS];
} plain;

static void compare(const bin_sweep_cells *cells, const plain *p) {
  static bool found[SEGMENTS][BINS];
  memset(found, 0, sizeof found);
  for (uint32_t i = 0; i < cells->n; i++) {
    const bin_sweep_cell *cell = &cells->cells[i];
    CHECK(cell->segment < SEGMENTS && cell->bin < BINS && !found[cell->segment][cell->bin]);
    found[cell->segment][cell->bin] = true;
    CHECK(cell->reads == p->reads[cell->segment][cell->bin] && cell->writes == p->writes[cell->segment][cell->bin]);
  }
  for (unsigned s = 0; s < SEGMENTS; s++)
    for (unsigned b = 0; b < BINS; b++) CHECK(found[s][b] || p->reads[s][b] + p->writes[s][b] == 0);
}

static void test_cells(void) {
  static plain p;
  bin_sweep_cells cells = {0};
  srand(1);
  for (unsigned i = 0; i < REFERENCES; i++) {
    const uint32_t segment = (uint32_t)rand() % SEGMENTS, bin = (uint32_t)rand() % BINS;
    const coh_kind kind = (coh_kind[]){COH_READ, COH_WRITE, COH_MODIFY}[rand() % 3];
    const uint64_t references = (uint64_t)rand() << 8;
    bin_sweep_cells_count(&cells, bin_sweep_cells_find(&cells, segment, bin), kind, references);
    *(kind == COH_WRITE ? &p.writes[segment][bin] : &p.reads[segment][bin]) += references;
    if (i == REFERENCES / 2) {
      const uint32_t n = cells.n;
      compare(&cells, &p);
      bin_sweep_cells_zero(&cells);
      CHECK(cells.n == n);
      memset(&p, 0, sizeof p);
    }
  }
  compare(&cells, &p);
  bin_sweep_cells_clear(&cells);
  CHECK(cells.n == 0 && cells.cells == NULL);
}

static void test_words(void) {
  static const struct {
    const char *text;
    unsigned by;
  } texts[] = {{"function", BIN_BY_FUNCTION},
               {"bin", BIN_BY_BIN},
               {"function,bin", BIN_BY_FUNCTION | BIN_BY_BIN},
               {"bin,function", BIN_BY_FUNCTION | BIN_BY_BIN},
               {"", 0},
               {"bin,", 0},
               {",bin", 0},
               {"bin,bin", 0},
               {"bi", 0},
               {"bins", 0},
               {"bin function", 0},
               {"function,bin,", 0},
               {"Bin", 0}};
  for (unsigned i = 0; i < sizeof texts / sizeof texts[0]; i++) CHECK(bin_sweep_by(texts[i].text) == texts[i].by);
}

int main(void) {
  test_cells();
  test_words();
  CHECK(plat_test_outstanding() == 0);
  return check_failures != 0;
}
