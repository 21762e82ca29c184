/* fetch_region.c: see fetch_region.h.
 *
 * The rules (Whalley, Techniques D to G)
 * - A region is a loop, or a function with its callees. A region fits if no two of its lines are in the same set of the
 * cache. While the program stays in a region that fits, each path is simulated only once: afterwards, the path hits,
 * and its lines are the most recently used ones of their sets. Outside of regions, technique C is used.
 * - D: the regions are the loops without calls. E: the regions are also loops with calls, and functions; the outermost
 * region that fits is used.
 * - F: functions called in a loop can share sets with the loop and with each other, as long as each fits alone and at
 * most half of the sets are in dispute. A path is simulated again after another line came into one of its sets.
 * - G: paths also stay simulated when the program leaves a region and enters it again. A path is simulated again only
 * if its lines are no longer the most recently used ones of their sets.
 *
 * In the paper, a compiler provides the loops, the calls and the lines. Here they are detected while the program runs.
 * A backward jump within a function is a loop, which extends from the target to the end of the jump. A call enters a
 * function. A region is assumed to fit until two of its lines are in one set. So the detection does not affect the
 * counts, only the number of calls of the simulator.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "fetch/fetch_region.h"

#include "fetch/fetch_range.h"
#include "plat/plat.h"
#include "plat/plat_array.h"

enum {
  DEEPEST = 256,     /* maximum depth of open calls */
  LOOPS_MOST = 64,   /* maximum number of loops of a function */
  DISPUTE_LEAST = 16 /* a loop that uses fewer sets than this can have any number of disputed sets */
};

/* A region: a loop, or a function (then low == high). */
typedef struct {
  uint64_t low, high; /* bounds of the addresses of a loop: [low, high) */
  bool calls;         /* whether the loop contains a call */
  bool conflicts;     /* whether the region does not fit into the cache */
} region;

typedef struct {
  region whole;
  region loops[LOOPS_MOST];
  uint32_t n_loops;
} function;

/* For a set of the cache: the line that the code of the region used last in this set. */
typedef struct {
  uint64_t line;       /* number of the line, or FETCH_NO_LINE */
  uint64_t activation; /* number of the activation in which the line was used */
  /* part of the region that used the line; 0: the region's own code; else the number of the called function + 1 */
  uint32_t part;
  bool is_disputed; /* whether two parts of the region used different lines of the set in this activation */
} owner;

/* The state of a path in the simulation of regions. */
typedef struct {
  uint64_t simulated; /* number of the activation in which the path was last simulated; 0: none */
  uint64_t low, high; /* the instructions of the path have addresses in [low, high); 0: not computed yet */
} path_state;

struct fetch_regions {
  plat_map numbers; /* maps the address of a function's first instruction to the number of the function + 1 */
  function **functions;
  uint32_t n_functions, room_functions;
  uint32_t frames[DEEPEST]; /* numbers of the functions of the open calls */
  unsigned depth;           /* index in `frames` of the innermost open call */
  region *active;           /* current region; NULL: none */
  unsigned active_depth;    /* index in `frames` of the call to which the region belongs */
  /* number of the activation; it changes when a region is entered, and when fetch_regions_forget() is called */
  uint64_t activation;
  uint32_t owned, disputed; /* numbers for this activation: sets that were used, and sets that are disputed */
  uint64_t set_mask;
  owner *owners; /* indexed by set */
  path_state *paths;
  uint32_t room; /* number of paths for which there is room */
  /* address of the last instruction of the previous path; address of the byte after this instruction */
  uint64_t last_address, last_behind;
  fetch_flow last_flow;
};

bool fetch_uses_regions(fetch_technique technique) { return technique >= FETCH_D && technique <= FETCH_G; }

fetch_regions *fetch_regions_new(const mach_geometry *geometry) {
  fetch_regions *r = plat_alloc(sizeof *r);
  r->set_mask = geometry->size / geometry->line / geometry->ways - 1;
  r->owners = plat_alloc((r->set_mask + 1) * sizeof *r->owners);
  fetch_regions_forget(r);
  return r;
}

void fetch_regions_free(fetch_regions *r) {
  if (!r) return;
  for (uint32_t i = 0; i < r->n_functions; i++) plat_free(r->functions[i]);
  plat_free(r->functions);
  plat_map_clear(&r->numbers);
  plat_free(r->owners);
  plat_free(r->paths);
  plat_free(r);
}

void fetch_regions_forget(fetch_regions *r) {
  for (uint64_t set = 0; set <= r->set_mask; set++) r->owners[set] = (owner){.line = FETCH_NO_LINE};
  r->active = NULL;
  r->activation++;
}

void fetch_regions_leave(fetch_regions *r, uint32_t path) {
  if (path < r->room) r->paths[path] = (path_state){0};
}

void fetch_regions_make_room(fetch_regions *r, uint32_t paths) {
  r->paths = plat_grow(r->paths, paths - 1, &r->room, sizeof *r->paths);
}

static void find_bounds(const fetch_path *path, path_state *state) {
  if (state->high != 0) return;
  fetch_walk walk = fetch_walk_from(path->block, 0);
  for (state->low = walk.at.address; walk.number < path->n_instructions; fetch_walk_on(&walk)) {
    if (walk.at.address < state->low) state->low = walk.at.address;
    if (fetch_behind(&walk.at) > state->high) state->high = fetch_behind(&walk.at);
  }
}

/* ---- loops and calls ---- */

static uint32_t function_at(fetch_regions *r, uint64_t entry) {
  uint32_t *number = plat_map_add(&r->numbers, entry);
  if (*number != 0) return *number - 1;
  r->functions = plat_grow(r->functions, r->n_functions, &r->room_functions, sizeof *r->functions);
  r->functions[r->n_functions] = plat_alloc(sizeof **r->functions);
  *number = ++r->n_functions;
  return r->n_functions - 1;
}

static function *running(const fetch_regions *r) {
  return r->n_functions == 0 ? NULL : r->functions[r->frames[r->depth]];
}

/* Records a backward jump in the running function as a loop. */
static void note_loop(function *f, uint64_t low, uint64_t high) {
  uint32_t i = 0;
  while (i < f->n_loops && f->loops[i].low != low) i++;
  if (i == LOOPS_MOST) return;
  if (i == f->n_loops) f->loops[f->n_loops++] = (region){.low = low, .high = high};
  if (f->loops[i].high < high) f->loops[i].high = high;
}

/* Follows the control flow from the previous path to an address. Returns whether the program entered a function. */
static bool follow(fetch_regions *r, uint64_t address) {
  if (r->last_flow == FETCH_CALLS || r->n_functions == 0) {
    if (r->depth + 1 < DEEPEST && r->n_functions != 0) r->depth++;
    r->frames[r->depth] = function_at(r, address);
    return true;
  }
  if (r->last_flow == FETCH_RETURNS)
    r->depth -= r->depth > 0;
  else if (address <= r->last_address)
    note_loop(running(r), address, r->last_behind);
  return false;
}

/* ---- regions ---- */

static bool is_function(const region *one) { return one->low == one->high; }

static bool is_inside(const region *loop, const path_state *path) {
  return path->low >= loop->low && path->high <= loop->high;
}

static void enter(fetch_regions *r, region *one) {
  r->active = one;
  r->active_depth = r->depth;
  r->activation++;
  r->owned = r->disputed = 0;
}

/* Leaves the active region if a path is outside of it. */
static void look_for_exit(fetch_regions *r, const path_state *path, fetch_technique technique) {
  if (!r->active) return;
  if (technique == FETCH_D && r->depth > r->active_depth) r->active->calls = true;
  const bool stays = r->depth > r->active_depth
                         ? !(technique == FETCH_D)
                         : r->depth == r->active_depth && (is_function(r->active) || is_inside(r->active, path));
  if (!stays) r->active = NULL;
}

/* Returns the outermost loop of the running function that contains a path and can be a region, or NULL if there is
 * none. */
static region *loop_of(const fetch_regions *r, const path_state *path, fetch_technique technique) {
  function *f = running(r);
  region *found = NULL;
  for (uint32_t i = 0; i < f->n_loops; i++) {
    region *loop = &f->loops[i];
    if (loop->conflicts || (technique == FETCH_D && loop->calls) || !is_inside(loop, path)) continue;
    if (!found || loop->high - loop->low > found->high - found->low) found = loop;
  }
  return found;
}

static void look_for_entry(fetch_regions *r, const path_state *path, fetch_technique technique, bool has_called) {
  if (r->active) return;
  region *whole = &running(r)->whole;
  region *loop = loop_of(r, path, technique);
  if (technique != FETCH_D && has_called && !whole->conflicts)
    enter(r, whole);
  else if (loop)
    enter(r, loop);
}

/* ---- lines ---- */

/* Returns whether a line of the region may be in a set in which the region uses another line. */
static bool may_dispute(fetch_regions *r, owner *set, uint32_t part, fetch_technique technique) {
  if (technique < FETCH_F || is_function(r->active) || set->part == part) return false;
  r->disputed += !set->is_disputed;
  set->is_disputed = true;
  return r->owned < DISPUTE_LEAST || 2 * r->disputed <= r->owned;
}

/* Records a path's lines as the most recently used ones of their sets. Returns false if the region does not fit,
 * because the set of a line is not allowed to hold two lines of the region. */
static bool claim(fetch_regions *r, const fetch_path *path, fetch_technique technique) {
  bool fits = true;
  const uint32_t part = r->active ? (r->depth <= r->active_depth ? 0 : r->frames[r->active_depth + 1] + 1) : 0;
  for (uint32_t i = 0; i < path->n_touches; i++) {
    if (!fetch_is_last_touch(path, i)) continue;
    const uint64_t line = fetch_touches(path->block)[i].line;
    owner *set = &r->owners[line & r->set_mask];
    const bool is_of_now = r->active && set->activation == r->activation;
    if (is_of_now && set->line != line && !may_dispute(r, set, part, technique)) fits = false;
    if (!is_of_now) {
      *set = (owner){.activation = r->active ? r->activation : 0};
      r->owned++;
    }
    set->line = line;
    set->part = part;
  }
  return fits;
}

/* Returns whether a path is known to hit and not to change the LRU order of its sets. */
static bool is_known(const fetch_regions *r, const fetch_path *path, uint32_t number, fetch_technique technique) {
  const uint64_t simulated = r->paths[number].simulated;
  const fetch_touch *touches = fetch_touches(path->block);
  if (!r->active || simulated == 0 || (technique != FETCH_G && simulated != r->activation)) return false;
  for (uint32_t i = 0; technique >= FETCH_F && i < path->n_touches; i++)
    if (r->owners[touches[i].line & r->set_mask].line != touches[i].line) return false;
  return true;
}

/* ---- runs ---- */

/* Simulates a path. */
static void simulate(fetch_processor *p, const fetch_path *path, uint32_t number, fetch_technique technique) {
  fetch_regions *r = p->regions;
  if (!fetch_is_undisturbed(p, path->n_instructions, path->n_touches)) {
    fetch_run_a(p, path); /* a context switch during this execution possibly emptied the cache */
    fetch_regions_forget(r);
    return;
  }
  if (!claim(r, path, technique)) {
    r->active->conflicts = true;
    r->active = NULL;
  }
  if (!r->active) {
    fetch_run_c(p, path);
  } else {
    p->counts.calls++;
    p->behind = 0;
    fetch_together(p, path->block, 0, path->n_instructions, &(uint32_t){0});
  }
  r->paths[number].simulated = r->activation;
}

void fetch_run_region(fetch_processor *p, uint32_t number) {
  const fetch_path *path = &p->code->paths[number];
  const fetch_instruction last = fetch_instruction_of(path->block, path->n_instructions - 1u);
  const fetch_technique technique = p->config->technique;
  fetch_regions *r = p->regions;
  path_state *state = &r->paths[number];
  const bool has_called = follow(r, path->block->stretches[0].address);
  find_bounds(path, state);
  look_for_exit(r, state, technique);
  look_for_entry(r, state, technique, has_called);
  if (is_known(r, path, number, technique) && p->counts.fetches + path->n_instructions < p->room)
    p->counts.fetches += path->n_instructions;
  else
    simulate(p, path, number, technique);
  r->last_address = last.address;
  r->last_behind = fetch_behind(&last);
  r->last_flow = (fetch_flow)last.flow;
}
