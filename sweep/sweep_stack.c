/* sweep_stack.c: see sweep_stack.h.
 *
 * If a set has four lines and the host has 256-bit vectors, a set is stored as one vector. The low bits of a line's
 * word record in which of the caches with one, two, three and four ways the line is modified. These bits move with the
 * line. The code for a use of such a set has no branches, since the distance is hard to predict.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "sweep/sweep_stack.h"

#include <stddef.h>

#include "coherence/coh_cache.h"
#include "coherence/coh_vector-inl.h"
#include "machine/mach_cpuid.h"
#include "plat/plat.h"
#include "plat/plat_array.h"

enum { LANES = 4 }; /* number of lines in a vector */

/* The word of a line in a vector: the line's number, from bit SWEEP_USE_LINE_SHIFT on, and the bits that record in
 * which caches the line is modified. */
enum { WORD_MODIFIED = SWEEP_USE_OWN };
/* word of an empty lane; larger than the word of any line, because lines have at least 32 bytes */
#define NO_WORD (COH_NO_LINE & ~(uint64_t)WORD_MODIFIED)

/* Returns the number n of distances 0 to n - 1 at which a use of a line is not passed on. Returns 0 for a line whose
 * number does not fit into a use in a batch: its uses are always passed on, so no later stack needs the line again. */
static inline uint32_t quiet_of(const sweep_stack *stack, uint64_t line) {
  return line < SWEEP_USE_LINES ? stack->quiet : 0;
}

/* Updates `turned` of a set after a use that was passed on (`goes_on` is 1), or after a use at distance 0 or 1 that was
 * not passed on (0). Returns whether the previous most recent line must be used in the next stack before this use. */
static inline uint32_t follow_turn(uint8_t *turned, uint32_t distance, uint32_t goes_on) {
  const uint32_t was = *turned;
  *turned = (uint8_t)((was ^ distance) & (goes_on - 1));
  return was & goes_on;
}

/* ---- sets of any depth ------------------------------------------------------------------------------------------- */

/* Makes a line the most recent line of its set. Returns the distance of the use. Sets *clean to the value of `clean`
 * for the line if has_clean, which is a compile-time constant. */
__attribute__((always_inline)) static inline uint32_t bring_forward(sweep_stack *stack, uint64_t line, uint64_t first,
                                                                    uint32_t *clean, const bool has_clean) {
  uint64_t *const lines = stack->lines + first;
  uint16_t *const of_set = has_clean ? stack->clean + first : NULL;
  uint64_t before = lines[0];
  uint16_t clean_before = has_clean ? of_set[0] : 0;
  uint32_t distance = 0;
  while (before != line && ++distance < stack->depth) {
    const uint64_t here = lines[distance];
    lines[distance] = before;
    before = here;
    if (!has_clean) continue;
    const uint16_t clean_here = of_set[distance];
    of_set[distance] = clean_before;
    clean_before = clean_here;
  }
  lines[0] = line;
  *clean = clean_before;
  return distance;
}

__attribute__((always_inline)) static inline sweep_stack_use take(sweep_stack *stack, uint64_t line, bool own,
                                                                  const bool has_clean) {
  const uint64_t set = line & stack->set_mask, first = set * stack->depth;
  const uint64_t newest = stack->lines[first];
  uint32_t clean;
  const uint32_t distance = bring_forward(stack, line, first, &clean, has_clean);
  if (distance == stack->depth || clean < distance) clean = distance;
  if (has_clean) stack->clean[first] = (uint16_t)(own ? 0 : clean);
  const bool goes_on = (own ? clean : distance) >= quiet_of(stack, line);
  const bool before = follow_turn(&stack->turned[set], distance, goes_on);
  return (sweep_stack_use){distance, clean, before ? newest : COH_NO_LINE, goes_on};
}

__attribute__((always_inline)) static inline uint32_t pass_each(sweep_stack *stack, const uint64_t *uses, uint32_t n,
                                                                const sweep_stack_tally *tally, uint64_t *on,
                                                                const bool has_clean) {
  uint32_t n_on = 0;
  for (uint32_t i = 0; i < n; i++) {
    const uint32_t number = sweep_use_number(uses[i]);
    const sweep_stack_use use = take(stack, sweep_use_line(uses[i]), sweep_use_is_own(uses[i]), has_clean);
    tally->counted[number][tally->at + use.distance] += tally->weight;
    if (tally->asked) tally->asked[number] |= tally->asks[use.distance];
    if (tally->distances) {
      tally->distances[i] = (uint16_t)use.distance;
      tally->clean[i] = (uint16_t)use.clean;
    }
    if (use.before != COH_NO_LINE) on[n_on++] = sweep_use_numbered(sweep_use_make(use.before, false), number);
    if (use.goes_on) on[n_on++] = uses[i];
  }
  return n_on;
}

/* ---- sets of four lines ------------------------------------------------------------------------------------------ */

/* Returns the modified bits of a line that remain set after a use at a distance. */
#define LEFT(distance) (WORD_MODIFIED >> (distance) << (distance))

typedef struct {
  uint32_t hits;     /* the bit of the lane that contains the line; 0: no lane does */
  uint32_t modified; /* modified bits that the line had before a store */
  uint64_t newest;   /* the word of the previous most recent line */
} wide_use;

/* Uses a line of a set. line: a vector with the word of the line, without modified bits, in each lane. first: a vector
 * with the word in the lowest lane, including the bits that a store sets. Shuffles move the lines that are before the
 * used one. A look-up of the new order in a table would take longer, and the next use is often of the same set. */
COH_WIDE_INLINE wide_use take_word(uint64_t *words, __m256i line, __m256i first) {
  __m256i *const set = (__m256i *)(void *)words;
  const __m256i left = _mm256_set_epi64x(LEFT(3), LEFT(2), LEFT(1), LEFT(0));
  const __m256i held = _mm256_load_si256(set);
  const __m256i lines = _mm256_and_si256(held, _mm256_set1_epi64x(~(long long)WORD_MODIFIED));
  const __m256i same = _mm256_cmpeq_epi64(lines, line);
  const uint64_t newest = words[0];
  const __m256i first_is = _mm256_permute4x64_epi64(same, _MM_SHUFFLE(0, 0, 0, 0));
  const __m256i second_is = _mm256_permute4x64_epi64(same, _MM_SHUFFLE(1, 1, 0, 0));
  const __m256i third_is = _mm256_permute4x64_epi64(same, _MM_SHUFFLE(2, 0, 0, 0));
  const __m256i stays = _mm256_or_si256(_mm256_or_si256(first_is, second_is), third_is);
  const __m256i moved = _mm256_permute4x64_epi64(held, _MM_SHUFFLE(2, 1, 0, 0));
  const __m256i its_own = _mm256_and_si256(_mm256_and_si256(held, left), same);
  const __m128i half = _mm_or_si128(_mm256_castsi256_si128(its_own), _mm256_extracti128_si256(its_own, 1));
  const __m128i kept = _mm_or_si128(half, _mm_unpackhi_epi64(half, half));
  const __m256i now = _mm256_or_si256(_mm256_castsi128_si256(kept), first);
  _mm256_store_si256(set, _mm256_blend_epi32(_mm256_blendv_epi8(moved, held, stays), now, 3));
  return (wide_use){.hits = (unsigned)_mm256_movemask_pd(_mm256_castsi256_pd(same)),
                    .modified = (uint32_t)_mm_cvtsi128_si32(kept),
                    .newest = newest};
}

static inline uint32_t distance_of(const wide_use *use) { return (uint32_t)__builtin_ctz(use->hits | 1u << LANES); }

/* Returns 1 if a use is passed on to the next stack, else 0. If `quiet` is 0, every use is passed on. own: 1 for a
 * store, else 0. */
static inline uint32_t goes_on(const wide_use *use, uint32_t own, uint32_t quiet) {
  const uint32_t is_far = (use->hits & ((1u << quiet) - 1)) == 0;
  return is_far | (own & ~(use->modified << 1 >> quiet));
}

static inline uint32_t clean_of(uint64_t word) {
  return (uint32_t)__builtin_ctz((uint32_t)(word & WORD_MODIFIED) | 1u << LANES);
}

COH_WIDE static sweep_stack_use take_widely(sweep_stack *stack, uint64_t line, bool own) {
  const uint64_t set = line & stack->set_mask;
  const __m256i word = _mm256_set1_epi64x((long long)sweep_use_make(line, false));
  const __m256i first = _mm256_set1_epi64x((long long)sweep_use_make(line, own));
  const wide_use use = take_word(stack->lines + set * LANES, word, first);
  const uint32_t quiet = quiet_of(stack, line), on = goes_on(&use, own, quiet);
  const uint32_t distance = distance_of(&use);
  const bool before = follow_turn(&stack->turned[set], distance, on);
  return (sweep_stack_use){distance, clean_of(use.modified), before ? use.newest >> SWEEP_USE_LINE_SHIFT : COH_NO_LINE,
                           on};
}

/* The modes of pass_words(). They are compile-time constants. */
enum { PASS_QUIET = 3, PASS_ASKS = 4, PASS_TELLS = 8 };

COH_WIDE_INLINE uint32_t pass_words(sweep_stack *stack, const uint64_t *uses, uint32_t n,
                                    const sweep_stack_tally *tally, uint64_t *on, const unsigned mode) {
  char *const sets = (char *)stack->lines;
  uint8_t *const turned = stack->turned;
  const uint64_t set_mask = stack->set_mask * sizeof(__m256i), weight = tally->weight;
  const uint64_t line_bits = (SWEEP_USE_LINES - 1) << SWEEP_USE_LINE_SHIFT;
  const __m256i word_bits = _mm256_set1_epi64x((long long)line_bits);
  const __m256i first_bits = _mm256_set1_epi64x((long long)(line_bits | SWEEP_USE_OWN));
  uint64_t *const *const counted = tally->counted;
  const uint32_t first_count = tally->at;
  uint64_t *next = on;
  for (const uint64_t *const end = uses + n, *at = uses; at < end; at++) {
    const uint64_t told = *at, offset = told * (sizeof(__m256i) >> SWEEP_USE_LINE_SHIFT) & set_mask;
    const __m256i all = _mm256_set1_epi64x((long long)told);
    const wide_use use = take_word((uint64_t *)(void *)(sets + offset), _mm256_and_si256(all, word_bits),
                                   _mm256_and_si256(all, first_bits));
    const uint32_t number = sweep_use_number(told), distance = distance_of(&use);
    const uint32_t going = goes_on(&use, sweep_use_is_own(told), mode & PASS_QUIET);
    counted[number][first_count + distance] += weight;
    if (mode & PASS_ASKS) tally->asked[number] |= tally->asks[distance];
    if (mode & PASS_TELLS) {
      tally->distances[at - uses] = (uint16_t)distance;
      tally->clean[at - uses] = (uint16_t)clean_of(use.modified);
    }
    /* the line is modified in this stack, so also in the later ones */
    *next = use.newest | (told & ~(line_bits | SWEEP_USE_OWN));
    next += follow_turn(&turned[offset / sizeof(__m256i)], distance, going);
    *next = told;
    next += going;
  }
  return (uint32_t)(next - on);
}

COH_WIDE_INLINE uint32_t pass_quietly(sweep_stack *stack, const uint64_t *uses, uint32_t n,
                                      const sweep_stack_tally *tally, uint64_t *on, const unsigned quiet) {
  if (tally->distances) return pass_words(stack, uses, n, tally, on, quiet | PASS_TELLS);
  if (tally->asked) return pass_words(stack, uses, n, tally, on, quiet | PASS_ASKS);
  return pass_words(stack, uses, n, tally, on, quiet);
}

/* As pass_each(), but for sets of four lines that are stored as vectors. */
COH_WIDE static uint32_t pass_widely(sweep_stack *stack, const uint64_t *uses, uint32_t n,
                                     const sweep_stack_tally *tally, uint64_t *on) {
  return stack->quiet == 1 ? pass_quietly(stack, uses, n, tally, on, 1) : pass_quietly(stack, uses, n, tally, on, 2);
}

/* ---- all --------------------------------------------------------------------------------------------------------- */

void sweep_stack_init(sweep_stack *stack, uint64_t sets, uint32_t ways, uint32_t least_ways, unsigned line_bits,
                      bool clean) {
  const uint32_t depth = ways < LANES ? LANES : ways;
  *stack = (sweep_stack){.set_mask = sets - 1,
                         .depth = depth,
                         .quiet = least_ways < 2 ? 1 : 2,
                         .wide = depth == LANES && line_bits > SWEEP_USE_LINE_SHIFT && mach_cpuid_is_wide(),
                         .lines = plat_alloc_aligned(sets * depth * sizeof *stack->lines),
                         .turned = plat_alloc(sets)};
  if (!stack->wide && clean) stack->clean = plat_alloc(sets * depth * sizeof *stack->clean);
  for (uint64_t i = 0; i < sets * depth; i++) stack->lines[i] = stack->wide ? NO_WORD : COH_NO_LINE;
}

void sweep_stack_clear(sweep_stack *stack) {
  plat_free_aligned(stack->lines);
  plat_free(stack->clean);
  plat_free(stack->turned);
  *stack = (sweep_stack){0};
}

sweep_stack_use sweep_stack_take(sweep_stack *stack, uint64_t line, bool own) {
  if (stack->wide) return take_widely(stack, line, own);
  return stack->clean ? take(stack, line, own, true) : take(stack, line, own, false);
}

uint32_t sweep_stack_pass(sweep_stack *stack, const uint64_t *uses, uint32_t n, const sweep_stack_tally *tally,
                          uint64_t *on) {
  if (stack->wide) return pass_widely(stack, uses, n, tally, on);
  return stack->clean ? pass_each(stack, uses, n, tally, on, true) : pass_each(stack, uses, n, tally, on, false);
}

uint64_t sweep_stack_line(const sweep_stack *stack, uint64_t set, uint32_t place, uint32_t *clean) {
  const uint64_t at = set * stack->depth + place, line = stack->lines[at];
  *clean = stack->clean ? stack->clean[at] : 0;
  if (!stack->wide) return line;
  *clean = clean_of((uint32_t)line & WORD_MODIFIED);
  return line == NO_WORD ? COH_NO_LINE : line >> SWEEP_USE_LINE_SHIFT;
}

uint64_t sweep_stack_settle(sweep_stack *stack, uint64_t set) {
  if (!stack->turned[set]) return COH_NO_LINE;
  stack->turned[set] = 0;
  uint32_t clean;
  return sweep_stack_line(stack, set, 0, &clean);
}
