/* A program that has static variables of the same names. SPDX-License-Identifier: GPL-2.0-or-later */
#include <stdio.h>

double harvest(void), market(void);
volatile long stall[1000];      /* visible to all files */
volatile long initialized[800]; /* the C library has such names, too */
#ifdef UNRELATED
static volatile double ledger[50];
#endif

int main(void) {
  double sum = harvest() + market();
  for (int i = 0; i < 1000; i++) stall[i] = i;
  for (int i = 0; i < 800; i++) initialized[i] = i;
#ifdef UNRELATED
  for (int i = 0; i < 50; i++) sum += ledger[i];
#endif
  printf("%g\n", sum);
}
