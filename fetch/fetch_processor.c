/* fetch_processor.c: see fetch_processor.h.
 *
 * The rules
 * - Each instruction is fetched once. The fetch touches the line of the instruction's first byte, then the line of its
 * last byte if this is another line. If at least one of these lines is missing, the fetch counts as one miss, as in
 * cachegrind. The cause and the evictor of the miss are those of the first missing line.
 * - If context switches are simulated, a hit adds FETCH_HIT_WORK to the work, and a miss FETCH_MISS_WORK. When the work
 * since the last switch reaches the interval, the cache is emptied after the current instruction, also within a basic
 * block (Whalley, Technique A and Results).
 * - One call of the simulator passes a single instruction (A; also B and C if a context switch is possible), a basic
 * block (B), a sequence of contiguous instructions (C), or an execution of an unmarked path (marker). If two unmarked
 * paths are executed immediately after each other, both belong to one call. So the instructions of a call can belong to
 * several paths. Instructions are passed when they are executed, so that misses keep their order among the other
 * references of the program.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "fetch/fetch_processor.h"

#include "plat/plat.h"

static uint64_t work_of(const fetch_processor *p) {
  return p->counts.fetches * FETCH_HIT_WORK + p->counts.misses * (FETCH_MISS_WORK - FETCH_HIT_WORK);
}

/* Returns the work since the last context switch. The result is computed modulo 2^64, since the counts were possibly
 * set to zero. */
static uint64_t done(const fetch_processor *p) { return work_of(p) - p->begun; }

/* Recomputes p->room after misses or a context switch. */
static void set_room(fetch_processor *p) {
  const uint32_t interval = p->config->switch_interval;
  p->room = interval == 0 ? ~(uint64_t)0 : p->counts.fetches + (interval - done(p)) / FETCH_HIT_WORK;
}

void fetch_processor_init(fetch_processor *p, unsigned number, const fetch_config *config, const fetch_code *code,
                          fetch_missed *missed, void *closure) {
  *p = (fetch_processor){.number = number, .config = config, .code = code, .missed = missed, .closure = closure};
  p->seen = ~(uint64_t)0;
  fetch_cache_init(&p->cache, &config->geometry, config->technique == FETCH_SLOTS);
  set_room(p);
}

void fetch_processor_clear(fetch_processor *p) { fetch_cache_clear(&p->cache); }

void fetch_processor_zero(fetch_processor *p) {
  const uint64_t before = done(p);
  p->counts = (fetch_counts){0};
  p->begun = work_of(p) - before;
  p->seen = ~(uint64_t)0;
  set_room(p);
}

bool fetch_is_undisturbed(const fetch_processor *p, uint32_t n, uint32_t misses) {
  const uint32_t interval = p->config->switch_interval;
  const uint64_t most = (uint64_t)n * FETCH_HIT_WORK + (uint64_t)misses * (FETCH_MISS_WORK - FETCH_HIT_WORK);
  return interval == 0 || done(p) + most < interval;
}

static void count_miss(fetch_processor *p, const fetch_miss *miss) {
  p->counts.misses++;
  switch (miss->fate) {
    case FETCH_NEVER: p->counts.cold++; break;
    case FETCH_WAS_REPLACED: p->counts.replacement++; break;
    case FETCH_WAS_INVALIDATED: p->counts.invalidation++; break;
    case FETCH_WAS_SWITCHED: p->counts.switched++; break;
  }
  p->missed(p->closure, p->number, miss);
}

/* Empties the cache if a context switch is due. */
static void look_for_switch(fetch_processor *p) {
  const uint32_t interval = p->config->switch_interval;
  if (interval == 0 || done(p) < interval) return;
  fetch_cache_empty(&p->cache);
  p->counts.switches++;
  p->begun = work_of(p);
}

static void fetch_one(fetch_processor *p, const fetch_instruction *instruction) {
  fetch_miss miss = {.instruction = instruction};
  bool has_missed = false;
  for (uint64_t line = fetch_first_line(p->code, instruction); line <= fetch_last_line(p->code, instruction); line++) {
    if (fetch_cache_touch(&p->cache, line)) continue;
    uint32_t who;
    const fetch_fate fate = fetch_cache_bring(&p->cache, line, instruction->place, &who);
    if (has_missed) continue;
    miss.fate = fate;
    miss.who = who;
    has_missed = true;
  }
  p->counts.fetches++;
  if (has_missed) count_miss(p, &miss);
  look_for_switch(p);
}

void fetch_each(fetch_processor *p, const fetch_block *block, uint32_t from, uint32_t to) {
  for (fetch_walk walk = fetch_walk_from(block, from); walk.number < to; fetch_walk_on(&walk)) fetch_one(p, &walk.at);
  set_room(p);
}

/* Touches a line of an instruction. Counts a miss if the line is missing, unless the other line of the instruction has
 * already missed. *missed: the last instruction with a miss. */
static void touch_for(fetch_processor *p, const fetch_block *block, uint32_t number, uint64_t line, uint32_t *missed) {
  if (PLAT_LIKELY(fetch_cache_touch(&p->cache, line))) return;
  fetch_miss miss;
  miss.fate = fetch_cache_bring(&p->cache, line, fetch_stretch_of(block, number)->place, &miss.who);
  if (*missed == number) return;
  const fetch_instruction instruction = fetch_instruction_of(block, number);
  miss.instruction = &instruction;
  *missed = number;
  count_miss(p, &miss);
}

void fetch_together(fetch_processor *p, const fetch_block *block, uint32_t from, uint32_t to, uint32_t *touch) {
  uint32_t missed = to;
  const fetch_touch *touches = fetch_touches(block);
  p->counts.fetches += to - from;
  if (from != 0) {
    const fetch_instruction begin = fetch_instruction_of(block, from);
    const uint64_t first = fetch_first_line(p->code, &begin);
    if (*touch == block->n_touches || touches[*touch].line != first) touch_for(p, block, from, first, &missed);
  }
  for (; *touch < block->n_touches && touches[*touch].instruction < to; ++*touch)
    touch_for(p, block, touches[*touch].instruction, touches[*touch].line, &missed);
  set_room(p);
}
