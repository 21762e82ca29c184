/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/advice/advice_quality.h"

#include <dwarf.h>
#include <string.h>

#include "ui/base/ui_text.h"
#include "ui/names/name_module.h"
#include "ui/view/view_loader.h"

enum { SHORT = 1000000 /* cycles */, QUARTER = 4 };

/* Stall cycles by kind of code. `start`: the dynamic linker; `unnamed`: code without function names; `bare`: code
 * without source lines. */
typedef struct {
  double all, start, unnamed, bare;
  double *of_file;    /* indexed by source file: stall of code with source lines, except the dynamic linker */
  double *unnamed_of; /* indexed by object file: stall of code without function names */
  uint32_t *object_of_file;
} Stalls;

static Stalls add_up(const View *view, const AnalysisFocus *focus) {
  const Profile *profile = view->profile;
  Stalls stalls = {.of_file = g_new0(double, profile->n_files + 1),
                   .unnamed_of = g_new0(double, profile->n_objects + 1),
                   .object_of_file = g_new0(uint32_t, profile->n_files + 1)};
  for (uint32_t i = 0; i < profile->n_cells; i++) {
    const ProfileCell *cell = &profile->cells[i];
    const ProfilePlace *place = &profile->places[cell->place];
    const ProfileSegment *segment = &profile->segments[place->segment];
    const double cycles = (double)cell->counts.stall_cycles;
    if (!analysis_focus_has(view, focus, cell->place, cell->bin)) continue;
    stalls.all += cycles;
    if (place->line == 0) stalls.bare += cycles;
    if (view_loader_is(profile->objects[segment->object].path)) {
      stalls.start += cycles;
      continue;
    }
    if (strcmp(segment->name, "???") == 0) {
      stalls.unnamed += cycles;
      stalls.unnamed_of[segment->object] += cycles;
    }
    if (place->line == 0) continue;
    stalls.of_file[place->file] += cycles;
    stalls.object_of_file[place->file] = segment->object;
  }
  return stalls;
}

static uint32_t greatest(const double *values, uint32_t n) {
  uint32_t most = 0;
  for (uint32_t i = 1; i < n; i++)
    if (values[i] > values[most]) most = i;
  return most;
}

static void add(GPtrArray *sentences, const char *format, ...) G_GNUC_PRINTF(2, 3);
static void add(GPtrArray *sentences, const char *format, ...) {
  va_list list;
  va_start(list, format);
  g_ptr_array_add(sentences, g_strdup_vprintf(format, list));
  va_end(list);
}

static void judge_length(const View *view, const Stalls *stalls, GPtrArray *sentences) {
  const Profile *profile = view->profile;
  double busy = 0;
  for (uint32_t p = 0; p < profile->n_processors; p++) busy += (double)profile->processors[p].busy_cycles;
  const bool loads = stalls->start * QUARTER > stalls->all;
  if (profile->sampled || stalls->start == 0 || (busy >= SHORT && !loads)) return;
  add(sentences, "The run is short: %.1f%% of the stall is the start of the program. A longer run has less of it.",
      100 * ui_text_ratio(stalls->start, stalls->all));
}

static void judge_names(const View *view, const Stalls *stalls, GPtrArray *sentences) {
  const Profile *profile = view->profile;
  if (stalls->unnamed * QUARTER <= stalls->all) return;
  const uint32_t object = greatest(stalls->unnamed_of, profile->n_objects);
  g_autofree char *name = ui_text_escaped(profile_basename(profile->objects[object].path));
  add(sentences,
      "%.1f%% of the stall is in code without names, most of it in %s: use a file that has its symbols, or install its "
      "debug information.",
      100 * ui_text_ratio(stalls->unnamed, stalls->all), name);
}

/* The state of the search for the compilation unit of a source file. */
typedef struct {
  const char *file; /* name of the file without folders */
  bool optimized, found;
} Unit;

static const char *string_of(Dwarf_Die *die, unsigned attribute) {
  Dwarf_Attribute memory;
  return dwarf_formstring(dwarf_attr(die, attribute, &memory));
}

/* Only gcc records its options in the debug information. */
static bool look_at_unit(Dwarf_Die *die, void *closure) {
  Unit *unit = closure;
  const char *name = dwarf_diename(die), *producer = string_of(die, DW_AT_producer);
  if (name == NULL || producer == NULL || strcmp(profile_basename(name), unit->file) != 0) return true;
  if (!g_str_has_prefix(producer, "GNU ") || g_str_has_prefix(producer, "GNU AS")) return true;
  const char *option = g_strrstr(producer, " -O"); /* if there are several -O options, the last one applies */
  unit->found = true;
  unit->optimized |= option != NULL && !g_str_has_prefix(option, " -O0");
  return true;
}

static void judge_optimization(const View *view, const Stalls *stalls, GPtrArray *sentences) {
  const Profile *profile = view->profile;
  const uint32_t file = greatest(stalls->of_file, profile->n_files);
  if (profile->n_files == 0 || stalls->of_file[file] * QUARTER < stalls->all) return;
  const ProfileObject *object = &profile->objects[stalls->object_of_file[file]];
  NameModuleState state;
  NameModule *module = name_module_open(object->path, object->build_id, &state);
  Unit unit = {.file = profile_basename(profile->files[file].path)};
  if (state == NAME_MODULE_GOOD && name_module_dwarf(module) != NULL)
    name_module_each_unit(module, look_at_unit, &unit);
  name_module_free(module);
  if (!unit.found || unit.optimized) return;
  g_autofree char *name = ui_text_escaped(unit.file);
  add(sentences,
      "%s was compiled without optimization: many references are to the stack and do not exist in an optimized program. "
      "Compile it with -O2 -g.",
      name);
}

GPtrArray *advice_quality(const View *view, const AnalysisFocus *focus) {
  GPtrArray *sentences = g_ptr_array_new_with_free_func(g_free);
  Stalls stalls = add_up(view, focus);
  judge_length(view, &stalls, sentences);
  if (stalls.bare * 2 > stalls.all)
    add(sentences, "Most of this code has no line numbers: compile the program with -g.");
  judge_names(view, &stalls, sentences);
  judge_optimization(view, &stalls, sentences);
  g_free(stalls.of_file);
  g_free(stalls.unnamed_of);
  g_free(stalls.object_of_file);
  return sentences;
}
