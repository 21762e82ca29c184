/* fetch_system.c: see fetch_system.h. SPDX-License-Identifier: GPL-2.0-or-later */
#include "fetch/fetch_marker.h"
#include "fetch/fetch_range.h"
#include "fetch/fetch_region.h"
#include "fetch/fetch_system-inl.h"

static unsigned line_bits_of(uint32_t line) {
  unsigned bits = 0;
  while ((uint32_t)1 << bits < line) bits++;
  return bits;
}

fetch_system *fetch_system_new(const fetch_config *config, unsigned processors, fetch_missed *missed, void *closure) {
  fetch_system *system = plat_alloc(sizeof *system);
  system->config = *config;
  system->code.line_bits = line_bits_of(config->geometry.line);
  system->n = processors;
  system->processors = plat_alloc(processors * sizeof *system->processors);
  for (unsigned i = 0; i < processors; i++) {
    fetch_processor *p = &system->processors[i];
    fetch_processor_init(p, i, &system->config, &system->code, missed, closure);
    if (fetch_uses_regions(config->technique)) p->regions = fetch_regions_new(&config->geometry);
  }
  return system;
}

void fetch_system_free(fetch_system *system) {
  for (unsigned i = 0; i < system->n; i++) {
    fetch_regions_free(system->processors[i].regions);
    fetch_processor_clear(&system->processors[i]);
  }
  plat_free(system->processors);
  fetch_code_clear(&system->code);
  plat_free(system);
}

void fetch_enter(fetch_system *system, const fetch_instruction *instructions, uint32_t n, const uint32_t *numbers,
                 const uint32_t *lengths, uint32_t n_paths) {
  fetch_code_enter(&system->code, instructions, n, numbers, lengths, n_paths);
}

void fetch_make_room(fetch_system *system, fetch_processor *p) {
  fetch_cache_make_room(&p->cache, system->code.room);
  if (p->regions) fetch_regions_make_room(p->regions, system->code.room);
}

void fetch_leave(fetch_system *system, uint32_t path) {
  for (unsigned i = 0; i < system->n; i++) {
    fetch_processor *p = &system->processors[i];
    if (p->regions) fetch_regions_leave(p->regions, path);
    fetch_cache_leave(&p->cache, path);
  }
  fetch_code_leave(&system->code, path);
}

void fetch_system_run(fetch_system *system, unsigned processor, uint32_t path) {
  plat_assert(processor < system->n);
  fetch_run(fetch_processor_get(system, processor), path);
}

void fetch_code_changed(fetch_system *system, uint64_t start, uint64_t bytes) {
  if (bytes == 0) return;
  const uint64_t first = fetch_line_of(&system->code, start), last = fetch_line_of(&system->code, start + bytes - 1);
  for (unsigned i = 0; i < system->n; i++) {
    fetch_processor *p = &system->processors[i];
    if (p->regions) fetch_regions_forget(p->regions);
    for (uint64_t line = first; line <= last; line++) fetch_cache_invalidate(&p->cache, line);
  }
}

void fetch_run_slowly(fetch_processor *p, uint32_t path) {
  const fetch_path *run = &p->code->paths[path];
  plat_assert(run->block);
  p->counts.runs++;
  switch (p->config->technique) {
    case FETCH_A: fetch_run_a(p, run); break;
    case FETCH_B: fetch_run_b(p, run); break;
    case FETCH_C: fetch_run_c(p, run); break;
    case FETCH_SLOTS:
    case FETCH_MARKER: fetch_run_marker(p, p->code, path); break;
    default: fetch_run_region(p, path); break;
  }
}

const fetch_counts *fetch_counts_of(const fetch_system *system, unsigned processor) {
  plat_assert(processor < system->n);
  return &system->processors[processor].counts;
}

void fetch_system_zero(fetch_system *system) {
  for (unsigned i = 0; i < system->n; i++) fetch_processor_zero(&system->processors[i]);
}

void fetch_system_check(const fetch_system *system) {
  for (unsigned i = 0; i < system->n; i++) {
    const fetch_counts *c = &system->processors[i].counts;
    plat_assert(c->cold + c->replacement + c->invalidation + c->switched == c->misses && c->misses <= c->fetches);
    fetch_cache_check(&system->processors[i].cache, &system->code);
  }
}
