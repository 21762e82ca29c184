/* Variables of a library that the program copies (copy relocations). -DLIBRARY: the library.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include <stdio.h>

enum { N = 1500 };

struct buoy {
  long number;
  float depth, drift;
};
typedef double tide;

#ifdef LIBRARY
struct buoy buoys[N] = {{1, 2, 3}};
tide tides[N] = {4};
#else
extern struct buoy buoys[N];
extern tide tides[];

int main(void) {
  double sum = 0;
  for (int i = 0; i < N; i++) buoys[i].number = i, tides[i] = i;
  for (int i = 0; i < N; i++) sum += (double)buoys[i].number + tides[i];
  printf("%g\n", sum);
  return 0;
}
#endif
