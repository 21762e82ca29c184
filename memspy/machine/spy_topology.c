/* spy_topology.c: see spy_topology.h. SPDX-License-Identifier: GPL-2.0-or-later */
#include "memspy/machine/spy_topology.h"

#include "memspy/setup/spy_options.h"
#include "memspy/setup/spy_state.h"

static const mach_config *machine(void) { return &spy_options_get()->machine; }

static ULong first_bits(UInt n) { return n < 64 ? (1ULL << n) - 1 : ~0ULL; }

Bool spy_machine_is_visible(void) { return spy_options_get()->machine_visible && spy_is_exact(); }

UInt spy_processors_seen(void) { return machine()->processors; }

UInt spy_nodes_seen(void) { return machine()->nodes > 1 ? machine()->nodes : 1; }

ULong spy_all_processors(void) { return first_bits(spy_processors_seen()); }

ULong spy_all_nodes(void) { return first_bits(spy_nodes_seen()); }

UInt spy_node_of(UInt processor) { return mach_node_of(machine(), processor); }

ULong spy_processors_of(UInt node) {
  ULong set = 0;
  for (UInt i = 0; i < spy_processors_seen(); i++)
    if (spy_node_of(i) == node) set |= 1ULL << i;
  return set;
}

UInt spy_core_of(UInt processor) {
  return (UInt)__builtin_popcountll(spy_processors_of(spy_node_of(processor)) & first_bits(processor));
}

/* Returns a distance as firmware reports it: 10 (OWN) for the own node, more for other nodes, and 255 for unreachable
 * nodes. */
UInt spy_distance(UInt from, UInt to) {
  enum { OWN = 10, NEAREST = 11, FARTHEST = 254 };
  if (from == to) return OWN;
  const ULong own = machine()->memory_latency ? machine()->memory_latency : 1;
  const ULong distance = OWN * (ULong)machine()->remote_latency / own;
  return distance < NEAREST ? NEAREST : distance > FARTHEST ? FARTHEST : (UInt)distance;
}

UInt spy_core_bits(void) {
  UInt bits = 0;
  for (UInt i = 0; i < spy_processors_seen(); i++)
    while (spy_core_of(i) >> bits) bits++;
  return bits;
}

UInt spy_apic_id(UInt processor) { return spy_node_of(processor) << spy_core_bits() | spy_core_of(processor); }

/* ---- caches ---- */

static const mach_geometry *code_cache(void) {
  const mach_geometry *asked = &spy_options_get()->fetches.geometry;
  return asked->size != 0 ? asked : &machine()->i1;
}

static void add_cache(spy_seen_cache *caches, UInt *n, const mach_geometry *geometry, spy_seen_cache kind) {
  if (geometry->size == 0) return;
  kind.ways = geometry->ways;
  kind.line = geometry->line;
  kind.sets = geometry->size / ((ULong)geometry->ways * geometry->line);
  caches[(*n)++] = kind;
}

UInt spy_caches_seen(spy_seen_cache caches[SPY_SEEN_CACHES]) {
  UInt n = 0;
  add_cache(caches, &n, &machine()->d1, (spy_seen_cache){.level = 1, .type = SPY_SEEN_DATA});
  add_cache(caches, &n, code_cache(), (spy_seen_cache){.level = 1, .type = SPY_SEEN_CODE});
  add_cache(caches, &n, &machine()->l2, (spy_seen_cache){.level = 2, .type = SPY_SEEN_UNIFIED});
  add_cache(caches, &n, &machine()->ll, (spy_seen_cache){.level = 3, .type = SPY_SEEN_UNIFIED, .is_shared = True});
  return n;
}

Bool spy_cache_seen(UInt level, spy_cache_type type, spy_seen_cache *cache) {
  spy_seen_cache caches[SPY_SEEN_CACHES];
  const UInt n = spy_caches_seen(caches);
  for (UInt i = 0; i < n; i++) {
    if (caches[i].level != level || caches[i].type != type) continue;
    *cache = caches[i];
    return True;
  }
  return False;
}

/* ---- sets as text ---- */

void spy_append_list(XArray *text, ULong set) {
  const HChar *comma = "";
  for (UInt i = 0; i < 64; i++) {
    if (!(set >> i & 1)) continue;
    UInt last = i;
    while (last + 1 < 64 && set >> (last + 1) & 1) last++;
    VG_(xaprintf)(text, last == i ? "%s%u" : "%s%u-%u", comma, i, last);
    comma = ",";
    i = last;
  }
}

/* Appends a digit for each four bits, and a comma before each 32 bits. */
void spy_append_mask(XArray *text, ULong set, UInt bits) {
  enum { OF_DIGIT = 4, OF_WORD = 32 };
  for (UInt left = (bits + OF_DIGIT - 1) / OF_DIGIT * OF_DIGIT; left != 0; left -= OF_DIGIT) {
    if (left == OF_WORD && bits > OF_WORD) VG_(xaprintf)(text, ",");
    VG_(xaprintf)(text, "%x", (UInt)(set >> (left - OF_DIGIT) & 15));
  }
}
