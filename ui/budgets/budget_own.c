/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/budgets/budget_own.h"

#include <string.h>

struct BudgetOwn {
  const Profile *profile;
  uint32_t object;     /* number of the program's object file; n_objects: unknown */
  bool has_files;      /* the source file of main() is known, so that the source files of the program's other code
                          should be known, too */
  bool *touched_early; /* indexed by bin: whether code that runs before main() accesses it */
};

/* Names of the object files of dynamic linkers, whose code runs before main(). */
static const char *const linkers[] = {"ld-linux*", "ld-musl*", "ld-2*", "ld.so*", "ld64.so*"};

/* Names of the program's functions that run before or after main(), or that have no source text. */
static const char *const early[] = {"(below main)",
                                    "_start",
                                    "_exit",
                                    "_init",
                                    "_fini",
                                    "frame_dummy",
                                    "__libc_csu_*",
                                    "register_tm_clones",
                                    "deregister_tm_clones",
                                    "_GLOBAL__*",
                                    "__do_global_*",
                                    "__static_initialization_and_destruction_*",
                                    "_dl_*",
                                    "__libc_start_*",
                                    "__libc_setup_*",
                                    "__libc_init_*",
                                    "__tunables_*",
                                    "call_init*"};

/* Names of functions that are in the call stack only while initializers run. */
static const char *const initializers[] = {"_GLOBAL__*", "__libc_csu_init", "call_init*"};

static bool is_among(const char *const *patterns, size_t n, const char *name) {
  size_t i = 0;
  while (i < n && !g_pattern_match_simple(patterns[i], name)) i++;
  return i < n;
}

static const ProfileSegment *find_main(const Profile *profile) {
  for (uint32_t i = 0; i < profile->n_segments; i++)
    if (strcmp(profile->segments[i].name, "main") == 0) return &profile->segments[i];
  return NULL;
}

/* Returns the number of the object file that has the name of the command, or else of the object file that contains
 * main(). */
static uint32_t find_object(const Profile *profile, const ProfileSegment *main) {
  const char *command = profile->command[0] != NULL ? profile_basename(profile->command[0]) : "";
  for (uint32_t i = 0; i < profile->n_objects; i++)
    if (strcmp(profile_basename(profile->objects[i].path), command) == 0) return i;
  return main != NULL ? main->object : profile->n_objects;
}

static bool is_linker(const BudgetOwn *own, const ProfileSegment *segment) {
  const char *path = own->profile->objects[segment->object].path;
  return is_among(linkers, G_N_ELEMENTS(linkers), profile_basename(path));
}

static bool is_early_function(const ProfileSegment *segment) {
  return strcmp(segment->name, "???") == 0 || is_among(early, G_N_ELEMENTS(early), segment->name);
}

static bool is_own(const BudgetOwn *own, const ProfileSegment *segment) {
  if (own->object == own->profile->n_objects) return !is_linker(own, segment);
  return segment->object == own->object;
}

static bool has_file(const Profile *profile, const ProfileSegment *segment) {
  return profile->files[segment->file].path[0] != '\0';
}

static bool is_early(const BudgetOwn *own, uint32_t number) {
  const ProfileSegment *segment = profile_function(own->profile, number);
  return is_linker(own, segment) || (is_own(own, segment) && is_early_function(segment));
}

/* Returns whether an initializer allocated the heap block before main(). */
static bool is_from_initializer(const BudgetOwn *own, const ProfileBin *bin) {
  const Profile *profile = own->profile;
  for (uint32_t i = 0; i < bin->frames.count; i++) {
    const ProfileCall *call = &profile->calls[profile->frames[bin->frames.first + i]];
    const ProfileSegment *segment = &profile->segments[profile->places[call->place].segment];
    if (is_linker(own, segment) || is_among(initializers, G_N_ELEMENTS(initializers), segment->name)) return true;
  }
  return false;
}

BudgetOwn *budget_own_new(const Profile *profile) {
  const ProfileSegment *main = find_main(profile);
  BudgetOwn *own = g_new0(BudgetOwn, 1);
  *own = (BudgetOwn){.profile = profile,
                     .object = find_object(profile, main),
                     .has_files = main != NULL && has_file(profile, main),
                     .touched_early = g_new0(bool, profile->n_bins)};
  for (uint32_t i = 0; i < profile->n_bins; i++) own->touched_early[i] = is_from_initializer(own, &profile->bins[i]);
  for (uint32_t i = 0; i < profile->n_cells; i++) {
    const ProfileCell *cell = &profile->cells[i];
    if (is_early(own, profile->places[cell->place].segment)) own->touched_early[cell->bin] = true;
  }
  return own;
}

void budget_own_free(BudgetOwn *own) {
  g_free(own->touched_early);
  g_free(own);
}

bool budget_own_code(const BudgetOwn *own, const ViewItem *code) {
  for (guint i = 0; i < code->members->len; i++) {
    const ProfileSegment *segment = profile_function(own->profile, g_array_index(code->members, uint32_t, i));
    if (!is_own(own, segment) || is_early_function(segment)) return false;
    if (own->has_files && !has_file(own->profile, segment)) return false;
  }
  return true;
}

/* Returns whether the bin is the part of a section without variables, such as "[program BSS]". */
static bool is_section(const ProfileBin *bin) { return strcmp(bin->kind, "static") == 0 && bin->name[0] == '['; }

bool budget_own_data(const BudgetOwn *own, const ViewItem *data) {
  for (guint i = 0; i < data->members->len; i++) {
    const uint32_t number = g_array_index(data->members, uint32_t, i);
    const ProfileBin *bin = &own->profile->bins[number];
    if (strcmp(bin->kind, "stack") == 0 || strcmp(bin->kind, "unknown") == 0 || is_section(bin)) return false;
    if (own->touched_early[number]) return false;
  }
  return true;
}
