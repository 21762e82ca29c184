/* caller.c: receives blocks that functions without debug information allocate: see bare.c.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct thing;
extern void *bare_malloc(size_t bytes);
extern struct thing *bare_make(void);

int main(void) {
  char *handed = bare_malloc(2002);
  struct thing *made = bare_make();
  memset(handed, 1, 2002);
  printf("%d %d\n", handed[3], made != NULL);
  return 0;
}
