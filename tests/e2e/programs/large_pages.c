/* large_pages.c: maps memory in several ways, and prints whether the kernel was asked for large pages there: the flag
 * of that in /proc/self/smaps, `hg` for yes, `nh` for no.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { MEGABYTE = 1 << 20, PRIVATE = MAP_PRIVATE | MAP_ANONYMOUS, BOTH = PROT_READ | PROT_WRITE };

/* Prints what was asked for at an address. */
static void tell(const char *name, const void *address) {
  char line[512], *flags = NULL;
  FILE *maps = fopen("/proc/self/smaps", "r");
  int here = 0;
  while (flags == NULL && fgets(line, sizeof line, maps) != NULL) {
    unsigned long first, end;
    if (sscanf(line, "%lx-%lx ", &first, &end) == 2)
      here = (unsigned long)address >= first && (unsigned long)address < end;
    else if (here && strncmp(line, "VmFlags:", 8) == 0)
      flags = line;
  }
  fclose(maps);
  if (flags == NULL) abort();
  printf("%s %s\n", name, strstr(flags, " hg") != NULL ? "large" : strstr(flags, " nh") != NULL ? "small" : "-");
}

static char *map(size_t bytes, int protection, int flags) {
  char *const start = mmap(NULL, bytes, protection, flags, -1, 0);
  if (start == MAP_FAILED) abort();
  return start + bytes / 2;
}

int main(void) {
  tell("array", map(16 * MEGABYTE, BOTH, PRIVATE));
  tell("little", map(MEGABYTE, BOTH, PRIVATE));
  tell("reserve", map(64 * MEGABYTE, PROT_NONE, PRIVATE));
  tell("unbacked", map(64 * MEGABYTE, BOTH, PRIVATE | MAP_NORESERVE));
  tell("stack", map(16 * MEGABYTE, BOTH, PRIVATE | MAP_STACK));
  tell("shared", map(16 * MEGABYTE, BOTH, MAP_SHARED | MAP_ANONYMOUS));
  char *const own = map(16 * MEGABYTE, BOTH, PRIVATE);
  if (madvise(own - 8 * MEGABYTE, 16 * MEGABYTE, MADV_NOHUGEPAGE) == 0) tell("own", own);
  char *const block = malloc(32 * MEGABYTE);
  if (block == NULL) abort();
  tell("block", block + 16 * MEGABYTE);
  free(block);
  return 0;
}
