/* account_world.h: makes random machines, programs and memories for test_account.c. A program is a list of steps.
 *
 * Any part of a list is a valid list, so that a failing list can be shrunk: a step looks up the results of earlier
 * steps (such as the place of a thread's stack, or the thread that has a block) when it is executed.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include <stdio.h>

#include "tests/bins/naive_account.h"
#include "tests/coherence/workload.h"

enum {
  WORLD_AREAS = 5,
  WORLD_MEMORY = 4, /* areas that something can be mapped in; the last area is beyond the map */
  WORLD_AREA_BYTES = 4 * 4096,
  WORLD_HEAPS = 8,
  WORLD_STATICS = 8,
  WORLD_MAPPINGS = 4,
  WORLD_RANGES = 8,
  WORLD_BINS = 1 + WORLD_HEAPS + WORLD_STATICS + WORLD_MAPPINGS + WORLD_RANGES,
  WORLD_SEGMENTS = 6,
  WORLD_FLOWS = 6,
  WORLD_MOST_PLACES = 160,
  WORLD_SITES = 40,
  WORLD_STACK_BYTES = 2048,
  WORLD_SLOTS = 2 + WORLD_STACK_BYTES / 8, /* slots of a frame, if frames have bins for slots */
  WORLD_STACKS = 12                        /* places for a stack; the last four are in memory that blocks are in, too */
};

/* Numbers of the first bin of each kind. */
enum {
  WORLD_HEAP = 1,
  WORLD_STATIC = WORLD_HEAP + WORLD_HEAPS,
  WORLD_MAPPING = WORLD_STATIC + WORLD_STATICS,
  WORLD_RANGE = WORLD_MAPPING + WORLD_MAPPINGS
};

typedef struct {
  uint32_t size;
  uint8_t flags; /* BIN_SITE_... */
  uint16_t place;
  uint64_t constant; /* address, if the site has BIN_SITE_FIXED */
} world_site;

typedef struct {
  naive_shape shape;
  workload_machine machine;
  naive_area areas[WORLD_AREAS];
  bool near;   /* addresses are low; nothing refers to the last area */
  bool apart;  /* threads mostly refer to pages of their own */
  bool carved; /* stacks are anywhere in mapped memory, over others, and stay mapped when their threads leave them */
  uint32_t segment_of[WORLD_MOST_PLACES];
  world_site sites[WORLD_SITES];
} world;

typedef enum {
  STEP_REFERENCE,
  STEP_SITE, /* the code of a site is freed, and other code takes its place */
  STEP_FLUSH,
  STEP_UNFIX,
  STEP_ALLOCATE,
  STEP_RELEASE,
  STEP_MAP,
  STEP_MAP_LAZY, /* maps with other symbols */
  STEP_UNMAP,
  STEP_MOVE,
  STEP_NAME,
  STEP_UNNAME,
  STEP_UNNAME_ALL,
  STEP_STACK,
  STEP_MIGRATE,
  STEP_ZERO,
  STEPS
} step_type;

/* How the address of a reference is given. */
typedef enum { AT_ADDRESS, AT_TOP /* this many bytes above the top of a stack */, AT_NULL } step_where;

typedef struct {
  uint8_t type;
  uint8_t flow;
  uint8_t where;
  uint8_t whose; /* AT_TOP: the flow that owns the stack */
  uint8_t instructions;
  uint16_t bin; /* or the number of a stack's place, if bytes is 0, or a processor */
  uint16_t site;
  uint64_t address; /* AT_TOP: the address if that flow has no stack */
  int64_t offset;
  uint64_t bytes;
  uint64_t other; /* MOVE: the old address; MAP_LAZY: seed of the symbols */
  world_site code;
} world_step;

/* Make the world of a seed, and its steps. */
void world_make(world *w, uint64_t seed);
void world_steps_make(const world *w, uint64_t seed, world_step *steps, size_t n);

/* Stores the bounds of the memory where a stack may be. */
void world_stack_bounds(const world *w, unsigned number, uint64_t *low, uint64_t *high);

void world_print(const world *w, FILE *out);
void world_step_print(const world_step *step, FILE *out);
