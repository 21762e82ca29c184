/* coh_twins.c: see coh_twins.h.
 *
 * A set has a clock, which each use of one of its lines moves on: the stamp of the line in the caches that see the use.
 * So the stamps of a cache are in the order in which it saw uses last, and the least is that of the line which it
 * replaces. When the clock has run to its end, the stamps of each cache are numbered anew, from the first on.
 *
 * Invariants: a line stands at most once in its set, and in one cache at least; a cache has a stamp other than
 * COH_TWINS_NEVER for the lines that it holds, all different and before the clock, and for no other.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "coherence/coh_twins.h"

#include "coherence/coh_array.h"
#include "coherence/coh_cache-inl.h"
#include "coherence/coh_memory.h"

enum { FIRST_ROOM = 16 };

#define FIRST_STAMP INT16_MIN

/* ---- stamps of eight caches -------------------------------------------------------------------------------------- */

static __m128i load(const int16_t *stamps) { return _mm_load_si128((const __m128i *)(const void *)stamps); }
static void store(int16_t *stamps, __m128i lanes) { _mm_store_si128((__m128i *)(void *)stamps, lanes); }

/* The lanes of caches whose bits are set, all ones. */
static __m128i lanes_of(uint32_t bits) {
  const __m128i each = _mm_set_epi16(128, 64, 32, 16, 8, 4, 2, 1);
  return _mm_cmpeq_epi16(_mm_and_si128(_mm_set1_epi16((int16_t)(bits & 255)), each), each);
}

/* Lanes of b where `which` is all ones, else of a. */
static __m128i choose(__m128i which, __m128i a, __m128i b) {
  return _mm_or_si128(_mm_and_si128(which, b), _mm_andnot_si128(which, a));
}

/* ---- sets -------------------------------------------------------------------------------------------------------- */

void coh_twins_init(coh_twins *twins, uint64_t sets, const uint32_t *ways, unsigned n) {
  plat_assert(n >= 1 && n <= COH_TWINS_MOST);
  const uint32_t stride = (n + COH_TWINS_LANES - 1) / COH_TWINS_LANES * COH_TWINS_LANES;
  *twins = (coh_twins){.set_mask = sets - 1,
                       .set_bits = (unsigned)__builtin_ctzll(sets),
                       .n = n,
                       .stride = stride,
                       .held = plat_alloc(sets * stride * sizeof *twins->held),
                       .sets = plat_alloc(sets * sizeof *twins->sets),
                       .newest = plat_alloc(sets * sizeof *twins->newest)};
  uint32_t all = 0;
  for (unsigned i = 0; i < n; i++) all += twins->ways[i] = ways[i];
  plat_assert(all <= COH_TWINS_MOST_WAYS);
  for (uint64_t set = 0; set < sets; set++) {
    twins->sets[set].clock = FIRST_STAMP;
    twins->newest[set].line = COH_NO_LINE;
  }
}

void coh_twins_clear(coh_twins *twins) {
  for (uint64_t set = 0; twins->sets && set <= twins->set_mask; set++) coh_free_aligned(twins->sets[set].stamps);
  plat_free(twins->sets);
  plat_free(twins->held);
  plat_free(twins->newest);
  *twins = (coh_twins){0};
}

/* Makes room for twice as many lines. All arrays of a set are one block. */
static void grow(coh_twins_set *s, uint32_t stride) {
  const uint32_t room = s->room == 0 ? FIRST_ROOM : 2u * s->room;
  const coh_twins_set old = *s;
  s->room = (uint16_t)room;
  s->stamps = coh_alloc_aligned(room *
                                (stride * sizeof *s->stamps + sizeof *s->lines + sizeof *s->keys + sizeof *s->holders));
  s->lines = (uint64_t *)(void *)(s->stamps + (size_t)room * stride);
  s->keys = (uint32_t *)(s->lines + room);
  s->holders = s->keys + room;
  for (uint32_t i = 0; i < old.n; i++) {
    s->lines[i] = old.lines[i];
    s->keys[i] = old.keys[i];
    s->holders[i] = old.holders[i];
  }
  for (size_t i = 0; i < (size_t)old.n * stride; i++) s->stamps[i] = old.stamps[i];
  coh_free_aligned(old.stamps);
}

static uint32_t key_of(const coh_twins *twins, uint64_t line) { return (uint32_t)(line >> twins->set_bits); }

/* Where a line stands in its set; s->n: nowhere. */
static uint32_t find(const coh_twins *twins, const coh_twins_set *s, uint64_t line) {
  const __m128i key = _mm_set1_epi32((int)key_of(twins, line));
  for (uint32_t first = 0; first < s->n; first += COH_VECTOR)
    for (unsigned hits = coh_equal_eight(&s->keys[first], key); hits != 0; hits &= hits - 1) {
      const uint32_t at = first + (unsigned)__builtin_ctz(hits);
      if (PLAT_LIKELY(s->holders[at] != 0 && s->lines[at] == line)) return at;
    }
  return s->n;
}

/* Puts a line that no cache holds behind the others. */
static void append(const coh_twins *twins, coh_twins_set *s, uint64_t line) {
  if (s->n == s->room) grow(s, twins->stride);
  s->lines[s->n] = line;
  s->keys[s->n] = key_of(twins, line);
  for (uint32_t c = 0; c < twins->stride; c += COH_TWINS_LANES)
    store(&s->stamps[(size_t)s->n * twins->stride + c], _mm_set1_epi16(COH_TWINS_NEVER));
  s->n++;
}

/* Takes out the lines that no cache holds any more. */
static void drop_unheld(const coh_twins *twins, coh_twins_set *s) {
  for (uint32_t i = s->n; i-- > 0;) {
    if (s->holders[i] != 0) continue;
    const uint32_t last = --s->n;
    s->lines[i] = s->lines[last];
    s->keys[i] = s->keys[last];
    s->holders[i] = s->holders[last];
    s->holders[last] = 0;
    const size_t to = (size_t)i * twins->stride, from = (size_t)last * twins->stride;
    for (uint32_t c = 0; c < twins->stride; c += COH_TWINS_LANES) store(&s->stamps[to + c], load(&s->stamps[from + c]));
  }
}

/* ---- uses -------------------------------------------------------------------------------------------------------- */

/* Numbers the stamps of eight caches anew: the stamp of a line becomes how many lines were used before it. `numbered`
 * has room for those of all lines. */
static void number_anew(coh_twins_set *s, uint32_t stride, uint32_t c, int16_t *numbered) {
  const __m128i never = _mm_set1_epi16(COH_TWINS_NEVER);
  for (uint32_t i = 0; i < s->n; i++) {
    const __m128i stamps = load(&s->stamps[(size_t)i * stride + c]);
    __m128i anew = _mm_set1_epi16(FIRST_STAMP);
    for (uint32_t k = 0; k < s->n; k++)
      anew = _mm_sub_epi16(anew, _mm_cmpgt_epi16(stamps, load(&s->stamps[(size_t)k * stride + c])));
    store(&numbered[(size_t)i * COH_TWINS_LANES], choose(_mm_cmpeq_epi16(stamps, never), anew, never));
  }
  for (uint32_t i = 0; i < s->n; i++)
    store(&s->stamps[(size_t)i * stride + c], load(&numbered[(size_t)i * COH_TWINS_LANES]));
}

__attribute__((noinline)) static void turn_back(const coh_twins *twins, coh_twins_set *s) {
  int16_t *numbered = plat_alloc((size_t)s->n * COH_TWINS_LANES * sizeof *numbered);
  for (uint32_t c = 0; c < twins->stride; c += COH_TWINS_LANES) number_anew(s, twins->stride, c, numbered);
  plat_free(numbered);
  s->clock = (int16_t)(FIRST_STAMP + s->n);
}

/* Finds the line that was used longest ago in each of eight caches, from number c on. */
static __m128i oldest_of_eight(const coh_twins *twins, const coh_twins_set *s, uint32_t c) {
  __m128i least = _mm_set1_epi16(COH_TWINS_NEVER), where = _mm_setzero_si128();
  for (uint32_t i = 0; i < s->n; i++) {
    const __m128i stamps = load(&s->stamps[(size_t)i * twins->stride + c]);
    where = choose(_mm_cmpgt_epi16(least, stamps), where, _mm_set1_epi16((int16_t)i));
    least = _mm_min_epi16(least, stamps);
  }
  return where;
}

/* Takes line number `victim` out of up to eight caches, from number c on. */
static void evict(const coh_twins *twins, coh_twins_set *s, uint32_t victim, uint32_t c, uint32_t which) {
  int16_t *stamps = &s->stamps[(size_t)victim * twins->stride + c];
  store(stamps, choose(lanes_of(which), load(stamps), _mm_set1_epi16(COH_TWINS_NEVER)));
  s->holders[victim] &= ~(which << c);
}

/* The same with the line that was used longest ago. Most of the caches have seen the same: they go by victims. */
static void evict_eight(const coh_twins *twins, coh_twins_set *s, uint32_t c, uint32_t which) {
  const __m128i oldest = oldest_of_eight(twins, s, c);
  int16_t victims[COH_TWINS_LANES] __attribute__((aligned(16)));
  store(victims, oldest);
  while (which != 0) {
    const int16_t victim = victims[__builtin_ctz(which)];
    const __m128i same = _mm_cmpeq_epi16(oldest, _mm_set1_epi16(victim));
    const uint32_t lanes = which & (uint32_t)_mm_movemask_epi8(_mm_packs_epi16(same, _mm_setzero_si128()));
    evict(twins, s, (uint16_t)victim, c, lanes);
    which &= ~lanes;
  }
}

/* Makes room for a line in some of the caches. */
static void make_room(coh_twins *twins, coh_twins_set *s, uint32_t which) {
  const uint32_t full = which & s->full;
  for (uint32_t c = 0; c < twins->stride; c += COH_TWINS_LANES)
    if ((full >> c & 255) != 0) evict_eight(twins, s, c, full >> c & 255);
  if (full != 0) drop_unheld(twins, s);
  if (full == which) return;
  uint16_t *held = &twins->held[(uint64_t)(s - twins->sets) * twins->stride];
  for (uint32_t left = which & ~full; left != 0; left &= left - 1) {
    const unsigned c = (unsigned)__builtin_ctz(left);
    if (++held[c] == twins->ways[c]) s->full |= (uint32_t)1 << c;
  }
}

/* Takes a line into caches that do not hold it; is_new: nor does any other. Returns where it stands. */
__attribute__((noinline)) static uint32_t take_in(coh_twins *twins, coh_twins_set *s, uint64_t line, uint32_t which,
                                                  bool is_new) {
  make_room(twins, s, which);
  const uint32_t at = is_new ? s->n : find(twins, s, line);
  if (at == s->n) append(twins, s, line);
  s->holders[at] |= which;
  return at;
}

uint32_t coh_twins_locate(const coh_twins *twins, uint64_t line) {
  const coh_twins_set *s = &twins->sets[line & twins->set_mask];
  const uint32_t at = find(twins, s, line);
  const size_t row = twins->stride * sizeof *s->stamps;
  const char *const stamps = (const char *)s->stamps;
  if (at < s->n)
    __builtin_prefetch(stamps + at * row);
  else
    for (size_t i = 0; i < s->n * row; i += COH_HOST_LINE) __builtin_prefetch(stamps + i);
  return at;
}

uint32_t coh_twins_use(coh_twins *twins, uint64_t line, uint32_t which, uint32_t guess) {
  coh_twins_set *s = &twins->sets[line & twins->set_mask];
  if (PLAT_UNLIKELY(s->clock == COH_TWINS_NEVER)) turn_back(twins, s);
  const bool right = guess < s->n && s->lines[guess] == line && s->holders[guess] != 0;
  uint32_t at = PLAT_LIKELY(right) ? guess : find(twins, s, line);
  const uint32_t absent = at == s->n ? which : which & ~s->holders[at];
  if (PLAT_UNLIKELY(absent != 0)) at = take_in(twins, s, line, absent, at == s->n);
  const __m128i now = _mm_set1_epi16(s->clock++);
  int16_t *stamps = &s->stamps[(size_t)at * twins->stride];
  for (uint32_t c = 0; c < twins->stride; c += COH_TWINS_LANES)
    store(&stamps[c], choose(lanes_of(which >> c), load(&stamps[c]), now));
  return absent;
}

/* ---- copies ------------------------------------------------------------------------------------------------------ */

/* The line of a cache that was used first after a stamp, which it becomes; s->n: there is none. */
static uint32_t next_used(const coh_twins *twins, const coh_twins_set *s, unsigned one, int32_t *stamp) {
  uint32_t next = s->n;
  int32_t least = COH_TWINS_NEVER;
  for (uint32_t i = 0; i < s->n; i++) {
    const int32_t here = s->stamps[(size_t)i * twins->stride + one];
    if (here <= *stamp || here >= least) continue;
    least = here;
    next = i;
  }
  *stamp = least;
  return next;
}

void coh_twins_copy(const coh_twins *twins, unsigned one, coh_cache *to) {
  for (uint64_t set = 0; set <= twins->set_mask; set++) {
    const coh_twins_set *s = &twins->sets[set];
    int32_t stamp = FIRST_STAMP - 1;
    for (uint32_t i; (i = next_used(twins, s, one, &stamp)) != s->n;) coh_last_level_use(to, s->lines[i]);
  }
}
