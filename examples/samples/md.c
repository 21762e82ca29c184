/* md.c: molecular dynamics with neighbour lists, for docs/case-study-samples.md: atoms in a periodic box, a list of
 * cells to find neighbours with, and forces of Lennard-Jones along these lists.
 *
 *   md [ATOMS [STEPS]]
 *
 * It prints the energy, which is the same in every run.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { ATOMS = 40000, STEPS = 12, REBUILD = 4, MOST = 96 };

#define DENSITY 0.7
#define CUTOFF 2.5
#define SKIN 0.3
#define STEP 0.002

typedef struct {
  double x, y, z;
} vector;

/* An atom of a cell. A cell is a list of atoms, in the order of their arrival. */
typedef struct node {
  struct node *next;
  int atom;
} node;

static int atoms = ATOMS;
static double box;     /* edge of the box */
static int cells_edge; /* cells along the edge */
static double potential;

static vector *position, *velocity, *force;
static int *charge;       /* by atom: +1 or -1 */
static int *neighbour;    /* MOST entries for each atom */
static int *n_neighbours; /* by atom */
static node **cells;      /* first node of each cell */
static node *nodes;

static void *get(size_t n, size_t size) {
  void *block = calloc(n, size);
  if (block == NULL) {
    fputs("md: no memory\n", stderr);
    exit(1);
  }
  return block;
}

static unsigned long long state = 1;

/* Returns a random number in [0, 1). */
static double dice(void) {
  state = state * 6364136223846793005u + 1442695040888963407u;
  return (double)(state >> 11) / 9007199254740992.0;
}

/* Puts the atoms on a cubic grid, in random order, so that neighbours are far from each other in memory. */
static void place_atoms(void) {
  int edge = (int)ceil(cbrt(atoms));
  int *order = get((size_t)atoms, sizeof *order);
  box = cbrt(atoms / DENSITY);
  for (int i = 0; i < atoms; i++) order[i] = i;
  for (int i = atoms - 1; i > 0; i--) {
    int k = (int)(dice() * (i + 1)), other = order[k];
    order[k] = order[i];
    order[i] = other;
  }
  for (int i = 0; i < atoms; i++) {
    int at = order[i];
    const int x = at % edge, y = at / edge % edge, z = at / edge / edge;
    position[i].x = (x + 0.5) * box / edge;
    position[i].y = (y + 0.5) * box / edge;
    position[i].z = (z + 0.5) * box / edge;
    velocity[i].x = dice() - 0.5;
    velocity[i].y = dice() - 0.5;
    velocity[i].z = dice() - 0.5;
    charge[i] = dice() < 0.5 ? 1 : -1;
  }
  free(order);
}

/* Returns the distance along an edge of the box to the nearest periodic image. */
static inline double nearest(double d) {
  if (d > box / 2) return d - box;
  if (d < -box / 2) return d + box;
  return d;
}

static int cell_along(double x) {
  int cell = (int)(x / box * cells_edge);
  return (cell % cells_edge + cells_edge) % cells_edge;
}

static int cell_of(int x, int y, int z) {
  x = (x + cells_edge) % cells_edge;
  y = (y + cells_edge) % cells_edge;
  z = (z + cells_edge) % cells_edge;
  return (z * cells_edge + y) * cells_edge + x;
}

static void fill_cells(void) {
  for (int i = 0; i < cells_edge * cells_edge * cells_edge; i++) cells[i] = NULL;
  for (int i = 0; i < atoms; i++) {
    int cell = cell_of(cell_along(position[i].x), cell_along(position[i].y), cell_along(position[i].z));
    nodes[i].atom = i;
    nodes[i].next = cells[cell];
    cells[cell] = &nodes[i];
  }
}

/* Adds the atoms of a cell that are near atom i, and have higher numbers, to its neighbours. */
static void note_neighbours(int i, const node *list) {
  const double reach = (CUTOFF + SKIN) * (CUTOFF + SKIN);
  for (const node *one = list; one != NULL; one = one->next) {
    int k = one->atom;
    if (k <= i || n_neighbours[i] == MOST) continue;
    double dx = nearest(position[i].x - position[k].x);
    double dy = nearest(position[i].y - position[k].y);
    double dz = nearest(position[i].z - position[k].z);
    if (dx * dx + dy * dy + dz * dz < reach) neighbour[i * MOST + n_neighbours[i]++] = k;
  }
}

static void find_neighbours(void) {
  fill_cells();
  for (int i = 0; i < atoms; i++) {
    int x = cell_along(position[i].x), y = cell_along(position[i].y), z = cell_along(position[i].z);
    n_neighbours[i] = 0;
    for (int near = 0; near < 27; near++)
      note_neighbours(i, cells[cell_of(x + near % 3 - 1, y + near / 3 % 3 - 1, z + near / 9 - 1)]);
  }
}

static void add_forces(void) {
  potential = 0;
  for (int i = 0; i < atoms; i++) {
    for (int n = 0; n < n_neighbours[i]; n++) {
      int k = neighbour[i * MOST + n];
      double dx = nearest(position[i].x - position[k].x);
      double dy = nearest(position[i].y - position[k].y);
      double dz = nearest(position[i].z - position[k].z);
      double square = dx * dx + dy * dy + dz * dz;
      if (square > CUTOFF * CUTOFF) continue;
      double six = 1 / (square * square * square);
      double pull = 24 * six * (2 * six - 1) / square + 0.1 * charge[i] * charge[k] / square;
      force[i].x += pull * dx;
      force[i].y += pull * dy;
      force[i].z += pull * dz;
      force[k].x -= pull * dx;
      force[k].y -= pull * dy;
      force[k].z -= pull * dz;
      potential += 4 * six * (six - 1);
    }
  }
}

static double move_atoms(void) {
  double kinetic = 0;
  for (int i = 0; i < atoms; i++) {
    velocity[i].x += STEP * force[i].x;
    velocity[i].y += STEP * force[i].y;
    velocity[i].z += STEP * force[i].z;
    position[i].x = fmod(position[i].x + STEP * velocity[i].x + box, box);
    position[i].y = fmod(position[i].y + STEP * velocity[i].y + box, box);
    position[i].z = fmod(position[i].z + STEP * velocity[i].z + box, box);
    kinetic += (velocity[i].x * velocity[i].x + velocity[i].y * velocity[i].y + velocity[i].z * velocity[i].z) / 2;
    force[i] = (vector){0, 0, 0};
  }
  return kinetic;
}

int main(int n, char **args) {
  int steps = n > 2 ? atoi(args[2]) : STEPS;
  double kinetic = 0;
  if (n > 1) atoms = atoi(args[1]);
  if (atoms < 1000) atoms = 1000;
  position = get((size_t)atoms, sizeof *position);
  velocity = get((size_t)atoms, sizeof *velocity);
  force = get((size_t)atoms, sizeof *force);
  charge = get((size_t)atoms, sizeof *charge);
  neighbour = get((size_t)atoms * MOST, sizeof *neighbour);
  n_neighbours = get((size_t)atoms, sizeof *n_neighbours);
  nodes = get((size_t)atoms, sizeof *nodes);
  place_atoms();
  cells_edge = (int)(box / (CUTOFF + SKIN));
  cells = get((size_t)cells_edge * (size_t)cells_edge * (size_t)cells_edge, sizeof(node *));
  for (int step = 0; step < steps; step++) {
    if (step % REBUILD == 0) find_neighbours();
    add_forces();
    kinetic = move_atoms();
  }
  printf("%d atoms: potential %.6f, kinetic %.6f\n", atoms, potential / atoms, kinetic / atoms);
  return 0;
}
