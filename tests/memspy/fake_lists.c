/* fake_lists.c: Valgrind's arrays, hash tables and pools (pub_tool_xarray.h, pub_tool_hashtable.h,
 * pub_tool_poolalloc.h), as far as the tested folders of memspy/ use them. Each addition to a small array moves it, so
 * that the use of an old pointer into it is noticed.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "memspy/core/spy_valgrind.h"
#include "tests/memspy/fake_core.h"
#include "tests/memspy/fake_libc.h"

/* ---- arrays ---- */

struct _XArray {
  UChar *bytes;
  Word n, room, size;
};

Word fake_longest_list;

XArray *VG_(newXA)(Alloc_Fn_t allocate, const HChar *cc, Free_Fn_t release, Word size) {
  (void)allocate, (void)cc, (void)release;
  XArray *array = fake_calloc(sizeof *array);
  array->size = size;
  return array;
}

static void make_room(XArray *array) {
  enum { SMALL = 64 };
  array->room = array->n < SMALL ? array->n + 1 : 2 * array->n;
  UChar *moved = fake_malloc((SizeT)(array->room * array->size));
  fake_copy(moved, array->bytes, (SizeT)(array->n * array->size));
  fake_free(array->bytes);
  array->bytes = moved;
}

Word VG_(addToXA)(XArray *array, const void *element) {
  if (array->n >= array->room) make_room(array);
  fake_copy(array->bytes + array->n * array->size, element, (SizeT)array->size);
  if (array->n >= fake_longest_list) fake_longest_list = array->n + 1;
  return array->n++;
}

Word VG_(sizeXA)(const XArray *array) { return array->n; }

void *VG_(indexXA)(const XArray *array, Word i) {
  tl_assert(i >= 0 && i < array->n);
  return array->bytes + i * array->size;
}

void VG_(dropTailXA)(XArray *array, Word n) {
  tl_assert(n >= 0 && n <= array->n);
  array->n -= n;
}

void VG_(removeIndexXA)(XArray *array, Word i) {
  tl_assert(i >= 0 && i < array->n);
  array->n--;
  fake_copy(array->bytes + i * array->size, array->bytes + (i + 1) * array->size,
            (SizeT)((array->n - i) * array->size));
}

/* ---- pools: each element is allocated separately, so that the use of a freed element is noticed ---- */

struct _PoolAlloc {
  SizeT size;
};

PoolAlloc *VG_(newPA)(UWord size, UWord n, Alloc_Fn_t allocate, const HChar *cc, Free_Fn_t release) {
  (void)n, (void)allocate, (void)cc, (void)release;
  PoolAlloc *pool = fake_calloc(sizeof *pool);
  pool->size = size;
  return pool;
}

void *VG_(allocEltPA)(PoolAlloc *pool) { return fake_malloc(pool->size); }

void VG_(freeEltPA)(PoolAlloc *pool, void *element) {
  (void)pool;
  fake_free(element);
}

/* ---- hash tables: one chain, the newest node first ---- */

struct _VgHashTable {
  VgHashNode *first, *next;
};

VgHashTable *VG_(HT_construct)(const HChar *name) {
  (void)name;
  return fake_calloc(sizeof(VgHashTable));
}

void VG_(HT_add_node)(VgHashTable *table, void *node) {
  ((VgHashNode *)node)->next = table->first;
  table->first = node;
}

static Bool is_wanted(const VgHashNode *node, const VgHashNode *wanted, HT_Cmp_t compare) {
  return node->key == wanted->key && compare(node, wanted) == 0;
}

void *VG_(HT_gen_lookup)(const VgHashTable *table, const void *wanted, HT_Cmp_t compare) {
  for (VgHashNode *node = table->first; node; node = node->next)
    if (is_wanted(node, wanted, compare)) return node;
  return NULL;
}

void *VG_(HT_gen_remove)(VgHashTable *table, const void *wanted, HT_Cmp_t compare) {
  for (VgHashNode **link = &table->first; *link; link = &(*link)->next) {
    VgHashNode *node = *link;
    if (!is_wanted(node, wanted, compare)) continue;
    *link = node->next;
    return node;
  }
  return NULL;
}

void VG_(HT_ResetIter)(VgHashTable *table) { table->next = table->first; }

void *VG_(HT_Next)(VgHashTable *table) {
  VgHashNode *node = table->next;
  if (node) table->next = node->next;
  return node;
}
