/* naive_requests.c: see naive_requests.h.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "tests/coherence/naive_requests.h"

#include <assert.h>
#include <stdlib.h>

enum { KEPT = 64 /* number of requests that a processor keeps */ };

naive_requests *naive_requests_new(const mach_config *config) {
  naive_requests *r = calloc(1, sizeof *r);
  assert(r);
  naive_window_start(&r->window, &(coh_window_config){.instructions = config->window,
                                                      .outstanding = config->outstanding_misses,
                                                      .stores = config->store_buffer,
                                                      .set_misses = config->set_misses,
                                                      .step = mach_step(config)});
  r->sets = (uint32_t)(config->d1.size / config->d1.line / config->d1.ways);
  r->stay = config->upgrade_latency * MACH_TICKS / 2;
  return r;
}

void naive_requests_work(naive_requests *r, uint64_t cycles) {
  r->work += cycles * MACH_TICKS;
  assert(r->work % r->window.config.step == 0);
  naive_window_run(&r->window, r->work / r->window.config.step);
}

uint64_t naive_requests_now(const naive_requests *r) { return r->work / MACH_TICKS + r->window.stalled / MACH_TICKS; }

/* Returns the latest request for a line among those kept; NULL: none. */
static const naive_request *find(const naive_requests *r, uint64_t line) {
  const naive_request *found = NULL;
  for (size_t i = 0; i < r->n; i++)
    if (r->requests[i].line == line && r->n - i <= KEPT) found = &r->requests[i];
  return found;
}

void naive_requests_wait(naive_requests *r, const naive_requests *other, uint64_t line) {
  const naive_request *request = find(other, line);
  if (request && request->arrival > r->since) r->since = request->arrival;
}

bool naive_requests_serve(naive_requests *r, uint64_t line, uint64_t word, bool store) {
  if (!store && naive_window_forwards(&r->window, word)) return true;
  const naive_request *request = find(r, line);
  if (!request || (store && !request->store)) return false;
  if (r->work > request->progress + r->stay || r->window.clock > request->arrival + r->stay) return false;
  if (request->arrival > r->window.clock && request->arrival > r->since) r->since = request->arrival;
  return true;
}

bool naive_requests_is_on_its_way(const naive_requests *r, const naive_requests *to, uint64_t line) {
  const naive_request *request = find(to, line);
  return request && request->arrival > r->window.clock;
}

bool naive_requests_await(naive_requests *r, uint64_t line, uint64_t word, bool store) {
  const naive_request *request = find(r, line);
  if (!store && naive_window_forwards(&r->window, word)) return false;
  if (request->arrival > r->since) r->since = request->arrival;
  return r->work > request->progress + r->stay;
}

static coh_window_kind kind_of(coh_kind kind, bool misses) {
  if (kind == COH_MODIFY && misses) return COH_WINDOW_MODIFY;
  return kind == COH_READ ? COH_WINDOW_LOAD : COH_WINDOW_STORE;
}

/* Returns the time at which the current reference completes; 0: it has no latency. */
static uint64_t enter(naive_requests *r, coh_kind kind, const coh_outcome *outcome, uint64_t word, uint64_t line) {
  const bool misses = outcome->cause != COH_HIT;
  if (outcome->stall == 0 && r->since == 0) {
    r->without_latency += misses;
    return 0;
  }
  r->is_miss[r->window.n] = misses;
  const uint64_t most = r->window.clock + (UINT64_C(1) << 30) * MACH_TICKS; /* the longest wait */
  if (r->since > most) r->since = most;
  const coh_window_miss miss = {.progress = r->work,
                                .word = word,
                                .since = r->since,
                                .latency = outcome->stall,
                                .set = misses ? (uint32_t)(line % r->sets) : COH_NO_SET,
                                .part = outcome->translation.cycles,
                                .kind = kind_of(kind, misses)};
  return naive_window_miss(&r->window, &miss)->completed;
}

void naive_requests_complete(naive_requests *r, coh_kind kind, const coh_outcome *outcome, uint64_t word,
                             uint64_t first, uint64_t last, bool records) {
  const bool requests = outcome->cause != COH_HIT || outcome->upgrade || r->again;
  const bool store = kind != COH_READ || (r->again && find(r, first) && find(r, first)->store);
  const uint64_t completion = enter(r, kind, outcome, word, first);
  for (uint64_t line = first; requests && records && completion != 0 && line <= last; line++) {
    assert(r->n < sizeof r->requests / sizeof *r->requests);
    r->requests[r->n++] = (naive_request){.line = line, .arrival = completion, .progress = r->work, .store = store};
  }
  r->since = 0;
  r->again = false;
}

void naive_requests_drain(naive_requests *r, coh_counts *counts) {
  naive_window_drain(&r->window, r->work / r->window.config.step);
  counts->overlapped_misses += r->without_latency;
  for (size_t i = 0; i < r->window.n; i++) {
    const naive_miss *m = &r->window.misses[i];
    const uint64_t delay = m->what.since > m->entered ? (m->what.since - m->entered + MACH_TICKS - 1) / MACH_TICKS : 0;
    const uint64_t latency = m->what.latency + delay;
    counts->stall_cycles += m->waited;
    counts->overlapped_cycles += m->waited < latency ? latency - m->waited : 0;
    counts->overlapped_misses += r->is_miss[i] && m->waited == 0;
    counts->translation_cycles += m->what.part < m->waited ? m->what.part : m->waited;
  }
}
