/* event_times.c: finds the next event among events of 80 bytes that pointers refer to.
 *
 * Defect: the fields when and active are reached through pointers that event() returns; the rest of an event is unused in
 *   the search.
 * Expert: struct event has cold fields: keep when and active in an array of their own.
 * Remedy: with REPAIRED, the times and the flags are in arrays of their own.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <stdio.h>
#include <stdlib.h>

enum { EVENTS = 4000, ROUNDS = 40 };

struct event {
  double when;
  char title[52];
  int active;
  double length, cost;
};

static struct event *events;
#ifdef REPAIRED
static double times[EVENTS];
static int actives[EVENTS];
#endif

__attribute__((noinline)) static struct event *event(int i) { return &events[i]; }

static int next_event(double now) {
  int best = -1;
  double least = 1e30;
  for (int i = 0; i < EVENTS; i++) {
#ifdef REPAIRED
    double when = actives[i] ? times[i] : 2e30;
#else
    struct event *e = event(i);
    double when = e->active ? e->when : 2e30;
#endif
    if (when > now && when < least) {
      least = when;
      best = i;
    }
  }
  return best;
}

int main(void) {
  events = calloc(EVENTS, sizeof *events);
  for (int i = 0; i < EVENTS; i++) {
    struct event *e = event(i);
    e->when = i * 37 % 4001;
    e->active = i % 5 != 0;
    e->length = i % 3;
    e->cost = 1;
    snprintf(e->title, sizeof e->title, "e%d", i);
#ifdef REPAIRED
    times[i] = e->when;
    actives[i] = e->active;
#endif
  }
  double sum = 0;
  for (int round = 0; round < ROUNDS; round++) {
    struct event *e = event(next_event(round * 50));
    sum += e->length + e->cost + e->when;
  }
  printf("%g\n", sum);
  return 0;
}
