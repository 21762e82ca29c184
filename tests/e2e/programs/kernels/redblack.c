/* redblack.c: computes the steady temperatures of a plate by over-relaxation. Points are red and black as on a
 * chessboard: the new value of a red point depends only on its black neighbours, and vice versa. Each thread has a
 * stretch of rows, and reads the neighbouring rows of other threads. In each step, the threads determine the greatest
 * change of any point under a lock; when it is small, they stop.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <math.h>

#include "tests/e2e/programs/kernels/kernels.h"

enum { SIZE = 48, MOST_STEPS = 200 };
#define OVER 1.8   /* a point changes by this factor more than its neighbours require */
#define SMALL 1e-2 /* compared with the boundary's 100 */

static unsigned size; /* points of a row, without the boundary */
static double *plate;
static unsigned steps;

static struct {
  _Alignas(LINE) pthread_mutex_t lock;
  double change[2]; /* greatest changes of this step and of the previous one, alternately */
} greatest = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* Computes the points of one colour in some rows. Returns the greatest change. */
static double relax(double *points, share rows, unsigned colour) {
  const unsigned width = size + 2;
  double most = 0;
  for (unsigned i = rows.first + 1; i <= rows.end; i++)
    for (unsigned j = 1 + (i + colour) % 2; j <= size; j += 2) {
      double *p = &points[i * width + j];
      const double change = OVER * ((p[-1] + p[1] + *(p - width) + p[width]) / 4 - *p);
      *p += change;
      if (fabs(change) > most) most = fabs(change);
    }
  return most;
}

static void note_change(double change, unsigned step) {
  check(pthread_mutex_lock(&greatest.lock), "pthread_mutex_lock");
  if (change > greatest.change[step % 2]) greatest.change[step % 2] = change;
  check(pthread_mutex_unlock(&greatest.lock), "pthread_mutex_unlock");
}

static void work(unsigned number) {
  const share own = share_of(size, number);
  for (unsigned step = 0; step < MOST_STEPS; step++) {
    const double red = relax(plate, own, 0);
    meet();
    const double black = relax(plate, own, 1);
    note_change(red > black ? red : black, step);
    meet();
    if (number == 0) {
      steps = step + 1;
      greatest.change[(step + 1) % 2] = 0;
    }
    if (greatest.change[step % 2] < SMALL) return;
  }
}

static unsigned relax_plainly(double *points) {
  const share all = {0, size};
  for (unsigned step = 0; step < MOST_STEPS; step++) {
    const double red = relax(points, all, 0), black = relax(points, all, 1);
    if (red < SMALL && black < SMALL) return step + 1;
  }
  return MOST_STEPS;
}

int main(int argc, char **argv) {
  size = kernel_arguments(argc, argv, SIZE);
  const unsigned width = size + 2;
  plate = kernel_memory(width * width, sizeof *plate);
  for (unsigned j = 0; j < width; j++) plate[j] = 100; /* one side is hot */
  double *plain = memcpy(kernel_memory(width * width, sizeof *plain), plate, width * width * sizeof *plain);
  kernel_run(work);
  EXPECT(relax_plainly(plain) == steps);
  EXPECT(memcmp(plate, plain, width * width * sizeof *plain) == 0);
  printf("%u steps\n", steps);
  kernel_print(plate, width * width * sizeof *plate);
  free(plate);
  free(plain);
  return 0;
}
