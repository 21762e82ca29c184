/* spy_preload.c: the library that the tool has loaded into the program: wraps the program's allocation
 * functions, and reports each block to the tool.
 *
 * Wrapped, not replaced: the program keeps its own allocator, with its addresses, padding and conflicts.
 * Functions are found by name in every object, so that allocators that are linked into the program or loaded
 * before libc are wrapped too. The tool does not record what these wrappers do.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "memspy/core/spy_platform.h"
#include "memspy/memspy.h"
#include "memspy/names/spy_allocators.h"
#include "pub_tool_redir.h"

/* Reports to the tool. Functions, so that a wrapper has a call in it: see spy_call_original(). */
__attribute__((noinline)) static void allocated(void *start, UWord bytes) {
  VALGRIND_DO_CLIENT_REQUEST_STMT(_VG_USERREQ__MEMSPY_ALLOCATED, start, bytes, 0, 0, 0);
}

/* The function that allocated it has stored its address there. */
__attribute__((noinline)) static void allocated_for(void *start, UWord bytes, void **where) {
  VALGRIND_DO_CLIENT_REQUEST_STMT(_VG_USERREQ__MEMSPY_ALLOCATED, start, bytes, where, 0, 0);
}

__attribute__((noinline)) static void released(void *start) {
  VALGRIND_DO_CLIENT_REQUEST_STMT(_VG_USERREQ__MEMSPY_RELEASED, start, 0, 0, 0, 0);
}

__attribute__((noinline)) static void resizing(void *start) {
  VALGRIND_DO_CLIENT_REQUEST_STMT(_VG_USERREQ__MEMSPY_RESIZING, start, 0, 0, 0, 0);
}

__attribute__((noinline)) static void resized(void *start, UWord bytes) {
  VALGRIND_DO_CLIENT_REQUEST_STMT(_VG_USERREQ__MEMSPY_RESIZED, start, bytes, 0, 0, 0);
}

/* ---- a wrapper for each kind of function ---- */

/* A wrapper of `function` in objects whose soname matches `soname` (Z-encoded). It has the arguments arg1, arg2, arg3;
 * those that the function does not have are not looked at. */
#define UNUSED __attribute__((unused))
#define WRAP(type, soname, function, type1)                                                         \
  type I_WRAP_SONAME_FNNAME_ZU(soname, function)(type1 arg1, UWord arg2 UNUSED, UWord arg3 UNUSED); \
  type I_WRAP_SONAME_FNNAME_ZU(soname, function)(type1 arg1, UWord arg2 UNUSED, UWord arg3 UNUSED)

/* Calls the original with its n arguments. */
#define CALL(n) CALL_##n(original, (UWord)arg1, arg2, arg3)
#define CALL_1(original, a, b, c) spy_call_original(original, a, 0, 0)
#define CALL_2(original, a, b, c) spy_call_original(original, a, b, 0)
#define CALL_3(original, a, b, c) spy_call_original(original, a, b, c)

#define WRAP_RETURNING(soname, function, n, size) \
  WRAP(void *, soname, function, UWord) {         \
    const UWord original = spy_original();        \
    void *block = (void *)CALL(n);                \
    if (block) allocated(block, size);            \
    return block;                                 \
  }

#define WRAP_ALLOCATE(soname, function, n, bytes, count) WRAP_RETURNING(soname, function, n, (bytes) * (count))
#define WRAP_ALLOCATE_PAGES(soname, function, n, bytes, count) \
  WRAP_RETURNING(soname, function, n, spy_allocator_size(SPY_ALLOCATE_PAGES, bytes, count))

#define WRAP_STORE(soname, function, n, bytes, count)                       \
  WRAP(int, soname, function, void **) {                                    \
    const UWord original = spy_original();                                  \
    const int error = (int)CALL(n);                                         \
    if (error == 0 && *arg1) allocated_for(*arg1, (bytes) * (count), arg1); \
    return error;                                                           \
  }

/* Reported before as well, because the old block's memory may be another thread's when the original is back. */
#define WRAP_RESIZE(soname, function, n, bytes, count)            \
  WRAP(void *, soname, function, void *) {                        \
    const UWord original = spy_original();                        \
    if (arg1) resizing(arg1);                                     \
    void *block = (void *)CALL(n);                                \
    resized(block, spy_allocator_size(SPY_RESIZE, bytes, count)); \
    return block;                                                 \
  }

#define WRAP_RELEASE(soname, function, n, bytes, count) \
  WRAP(void, soname, function, void *) {                \
    const UWord original = spy_original();              \
    if (arg1) released(arg1);                           \
    CALL(n);                                            \
  }

/* ---- all of them ---- */

/* Z-encoded sonames: every object; the executable; allocators. */
#define EVERY Za
#define EXECUTABLE NONE
#define JEMALLOC libjemallocZa
#define TCMALLOC libtcmallocZa
#define MIMALLOC libmimallocZa

#define arg0 1
#define ALLOCATOR(symbol, kind, n, bytes, count) WRAP_##kind(EVERY, symbol, n, arg##bytes, arg##count)

/* libstdc++'s operators call malloc and free. Those of other allocators, and those that a program brings along, need
 * not. */
/* clang-format off */
#define OPERATOR(symbol, name, other, kind, n, bytes)  \
  WRAP_##kind(EXECUTABLE, symbol, n, arg##bytes, 1) \
  WRAP_##kind(JEMALLOC, symbol, n, arg##bytes, 1)   \
  WRAP_##kind(TCMALLOC, symbol, n, arg##bytes, 1)   \
  WRAP_##kind(MIMALLOC, symbol, n, arg##bytes, 1)
/* clang-format on */

#define PART(pattern)
#include "memspy/names/spy_allocators.def"
