/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/advice/advice_start.h"

#include "ui/view/view_loader.h"

/* Adds the dynamic linker's cycles in each rank to `cycles` of the rank's first processor. */
static void add_starts_of_ranks(const Profile *profile, const bool *starts, double *cycles) {
  uint32_t r = 0;
  uint64_t first = 0;
  for (uint32_t i = 0; i < profile->n_rank_codes; i++) { /* the records are sorted by rank, so r only increases */
    const ProfileRankCode *code = &profile->rank_codes[i];
    for (; r < code->rank; r++) first += profile->ranks[r].processors;
    if (starts[code->segment]) cycles[first] += (double)code->cycles;
  }
}

/* Returns an array of flags, indexed by segment: whether the segment belongs to the dynamic linker. The caller frees
 * the array. */
static bool *starting_segments(const Profile *profile) {
  bool *starts = g_new0(bool, profile->n_segments + 1);
  for (uint32_t s = 0; s < profile->n_segments; s++)
    starts[s] = view_loader_is(profile->objects[profile->segments[s].object].path);
  return starts;
}

double advice_start_stall(const Profile *profile) {
  g_autofree bool *starts = starting_segments(profile);
  double stall = 0;
  for (uint32_t c = 0; c < profile->n_cells; c++)
    if (starts[profile->places[profile->cells[c].place].segment])
      stall += (double)profile->cells[c].counts.stall_cycles;
  return stall;
}

double *advice_start_cycles(const Profile *profile) {
  double *cycles = g_new0(double, profile->n_processors + 1);
  g_autofree bool *starts = starting_segments(profile);
  if (profile->of_ranks) {
    add_starts_of_ranks(profile, starts, cycles);
    return cycles;
  }
  for (uint32_t p = 0; p < profile->n_places; p++)
    if (starts[profile->places[p].segment])
      cycles[0] += (double)profile->places[p].instructions * profile_step(profile) / MACH_TICKS;
  cycles[0] += advice_start_stall(profile);
  return cycles;
}
