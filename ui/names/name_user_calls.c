/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/names/name_user_calls.h"

bool name_user_calls_is_library(const Profile *profile, uint32_t number) {
  const ProfilePlace *place = &profile->places[number];
  return name_user_lines_is_library(profile->files[place->file].path) ||
         name_user_lines_is_library_object(profile->objects[profile->segments[place->segment].object].path);
}

/* Sets the program's lines of the call at a place. Returns false if they are unknown. */
static bool set_lines(const Profile *profile, const GArray *lines, uint32_t number, NameUserCall *call) {
  const ProfilePlace *place = &profile->places[number];
  const NameUserLine *known = name_user_lines_of(lines, number, &call->n);
  for (guint i = 0; i < call->n; i++) call->lines[i] = known[i];
  if (call->n != 0) return true;
  call->lines[call->n++] = (NameUserLine){number, place->file, place->line};
  return place->line != 0 && !name_user_calls_is_library(profile, number);
}

bool name_user_calls_above(const Profile *profile, const GArray *lines, uint32_t context, NameUserCall *call) {
  for (uint64_t next = (uint64_t)context + 1; next != 0; next = profile->contexts[next - 1].caller) {
    const uint64_t place = profile->contexts[next - 1].place;
    call->context = (uint32_t)(next - 1);
    if (place != 0 && set_lines(profile, lines, (uint32_t)(place - 1), call)) return true;
  }
  return false;
}

bool name_user_calls_find(const Profile *profile, const GArray *lines, uint32_t place, NameUserCall *call) {
  if (!profile->has_callers || !name_user_calls_is_library(profile, place)) return false;
  g_autofree uint64_t *stall = g_new0(uint64_t, profile->n_places); /* by place of the call */
  uint64_t all = 0;
  uint32_t best = place;
  for (uint32_t i = 0; i < profile->n_context_cells; i++) {
    const ProfileContextCell *cell = &profile->context_cells[i];
    if (cell->place != place) continue;
    all += cell->stall_cycles;
    if (!name_user_calls_above(profile, lines, cell->context, call)) continue;
    const uint32_t from = call->lines[0].place;
    stall[from] += cell->stall_cycles;
    if (stall[from] > stall[best]) best = from;
  }
  return stall[best] != 0 && stall[best] * 2 >= all && set_lines(profile, lines, best, call);
}
