/* sweep_lru_group.c: see sweep_lru_group.h.
 *
 * Each use of a line advances the clock of the line's set. The new clock becomes the stamp of the line in the caches
 * that see the use. So the stamps of a cache are in the order of its uses, and the cache replaces the line with the
 * lowest stamp. At the end of the clock's range, the stamps of a set are replaced by small numbers in the same order.
 *
 * Choice of victims: usually, all caches replace the same line, which is the line with the lowest `least`. Otherwise,
 * the stamps of all lines are compared, for eight caches at once. Before this comparison, the common stamp of each
 * stale line is written to the line's stamp for each cache (settle()).
 *
 * Invariants: a line occurs at most once in its set, and is in at least one cache; the stamps of a cache differ and are
 * before the clock; no two lines have a stamp or a `least` in common.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "sweep/sweep_lru_group.h"

#include "coherence/coh_cache-inl.h"
#include "coherence/coh_memory.h"
#include "plat/plat_array.h"

enum {
  FIRST_ROOM = 16,
  FEW = 3,      /* number of lines that are tested as the common victim before all stamps are compared */
  UNALIKE = 15, /* number of replacements without such a test after a test that failed */
  AHEAD = 1024  /* maximum number of bytes of a set that are prefetched */
};

#define FIRST_STAMP INT16_MIN

/* ---- arrays of a set --------------------------------------------------------------------------------------------- */

/* Size of the data of a line in a set in bytes, without its stamps. */
#define BYTES_OF_LINE (sizeof(sweep_lru_group_line) + sizeof(uint32_t) + sizeof(int16_t))

static inline uint32_t *set_keys(const sweep_lru_group_set *s) { return (uint32_t *)(void *)(s->lines + s->room); }
static inline int16_t *set_least(const sweep_lru_group_set *s) { return (int16_t *)(void *)(set_keys(s) + s->room); }
static inline int16_t *set_stamps(const sweep_lru_group_set *s) { return set_least(s) + s->room; }

/* ---- stamps of eight caches -------------------------------------------------------------------------------------- */

static __m128i load(const int16_t *stamps) { return _mm_load_si128((const __m128i *)(const void *)stamps); }
static void store(int16_t *stamps, __m128i lanes) { _mm_store_si128((__m128i *)(void *)stamps, lanes); }

/* Returns a vector whose lanes are all ones for the caches in `bits`, and zero for other caches. */
static __m128i lanes_of(uint32_t bits) {
  const __m128i each = _mm_set_epi16(128, 64, 32, 16, 8, 4, 2, 1);
  return _mm_cmpeq_epi16(_mm_and_si128(_mm_set1_epi16((int16_t)(bits & 255)), each), each);
}

/* Returns the lanes of b where the lanes of `which` are all ones, and the lanes of a elsewhere. */
static __m128i choose(__m128i which, __m128i a, __m128i b) {
  return _mm_or_si128(_mm_and_si128(which, b), _mm_andnot_si128(which, a));
}

/* ---- sets -------------------------------------------------------------------------------------------------------- */

void sweep_lru_group_init(sweep_lru_group *twins, uint64_t sets, const uint32_t *ways, unsigned n) {
  plat_assert(n >= 1 && n <= SWEEP_LRU_GROUP_MOST);
  const uint32_t stride = (n + SWEEP_LRU_GROUP_LANES - 1) / SWEEP_LRU_GROUP_LANES * SWEEP_LRU_GROUP_LANES;
  *twins = (sweep_lru_group){.set_mask = sets - 1,
                             .set_bits = (unsigned)__builtin_ctzll(sets),
                             .n = n,
                             .stride = stride,
                             .held = plat_alloc(sets * stride * sizeof *twins->held),
                             .sets = plat_alloc(sets * sizeof *twins->sets),
                             .newest = plat_alloc(sets * sizeof *twins->newest)};
  uint32_t all = 0;
  for (unsigned i = 0; i < n; i++) all += twins->ways[i] = ways[i];
  plat_assert(all <= SWEEP_LRU_GROUP_MOST_WAYS);
  for (uint64_t set = 0; set < sets; set++) {
    twins->sets[set].clock = FIRST_STAMP;
    twins->newest[set].line = COH_NO_LINE;
  }
}

void sweep_lru_group_clear(sweep_lru_group *twins) {
  for (uint64_t set = 0; twins->sets && set <= twins->set_mask; set++) plat_free_aligned(twins->sets[set].lines);
  plat_free(twins->sets);
  plat_free(twins->held);
  plat_free(twins->newest);
  *twins = (sweep_lru_group){0};
}

/* Copies line `from` of a set to line `to` of another or the same set. */
static void move(sweep_lru_group_set *s, uint32_t to, const sweep_lru_group_set *other, uint32_t from,
                 uint32_t stride) {
  const sweep_lru_group_line *const line = &other->lines[from];
  s->lines[to] = *line;
  set_keys(s)[to] = set_keys(other)[from];
  set_least(s)[to] = set_least(other)[from];
  if (line->stale && line->holders == line->recent) return;
  for (uint32_t c = 0; c < stride; c += SWEEP_LRU_GROUP_LANES)
    store(&set_stamps(s)[(size_t)to * stride + c], load(&set_stamps(other)[(size_t)from * stride + c]));
}

static uint32_t key_of(const sweep_lru_group *twins, uint64_t line) { return (uint32_t)(line >> twins->set_bits); }

/* Returns the index of a line in its set, or s->n if the set does not contain it. */
static uint32_t find(const sweep_lru_group *twins, const sweep_lru_group_set *s, uint64_t line) {
  const uint32_t key = key_of(twins, line);
  for (uint32_t first = 0; first < s->n; first += COH_VECTOR)
    for (unsigned hits = coh_equal_eight(&set_keys(s)[first], key); hits != 0; hits &= hits - 1) {
      const uint32_t at = first + (unsigned)__builtin_ctz(hits);
      if (PLAT_LIKELY(s->lines[at].holders != 0 && s->lines[at].line == line)) return at;
    }
  return s->n;
}

/* Returns the index of the first line that no cache holds, or s->n if there is none. */
static uint32_t first_unheld(const sweep_lru_group_set *s) {
  uint32_t i = 0;
  while (i < s->n && s->lines[i].holders != 0) i++;
  return i;
}

/* Removes the lines that no cache holds from the set. Returns the new index of the line with index `at`. */
static uint32_t drop_unheld(const sweep_lru_group *twins, sweep_lru_group_set *s, uint32_t at) {
  for (uint32_t i; (i = first_unheld(s)) != s->n;) {
    const uint32_t last = --s->n;
    if (i != last) move(s, i, s, last, twins->stride);
    if (at == last) at = i;
    s->lines[last].holders = 0;
    set_least(s)[last] = SWEEP_LRU_GROUP_NEVER;
  }
  return at;
}

/* Writes a line's stamps to its array of stamps by cache: the common stamp for the caches in `recent`, and
 * SWEEP_LRU_GROUP_NEVER for caches that do not hold the line. */
static void settle(const sweep_lru_group_set *s, uint32_t stride, uint32_t i) {
  const __m128i never = _mm_set1_epi16(SWEEP_LRU_GROUP_NEVER), last = _mm_set1_epi16(s->lines[i].last);
  int16_t *const stamps = &set_stamps(s)[(size_t)i * stride];
  for (uint32_t c = 0; c < stride; c += SWEEP_LRU_GROUP_LANES) {
    const __m128i all = choose(lanes_of(s->lines[i].recent >> c), load(&stamps[c]), last);
    store(&stamps[c], choose(lanes_of(s->lines[i].holders >> c), never, all));
  }
  s->lines[i].stale = false;
}

/* ---- new stamps -------------------------------------------------------------------------------------------------- */

/* For each stamp: the number of lower stamps in the set, which determines the new value of the stamp. */
typedef struct {
  uint16_t before[1 << 16];
} anew;

static uint16_t *before(anew *a, int16_t stamp) { return &a->before[(uint16_t)stamp ^ 1u << 15]; }

/* Records that a stamp occurs, or replaces it by its new value if `becomes`. */
static void turn_stamp(anew *a, int16_t *stamp, bool becomes) {
  if (becomes)
    *stamp = (int16_t)(FIRST_STAMP + *before(a, *stamp));
  else
    *before(a, *stamp) = 1;
}

/* Applies turn_stamp() to all stamps of a set. */
static void each_stamp(anew *a, sweep_lru_group_set *s, const sweep_lru_group *twins, bool becomes) {
  for (uint32_t i = 0; i < s->n; i++) {
    int16_t *const stamps = &set_stamps(s)[(size_t)i * twins->stride];
    for (uint32_t left = s->lines[i].holders & ~s->lines[i].recent; left != 0; left &= left - 1)
      turn_stamp(a, &stamps[__builtin_ctz(left)], becomes);
    if (s->lines[i].recent != 0) turn_stamp(a, &s->lines[i].last, becomes);
    turn_stamp(a, &set_least(s)[i], becomes);
    s->lines[i].stale = true;
  }
}

__attribute__((noinline)) static void turn_back(const sweep_lru_group *twins, sweep_lru_group_set *s) {
  anew *a = plat_alloc(sizeof *a);
  each_stamp(a, s, twins, false);
  uint32_t n = 0;
  for (uint32_t i = 0; i < 1 << 16; i++) {
    const bool is_there = a->before[i] != 0;
    a->before[i] = (uint16_t)n;
    n += is_there;
  }
  each_stamp(a, s, twins, true);
  plat_free(a);
  s->clock = (int16_t)(FIRST_STAMP + (int32_t)n);
}

/* ---- victims ----------------------------------------------------------------------------------------------------- */

/* The state of a search for victims. */
typedef struct {
  uint32_t undecided;
  uint32_t unheld, n_unheld; /* a line that no cache holds any more; the number of such lines */
} search;

static int16_t least_of_eight(__m128i stamps) {
  stamps = _mm_min_epi16(stamps, _mm_srli_si128(stamps, 8));
  stamps = _mm_min_epi16(stamps, _mm_srli_si128(stamps, 4));
  stamps = _mm_min_epi16(stamps, _mm_srli_si128(stamps, 2));
  return (int16_t)_mm_extract_epi16(stamps, 0);
}

/* Returns the line with the next higher `least` after *stamp, and sets *stamp to this `least`. Returns s->n if there is
 * no such line. */
static uint32_t next_by_least(const sweep_lru_group_set *s, int32_t *stamp) {
  const __m128i never = _mm_set1_epi16(SWEEP_LRU_GROUP_NEVER), after = _mm_set1_epi16((int16_t)*stamp);
  const bool is_first = *stamp < FIRST_STAMP;
  __m128i least = never;
  for (uint32_t i = 0; i < s->n; i += SWEEP_LRU_GROUP_LANES) {
    const __m128i here = load(&set_least(s)[i]);
    least = _mm_min_epi16(least, is_first ? here : choose(_mm_cmpgt_epi16(here, after), never, here));
  }
  *stamp = least_of_eight(least);
  if (*stamp == SWEEP_LRU_GROUP_NEVER) return s->n;
  const __m128i found = _mm_set1_epi16((int16_t)*stamp);
  for (uint32_t i = 0;; i += SWEEP_LRU_GROUP_LANES) {
    const unsigned hits = (unsigned)_mm_movemask_epi8(_mm_cmpeq_epi16(load(&set_least(s)[i]), found));
    if (hits != 0) return i + (unsigned)__builtin_ctz(hits) / 2;
  }
}

/* Removes the line `victim` from the caches in `which`. These caches then have a victim, so they are no longer
 * undecided. */
static void evict(const sweep_lru_group_set *s, search *found, uint32_t victim, uint32_t which) {
  s->lines[victim].recent &= ~which;
  s->lines[victim].stale = true;
  found->undecided &= ~which;
  if ((s->lines[victim].holders &= ~which) != 0) return;
  found->unheld = victim;
  found->n_unheld++;
}

/* Sets `least` of a line to the lowest stamp that the line has in a cache. */
static void find_least(const sweep_lru_group_set *s, uint32_t stride, uint32_t i) {
  __m128i least = _mm_set1_epi16(SWEEP_LRU_GROUP_NEVER);
  if (s->lines[i].stale) settle(s, stride, i);
  for (uint32_t c = 0; c < stride; c += SWEEP_LRU_GROUP_LANES)
    least = _mm_min_epi16(least, load(&set_stamps(s)[(size_t)i * stride + c]));
  set_least(s)[i] = least_of_eight(least);
}

/* Evicts the least recently used line from undecided caches, if it is one of the first FEW lines in the order of
 * `least`. */
static void evict_first(const sweep_lru_group *twins, const sweep_lru_group_set *s, search *found) {
  int32_t stamp = FIRST_STAMP - 1;
  for (unsigned i = 0; i < FEW && found->undecided != 0; i++) {
    const uint32_t at = next_by_least(s, &stamp);
    if (at == s->n) return;
    const uint32_t holding = found->undecided & s->lines[at].holders;
    if (holding == 0) continue;
    if (set_least(s)[at] != s->lines[at].last) { /* equal: all caches that hold the line have this stamp */
      find_least(s, twins->stride, at);
      return;
    }
    evict(s, found, at, holding);
  }
}

/* Returns the index of the least recently used line in each of the eight caches from cache c on. */
static __m128i oldest_of_eight(const sweep_lru_group_set *s, uint32_t stride, uint32_t c) {
  __m128i least = _mm_set1_epi16(SWEEP_LRU_GROUP_NEVER), where = _mm_setzero_si128();
  for (uint32_t i = 0; i < s->n; i++) {
    const __m128i stamps = load(&set_stamps(s)[(size_t)i * stride + c]);
    where = choose(_mm_cmpgt_epi16(least, stamps), where, _mm_set1_epi16((int16_t)i));
    least = _mm_min_epi16(least, stamps);
  }
  return where;
}

/* Evicts the least recently used line from each undecided cache among the eight caches from cache c on. Each step
 * handles all caches with the same victim, since most caches have the same one. */
static void evict_of_eight(const sweep_lru_group_set *s, uint32_t stride, uint32_t c, search *found) {
  const __m128i oldest = oldest_of_eight(s, stride, c);
  int16_t victims[SWEEP_LRU_GROUP_LANES] __attribute__((aligned(16)));
  store(victims, oldest);
  for (uint32_t left; (left = found->undecided >> c & 255) != 0;) {
    const int16_t victim = victims[__builtin_ctz(left)];
    const __m128i same = _mm_cmpeq_epi16(oldest, _mm_set1_epi16(victim));
    const uint32_t lanes = left & (uint32_t)_mm_movemask_epi8(_mm_packs_epi16(same, _mm_setzero_si128()));
    evict(s, found, (uint16_t)victim, lanes << c);
  }
}

/* Writes the stamps of all stale lines to their arrays of stamps by cache. */
static void settle_all(const sweep_lru_group_set *s, uint32_t stride) {
  for (uint32_t i = 0; i < s->n; i++)
    if (s->lines[i].stale) settle(s, stride, i);
}

/* Evicts the least recently used line from each undecided cache. */
static void evict_oldest(const sweep_lru_group *twins, sweep_lru_group_set *s, search *found) {
  const bool tries = s->unalike == 0;
  if (tries)
    evict_first(twins, s, found);
  else
    s->unalike--;
  if (found->undecided == 0) return;
  if (tries) s->unalike = UNALIKE;
  settle_all(s, twins->stride);
  for (uint32_t c = 0; c < twins->stride; c += SWEEP_LRU_GROUP_LANES)
    if ((found->undecided >> c & 255) != 0) evict_of_eight(s, twins->stride, c, found);
}

/* Increments the number of lines in each of the caches in `which`. These caches must not be full. */
static void fill(sweep_lru_group *twins, sweep_lru_group_set *s, uint32_t which) {
  uint16_t *held = &twins->held[(uint64_t)(s - twins->sets) * twins->stride];
  for (uint32_t left = which; left != 0; left &= left - 1) {
    const unsigned c = (unsigned)__builtin_ctz(left);
    if (++held[c] == twins->ways[c]) s->full |= (uint32_t)1 << c;
  }
}

/* ---- uses -------------------------------------------------------------------------------------------------------- */

/* Fills a line into the caches in `which`, which do not hold it. is_new: whether no cache of the group holds it.
 * Returns the index of the line. */
__attribute__((noinline)) static uint32_t take_in(sweep_lru_group *twins, sweep_lru_group_set *s, uint64_t line,
                                                  uint32_t which, bool is_new) {
  search found;
  found.undecided = which & s->full;
  found.n_unheld = 0;
  found.unheld = s->n;
  if (which & ~s->full) fill(twins, s, which & ~s->full);
  if (found.undecided != 0) evict_oldest(twins, s, &found);
  const uint32_t at = is_new ? found.unheld : find(twins, s, line);
  if (is_new) {
    if (at == s->n) {
      if (s->n == s->room) {
        const sweep_lru_group_set old = *s;
        s->room = (uint16_t)(old.room == 0 ? FIRST_ROOM : 2 * old.room);
        s->lines = plat_alloc_aligned(s->room * (BYTES_OF_LINE + twins->stride * sizeof *set_stamps(s)));
        for (uint32_t i = 0; i < s->room; i++) set_least(s)[i] = SWEEP_LRU_GROUP_NEVER;
        for (uint32_t i = 0; i < old.n; i++) move(s, i, &old, i, twins->stride);
        plat_free_aligned(old.lines);
      }
      s->n++;
    }
    s->lines[at] = (sweep_lru_group_line){.line = line, .stale = true};
    set_keys(s)[at] = key_of(twins, line);
    set_least(s)[at] = s->clock;
  }
  s->lines[at].holders |= which;
  return found.n_unheld > is_new ? drop_unheld(twins, s, at) : at;
}

void sweep_lru_group_ahead(const sweep_lru_group *twins, uint64_t line) {
  const sweep_lru_group_set *s = &twins->sets[line & twins->set_mask];
  __builtin_prefetch(set_keys(s));
  __builtin_prefetch(set_least(s), 1);
}

/* Prefetches the lines of a set before a replacement, unless they take more than AHEAD bytes. */
static void load_lines(const sweep_lru_group_set *s) {
  const char *const begin = (const char *)s->lines, *const end = (const char *)set_stamps(s);
  for (const char *at = begin; at < end && end - begin <= AHEAD; at += PLAT_HOST_LINE) __builtin_prefetch(at, 1);
}

uint32_t sweep_lru_group_locate(const sweep_lru_group *twins, uint64_t line) {
  const sweep_lru_group_set *s = &twins->sets[line & twins->set_mask];
  const uint32_t key = key_of(twins, line);
  for (uint32_t first = 0; first < s->n; first += COH_VECTOR) {
    const unsigned hits = coh_equal_eight(&set_keys(s)[first], key);
    if (hits == 0) continue;
    const uint32_t at = first + (unsigned)__builtin_ctz(hits);
    __builtin_prefetch(&s->lines[at], 1);
    __builtin_prefetch(&set_stamps(s)[(size_t)at * twins->stride], 1);
    return at;
  }
  load_lines(s);
  return SWEEP_LRU_GROUP_NOWHERE;
}

/* Writes the common stamp of a line to its stamps for those recent holders that do not see the current use. */
static void keep_stamps(const sweep_lru_group_set *s, uint32_t stride, uint32_t at, uint32_t which) {
  const __m128i last = _mm_set1_epi16(s->lines[at].last);
  int16_t *const stamps = &set_stamps(s)[(size_t)at * stride];
  for (uint32_t c = 0; c < stride; c += SWEEP_LRU_GROUP_LANES)
    if ((which >> c & 255) != 0) store(&stamps[c], choose(lanes_of(which >> c), load(&stamps[c]), last));
}

uint32_t sweep_lru_group_use(sweep_lru_group *twins, uint64_t line, uint32_t which, uint32_t guess) {
  sweep_lru_group_set *s = &twins->sets[line & twins->set_mask];
  if (PLAT_UNLIKELY(s->clock == SWEEP_LRU_GROUP_NEVER)) turn_back(twins, s);
  const bool right = guess < s->n && s->lines[guess].line == line && s->lines[guess].holders != 0;
  uint32_t at = PLAT_LIKELY(right) ? guess : find(twins, s, line);
  const uint32_t absent = at == s->n ? which : which & ~s->lines[at].holders;
  if (PLAT_UNLIKELY(absent != 0)) at = take_in(twins, s, line, absent, at == s->n);
  sweep_lru_group_line *const used = &s->lines[at];
  const uint32_t unaware = used->recent & ~which;
  if (unaware != 0 && used->stale) keep_stamps(s, twins->stride, at, unaware);
  used->recent = which;
  used->last = s->clock;
  if (used->holders == which) set_least(s)[at] = s->clock;
  s->clock++;
  used->stale = true;
  return absent;
}

/* ---- copies ------------------------------------------------------------------------------------------------------ */

/* Returns the line of a cache with the next higher stamp after *stamp, and sets *stamp to this stamp. Returns s->n if
 * there is no such line. */
static uint32_t next_used(const sweep_lru_group *twins, const sweep_lru_group_set *s, unsigned one, int32_t *stamp) {
  uint32_t next = s->n;
  int32_t least = SWEEP_LRU_GROUP_NEVER;
  for (uint32_t i = 0; i < s->n; i++) {
    if (!(s->lines[i].holders >> one & 1)) continue;
    const int32_t here = s->lines[i].recent >> one & 1 ? s->lines[i].last
                                                       : set_stamps(s)[(size_t)i * twins->stride + one];
    if (here <= *stamp || here >= least) continue;
    least = here;
    next = i;
  }
  *stamp = least;
  return next;
}

void sweep_lru_group_copy(const sweep_lru_group *twins, unsigned one, coh_cache *to) {
  for (uint64_t set = 0; set <= twins->set_mask; set++) {
    const sweep_lru_group_set *s = &twins->sets[set];
    int32_t stamp = FIRST_STAMP - 1;
    for (uint32_t i; (i = next_used(twins, s, one, &stamp)) != s->n;) coh_last_level_use(to, s->lines[i].line);
  }
}
