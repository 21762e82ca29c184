/* coh_cache.c: fill and replacement under the policies.
 *
 * The rules of replacement
 * - A fill takes the lowest-numbered empty way of the set. If there is none, it takes the policy's victim: the least
 * recently used way; the way that was filled first (a refilled way counts anew); the way to which the bits of tree-PLRU
 * lead; or a random way, (next >> 32) * ways >> 32. Each cache has its own xorshift64* generator, which starts at x =
 * 0x9e3779b97f4a7c15. Only a random choice advances it: x ^= x >> 12; x ^= x << 25; x ^= x >> 27; next = x *
 * 0x2545f4914f6cdd1d.
 * - Tree-PLRU has a bit for each inner node of a binary tree over the ways (root: node 1, children 2n and 2n + 1). A
 * use of a way makes each node on its path point away from it (bit 1: the victim is in the upper half). So the bits
 * lead from the root to the victim. All bits start at 0. An invalidation changes no bit and no order.
 * - RRIP is static re-reference interval prediction with ages of 2 bits (Jaleel and others, "High performance cache
 * replacement using re-reference interval prediction", ISCA 2010, section 4.2: hit priority): a fill gives a line age 2,
 * and a later use age 0. The victim is the lowest-numbered way with age 3. If there is none, the ages of all ways of
 * the set increase by one until there is.
 * - The set is the line number modulo the number of sets. In a hashed cache with 2^n sets, it is (line ^ line >> n) mod
 * 2^n, so that lines at a distance of a power of two are in different sets. (Real last levels hash addresses: Maurice
 * and others, "Reverse engineering Intel last-level cache complex addressing using performance counters", RAID 2015.
 * Their functions differ; this one is a choice of this model.) Every fill and every hit is a use.
 *
 * Invariants: a tag occurs at most once in a cache, in the set of its line number; slots between ways and stride have a
 * tag that no search finds; no use or fill is newer than the clock; an order word is a permutation of 0..15 with the
 * ways first.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "coherence/coh_cache-inl.h"
#include "machine/mach_cpuid.h"
#include "plat/plat_array.h"

/* The tag of the slots that follow the ways of a set, and the key of this tag, which no other tag has. */
#define NO_WAY (COH_NO_LINE - 1)
#define NO_WAY_KEY 0xfffffffeu

void coh_cache_init(coh_cache *cache, const mach_geometry *geometry, mach_replacement replacement, bool clocked) {
  const uint64_t sets = geometry->size / geometry->line / geometry->ways;
  const uint32_t ways = geometry->ways;
  const uint32_t stride = ways == 1 ? 1 : (ways + COH_VECTOR - 1) / COH_VECTOR * COH_VECTOR;
  const uint64_t slots = sets * stride;
  *cache = (coh_cache){.ways = ways,
                       .stride = stride,
                       .set_mask = sets - 1,
                       .set_bits = (unsigned)__builtin_ctzll(sets),
                       .fold = 63,
                       .exact = (uint64_t)0xfffffffe << __builtin_ctzll(sets),
                       .replacement = replacement,
                       .wide = mach_cpuid_is_wide(),
                       .empty = sets * ways,
                       .random = 0x9e3779b97f4a7c15u,
                       .tags = plat_alloc_aligned(slots * sizeof *cache->tags),
                       .keys = plat_alloc_aligned(slots * sizeof *cache->keys),
                       .states = plat_alloc(slots)};
  for (uint64_t slot = 0; slot < slots; slot++) {
    cache->tags[slot] = slot % stride < ways ? COH_NO_LINE : NO_WAY;
    cache->keys[slot] = slot % stride < ways ? COH_NO_KEY : NO_WAY_KEY;
  }
  if (replacement == MACH_PLRU) {
    cache->tree_words = (ways + 63) / 64;
    cache->trees = plat_alloc(sets * cache->tree_words * sizeof *cache->trees);
  }
  if (replacement == MACH_LRU && ways <= 16 && !clocked) {
    cache->orders = plat_alloc_aligned(sets * sizeof *cache->orders);
    for (uint64_t set = 0; set < sets; set++) cache->orders[set] = 0xfedcba9876543210u;
  } else {
    cache->uses = plat_alloc_aligned(slots * sizeof *cache->uses);
  }
  if (replacement == MACH_FIFO) cache->fills = plat_alloc(slots * sizeof *cache->fills);
  if (replacement == MACH_RRIP) cache->ages = plat_alloc(slots * sizeof *cache->ages);
}

void coh_cache_hash(coh_cache *cache) { cache->fold = cache->set_bits; }

void coh_cache_clear(coh_cache *cache) {
  plat_free_aligned(cache->tags);
  plat_free_aligned(cache->keys);
  plat_free(cache->states);
  plat_free_aligned(cache->uses);
  plat_free(cache->fills);
  plat_free(cache->ages);
  plat_free_aligned(cache->orders);
  plat_free(cache->trees);
  *cache = (coh_cache){0};
}

static bool tree_bit(const uint64_t *tree, uint32_t node) { return tree[node / 64] >> node % 64 & 1; }

/* For tree-PLRU: points each node on the path to a way away from this way. Nodes are numbered from 1, so bit 0 is never
 * used and `ways` bits are enough. */
static void use_tree(uint64_t *tree, uint32_t ways, uint32_t way) {
  uint32_t node = 1;
  for (uint32_t half = ways / 2; half != 0; half /= 2) {
    const bool upper = way & half;
    const uint64_t bit = (uint64_t)1 << node % 64;
    if (upper)
      tree[node / 64] &= ~bit;
    else
      tree[node / 64] |= bit;
    node = 2 * node + upper;
  }
}

void coh_cache_policy_use(coh_cache *cache, uint64_t set, uint64_t slot) {
  if (cache->ages)
    cache->ages[slot] = 0;
  else if (cache->trees)
    use_tree(cache->trees + set * cache->tree_words, cache->ways, (uint32_t)(slot - set * cache->stride));
}

static uint32_t tree_victim(const uint64_t *tree, uint32_t ways) {
  uint32_t node = 1;
  while (node < ways) node = 2 * node + tree_bit(tree, node);
  return node - ways;
}

static uint64_t next_random(coh_cache *cache) {
  cache->random ^= cache->random >> 12;
  cache->random ^= cache->random << 25;
  cache->random ^= cache->random >> 27;
  return cache->random * 0x2545f4914f6cdd1du;
}

/* Returns the victim of a full set under RRIP. `ages` are the ages of its ways. */
static uint32_t rrip_victim(uint8_t *ages, uint32_t ways) {
  uint32_t victim = 0;
  for (uint32_t way = 1; way < ways; way++)
    if (ages[way] > ages[victim]) victim = way;
  const uint8_t step = (uint8_t)(COH_OLDEST_AGE - ages[victim]);
  for (uint32_t way = 0; way < ways; way++) ages[way] = (uint8_t)(ages[way] + step);
  return victim;
}

uint64_t coh_cache_policy_victim(coh_cache *cache, uint64_t set) {
  const uint64_t first = set * cache->stride;
  switch (cache->replacement) {
    case MACH_RANDOM: return first + ((next_random(cache) >> 32) * cache->ways >> 32);
    case MACH_PLRU: return first + tree_victim(cache->trees + set * cache->tree_words, cache->ways);
    case MACH_FIFO: return coh_oldest(cache->fills, first, cache->ways);
    case MACH_RRIP: return first + rrip_victim(&cache->ages[first], cache->ways);
    case MACH_LRU: break;
  }
  return coh_oldest(cache->uses, first, cache->ways);
}

bool coh_cache_use_is_noop(const coh_cache *cache, uint64_t set, uint64_t slot) {
  if (cache->replacement != MACH_PLRU) return true; /* because the filter records the use itself */
  const uint64_t way = slot - set * cache->stride;
  const uint64_t *tree = cache->trees + set * cache->tree_words;
  uint32_t node = 1;
  for (uint32_t half = cache->ways / 2; half != 0; half /= 2) {
    const bool upper = way & half;
    if (tree_bit(tree, node) == upper) return false;
    node = 2 * node + upper;
  }
  return true;
}
