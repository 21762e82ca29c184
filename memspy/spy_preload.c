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

#include "memspy/memspy.h"
#include "pub_tool_basics.h"
#include "pub_tool_redir.h"

#define ALLOCATED(start, bytes) \
  VALGRIND_DO_CLIENT_REQUEST_STMT(_VG_USERREQ__MEMSPY_ALLOCATED, (start), (bytes), 0, 0, 0)
#define RELEASED(start) VALGRIND_DO_CLIENT_REQUEST_STMT(_VG_USERREQ__MEMSPY_RELEASED, (start), 0, 0, 0, 0)
#define RESIZING(start) VALGRIND_DO_CLIENT_REQUEST_STMT(_VG_USERREQ__MEMSPY_RESIZING, (start), 0, 0, 0, 0)
#define RESIZED(start, bytes) \
  VALGRIND_DO_CLIENT_REQUEST_STMT(_VG_USERREQ__MEMSPY_RESIZED, (start), (bytes), 0, 0, 0)

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
  OrigFn original;
  void *block;
  VALGRIND_GET_ORIG_FN(original);
  CALL_FN_W_W(block, original, bytes);
  if (block) ALLOCATED(block, bytes);
  return block;
}

void *WRAP(EVERY, valloc)(size_t bytes);
void *WRAP(EVERY, valloc)(size_t bytes) {
  OrigFn original;
  void *block;
  VALGRIND_GET_ORIG_FN(original);
  CALL_FN_W_W(block, original, bytes);
  if (block) ALLOCATED(block, bytes);
  return block;
}

void *WRAP(EVERY, calloc)(size_t count, size_t each);
void *WRAP(EVERY, calloc)(size_t count, size_t each) {
  OrigFn original;
  void *block;
  VALGRIND_GET_ORIG_FN(original);
  CALL_FN_W_WW(block, original, count, each);
  if (block) ALLOCATED(block, count * each);
  return block;
}

#define WRAP_ALIGNED(function)                                          \
  void *WRAP(EVERY, function)(size_t alignment, size_t bytes);          \
  void *WRAP(EVERY, function)(size_t alignment, size_t bytes) {         \
    OrigFn original;                                                    \
    void *block;                                                        \
    VALGRIND_GET_ORIG_FN(original);                                     \
    CALL_FN_W_WW(block, original, alignment, bytes);                    \
    if (block) ALLOCATED(block, bytes);                                 \
    return block;                                                       \
  }

WRAP_ALIGNED(memalign)
WRAP_ALIGNED(aligned_alloc)

int WRAP(EVERY, posix_memalign)(void **block, size_t alignment, size_t bytes);
int WRAP(EVERY, posix_memalign)(void **block, size_t alignment, size_t bytes) {
  OrigFn original;
  int error;
  VALGRIND_GET_ORIG_FN(original);
  CALL_FN_W_WWW(error, original, block, alignment, bytes);
  if (error == 0 && *block) ALLOCATED(*block, bytes);
  return error;
}

/* Resizing: the tool is told before, because the old block's memory may be another thread's when the original
 * function is back. */
void *WRAP(EVERY, realloc)(void *old, size_t bytes);
void *WRAP(EVERY, realloc)(void *old, size_t bytes) {
  OrigFn original;
  void *block;
  VALGRIND_GET_ORIG_FN(original);
  if (old) RESIZING(old);
  CALL_FN_W_WW(block, original, old, bytes);
  RESIZED(block, bytes);
  return block;
}

void *WRAP(EVERY, reallocarray)(void *old, size_t count, size_t each);
void *WRAP(EVERY, reallocarray)(void *old, size_t count, size_t each) {
  OrigFn original;
  void *block;
  VALGRIND_GET_ORIG_FN(original);
  if (old) RESIZING(old);
  CALL_FN_W_WWW(block, original, old, count, each);
  /* A product that overflows fails, and must not look like a size of 0, which releases. */
  RESIZED(block, block || count == 0 || each == 0 ? count * each : 1);
  return block;
}

void WRAP(EVERY, free)(void *block);
void WRAP(EVERY, free)(void *block) {
  OrigFn original;
  VALGRIND_GET_ORIG_FN(original);
  if (block) RELEASED(block);
  CALL_FN_v_W(original, block);
}

void WRAP(EVERY, cfree)(void *block);
void WRAP(EVERY, cfree)(void *block) {
  OrigFn original;
  VALGRIND_GET_ORIG_FN(original);
  if (block) RELEASED(block);
  CALL_FN_v_W(original, block);
}

/* ---- C++ ----
 * libstdc++'s operators call malloc and free, which are wrapped. Those of other allocators, and those that a
 * program brings along, need not. */

#define WRAP_NEW1(soname, function)                 \
  void *WRAP(soname, function)(size_t bytes);       \
  void *WRAP(soname, function)(size_t bytes) {      \
    OrigFn original;                                \
    void *block;                                    \
    VALGRIND_GET_ORIG_FN(original);                 \
    CALL_FN_W_W(block, original, bytes);            \
    if (block) ALLOCATED(block, bytes);             \
    return block;                                   \
  }

#define WRAP_NEW2(soname, function)                         \
  void *WRAP(soname, function)(size_t bytes, void *a);      \
  void *WRAP(soname, function)(size_t bytes, void *a) {     \
    OrigFn original;                                        \
    void *block;                                            \
    VALGRIND_GET_ORIG_FN(original);                         \
    CALL_FN_W_WW(block, original, bytes, a);                \
    if (block) ALLOCATED(block, bytes);                     \
    return block;                                           \
  }

#define WRAP_NEW3(soname, function)                                  \
  void *WRAP(soname, function)(size_t bytes, void *a, void *b);      \
  void *WRAP(soname, function)(size_t bytes, void *a, void *b) {     \
    OrigFn original;                                                 \
    void *block;                                                     \
    VALGRIND_GET_ORIG_FN(original);                                  \
    CALL_FN_W_WWW(block, original, bytes, a, b);                     \
    if (block) ALLOCATED(block, bytes);                              \
    return block;                                                    \
  }

/* All forms of delete: the block comes first, and what follows is passed on. */
#define WRAP_DELETE(soname, function)                                  \
  void WRAP(soname, function)(void *block, void *a, void *b);          \
  void WRAP(soname, function)(void *block, void *a, void *b) {         \
    OrigFn original;                                                   \
    void *ignored;                                                     \
    VALGRIND_GET_ORIG_FN(original);                                    \
    if (block) RELEASED(block);                                        \
    CALL_FN_W_WWW(ignored, original, block, a, b);                     \
    (void)ignored;                                                     \
  }

/* size; size, nothrow; size, alignment; size, alignment, nothrow. */
#define WRAP_OPERATORS(soname)                              \
  WRAP_NEW1(soname, _Znwm)                                  \
  WRAP_NEW1(soname, _Znam)                                  \
  WRAP_NEW2(soname, _ZnwmRKSt9nothrow_t)                    \
  WRAP_NEW2(soname, _ZnamRKSt9nothrow_t)                    \
  WRAP_NEW2(soname, _ZnwmSt11align_val_t)                   \
  WRAP_NEW2(soname, _ZnamSt11align_val_t)                   \
  WRAP_NEW3(soname, _ZnwmSt11align_val_tRKSt9nothrow_t)     \
  WRAP_NEW3(soname, _ZnamSt11align_val_tRKSt9nothrow_t)     \
  WRAP_DELETE(soname, _ZdlPv)                               \
  WRAP_DELETE(soname, _ZdaPv)                               \
  WRAP_DELETE(soname, _ZdlPvm)                              \
  WRAP_DELETE(soname, _ZdaPvm)                              \
  WRAP_DELETE(soname, _ZdlPvRKSt9nothrow_t)                 \
  WRAP_DELETE(soname, _ZdaPvRKSt9nothrow_t)                 \
  WRAP_DELETE(soname, _ZdlPvSt11align_val_t)                \
  WRAP_DELETE(soname, _ZdaPvSt11align_val_t)                \
  WRAP_DELETE(soname, _ZdlPvmSt11align_val_t)               \
  WRAP_DELETE(soname, _ZdaPvmSt11align_val_t)               \
  WRAP_DELETE(soname, _ZdlPvSt11align_val_tRKSt9nothrow_t)  \
  WRAP_DELETE(soname, _ZdaPvSt11align_val_tRKSt9nothrow_t)

WRAP_OPERATORS(EXECUTABLE)
WRAP_OPERATORS(JEMALLOC)
WRAP_OPERATORS(TCMALLOC)
WRAP_OPERATORS(MIMALLOC)
