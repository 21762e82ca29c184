/* hot_fields.c: sums two fields of structs that have nine other fields. With REPAIRED, the two fields are in an array
 * of their own.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <stdio.h>
#include <stdlib.h>

enum { BODIES = 20000, SWEEPS = 10 };

struct body {
  double mass;
#ifndef REPAIRED
  double position[3], velocity[3], force[3];
#endif
  double charge;
#ifndef REPAIRED
  long number;
#endif
};

static double total(const struct body *bodies) {
  double sum = 0;
  for (int i = 0; i < BODIES; i++) sum += bodies[i].mass * bodies[i].charge;
  return sum;
}

int main(void) {
  struct body *bodies = calloc(BODIES, sizeof *bodies);
  double sum = 0;
  for (int i = 0; i < BODIES; i++) bodies[i].mass = bodies[i].charge = i;
  for (int sweep = 0; sweep < SWEEPS; sweep++) sum += total(bodies);
  printf("%g\n", sum);
  free(bodies);
  return 0;
}
