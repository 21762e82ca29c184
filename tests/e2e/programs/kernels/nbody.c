/* nbody.c: simulates bodies that attract each other, with a tree over space (Barnes and Hut, 1986): a cube that
 * contains more than one body has eight parts, and distant bodies attract as one body. In each step, the threads insert
 * their bodies into the tree, with locks where they change it. They sum up the masses of its branches. Each thread
 * takes bodies, in the order of the tree, whose work in the previous step was an equal share of all work. It computes
 * their forces, and moves them.
 *
 * Neither the tree nor a force depends on which thread was first: the results are the same to the last bit. They are
 * compared with those of one thread, and the last forces with the plain sum over all pairs.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <math.h>

#include "tests/e2e/programs/kernels/kernels.h"

enum { BODIES = 256, STEPS = 3, PARTS = 8, BRANCHES = PARTS * PARTS, CELLS_A_BODY = 8 };
#define OPEN 0.5    /* a cube is opened when its size exceeds this fraction of its distance */
#define SOFT 0.0025 /* added to the square of a distance */
#define TIME 0.0005 /* duration of a step */
#define WORST 0.02  /* largest error of a force, relative to the mean force */

typedef struct {
  double x, y, z;
} vector;

typedef struct {
  double mass;
  vector at, speed, force;
  unsigned work; /* number of cells and bodies that its force was computed from */
} body;

/* A cube, or a single body in a cube. */
typedef struct node {
  body *only; /* NULL: a cube with parts */
  struct node *parts[PARTS];
  double mass;
  vector centre; /* of mass */
  unsigned work; /* of the bodies in it */
  pthread_mutex_t lock;
} node;

typedef struct {
  body *bodies;
  node *pools[MOST_THREADS]; /* the nodes of each thread */
  unsigned used[MOST_THREADS];
  node *root;
} universe;

static unsigned n_bodies;
static universe *now; /* the universe that the threads work on */

/* ---- the tree ---- */

static node *new_node(universe *u, unsigned number, body *only) {
  EXPECT(u->used[number] < CELLS_A_BODY * n_bodies);
  node *n = &u->pools[number][u->used[number]++];
  *n = (node){.only = only};
  check(pthread_mutex_init(&n->lock, NULL), "pthread_mutex_init");
  return n;
}

/* Returns which part of a cube contains a place. *corner becomes the corner of that part. */
static unsigned part_of(vector at, vector *corner, double half) {
  const unsigned x = at.x >= corner->x + half, y = at.y >= corner->y + half, z = at.z >= corner->z + half;
  *corner = (vector){corner->x + x * half, corner->y + y * half, corner->z + z * half};
  return 4 * x + 2 * y + z;
}

/* Inserts a body into the tree. If another body is alone in its cube, that body moves one cube deeper. */
static void insert(universe *u, unsigned number, body *b) {
  vector corner = {0, 0, 0};
  double half = 0.5;
  for (node *n = u->root;; half /= 2) {
    node **part = &n->parts[part_of(b->at, &corner, half)];
    check(pthread_mutex_lock(&n->lock), "pthread_mutex_lock");
    node *there = *part;
    if (!there) {
      *part = new_node(u, number, b);
    } else if (there->only) {
      vector below = corner;
      node *cube = new_node(u, number, NULL);
      cube->parts[part_of(there->only->at, &below, half / 2)] = there;
      *part = cube;
    }
    node *next = *part;
    check(pthread_mutex_unlock(&n->lock), "pthread_mutex_unlock");
    if (!there) return;
    n = next;
  }
}

static void sum_up(node *n) {
  n->mass = 0;
  n->centre = (vector){0, 0, 0};
  n->work = 0;
  for (unsigned i = 0; i < PARTS; i++) {
    const node *part = n->parts[i];
    if (!part) continue;
    n->mass += part->mass;
    n->centre.x += part->mass * part->centre.x;
    n->centre.y += part->mass * part->centre.y;
    n->centre.z += part->mass * part->centre.z;
    n->work += part->work;
  }
  n->centre = (vector){n->centre.x / n->mass, n->centre.y / n->mass, n->centre.z / n->mass};
}

static void sum_up_all(node *n) {
  if (!n) return;
  if (n->only) {
    n->mass = n->only->mass;
    n->centre = n->only->at;
    n->work = n->only->work;
    return;
  }
  for (unsigned i = 0; i < PARTS; i++) sum_up_all(n->parts[i]);
  sum_up(n);
}

/* Returns a branch of the root's parts; NULL: there is none. */
static node *branch(const universe *u, unsigned i) {
  node *part = u->root->parts[i / PARTS];
  return !part || part->only ? NULL : part->parts[i % PARTS];
}

static void sum_up_top(universe *u) {
  for (unsigned i = 0; i < PARTS; i++) {
    node *part = u->root->parts[i];
    if (part && part->only)
      sum_up_all(part);
    else if (part)
      sum_up(part);
  }
  sum_up(u->root);
}

/* ---- forces ---- */

static void attract(body *b, vector from, double mass) {
  const vector d = {from.x - b->at.x, from.y - b->at.y, from.z - b->at.z};
  const double square = d.x * d.x + d.y * d.y + d.z * d.z + SOFT, pull = mass / (square * sqrt(square));
  b->force = (vector){b->force.x + pull * d.x, b->force.y + pull * d.y, b->force.z + pull * d.z};
  b->work++;
}

static void attract_by_tree(body *b, const node *n, double edge) {
  if (!n || n->only == b) return;
  const vector d = {n->centre.x - b->at.x, n->centre.y - b->at.y, n->centre.z - b->at.z};
  if (n->only || edge * edge < OPEN * OPEN * (d.x * d.x + d.y * d.y + d.z * d.z)) {
    attract(b, n->centre, n->mass);
    return;
  }
  for (unsigned i = 0; i < PARTS; i++) attract_by_tree(b, n->parts[i], edge / 2);
}

/* A thread's share of the bodies: those before which there are `first` to `end` - 1 units of work. */
typedef struct {
  unsigned first, end;
  void (*act)(universe *u, body *b);
} zone;

static void in_zone(universe *u, const node *n, unsigned before, const zone *z) {
  if (!n || before + n->work <= z->first || before >= z->end) return;
  if (n->only) {
    if (before >= z->first) z->act(u, n->only);
    return;
  }
  for (unsigned i = 0; i < PARTS; i++) {
    in_zone(u, n->parts[i], before, z);
    before += n->parts[i] ? n->parts[i]->work : 0;
  }
}

static void find_force(universe *u, body *b) {
  b->force = (vector){0, 0, 0};
  b->work = 0;
  attract_by_tree(b, u->root, 1);
}

static double within(double x) { return x < 0 ? 0 : x >= 1 ? 0.999 : x; }

static void move(body *b) {
  b->speed = (vector){b->speed.x + TIME * b->force.x, b->speed.y + TIME * b->force.y, b->speed.z + TIME * b->force.z};
  b->at = (vector){within(b->at.x + TIME * b->speed.x), within(b->at.y + TIME * b->speed.y),
                   within(b->at.z + TIME * b->speed.z)};
}

/* ---- steps ---- */

static void step(universe *u, unsigned number) {
  const share own = share_of(n_bodies, number);
  u->used[number] = 0;
  if (number == 0) u->root = new_node(u, 0, NULL);
  meet();
  for (unsigned i = own.first; i < own.end; i++) insert(u, number, &u->bodies[i]);
  meet();
  for (unsigned i = number; i < BRANCHES; i += n_threads) sum_up_all(branch(u, i));
  meet();
  if (number == 0) sum_up_top(u);
  meet();
  const share part = share_of(u->root->work, number);
  in_zone(u, u->root, 0, &(zone){part.first, part.end, find_force});
  meet();
}

static void work(unsigned number) {
  const share own = share_of(n_bodies, number);
  for (unsigned i = 0; i < STEPS; i++) {
    for (unsigned b = own.first; i > 0 && b < own.end; b++) move(&now->bodies[b]);
    step(now, number);
  }
}

/* Places more bodies towards a corner. */
static void make(universe *u) {
  for (unsigned t = 0; t < n_threads; t++) u->pools[t] = kernel_memory((size_t)CELLS_A_BODY * n_bodies, sizeof(node));
  u->bodies = kernel_memory(n_bodies, sizeof *u->bodies);
  for (unsigned i = 0; i < n_bodies; i++) {
    const double far = kernel_fraction();
    u->bodies[i] = (body){.mass = (1 + kernel_fraction()) / n_bodies, .work = 1};
    u->bodies[i].at = (vector){far * kernel_fraction(), far * kernel_fraction(), far * kernel_fraction()};
  }
}

static double length(vector v) { return sqrt(v.x * v.x + v.y * v.y + v.z * v.z); }

static void check_forces(const universe *u) {
  double error = 0, sum = 0;
  for (unsigned i = 0; i < n_bodies; i++) {
    body plain = u->bodies[i];
    plain.force = (vector){0, 0, 0};
    for (unsigned j = 0; j < n_bodies; j++)
      if (j != i) attract(&plain, u->bodies[j].at, u->bodies[j].mass);
    const vector f = u->bodies[i].force;
    error += length((vector){f.x - plain.force.x, f.y - plain.force.y, f.z - plain.force.z});
    sum += length(plain.force);
  }
  EXPECT(error < WORST * sum);
}

static void release(universe *u, unsigned threads) {
  for (unsigned t = 0; t < threads; t++) free(u->pools[t]);
  free(u->bodies);
}

int main(int argc, char **argv) {
  universe parallel = {0}, plain = {0};
  n_bodies = kernel_arguments(argc, argv, BODIES);
  make(&parallel);
  const unsigned threads = n_threads;
  const size_t bytes = n_bodies * sizeof(body);
  plain.bodies = memcpy(kernel_memory(n_bodies, sizeof(body)), parallel.bodies, bytes);
  plain.pools[0] = kernel_memory((size_t)CELLS_A_BODY * n_bodies, sizeof(node));
  now = &parallel;
  kernel_run(work);
  now = &plain;
  n_threads = 1;
  kernel_run(work);
  EXPECT(memcmp(parallel.bodies, plain.bodies, bytes) == 0);
  check_forces(&parallel);
  kernel_print(parallel.bodies, bytes);
  release(&parallel, threads);
  release(&plain, 1);
  return 0;
}
