/* The data of an OpenMP task are in a heap block. SPDX-License-Identifier: GPL-2.0-or-later */
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  long sum = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
  for (int n = 1; n < 4; n++) {
    if (n % 2 == 1) {
#pragma omp task shared(sum)
      {
        short *sheets = malloc(5002);
        for (int i = 0; i < 2501; i++) sheets[i] = (short)(i + n);
#pragma omp atomic
        sum += sheets[77];
        free(sheets);
      }
    }
  }
  printf("%ld\n", sum);
}
