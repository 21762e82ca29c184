/* schedule_world.c: see schedule_world.h.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "tests/memspy/schedule_world.h"

#include "tests/coherence/dice.h"
#include "tests/coherence/workload.h"
#include "tests/memspy/naive_schedule.h"

const char *const schedule_step_names[STEP_KINDS + 1] = {
    "run",     "spin",   "set",    "clear",   "atomic", "wait",    "wake",   "yield",
    "move",    "create", "block",  "release", "nap",    "call",    "signal", "signal all",
    "collect", "name",   "unname", "discard", "fork",   "end all", "kill",   "stop recording"};

/* Frequency of each kind of step, in about thousandths. */
static const unsigned weights[STEP_KINDS] = {
    [STEP_RUN] = 300,      [STEP_SPIN] = 70,    [STEP_SET] = 70,   [STEP_CLEAR] = 40,  [STEP_ATOMIC] = 60,
    [STEP_WAIT] = 60,      [STEP_WAKE] = 120,   [STEP_YIELD] = 40, [STEP_MOVE] = 25,   [STEP_CREATE] = 45,
    [STEP_BLOCK] = 25,     [STEP_RELEASE] = 50, [STEP_NAP] = 10,   [STEP_CALL] = 30,   [STEP_SIGNAL] = 20,
    [STEP_SIGNAL_ALL] = 5, [STEP_COLLECT] = 20, [STEP_NAME] = 15,  [STEP_UNNAME] = 10, [STEP_DISCARD] = 25,
    [STEP_FORK] = 2,       [STEP_END_ALL] = 2,  [STEP_KILL] = 2,   [STEP_STOP] = 1};

void schedule_world_make(schedule_world *world, uint64_t seed) {
  dice d = {seed ^ 0x7363686564};
  workload_machine machine;
  workload_machine_make(&machine, seed);
  mach_config *c = &machine.config;
  c->processors = dice_chance(&d, 10) ? 1 : dice_between(&d, 2, dice_chance(&d, 50) ? 3 : NAIVE_PROCESSORS);
  c->nodes = dice_chance(&d, 80) || c->processors < 2 ? 1 : 2;
  c->fixed_node = 0;
  c->context_switch = dice_chance(&d, 40) ? 0 : dice_between(&d, 1, 5000);
  c->cpi = dice_chance(&d, 40) ? dice_between(&d, 1, 4) : dice_between(&d, 5, 100);
  *world = (schedule_world){
      .machine = *c,
      .region = {.first = (UINT64_C(1) << 32) / c->d1.line, .lines = dice_between(&d, 16, NAIVE_LINES)},
      .quantum = dice_chance(&d, 10) ? dice_between(&d, 1, 50) : dice_between(&d, 100, 4000),
      .simulates = !dice_chance(&d, 15)};
  world->runs_ahead = dice_chance(&d, 50);
  world->seed = dice_chance(&d, 70) ? 0 : dice_between(&d, 1, 1000);
}

enum { MEETING_STEPS = 5 };

static unsigned random_kind(dice *d, unsigned threads_kind) {
  unsigned all = 0;
  for (unsigned k = 0; k < STEP_KINDS; k++) all += weights[k];
  unsigned at = dice_below(d, all), kind = 0;
  while (at >= weights[kind]) at -= weights[kind++];
  /* In some programs, threads wait for each other only in loops; in some, only in the kernel. */
  if (threads_kind == 1 && (kind == STEP_WAIT || kind == STEP_BLOCK || kind == STEP_NAP)) return STEP_SPIN;
  if (threads_kind == 2 && kind == STEP_SPIN) return STEP_WAIT;
  return kind;
}

/* Two threads meet: they wait for each other in loops. */
static void make_meeting(dice *d, unsigned there, trial_step *steps) {
  const unsigned flag = dice_below(d, WORLD_FLAGS), one = dice_below(d, there);
  static const struct {
    uint8_t kind, other, flag;
  } parts[MEETING_STEPS] = {{STEP_CLEAR, 0, 1},
                            {STEP_SPIN, 0, 0},
                            {STEP_SET, 1, 0},
                            {STEP_SPIN, 1, 1},
                            {STEP_SET, 0, 1}};
  for (unsigned i = 0; i < MEETING_STEPS; i++)
    steps[i] = (trial_step){.kind = parts[i].kind,
                            .actor = (uint8_t)((one + parts[i].other) % there),
                            .a = (uint16_t)(flag + parts[i].flag),
                            .b = (uint16_t)dice_below(d, 300),
                            .c = (uint16_t)dice_next(d)};
}

size_t schedule_steps_make(uint64_t seed, trial_step *steps) {
  dice d = {seed};
  const unsigned programs = dice_between(&d, 1, WORLD_PROGRAMS), threads_kind = dice_below(&d, 3);
  const size_t n = dice_between(&d, 5, WORLD_STEPS);
  for (size_t i = 0; i < n; i++) {
    if (i >= programs / 2 && i + MEETING_STEPS <= n && threads_kind != 2 &&
        dice_chance(&d, threads_kind == 1 ? 15 : 5)) {
      make_meeting(&d, 1 + programs / 2, &steps[i]);
      i += MEETING_STEPS - 1;
      continue;
    }
    const unsigned kind = i < programs / 2 ? STEP_CREATE : random_kind(&d, threads_kind);
    trial_step s = {.kind = (uint8_t)kind,
                    .actor = (uint8_t)(i < programs / 2 ? 0 : dice_below(&d, programs)),
                    .a = (uint16_t)dice_below(&d, 12),
                    .b = (uint16_t)(dice_chance(&d, 60) ? dice_between(&d, 1, 20) : dice_between(&d, 1, 300)),
                    .c = (uint16_t)dice_next(&d)};
    if (kind == STEP_CREATE || kind == STEP_SIGNAL || kind == STEP_KILL)
      s.b = dice_chance(&d, kind == STEP_CREATE ? 5 : 30);
    if (kind == STEP_WAIT && dice_chance(&d, 60)) s.b = 0;
    if (kind == STEP_COLLECT) s.a = dice_chance(&d, 70);
    steps[i] = s;
  }
  return n;
}
