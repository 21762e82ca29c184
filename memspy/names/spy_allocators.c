/* spy_allocators.c: see spy_allocators.h.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "memspy/names/spy_allocators.h"

#include "memspy/names/spy_layout.h"

static const spy_allocator allocators[] = {
#define ALLOCATOR(symbol, kind, n, bytes, count) {#symbol, NULL, NULL, SPY_##kind, bytes, count},
#define OPERATOR(symbol, name, other, kind, n, bytes) {#symbol, "operator " name, "tc_" other, SPY_##kind, bytes, 0},
#define PART(pattern)
#include "memspy/names/spy_allocators.def"
#undef ALLOCATOR
#undef OPERATOR
#undef PART
};

static const HChar *const parts[] = {
#define ALLOCATOR(symbol, kind, n, bytes, count)
#define OPERATOR(symbol, name, other, kind, n, bytes)
#define PART(pattern) pattern,
#include "memspy/names/spy_allocators.def"
#undef ALLOCATOR
#undef OPERATOR
#undef PART
};

enum { ALLOCATORS = sizeof allocators / sizeof allocators[0], PARTS = sizeof parts / sizeof parts[0] };

/* The name without what C libraries and tcmalloc put before it, where a function has several names. */
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

const spy_allocator *spy_allocator_named(const HChar *name) {
  const HChar *bare = bare_name(name);
  for (UInt i = 0; i < ALLOCATORS; i++)
    if (is_called(&allocators[i], name, bare)) return &allocators[i];
  return NULL;
}

const spy_allocator *spy_allocator_at(Addr address) {
  const HChar *name;
  return spy_layout_entry(address, &name) ? spy_allocator_named(name) : NULL;
}

Bool spy_allocator_has_frame(const HChar *name) {
  const spy_allocator *a = spy_allocator_named(name);
  if (a && a->kind != SPY_RELEASE) return True;
  for (UInt i = 0; i < PARTS; i++)
    if (VG_(string_match)(parts[i], name)) return True;
  return False;
}
