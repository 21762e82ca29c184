/* wide_flags.c: an array of flags of eight bytes each. With REPAIRED, a flag has one byte.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <stdio.h>
#include <string.h>

enum { N = 60000 };

#ifdef REPAIRED
typedef unsigned char flag;
#else
typedef long flag;
#endif

flag composite[N];

static int sieve(void) {
  int primes = 0;
  memset(composite, 0, sizeof composite);
  for (int i = 2; i < N; i++) {
    if (composite[i]) continue;
    primes++;
    for (int j = 2 * i; j < N; j += i) composite[j] = 1;
  }
  return primes;
}

int main(void) {
  int primes = 0;
  for (int round = 0; round < 5; round++) primes += sieve();
  printf("%d\n", primes);
  return 0;
}
