/* spy_preload.c: the library that the tool has loaded into the program: wraps the program's allocation
 * functions, and tells the tool of each block.
 *
 * Wrapped, not replaced: the program keeps its own allocator, with its addresses, padding and conflicts.
 * Functions are found by name in every object, so that allocators that are linked into the program or loaded
 * before libc are wrapped too. The tool does not record what these wrappers do.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <stddef.h>

#include "memspy/core/spy_platform.h"
#include "memspy/memspy.h"
#include "pub_tool_redir.h"

/* What the tool is told. Functions, so that a wrapper has a call in it: see spy_call_original(). */
__attribute__((noinline)) static void allocated(void *start, size_t bytes) {
  VALGRIND_DO_CLIENT_REQUEST_STMT(_VG_USERREQ__MEMSPY_ALLOCATED, start, bytes, 0, 0, 0);
}

/* The function that allocated it has stored its address there. */
__attribute__((noinline)) static void allocated_for(void *start, size_t bytes, void *where) {
  VALGRIND_DO_CLIENT_REQUEST_STMT(_VG_USERREQ__MEMSPY_ALLOCATED, start, bytes, where, 0, 0);
}

__attribute__((noinline)) static void released(void *start) {
  VALGRIND_DO_CLIENT_REQUEST_STMT(_VG_USERREQ__MEMSPY_RELEASED, start, 0, 0, 0, 0);
}

__attribute__((noinline)) static void resizing(void *start) {
  VALGRIND_DO_CLIENT_REQUEST_STMT(_VG_USERREQ__MEMSPY_RESIZING, start, 0, 0, 0, 0);
}

__attribute__((noinline)) static void resized(void *start, size_t bytes) {
  VALGRIND_DO_CLIENT_REQUEST_STMT(_VG_USERREQ__MEMSPY_RESIZED, start, bytes, 0, 0, 0);
}

#define CALL(original, a, b, c) spy_call_original((original), (UWord)(a), (UWord)(b), (UWord)(c))

/* A wrapper of `function` in objects whose soname matches `soname` (Z-encoded). */
#define WRAP(soname, function) I_WRAP_SONAME_FNNAME_ZU(soname, function)

/* Z-encoded sonames: every object; the executable; allocators whose operators do not call malloc. */
#define EVERY Za
#define EXECUTABLE NONE
#define JEMALLOC libjemallocZa
#define TCMALLOC libtcmallocZa
#define MIMALLOC libmimallocZa

/* ---- C ---- */

void *WRAP(EVERY, malloc)(size_t bytes);
void *WRAP(EVERY, malloc)(size_t bytes) {
  const UWord original = spy_original();
  void *block = (void *)CALL(original, bytes, 0, 0);
  if (block) allocated(block, bytes);
  return block;
}

void *WRAP(EVERY, valloc)(size_t bytes);
void *WRAP(EVERY, valloc)(size_t bytes) {
  const UWord original = spy_original();
  void *block = (void *)CALL(original, bytes, 0, 0);
  if (block) allocated(block, bytes);
  return block;
}

void *WRAP(EVERY, calloc)(size_t count, size_t each);
void *WRAP(EVERY, calloc)(size_t count, size_t each) {
  const UWord original = spy_original();
  void *block = (void *)CALL(original, count, each, 0);
  if (block) allocated(block, count * each);
  return block;
}

#define WRAP_ALIGNED(function)                                  \
  void *WRAP(EVERY, function)(size_t alignment, size_t bytes);  \
  void *WRAP(EVERY, function)(size_t alignment, size_t bytes) { \
    const UWord original = spy_original();                      \
    void *block = (void *)CALL(original, alignment, bytes, 0);  \
    if (block) allocated(block, bytes);                         \
    return block;                                               \
  }

WRAP_ALIGNED(memalign)
WRAP_ALIGNED(aligned_alloc)

int WRAP(EVERY, posix_memalign)(void **block, size_t alignment, size_t bytes);
int WRAP(EVERY, posix_memalign)(void **block, size_t alignment, size_t bytes) {
  const UWord original = spy_original();
  const int error = (int)CALL(original, block, alignment, bytes);
  if (error == 0 && *block) allocated_for(*block, bytes, block);
  return error;
}

/* Resizing: the tool is told before, because the old block's memory may be another thread's when the original
 * function is back. */
void *WRAP(EVERY, realloc)(void *old, size_t bytes);
void *WRAP(EVERY, realloc)(void *old, size_t bytes) {
  const UWord original = spy_original();
  if (old) resizing(old);
  void *block = (void *)CALL(original, old, bytes, 0);
  resized(block, bytes);
  return block;
}

void *WRAP(EVERY, reallocarray)(void *old, size_t count, size_t each);
void *WRAP(EVERY, reallocarray)(void *old, size_t count, size_t each) {
  const UWord original = spy_original();
  if (old) resizing(old);
  void *block = (void *)CALL(original, old, count, each);
  /* A product that overflows fails, and must not look like a size of 0, which releases. */
  resized(block, block || count == 0 || each == 0 ? count * each : 1);
  return block;
}

void WRAP(EVERY, free)(void *block);
void WRAP(EVERY, free)(void *block) {
  const UWord original = spy_original();
  if (block) released(block);
  CALL(original, block, 0, 0);
}

void WRAP(EVERY, cfree)(void *block);
void WRAP(EVERY, cfree)(void *block) {
  const UWord original = spy_original();
  if (block) released(block);
  CALL(original, block, 0, 0);
}

/* ---- C++ ----
 * libstdc++'s operators call malloc and free, which are wrapped. Those of other allocators, and those that a
 * program brings along, need not. */

#define WRAP_NEW1(soname, function)                    \
  void *WRAP(soname, function)(size_t bytes);          \
  void *WRAP(soname, function)(size_t bytes) {         \
    const UWord original = spy_original();             \
    void *block = (void *)CALL(original, bytes, 0, 0); \
    if (block) allocated(block, bytes);                \
    return block;                                      \
  }

#define WRAP_NEW2(soname, function)                     \
  void *WRAP(soname, function)(size_t bytes, void *a);  \
  void *WRAP(soname, function)(size_t bytes, void *a) { \
    const UWord original = spy_original();              \
    void *block = (void *)CALL(original, bytes, a, 0);  \
    if (block) allocated(block, bytes);                 \
    return block;                                       \
  }

#define WRAP_NEW3(soname, function)                              \
  void *WRAP(soname, function)(size_t bytes, void *a, void *b);  \
  void *WRAP(soname, function)(size_t bytes, void *a, void *b) { \
    const UWord original = spy_original();                       \
    void *block = (void *)CALL(original, bytes, a, b);           \
    if (block) allocated(block, bytes);                          \
    return block;                                                \
  }

/* All forms of delete: the block comes first, and what follows is passed on. */
#define WRAP_DELETE(soname, function)                          \
  void WRAP(soname, function)(void *block, void *a, void *b);  \
  void WRAP(soname, function)(void *block, void *a, void *b) { \
    const UWord original = spy_original();                     \
    if (block) released(block);                                \
    CALL(original, block, a, b);                               \
  }

/* size; size, nothrow; size, alignment; size, alignment, nothrow. */
#define WRAP_OPERATORS(soname)                             \
  WRAP_NEW1(soname, _Znwm)                                 \
  WRAP_NEW1(soname, _Znam)                                 \
  WRAP_NEW2(soname, _ZnwmRKSt9nothrow_t)                   \
  WRAP_NEW2(soname, _ZnamRKSt9nothrow_t)                   \
  WRAP_NEW2(soname, _ZnwmSt11align_val_t)                  \
  WRAP_NEW2(soname, _ZnamSt11align_val_t)                  \
  WRAP_NEW3(soname, _ZnwmSt11align_val_tRKSt9nothrow_t)    \
  WRAP_NEW3(soname, _ZnamSt11align_val_tRKSt9nothrow_t)    \
  WRAP_DELETE(soname, _ZdlPv)                              \
  WRAP_DELETE(soname, _ZdaPv)                              \
  WRAP_DELETE(soname, _ZdlPvm)                             \
  WRAP_DELETE(soname, _ZdaPvm)                             \
  WRAP_DELETE(soname, _ZdlPvRKSt9nothrow_t)                \
  WRAP_DELETE(soname, _ZdaPvRKSt9nothrow_t)                \
  WRAP_DELETE(soname, _ZdlPvSt11align_val_t)               \
  WRAP_DELETE(soname, _ZdaPvSt11align_val_t)               \
  WRAP_DELETE(soname, _ZdlPvmSt11align_val_t)              \
  WRAP_DELETE(soname, _ZdaPvmSt11align_val_t)              \
  WRAP_DELETE(soname, _ZdlPvSt11align_val_tRKSt9nothrow_t) \
  WRAP_DELETE(soname, _ZdaPvSt11align_val_tRKSt9nothrow_t)

WRAP_OPERATORS(EXECUTABLE)
WRAP_OPERATORS(JEMALLOC)
WRAP_OPERATORS(TCMALLOC)
WRAP_OPERATORS(MIMALLOC)
