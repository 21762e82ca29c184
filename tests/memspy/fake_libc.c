/* fake_libc.c: see fake_libc.h.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "tests/memspy/fake_libc.h"

#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "tests/memspy/trial.h"

static void *not_null(void *block, size_t bytes) {
  if (!block) trial_fail("no memory for %zu bytes", bytes);
  return block;
}

void *fake_malloc(size_t bytes) { return memset(not_null(malloc(bytes ? bytes : 1), bytes), 0xa5, bytes); }

void *fake_calloc(size_t bytes) { return not_null(calloc(1, bytes ? bytes : 1), bytes); }

void *fake_realloc(void *block, size_t bytes) { return not_null(realloc(block, bytes ? bytes : 1), bytes); }

/* Use of the memory after that is noticed even without a sanitizer. */
void fake_free(void *block) {
  if (block) memset(block, 0xdd, malloc_usable_size(block));
  free(block);
}

void *fake_pages(size_t bytes) {
  void *pages = mmap(NULL, bytes, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return not_null(pages == MAP_FAILED ? NULL : pages, bytes);
}

void fake_unmap(void *start, size_t bytes) {
  if (munmap(start, bytes) != 0) trial_fail("cannot unmap %zu bytes", bytes);
}

void fake_copy(void *to, const void *from, size_t bytes) {
  if (bytes != 0) memmove(to, from, bytes);
}

void fake_fill(void *to, int byte, size_t bytes) { memset(to, byte, bytes); }

int fake_compare(const char *a, const char *b) { return strcmp(a, b); }

char *fake_find(const char *text, const char *part) { return strstr(text, part); }
