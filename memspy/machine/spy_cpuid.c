/* spy_cpuid.c: see spy_cpuid.h. SPDX-License-Identifier: GPL-2.0-or-later */
#include "memspy/machine/spy_cpuid.h"

#include "machine/mach_cpuid.h"
#include "memspy/machine/spy_topology.h"

enum { INTEL = 0x756e6547, AMD = 0x68747541 }; /* "Genu", "Auth": leaf 0, register b */

typedef void cpuid_function(spy_guest *guest, HWord first, HWord second, HWord third);

static spy_cpuid_helper known;

void spy_cpuid_note(const spy_cpuid_helper *helper) { known = *helper; }

static spy_cpuid_words run(const spy_cpuid_helper *helper, spy_guest *guest, UInt leaf, UInt subleaf) {
  const HWord *const a = helper->arguments;
  spy_cpuid_set(guest, (spy_cpuid_words){leaf, 0, subleaf, 0});
  ((cpuid_function *)helper->function)(guest, a[0], a[1], a[2]);
  return spy_cpuid_get(guest);
}

/* ---- caches ---- */

static UInt lowest_bits(UInt n) { return (1u << n) - 1; }

/* Returns a cache in the form of leaves 4 and 0x8000001d. The field of ways has ten bits: for a cache with more ways,
 * only the size is correct. */
static spy_cpuid_words cache_words(const spy_seen_cache *cache) {
  enum { MOST_WAYS = 1024 };
  const Bool fits = cache->ways <= MOST_WAYS;
  const UInt ways = fits ? cache->ways : 1;
  const ULong sets = fits ? cache->sets : cache->sets * cache->ways;
  const UInt sharers = cache->is_shared ? lowest_bits(spy_core_bits()) : 0;
  return (spy_cpuid_words){.a = cache->type | cache->level << 5 | 1u << 8 | (UInt)(cache->sets == 1) << 9 |
                                sharers << 14,
                           .b = (ways - 1) << 22 | (cache->line - 1),
                           .c = (UInt)(sets - 1)};
}

static void list_cache(UInt index, UInt cores, spy_cpuid_words *words) {
  spy_seen_cache caches[SPY_SEEN_CACHES];
  const UInt n = spy_caches_seen(caches);
  *words = index < n ? cache_words(&caches[index]) : (spy_cpuid_words){0};
  if (index < n) words->a |= cores << 26;
}

static UInt limited(ULong value, UInt most) { return value < most ? (UInt)value : most; }

/* Returns a first-level cache in AMD's older form: kilobytes, ways (255: fully associative), lines per tag, bytes of a
 * line. */
static UInt first_level_word(spy_cache_type type) {
  spy_seen_cache cache;
  if (!spy_cache_seen(1, type, &cache)) return 0;
  const UInt ways = cache.sets == 1 ? 255 : limited(cache.ways, 254);
  return limited(spy_cache_bytes(&cache) >> 10, 255) << 24 | ways << 16 | 1u << 8 | limited(cache.line, 255);
}

/* Returns the code of the smallest number of ways that is at least `ways`. */
static UInt code_of_ways(UInt ways) {
  static const struct {
    UShort ways, code;
  } codes[] = {{1, 1}, {2, 2}, {4, 4}, {8, 6}, {16, 8}, {32, 10}, {48, 11}, {64, 12}, {96, 13}, {128, 14}};
  UInt code = 15; /* fully associative */
  for (UInt i = sizeof codes / sizeof codes[0]; i-- > 0;)
    if (ways <= codes[i].ways) code = codes[i].code;
  return code;
}

/* Returns an outer level in AMD's older form. `unit` is the unit of the size in bytes, and `shift` is the position of
 * the size. */
static UInt outer_level_word(UInt level, UInt unit, UInt shift) {
  spy_seen_cache cache;
  if (!spy_cache_seen(level, SPY_SEEN_UNIFIED, &cache)) return 0;
  const UInt ways = cache.sets == 1 ? 15 : code_of_ways(cache.ways);
  const UInt size = limited(spy_cache_bytes(&cache) / unit, lowest_bits(32 - shift));
  return size << shift | ways << 12 | 1u << 8 | limited(cache.line, 255);
}

static UInt l2_word(void) { return outer_level_word(2, 1024, 16); }

/* ---- leaves ---- */

/* Sets bits 8 to 15 to the line size of clflush, in units of 8 bytes. The bits above are the count of the node's APIC
 * ids, and the processor's own APIC id. */
static void set_identity(UInt processor, spy_cpuid_words *words) {
  spy_seen_cache first;
  spy_cache_seen(1, SPY_SEEN_DATA, &first);
  words->b = (words->b & 0xff) | (first.line / 8) << 8 | (1u << spy_core_bits()) << 16 |
             (spy_apic_id(processor) & 0xff) << 24;
}

/* Sets the descriptors of the TLBs and the prefetch of the newest processor that Valgrind presents. Descriptor 0xff
 * means that leaf 4 lists the caches. */
static void set_descriptors(spy_cpuid_words *words) {
  *words = (spy_cpuid_words){.a = 0x76036301, .b = 0x00f0b6ff, .d = 0x00c10000};
}

/* Level 0 is a thread in its core; level 1 is a core in its node. */
static void set_level(UInt level, UInt processor, spy_cpuid_words *words) {
  enum { THREADS = 1, CORES = 2 };
  words->a = level == 1 ? spy_core_bits() : 0;
  words->b = level == 0 ? 1 : level == 1 ? (UInt)__builtin_popcountll(spy_processors_of(spy_node_of(processor))) : 0;
  words->c = (level & 0xff) | (level == 0 ? THREADS : level == 1 ? CORES : 0) << 8;
  words->d = spy_apic_id(processor);
}

static void describe_intel(UInt leaf, UInt subleaf, UInt processor, spy_cpuid_words *words) {
  switch (leaf) {
    case 1: set_identity(processor, words); break;
    case 2: set_descriptors(words); break;
    case 4: list_cache(subleaf, lowest_bits(spy_core_bits()), words); break;
    case 0xb:
    case 0x1f: set_level(subleaf, processor, words); break;
    case 0x80000006: words->c = l2_word(); break;
    default: break;
  }
}

static void describe_amd(UInt leaf, UInt subleaf, UInt processor, spy_cpuid_words *words) {
  const UInt cores = (UInt)__builtin_popcountll(spy_processors_of(spy_node_of(processor)));
  switch (leaf) {
    case 1: set_identity(processor, words); break;
    case 0xb: set_level(subleaf, processor, words); break;
    case 0x80000005:
      words->c = first_level_word(SPY_SEEN_DATA);
      words->d = first_level_word(SPY_SEEN_CODE);
      break;
    case 0x80000006:
      words->c = l2_word();
      words->d = outer_level_word(3, 512 * 1024, 18);
      break;
    case 0x80000008: words->c = spy_core_bits() << 12 | (cores - 1); break;
    case 0x8000001d: list_cache(subleaf, 0, words); break;
    case 0x8000001e:
      *words = (spy_cpuid_words){spy_apic_id(processor), spy_core_of(processor), spy_node_of(processor), 0};
      break;
    default: break;
  }
}

/* VEX always reports rdtscp, but implements it only on hosts that have it. Go programs use it if it is reported. */
static void hide_rdtscp(UInt leaf, spy_cpuid_words *words) {
  if (leaf == 0x80000001 && !mach_cpuid_has_rdtscp()) words->d &= ~(1u << 27);
}

/* VEX answers for a leaf that the presented processor does not have. */
void spy_cpuid_execute(const spy_cpuid_helper *helper, spy_guest *guest, UInt processor) {
  const spy_cpuid_words asked = spy_cpuid_get(guest);
  const UInt leaf = asked.a, subleaf = asked.c;
  const spy_cpuid_words limit = run(helper, guest, leaf & 0x80000000, 0);
  const UInt vendor = run(helper, guest, 0, 0).b;
  spy_cpuid_words words = run(helper, guest, leaf, subleaf);
  hide_rdtscp(leaf, &words);
  const Bool is_machine = spy_machine_is_visible() && leaf <= limit.a;
  if (is_machine && vendor == INTEL) describe_intel(leaf, subleaf, processor, &words);
  if (is_machine && vendor == AMD) describe_amd(leaf, subleaf, processor, &words);
  spy_cpuid_set(guest, words);
}

Bool spy_cpuid_ask(UInt leaf, UInt subleaf, UInt processor, spy_cpuid_words *words) {
  static spy_guest guest; /* only its registers are used */
  if (known.function == 0) return False;
  spy_cpuid_set(&guest, (spy_cpuid_words){leaf, 0, subleaf, 0});
  spy_cpuid_execute(&known, &guest, processor);
  *words = spy_cpuid_get(&guest);
  return True;
}
