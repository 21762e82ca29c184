/* spy_allocators.c: see spy_allocators.h. SPDX-License-Identifier: GPL-2.0-or-later */
#include "memspy/names/spy_allocators.h"

#include "memspy/names/spy_code.h"

#define ALLOCATOR(symbol, kind, n, bytes, count)
#define OPERATOR(symbol, name, other, kind, n, bytes)
#define OPERATORS_OF(object)
#define JUMP(pattern)
#define PART(pattern)

static const spy_allocator allocators[] = {
#undef ALLOCATOR
#undef OPERATOR
#define ALLOCATOR(symbol, kind, n, bytes, count) {#symbol, NULL, NULL, SPY_##kind, bytes, count},
#define OPERATOR(symbol, name, other, kind, n, bytes) {#symbol, "operator " name, "tc_" other, SPY_##kind, bytes, 0},
#include "memspy/names/spy_allocators.def"
#undef ALLOCATOR
#undef OPERATOR
#define ALLOCATOR(symbol, kind, n, bytes, count)
#define OPERATOR(symbol, name, other, kind, n, bytes)
};

static const HChar *const objects[] = {
#undef OPERATORS_OF
#define OPERATORS_OF(object) object,
#include "memspy/names/spy_allocators.def"
#undef OPERATORS_OF
#define OPERATORS_OF(object)
    NULL};

static const HChar *const jumps[] = {
#undef JUMP
#define JUMP(pattern) pattern,
#include "memspy/names/spy_allocators.def"
#undef JUMP
#define JUMP(pattern)
    NULL};

static const HChar *const parts[] = {
#undef PART
#define PART(pattern) pattern,
#include "memspy/names/spy_allocators.def"
    NULL};

enum { ALLOCATORS = sizeof allocators / sizeof allocators[0] };

static Bool is_among(const HChar *const *patterns, const HChar *name) {
  while (*patterns && !VG_(string_match)(*patterns, name)) patterns++;
  return *patterns != NULL;
}

/* ---- by address ---- */

/* Returns the index of a symbol's function in the table, or ALLOCATORS if there is none. */
static UInt number_of(const HChar *symbol) {
  UInt i = 0;
  while (i < ALLOCATORS && !VG_STREQ(allocators[i].symbol, symbol)) i++;
  return i;
}

const spy_allocator *spy_allocator_at(Addr address) {
  spy_symbol symbol;
  if (!spy_symbol_at(address, &symbol)) return NULL;
  UInt i = number_of(symbol.name);
  for (const HChar **other = symbol.others; i == ALLOCATORS && other && *other; other++) i = number_of(*other);
  if (i == ALLOCATORS || (allocators[i].name && !is_among(objects, symbol.object))) return NULL;
  return &allocators[i];
}

Bool spy_allocator_jumps_at(Addr address) {
  spy_symbol symbol;
  return spy_symbol_at(address, &symbol) && is_among(jumps, symbol.name);
}

Bool spy_allocator_is_watched(Addr address) { return spy_allocator_at(address) || spy_allocator_jumps_at(address); }

/* ---- by name ---- */

/* Returns a name without the prefixes of C libraries and tcmalloc. */
static const HChar *bare_name(const HChar *name) {
  static const HChar *const prefixes[] = {"__libc_", "__", "tc_"};
  for (UInt i = 0; i < sizeof prefixes / sizeof prefixes[0]; i++) {
    const SizeT n = VG_(strlen)(prefixes[i]);
    if (VG_STREQN(n, name, prefixes[i])) return name + n;
  }
  return name;
}

static Bool is_called(const spy_allocator *a, const HChar *name, const HChar *bare) {
  if (!a->name) return VG_STREQ(a->symbol, bare);
  return VG_STREQ(a->symbol, name) || VG_STREQ(a->name, name) || VG_STREQ(a->other, name);
}

/* Returns the function with a name of the core's debug information, or NULL if it is not an allocation function. */
static const spy_allocator *allocator_named(const HChar *name) {
  const HChar *bare = bare_name(name);
  for (UInt i = 0; i < ALLOCATORS; i++)
    if (is_called(&allocators[i], name, bare)) return &allocators[i];
  return NULL;
}

Bool spy_allocator_has_frame(const HChar *name) {
  const spy_allocator *a = allocator_named(name);
  return (a && a->kind != SPY_RELEASE) || is_among(parts, name);
}
