/* coh_stack.c: see coh_stack.h.
 *
 * Where a set is four lines and the host has vectors of 256 bits, a set is one such vector. What is noted of a line
 * stands in the low bits of its word, and moves with it: three bits for up to how many ways it is clean, and in the
 * newest line's, whether another is the newest behind. A use of such a set takes no branch: which distance it finds
 * can be foretold badly.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "coherence/coh_stack.h"

#include "coherence/coh_array.h"
#include "coherence/coh_cache.h"
#include "coherence/coh_cpuid.h"
#include "coherence/coh_vector-inl.h"
#include "coherence/plat.h"

enum { LANES = 4 }; /* lines of a vector */

/* In `clean` of a set's first line: another is the newest behind. */
#define TURNED ((uint16_t)0x8000)

/* In a vector, the word of a line: its number, from COH_USE_LINE_SHIFT on, and what is noted of it. */
enum { WORD_TURNED = 8, WORD_CLEAN = 7, WORD_NOTES = WORD_TURNED | WORD_CLEAN };
#define NO_WORD (COH_NO_LINE & ~(uint64_t)WORD_NOTES) /* no line: lines of 32 bytes and more have smaller numbers */

/* ---- sets of any depth ------------------------------------------------------------------------------------------- */

/* Makes a line the newest of its set. Returns its distance; *clean: as it was noted of it. */
static uint32_t bring_forward(coh_stack *stack, uint64_t line, uint64_t first, uint32_t *clean) {
  uint64_t *const lines = stack->lines + first;
  uint16_t *const of_set = stack->clean + first;
  uint64_t before = lines[0];
  uint16_t clean_before = of_set[0];
  uint32_t distance = 0;
  while (before != line && ++distance < stack->depth) {
    const uint64_t here = lines[distance];
    const uint16_t clean_here = of_set[distance];
    lines[distance] = before;
    of_set[distance] = clean_before;
    before = here;
    clean_before = clean_here;
  }
  lines[0] = line;
  *clean = clean_before;
  return distance;
}

/* Which distances are not passed on. A line that a numbered use cannot tell always is, so that it never has to be later.
 */
static inline uint32_t quiet_of(const coh_stack *stack, uint64_t line) {
  return line < COH_USE_LINES ? stack->quiet : 0;
}

static coh_stack_use take(coh_stack *stack, uint64_t line, bool own) {
  const uint64_t first = (line & stack->set_mask) * stack->depth;
  const uint64_t newest = stack->lines[first];
  const bool turned = stack->clean[first] & TURNED;
  stack->clean[first] &= (uint16_t)~TURNED;
  uint32_t clean;
  const uint32_t distance = bring_forward(stack, line, first, &clean);
  if (distance == stack->depth || clean < distance) clean = distance;
  const bool goes_on = (own ? clean : distance) >= quiet_of(stack, line);
  const bool is_turned = !goes_on && turned != (distance == 1);
  stack->clean[first] = (uint16_t)((own ? 0 : clean) | (is_turned ? TURNED : 0));
  return (coh_stack_use){.distance = distance,
                         .clean = clean,
                         .before = goes_on && turned && distance >= 2 ? newest : COH_NO_LINE,
                         .goes_on = goes_on};
}

static uint32_t pass_each(coh_stack *stack, const uint64_t *uses, uint32_t n, const coh_stack_tally *tally,
                          uint64_t *on) {
  uint32_t n_on = 0;
  for (uint32_t i = 0; i < n; i++) {
    const uint32_t number = coh_use_number(uses[i]);
    const coh_stack_use use = take(stack, coh_use_line(uses[i]), uses[i] & COH_USE_OWN);
    tally->counted[number][tally->at + use.distance] += tally->weight;
    if (tally->distances) {
      tally->distances[i] = (uint16_t)use.distance;
      tally->clean[i] = (uint16_t)use.clean;
    }
    if (use.before != COH_NO_LINE) on[n_on++] = coh_use_numbered(coh_use_make(use.before, false), number);
    if (use.goes_on) on[n_on++] = uses[i];
  }
  return n_on;
}

/* ---- sets of four lines ------------------------------------------------------------------------------------------ */

/* By distance: where the lines of a set come from, as eight halves of lines. */
static const uint32_t moved[LANES + 1][8] __attribute__((aligned(32))) = {{0, 1, 2, 3, 4, 5, 6, 7},
                                                                          {0, 1, 0, 1, 4, 5, 6, 7},
                                                                          {0, 1, 0, 1, 2, 3, 6, 7},
                                                                          {0, 1, 0, 1, 2, 3, 4, 5},
                                                                          {0, 1, 0, 1, 2, 3, 4, 5}};

/* What follows from what is known of a use, that is: what was noted of the line, the distance, whether the set was
 * turned, and whether the use stores. In the low bits the notes of the line from now on. */
enum { RULE_GOES_ON = 16, RULE_COMES_BEFORE = 32, RULES = 256 };
static uint8_t rules[3][RULES]; /* by stack->quiet, or 0 where a line always goes on */

static inline unsigned rule_of(unsigned noted, unsigned distance, unsigned turned, unsigned own) {
  return noted | distance << 3 | turned << 6 | own << 7;
}

static uint8_t make_rule(unsigned noted, unsigned distance, bool turned, bool own, unsigned quiet) {
  const unsigned clean = noted > distance ? noted : distance;
  const bool goes_on = (own ? clean : distance) >= quiet;
  const bool is_turned = !goes_on && turned != (distance == 1);
  const bool comes_before = goes_on && turned && distance >= 2;
  return (uint8_t)((own ? 0 : clean) | (is_turned ? WORD_TURNED : 0) | (goes_on ? RULE_GOES_ON : 0) |
                   (comes_before ? RULE_COMES_BEFORE : 0));
}

static void make_rules(void) {
  for (unsigned quiet = 0; quiet < 3; quiet++)
    for (unsigned i = 0; i < RULES; i++)
      rules[quiet][i] = make_rule(i & WORD_CLEAN, i >> 3 & 7, i >> 6 & 1, i >> 7, quiet);
}

typedef struct {
  uint32_t distance, noted; /* noted: of the line, before */
  uint64_t newest;          /* the word of the line that was the newest before */
  uint32_t rule;            /* what follows */
} wide_use;

/* Uses a line of a set: `word` is its number, without notes. */
COH_WIDE_INLINE wide_use take_word(uint64_t *words, uint64_t word, unsigned own, const uint8_t *by) {
  __m256i *const set = (__m256i *)(void *)words;
  const __m256i held = _mm256_load_si256(set);
  const __m256i lines = _mm256_andnot_si256(_mm256_set1_epi64x(WORD_NOTES), held);
  const __m256i equal = _mm256_cmpeq_epi64(lines, _mm256_set1_epi64x((long long)word));
  const unsigned hits = (unsigned)_mm256_movemask_pd(_mm256_castsi256_pd(equal));
  const unsigned distance = (unsigned)__builtin_ctz(hits | 1u << LANES);
  const uint64_t newest = words[0];
  const unsigned noted = (unsigned)words[distance % LANES] & WORD_CLEAN;
  const unsigned rule = by[rule_of(noted, distance, (unsigned)newest / WORD_TURNED & 1, own)];
  const __m256i order = _mm256_load_si256((const __m256i *)(const void *)moved[distance]);
  const __m256i first = _mm256_castsi128_si256(_mm_cvtsi64_si128((long long)(word | (rule & WORD_NOTES))));
  _mm256_store_si256(set, _mm256_blend_epi32(_mm256_permutevar8x32_epi32(held, order), first, 3));
  return (wide_use){distance, noted, newest, rule};
}

static inline uint32_t clean_of(const wide_use *use) { return use->noted > use->distance ? use->noted : use->distance; }

COH_WIDE static coh_stack_use take_widely(coh_stack *stack, uint64_t line, bool own) {
  uint64_t *const words = stack->lines + (line & stack->set_mask) * LANES;
  const wide_use use = take_word(words, line << COH_USE_LINE_SHIFT, own, rules[quiet_of(stack, line)]);
  return (coh_stack_use){.distance = use.distance,
                         .clean = clean_of(&use),
                         .before = use.rule & RULE_COMES_BEFORE ? use.newest >> COH_USE_LINE_SHIFT : COH_NO_LINE,
                         .goes_on = use.rule & RULE_GOES_ON};
}

COH_WIDE_INLINE uint32_t pass_words(coh_stack *stack, const uint64_t *uses, uint32_t n, const coh_stack_tally *tally,
                                    uint64_t *on, const bool tells) {
  uint64_t *const words = stack->lines;
  const uint64_t set_mask = stack->set_mask, weight = tally->weight;
  const uint8_t *const by = rules[stack->quiet];
  uint64_t *const *const counted = tally->counted;
  const uint32_t at = tally->at;
  const uint64_t line_bits = (COH_USE_LINES - 1) << COH_USE_LINE_SHIFT;
  uint64_t *next = on;
  for (uint32_t i = 0; i < n; i++) {
    const uint64_t told = uses[i], word = told & line_bits;
    uint64_t *const set = words + (word >> COH_USE_LINE_SHIFT & set_mask) * LANES;
    const wide_use use = take_word(set, word, (unsigned)told & COH_USE_OWN, by);
    counted[coh_use_number(told)][at + use.distance] += weight;
    if (tells) {
      tally->distances[i] = (uint16_t)use.distance;
      tally->clean[i] = (uint16_t)clean_of(&use);
    }
    *next = (use.newest & line_bits) | coh_use_numbered(0, coh_use_number(told));
    next += use.rule / RULE_COMES_BEFORE;
    *next = told;
    next += use.rule / RULE_GOES_ON & 1;
  }
  return (uint32_t)(next - on);
}

/* pass_each() for sets of four lines. */
COH_WIDE static uint32_t pass_widely(coh_stack *stack, const uint64_t *uses, uint32_t n, const coh_stack_tally *tally,
                                     uint64_t *on) {
  return tally->distances ? pass_words(stack, uses, n, tally, on, true) : pass_words(stack, uses, n, tally, on, false);
}

/* ---- all --------------------------------------------------------------------------------------------------------- */

void coh_stack_init(coh_stack *stack, uint64_t sets, uint32_t ways, uint32_t least_ways, unsigned line_bits) {
  const uint32_t depth = ways < LANES ? LANES : ways;
  *stack = (coh_stack){.set_mask = sets - 1,
                       .depth = depth,
                       .quiet = least_ways < 2 ? 1 : 2,
                       .wide = depth == LANES && line_bits > COH_USE_LINE_SHIFT && coh_cpuid_is_wide(),
                       .lines = coh_alloc_aligned(sets * depth * sizeof *stack->lines)};
  make_rules();
  if (!stack->wide) stack->clean = plat_alloc(sets * depth * sizeof *stack->clean);
  for (uint64_t i = 0; i < sets * depth; i++) stack->lines[i] = stack->wide ? NO_WORD : COH_NO_LINE;
}

void coh_stack_clear(coh_stack *stack) {
  coh_free_aligned(stack->lines);
  plat_free(stack->clean);
  *stack = (coh_stack){0};
}

coh_stack_use coh_stack_take(coh_stack *stack, uint64_t line, bool own) {
  return stack->wide ? take_widely(stack, line, own) : take(stack, line, own);
}

uint32_t coh_stack_pass(coh_stack *stack, const uint64_t *uses, uint32_t n, const coh_stack_tally *tally,
                        uint64_t *on) {
  return stack->wide ? pass_widely(stack, uses, n, tally, on) : pass_each(stack, uses, n, tally, on);
}

uint64_t coh_stack_line(const coh_stack *stack, uint64_t set, uint32_t place, uint32_t *clean) {
  const uint64_t at = set * stack->depth + place, line = stack->lines[at];
  *clean = stack->wide ? line & WORD_CLEAN : stack->clean[at] & (uint16_t)~TURNED;
  if (!stack->wide) return line;
  return line == NO_WORD ? COH_NO_LINE : line >> COH_USE_LINE_SHIFT;
}

uint64_t coh_stack_settle(coh_stack *stack, uint64_t set) {
  uint64_t *const newest = &stack->lines[set * stack->depth];
  bool turned;
  uint32_t clean;
  if (stack->wide) {
    turned = *newest & WORD_TURNED;
    *newest &= ~(uint64_t)WORD_TURNED;
  } else {
    turned = stack->clean[set * stack->depth] & TURNED;
    stack->clean[set * stack->depth] &= (uint16_t)~TURNED;
  }
  return turned ? coh_stack_line(stack, set, 0, &clean) : COH_NO_LINE;
}
