/* account_world.h: random machines, programs and memories for test_account.c, as lists of steps.
 *
 * Any part of a list is a valid list, so that a failing one can be shrunk: what a step needs of those before it
 * (where a thread's stack is, who has a block) is looked up when it is made.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include <stdio.h>

#include "tests/bins/naive_account.h"
#include "tests/coherence/workload.h"

enum {
  WORLD_AREAS = 5,
  WORLD_MEMORY = 4, /* areas that something can be mapped in; the last is beyond the map */
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
  WORLD_SLOTS = 2 + WORLD_STACK_BYTES /
                        8, /* of a frame, where they are bins: that of a return address in the first bytes ends above */
  WORLD_STACKS = 12        /* places for a stack; the last four in memory that blocks are in too */
};

/* Numbers of bins. */
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
  uint64_t constant; /* of BIN_SITE_FIXED */
} world_site;

typedef struct {
  naive_shape shape;
  workload_machine machine;
  naive_area areas[WORLD_AREAS];
  bool near;   /* nothing refers to the last of them */
  bool apart;  /* threads mostly refer to pages of their own */
  bool carved; /* stacks are anywhere in mapped memory, over others, and stay mapped when their threads leave them */
  uint32_t segment_of[WORLD_MOST_PLACES];
  world_site sites[WORLD_SITES];
} world;

typedef enum {
  STEP_REFERENCE,
  STEP_SITE, /* the code of a site is freed, and other code comes in its place */
  STEP_FLUSH,
  STEP_UNFIX,
  STEP_ALLOCATE,
  STEP_RELEASE,
  STEP_MAP,
  STEP_MAP_LAZY, /* with other symbols */
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

/* What the address of a reference is. */
typedef enum { AT_ADDRESS, AT_TOP /* of a stack, and so many bytes up */, AT_NULL } step_where;

typedef struct {
  uint8_t type;
  uint8_t flow;
  uint8_t where;
  uint8_t whose; /* AT_TOP: flow */
  uint8_t instructions;
  uint16_t bin; /* or number of a stack's place, if bytes is 0, or processor */
  uint16_t site;
  uint64_t address; /* AT_TOP: when that flow has no stack */
  int64_t offset;
  uint64_t bytes;
  uint64_t other; /* MOVE: from; MAP_LAZY: seed of the symbols */
  world_site code;
} world_step;

/* The world of a seed, and its steps. */
void world_make(world *w, uint64_t seed);
void world_steps_make(const world *w, uint64_t seed, world_step *steps, size_t n);

/* Where a stack may be. */
void world_stack_bounds(const world *w, unsigned number, uint64_t *low, uint64_t *high);

void world_print(const world *w, FILE *out);
void world_step_print(const world_step *step, FILE *out);
