/* naive_fetch.c: see naive_fetch.h.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "tests/fetch/naive_fetch.h"

#include <stdlib.h>

typedef struct {
  bool is_there;
  uint64_t used; /* time of the last use */
  fetch_fate fate;
  uint32_t who;
} line_state;

struct naive_fetch {
  fetch_config config;
  line_state *lines; /* by number */
  uint64_t most_lines;
  uint64_t time;
  uint64_t work; /* since the last context switch */
  fetch_counts counts;
};

naive_fetch *naive_fetch_new(const fetch_config *config, uint64_t most_lines) {
  naive_fetch *naive = calloc(1, sizeof *naive);
  naive->config = *config;
  naive->most_lines = most_lines;
  naive->lines = calloc(most_lines, sizeof *naive->lines);
  return naive;
}

void naive_fetch_free(naive_fetch *naive) {
  free(naive->lines);
  free(naive);
}

static uint64_t sets(const naive_fetch *naive) {
  return naive->config.geometry.size / naive->config.geometry.line / naive->config.geometry.ways;
}

/* Returns the least recently used line of the set if the set is full; else most_lines. */
static uint64_t victim(const naive_fetch *naive, uint64_t line) {
  uint64_t oldest = naive->most_lines, held = 0;
  for (uint64_t other = line % sets(naive); other < naive->most_lines; other += sets(naive)) {
    if (!naive->lines[other].is_there) continue;
    held++;
    if (oldest == naive->most_lines || naive->lines[other].used < naive->lines[oldest].used) oldest = other;
  }
  return held == naive->config.geometry.ways ? oldest : naive->most_lines;
}

/* Fetches a line. Returns whether it missed. */
static bool touch(naive_fetch *naive, uint64_t line, uint32_t place) {
  line_state *state = &naive->lines[line];
  const bool missed = !state->is_there;
  if (missed) {
    const uint64_t out = victim(naive, line);
    if (out != naive->most_lines)
      naive->lines[out] = (line_state){.is_there = false, .fate = FETCH_WAS_REPLACED, .who = place};
    state->is_there = true;
  }
  state->used = ++naive->time;
  return missed;
}

static void count(fetch_counts *counts, fetch_fate fate) {
  counts->misses++;
  if (fate == FETCH_NEVER) counts->cold++;
  if (fate == FETCH_WAS_REPLACED) counts->replacement++;
  if (fate == FETCH_WAS_INVALIDATED) counts->invalidation++;
  if (fate == FETCH_WAS_SWITCHED) counts->switched++;
}

static void lose(line_state *line, fetch_fate fate) {
  if (line->is_there) *line = (line_state){.fate = fate};
}

static void work(naive_fetch *naive, bool missed) {
  naive->work += missed ? 10 : 1;
  if (naive->config.switch_interval == 0 || naive->work < naive->config.switch_interval) return;
  for (uint64_t line = 0; line < naive->most_lines; line++) lose(&naive->lines[line], FETCH_WAS_SWITCHED);
  naive->work = 0;
  naive->counts.switches++;
}

bool naive_fetch_one(naive_fetch *naive, const fetch_instruction *instruction, fetch_miss *miss) {
  const uint64_t size = naive->config.geometry.line;
  const uint64_t last = (instruction->address + instruction->bytes - 1) / size;
  bool missed = false;
  for (uint64_t line = instruction->address / size; line <= last; line++) {
    const line_state before = naive->lines[line];
    if (!touch(naive, line, instruction->place) || missed) continue;
    missed = true;
    *miss = (fetch_miss){instruction, before.fate, before.who};
  }
  naive->counts.fetches++;
  if (missed) count(&naive->counts, miss->fate);
  work(naive, missed);
  return missed;
}

void naive_fetch_changed(naive_fetch *naive, uint64_t start, uint64_t bytes) {
  const uint64_t size = naive->config.geometry.line;
  for (uint64_t line = start / size; line <= (start + bytes - 1) / size; line++)
    lose(&naive->lines[line], FETCH_WAS_INVALIDATED);
}

const fetch_counts *naive_fetch_counts(const naive_fetch *naive) { return &naive->counts; }
void naive_fetch_zero(naive_fetch *naive) { naive->counts = (fetch_counts){0}; }
