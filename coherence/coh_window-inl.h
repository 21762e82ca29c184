/* SPDX-License-Identifier: GPL-2.0-or-later
 * coh_window-inl.h: the entry of the most frequent misses into a window, inline: loads that need no other part of the
 * window than the reorder buffer and the line fill buffers. coh_window.c states the rules. */
#pragma once

#include "coherence/coh_window.h"
#include "plat/plat.h"

static inline uint64_t coh_later(uint64_t a, uint64_t b) { return a > b ? a : b; }

/* Returns entry i of a queue, in program order. */
static inline coh_window_entry *coh_window_at(const coh_window_queue *queue, unsigned i) {
  const unsigned at = queue->first + i;
  return &queue->entries[at < queue->most ? at : at - queue->most];
}

/* Appends an entry to a queue, and returns the entry. */
static inline coh_window_entry *coh_window_append(coh_window_queue *queue) { return coh_window_at(queue, queue->n++); }

/* Returns the progress at which a load must have completed. */
static inline uint64_t coh_window_due(const coh_window *window, const coh_window_entry *load) {
  return load->progress + (uint64_t)window->config.instructions * window->config.step;
}

/* Returns the place of a set whose line comes first, among those of the latest misses of the set. */
static inline uint64_t *coh_window_place(const coh_window *window, uint32_t set) {
  uint64_t *const places = &window->places[(size_t)set * window->config.set_misses], *first = places;
  for (unsigned i = 1; i < window->config.set_misses; i++)
    if (places[i] < *first) first = &places[i];
  return first;
}

/* Takes a line fill buffer, and a place of the set, for a miss that is ready at a time. Returns the time at which the
 * line comes. The times of the buffers are in ascending order, and few are later than `ready`. */
static inline uint64_t coh_window_fetch(coh_window *window, uint64_t ready, uint32_t latency, uint32_t set) {
  uint64_t *const place = window->places && set != COH_NO_SET ? coh_window_place(window, set) : NULL;
  if (place) ready = coh_later(*place, ready);
  uint64_t *const buffers = window->buffers;
  const unsigned n = window->config.outstanding;
  unsigned taken = n - 1;
  while (taken > 0 && buffers[taken] > ready) taken--;
  const uint64_t line = coh_later(buffers[taken], ready) + (uint64_t)latency * MACH_TICKS;
  for (; taken + 1 < n && buffers[taken + 1] < line; taken++) buffers[taken] = buffers[taken + 1];
  buffers[taken] = line;
  if (place) *place = line;
  return line;
}

/* Updates the window after a load, whose fields are set, was appended to the reorder buffer. */
static inline void coh_window_note_load(coh_window *window, const coh_window_entry *load) {
  window->retired = coh_later(window->retired, load->completion);
  if (window->loads.n == 1) window->due = coh_window_due(window, load);
}

/* Returns whether coh_window_enter_load() can enter a load at `progress`: no load is due, the reorder buffer has room,
 * and the store buffer is empty. */
static inline bool coh_window_is_easy(const coh_window *window, uint64_t progress) {
  return progress < window->due && window->loads.n < window->loads.most &&
         window->committed <= coh_window_time(window, progress);
}

/* As coh_window_enter(), for a load that coh_window_is_easy() allows, with coh_window_miss.since and `part` 0. Causes no
 * stall now. Returns the completion in ticks. */
static inline uint64_t coh_window_enter_load(coh_window *window, uint64_t progress, uint64_t producer, uint32_t latency,
                                             uint32_t set, uint32_t note) {
  const uint64_t ready = coh_later(coh_window_time(window, progress), producer);
  /* Stores field by field, because the host delays the copy of a struct whose fields were stored just before. */
  coh_window_entry *const load = coh_window_append(&window->loads);
  load->progress = progress;
  load->completion = coh_window_fetch(window, ready, latency, set);
  load->order = window->misses++;
  load->latency = latency;
  load->note = note;
  load->part = 0;
  coh_window_note_load(window, load);
  return load->completion;
}
