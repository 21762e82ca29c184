/* page_headers.c: reads the header of each page of a pool, again and again.
 *
 * Machine: --DTLB=64,4,4K --STLB=1536,12
 * Defect: the headers are 4,096 bytes apart: each is in a set of its own with 512 others, and on a page of its own.
 * Expert: the headers conflict (stride of a page): store them in an array of their own.
 * Remedy: with REPAIRED, the headers are in an array of their own.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <stdio.h>
#include <stdlib.h>

enum { PAGES = 400, PAGE = 4096, ROUNDS = 150 };

struct header {
  int used, kind;
};

static char *pool;
static struct header headers[PAGES];

static struct header *header_of(int page) {
#ifdef REPAIRED
  return &headers[page];
#else
  return (struct header *)(pool + (size_t)page * PAGE);
#endif
}

static long free_bytes(int kind) {
  long sum = 0;
  for (int page = 0; page < PAGES; page++)
    if (header_of(page)->kind == kind) sum += PAGE - header_of(page)->used;
  return sum;
}

int main(void) {
  pool = aligned_alloc(PAGE, (size_t)PAGES * PAGE);
  for (int page = 0; page < PAGES; page++) *header_of(page) = (struct header){page * 7 % 4000, page % 3};
  long sum = 0;
  for (int round = 0; round < ROUNDS; round++) sum += free_bytes(round % 3);
  printf("%ld\n", sum + headers[0].used * 0);
  return 0;
}
