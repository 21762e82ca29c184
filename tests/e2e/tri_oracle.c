/* tri_oracle.c: computes which misses examples/tri has, in a simulation that is independent of the tool.
 *
 * usage: tri_oracle VERSION READY_OFFSET MATRIX.mtx|SIDE
 *
 * This program makes the references of a version's solver from the same arrays, with a state machine for each
 * processor. It simulates one reference at a time, always that of the processor with the smallest clock. The stall is
 * added to that clock before the next reference is chosen. Other processors see a row after its store was simulated.
 * Prints one line for each array: its name, references, cold, replacement and invalidation misses, and how many of its
 * replacements x caused; then "cycles" and the greatest clock.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "coherence/coh_access.h"
#include "examples/tri/tri_system.h"

enum { PROCESSORS = 4 };

typedef enum { NZ, COL, ROW, X, B, READY, MINE, ARRAYS } array;

/* The data that a processor refers to next. */
typedef enum {
  AT_MINE,
  AT_ROW,
  AT_END,
  AT_B,
  AT_COL,
  AT_READY,
  AT_X,
  AT_NZ,
  AT_STORE_X,
  AT_STORE_READY,
  STATES,
  DONE
} state;

/* Instructions from each reference to the next, counted in the code of gcc 12 to 14 for the solvers: the sequential
 * one, the one that waits for Ready, and the one that waits for a number. */
static const unsigned char instructions[][STATES] = {
    {[AT_ROW] = 1, [AT_END] = 1, [AT_B] = 3, [AT_COL] = 1, [AT_X] = 1, [AT_NZ] = 5, [AT_STORE_X] = 4},
    {[AT_MINE] = 1,
     [AT_ROW] = 1,
     [AT_END] = 1,
     [AT_B] = 3,
     [AT_COL] = 2,
     [AT_READY] = 3,
     [AT_X] = 1,
     [AT_NZ] = 5,
     [AT_STORE_X] = 2,
     [AT_STORE_READY] = 6},
    {[AT_ROW] = 1, [AT_END] = 1, [AT_B] = 3, [AT_COL] = 2, [AT_X] = 3, [AT_NZ] = 5, [AT_STORE_X] = 5},
};

typedef struct {
  uint64_t clock;
  state next;
  int k, last; /* the processor's current row, and the end of its rows */
  int i;       /* number of the row */
  int j, end;  /* the current element, and the end of the row's elements */
} processor;

typedef struct {
  uint64_t references, cold, replacement, invalidation, by_x;
} tally;

typedef struct {
  coh_system *machine;
  tri_system *system;
  int kind; /* kind of the solver, as in `instructions` */
  bool *computed;
  processor processors[PROCESSORS];
  tally tallies[ARRAYS];
} world;

static uint64_t address(const tri_system *s, array which, long i) {
  switch (which) {
    case NZ: return (uintptr_t)&s->M.nz[i];
    case COL: return (uintptr_t)&s->M.col[i];
    case ROW: return (uintptr_t)&s->M.row[i];
    case X: return (uintptr_t)&s->x[i];
    case B: return (uintptr_t)&s->b[i];
    case READY: return (uintptr_t)&s->Ready[i];
    default: return (uintptr_t)&s->mine[i];
  }
}

/* Simulates a reference of processor p to element i of an array; advances its clock to the start of the next
 * reference. */
static void refer(world *w, int p, array which, long i, coh_kind kind) {
  const uint32_t size = which == NZ || which == X || which == B ? 8 : 4;
  const coh_blame blame = {.filler = which + 1, .storer = which + 1};
  processor *it = &w->processors[p];
  tally *t = &w->tallies[which];
  coh_outcome outcome;
  coh_set_now(w->machine, p, it->clock);
  coh_access(w->machine, p, address(w->system, which, i), size, kind, &blame, &outcome);
  it->clock = coh_now(w->machine, p) + instructions[w->kind][it->next];
  t->references++;
  t->cold += outcome.cause == COH_COLD;
  t->replacement += outcome.cause == COH_REPLACED;
  t->invalidation += outcome.cause == COH_INVALIDATED;
  t->by_x += outcome.cause == COH_REPLACED && outcome.who == X + 1;
}

static void next_row(processor *it, bool listed) {
  it->k++;
  it->i = it->k;
  it->next = it->k >= it->last ? DONE : listed ? AT_MINE : AT_ROW;
}

/* Makes the next reference of a processor. */
static void step(world *w, int p) {
  tri_system *s = w->system;
  processor *it = &w->processors[p];
  const bool waits = s->Ready != NULL, waits_for_x = w->kind == 2;
  switch (it->next) {
    case AT_MINE:
      refer(w, p, MINE, it->k, COH_READ);
      it->i = s->mine[it->k];
      it->next = AT_ROW;
      break;
    case AT_ROW:
      refer(w, p, ROW, it->i, COH_READ);
      it->j = s->M.row[it->i];
      it->next = AT_END;
      break;
    case AT_END:
      refer(w, p, ROW, it->i + 1, COH_READ);
      it->end = s->M.row[it->i + 1];
      it->next = AT_B;
      break;
    case AT_B:
      refer(w, p, B, it->i, COH_READ);
      it->next = it->j < it->end ? AT_COL : AT_STORE_X;
      break;
    case AT_COL:
      refer(w, p, COL, it->j, COH_READ);
      it->next = waits ? AT_READY : AT_X;
      break;
    case AT_READY:
      refer(w, p, READY, s->M.col[it->j], COH_READ);
      if (w->computed[s->M.col[it->j]]) it->next = AT_X;
      break;
    case AT_X:
      refer(w, p, X, s->M.col[it->j], COH_READ);
      if (!waits_for_x || w->computed[s->M.col[it->j]]) it->next = AT_NZ;
      break;
    case AT_NZ:
      refer(w, p, NZ, it->j++, COH_READ);
      it->next = it->j < it->end ? AT_COL : AT_STORE_X;
      break;
    case AT_STORE_X:
      refer(w, p, X, it->i, COH_WRITE);
      if (waits) {
        it->next = AT_STORE_READY;
      } else {
        w->computed[it->i] = true;
        next_row(it, false);
      }
      break;
    case AT_STORE_READY:
      refer(w, p, READY, it->i, COH_WRITE);
      w->computed[it->i] = true;
      next_row(it, s->mine != NULL);
      break;
    default: abort();
  }
}

/* Returns the processor with the smallest clock among those that are not done; -1: all are done. */
static int least(const world *w, int processors) {
  int p = -1;
  for (int q = 0; q < processors; q++)
    if (w->processors[q].next != DONE && (p < 0 || w->processors[q].clock < w->processors[p].clock)) p = q;
  return p;
}

static void simulate(world *w) {
  const tri_order *order = &w->system->order;
  for (int p = 0; p < order->processors; p++) {
    w->processors[p] = (processor){.k = order->first[p] - 1, .last = order->first[p + 1]};
    next_row(&w->processors[p], w->system->mine != NULL);
  }
  for (int p; (p = least(w, order->processors)) >= 0;) step(w, p);
  coh_check(w->machine);
}

static void print(const world *w) {
  static const char *const names[] = {"NewNz", "NewCol", "NewRow", "NewX", "NewB", "NewReady", "NewMine"};
  uint64_t cycles = 0;
  for (int a = 0; a < ARRAYS; a++) {
    const tally *t = &w->tallies[a];
    printf("%s %lu %lu %lu %lu %lu\n", names[a], t->references, t->cold, t->replacement, t->invalidation, t->by_x);
  }
  for (int p = 0; p < PROCESSORS; p++)
    if (w->processors[p].clock > cycles) cycles = w->processors[p].clock;
  printf("cycles %lu\n", cycles);
}

int main(int count, char **words) {
  if (count != 4) {
    fputs("usage: tri_oracle VERSION READY_OFFSET MATRIX.mtx|SIDE\n", stderr);
    return 2;
  }
  int version = 0;
  while (version < TRI_VERSIONS - 1 && strcmp(words[1], tri_version_name(version)) != 0) version++;
  const int side = atoi(words[3]);
  tri_matrix matrix = side > 0 ? tri_matrix_stencil(side) : tri_matrix_read(words[3]);
  tri_system system = tri_system_make(&matrix, version, PROCESSORS, atoi(words[2]));
  mach_config config;
  if (!mach_preset_find("sgi-4d340", &config)) return 1;
  world w = {.machine = coh_system_new(&config), .system = &system};
  w.kind = version == TRI_SEQ ? 0 : tri_version_uses_ready(version) ? 1 : 2;
  w.computed = tri_alloc(matrix.rows * sizeof *w.computed);
  memset(w.computed, 0, matrix.rows * sizeof *w.computed);
  simulate(&w);
  print(&w);
  free(w.computed);
  coh_system_free(w.machine);
  tri_system_free(&system);
  tri_matrix_free(&matrix);
  return 0;
}
