/* sections.c: has a variable for each section that can contain data, of a program or, with OF_LIBRARY, of a library.
 * The function touch_NAME() reads the variable NAME as often as its row states, and reads nothing else except on a
 * stack or in a table of the dynamic linker.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <dlfcn.h>
#include <stdio.h>

#ifdef OF_LIBRARY
#define OWN(name) library_##name
#else
#define OWN(name) program_##name
#endif

/* (There are few constants and initialised variables, so that a linker can place them in one page of the file.) */
enum { LARGE = 700, FEW = 64, SMALL = 3 };

static int target;
volatile long OWN(zeros)[LARGE], OWN(more_zeros)[LARGE];
volatile long OWN(set)[SMALL] = {1}, OWN(set_too)[SMALL] = {2};
static volatile char OWN(bytes)[SMALL] = {3};
const volatile long OWN(constants)[FEW] = {4};
int *const volatile OWN(relocated)[FEW] = {&target, &target};
_Alignas(ALIGNED) volatile long OWN(aligned_zeros)[SMALL];
_Alignas(64) volatile long OWN(aligned)[SMALL] = {5};
static __thread volatile long OWN(own)[SMALL];

/* name, reads */
#define VARIABLES(ROW)     \
  ROW(zeros, 1001)         \
  ROW(more_zeros, 1002)    \
  ROW(set, 1003)           \
  ROW(set_too, 1004)       \
  ROW(bytes, 1005)         \
  ROW(constants, 1006)     \
  ROW(aligned_zeros, 1007) \
  ROW(aligned, 1008)       \
  ROW(own, 1009)           \
  ROW(relocated, 1010)

#define TOUCH(name, reads)                                       \
  __attribute__((noinline)) void OWN(touch_##name)(void) {       \
    const int n = (int)(sizeof OWN(name) / sizeof OWN(name)[0]); \
    for (int i = 0; i < reads; i++) (void)OWN(name)[i % n];      \
  }
VARIABLES(TOUCH)

#define CALL(name, reads) OWN(touch_##name)();
void OWN(touch)(void);
void OWN(touch)(void) { VARIABLES(CALL) }

#ifndef OF_LIBRARY
#ifdef WITH_LIBRARY
void library_touch(void);
#endif

/* Reads its variables, and those of a library that it is linked with or whose path is an argument. */
int main(int argc, char **argv) {
  OWN(touch)();
#ifdef WITH_LIBRARY
  library_touch();
#endif
  if (argc < 2) return 0;
  void *library = dlopen(argv[1], RTLD_NOW);
  void (*touch)(void) = library ? (void (*)(void))dlsym(library, "library_touch") : NULL;
  if (!touch) {
    fprintf(stderr, "%s\n", dlerror());
    return 1;
  }
  touch();
  return 0;
}
#endif
