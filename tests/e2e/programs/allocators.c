/* allocators.c: allocates a block in each way that C has, and writes WORDS words into it. Each WAY is a function of its
 * own, so that the place of each block is known: test_allocators searches for the line. WITHOUT_PVALLOC is for an
 * allocator without pvalloc(); that of the C library would allocate its own blocks.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <malloc.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { WORDS = 100, BYTES = WORDS * sizeof(long), PAGE = 4096, REPEATS = 50 };

/* Defined in allocators.cc, where that is linked. */
__attribute__((weak)) void cxx_ways(void);

void fill(volatile long *words);

__attribute__((noinline)) void fill(volatile long *words) {
  for (int i = 0; i < WORDS; i++) words[i] = i;
}

long look(const volatile long *words);

/* Reads all words but the first ones, where an allocator stores its lists. */
__attribute__((noinline)) long look(const volatile long *words) {
  long sum = 0; /* Valgrind omits a load whose result is not used */
  for (int i = WORDS / 2; i < WORDS; i++) sum += words[i];
  return sum;
}

/* number(n) returns n, which the compiler does not know. */
static volatile size_t hidden;
static size_t number(size_t n) { return hidden + n; }

#define WAY(name, allocation)                                \
  __attribute__((noinline)) static void *name(void *block) { \
    (void)block;                                             \
    void *const made = allocation;                           \
    return made;                                             \
  }

static void *aligned(void) {
  void *block = (void *)1;
  if (posix_memalign(&block, 3, BYTES) == 0) abort(); /* fails, and does not change `block` */
  return block;
}

__attribute__((noinline)) static void *by_posix_memalign(void *block) {
  return posix_memalign(&block, 256, BYTES) == 0 ? block : NULL; /* by_posix_memalign */
}

WAY(by_malloc, malloc(BYTES))
WAY(by_calloc, calloc(WORDS, sizeof(long)))
WAY(by_realloc, realloc(NULL, BYTES))
WAY(by_reallocarray, reallocarray(NULL, WORDS, sizeof(long)))
WAY(by_aligned_alloc, aligned_alloc(64, 832))
WAY(by_memalign, memalign(128, BYTES))
WAY(by_valloc, valloc(BYTES))
WAY(by_large_malloc, malloc(1 << 20))

WAY(grow_from, malloc(BYTES))
WAY(grow_to, realloc(block, 100 * BYTES))
WAY(shrink_from, malloc(100 * BYTES))
WAY(shrink_to, realloc(block, BYTES))
WAY(array_from, malloc(BYTES))
WAY(array_to, reallocarray(block, 2 * WORDS, sizeof(long)))
WAY(fail_from, malloc(BYTES))
WAY(fail_to, realloc(block, number(PTRDIFF_MAX)))
WAY(overflow_from, malloc(BYTES))
WAY(overflow_to, reallocarray(block, number(SIZE_MAX / 2), 4))
WAY(zero_from, malloc(BYTES))
WAY(zero_to, realloc(block, number(0)))
WAY(fail_malloc, malloc(number(PTRDIFF_MAX)))
WAY(fail_calloc, calloc(number(SIZE_MAX / 2), 4))

WAY(cleared, calloc(number(WORDS), sizeof(long)))
WAY(copied, realloc(block, number(2 * BYTES)))

/* Each block after the first has memory that was used before, so that the allocator must clear it. */
static void clear_again(void) {
  for (int i = 0; i < REPEATS; i++) {
    long *const block = cleared(NULL);
    fill(block);
    free(block);
  }
}

/* A block after the old one prevents that the old one grows in its place. */
static void copy_again(void) {
  for (int i = 0; i < REPEATS; i++) {
    long *const block = malloc(BYTES), *const after = malloc(BYTES);
    fill(block);
    long *const moved = copied(block);
    free(after);
    free(moved);
  }
}

WAY(used_first, malloc(BYTES))
WAY(used_again, malloc(BYTES))
WAY(common, malloc(BYTES))
WAY(dangling, malloc(BYTES))
WAY(dangling_from, malloc(BYTES))
WAY(dangling_to, realloc(block, 1000 * BYTES))

static void simple(void *(*way)(void *)) {
  long *const block = way(NULL);
  fill(block);
  free(block);
}

#if !defined(WITHOUT_PVALLOC)
WAY(by_pvalloc, pvalloc(BYTES))

/* All pages of a block belong to the program. */
static void whole_pages(void) {
  long *const block = by_pvalloc(NULL);
  fill(block);
  fill(block + PAGE / sizeof(long) - WORDS);
  free(block);
}
#endif

/* Writes before and after a change of the size. */
static void resized(void *(*from)(void *), void *(*to)(void *)) {
  void *block = from(NULL);
  fill(block);
  block = to(block);
  fill(block);
  free(block);
}

/* A resize that fails does not move the block. */
static void not_resized(void *(*from)(void *), void *(*to)(void *)) {
  void *const block = from(NULL);
  if (to(block) != NULL) abort();
  fill(block);
  free(block);
}

/* Memory that is freed and allocated again is a new block; prints whether it is the same memory. */
static void reused(void) {
  void *const first = used_first(NULL);
  const uintptr_t was = (uintptr_t)first;
  fill(first);
  free(first);
  void *const second = used_again(NULL);
  fill(second);
  puts((uintptr_t)second == was ? "reused" : "elsewhere");
  free(second);
}

/* Allocates at one line along two call paths. */
__attribute__((noinline)) static void left(void) { simple(common); }
__attribute__((noinline)) static void right(void) {
  simple(common);
  simple(common);
}

/* Freed memory is in no block, whether it was freed by mistake or not. */
static void left_behind(void) {
  void *const block = dangling(NULL);
  look(block);
  free(block);
  look(block);
  void *const old = dangling_from(NULL);
  void *const made = dangling_to(old);
  if (made != old) look(old);
  free(made);
}

/* Allocates memory without an allocator. */
static void by_sbrk(void) {
  void *const block = sbrk(BYTES);
  if (block != (void *)-1) fill(block);
}

static void zeroed(void) {
  void *const block = zero_to(zero_from(NULL));
  puts(block ? "zero: a block" : "zero: released");
  free(block);
}

int main(void) {
  simple(by_malloc);
  simple(by_calloc);
  simple(by_realloc);
  simple(by_reallocarray);
  simple(by_posix_memalign);
  simple(by_aligned_alloc);
  simple(by_memalign);
  simple(by_valloc);
  simple(by_large_malloc);
#if !defined(WITHOUT_PVALLOC)
  whole_pages();
#endif
  resized(grow_from, grow_to);
  resized(shrink_from, shrink_to);
  resized(array_from, array_to);
  not_resized(fail_from, fail_to);
  not_resized(overflow_from, overflow_to);
  zeroed();
  if (fail_malloc(NULL) || fail_calloc(NULL) || aligned() != (void *)1) abort();
  reused();
  clear_again();
  copy_again();
  left();
  right();
  left_behind();
  by_sbrk();
  if (cxx_ways) cxx_ways();
  return 0;
}
