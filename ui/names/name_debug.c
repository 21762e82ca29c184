/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/names/name_debug.h"

#include <dwarf.h>
#include <string.h>

#include "ui/base/ui_text.h"
#include "ui/names/name_files.h"
#include "ui/names/name_inflated.h"

struct NameDebug {
  const Profile *profile;
  NameProgramText *text;
  NameModule **modules;    /* module of each object; NULL: not opened yet */
  NameModuleState *states; /* indexed by object: result of opening its module */
  NameCallSite **calls;    /* debug information at each call; NULL: not read yet */
  bool *searched;          /* indexed by object: whether its variables were searched */
  NameStatic **statics;    /* variable of each bin; NULL: not found */
  GPtrArray *searches;     /* the arrays of NameStatic to which `statics` points */
};

NameDebug *name_debug_new(const Profile *profile) {
  NameDebug *debug = g_new0(NameDebug, 1);
  debug->profile = profile;
  debug->text = name_program_text_new(profile->time);
  debug->modules = g_new0(NameModule *, profile->n_objects);
  debug->states = g_new0(NameModuleState, profile->n_objects);
  debug->calls = g_new0(NameCallSite *, profile->n_calls);
  debug->searched = g_new0(bool, profile->n_objects);
  debug->statics = g_new0(NameStatic *, profile->n_bins);
  debug->searches = g_ptr_array_new_with_free_func(g_free);
  return debug;
}

static void call_free(NameCallSite *site) {
  if (site == NULL) return;
  if (site->scopes != NULL) {
    g_array_unref(site->scopes);
    g_array_unref(site->active);
    g_array_unref(site->locals);
  }
  g_free(site);
}

void name_debug_free(NameDebug *debug) {
  if (debug == NULL) return;
  for (uint32_t i = 0; i < debug->profile->n_calls; i++) call_free(debug->calls[i]);
  for (uint32_t i = 0; i < debug->profile->n_objects; i++)
    if (debug->modules[i] != NULL) name_module_free(debug->modules[i]);
  name_program_text_free(debug->text);
  g_ptr_array_free(debug->searches, TRUE);
  g_free(debug->modules);
  g_free(debug->states);
  g_free(debug->calls);
  g_free(debug->searched);
  g_free(debug->statics);
  g_free(debug);
}

NameProgramText *name_debug_text(NameDebug *debug) { return debug->text; }

NameModule *name_debug_module(NameDebug *debug, uint32_t object) {
  const ProfileObject *named = &debug->profile->objects[object];
  if (*named->path == '\0') return NULL;
  if (debug->modules[object] == NULL)
    debug->modules[object] = name_module_open(named->path, named->build_id, &debug->states[object]);
  return debug->states[object] == NAME_MODULE_GOOD ? debug->modules[object] : NULL;
}

/* Searches the variables at all wanted addresses of an object, in one pass. */
static void search_object(NameDebug *debug, uint32_t object) {
  const Profile *profile = debug->profile;
  NameModule *module = name_debug_module(debug, object);
  debug->searched[object] = true;
  if (module == NULL) return;
  GArray *wanted = g_array_new(FALSE, TRUE, sizeof(NameStatic));
  for (uint32_t i = 0; i < profile->n_variables; i++) {
    const ProfileVariable *variable = &profile->variables[i];
    if (variable->object != object) continue;
    const NameStatic one = {.thread_local_data = strcmp(profile->bins[variable->bin].kind, "tls") == 0,
                            .address = variable->address,
                            .who = variable->bin};
    g_array_append_val(wanted, one);
  }
  const guint n = wanted->len;
  NameStatic *found = (NameStatic *)(void *)g_array_free(wanted, FALSE);
  name_static_find(module, found, n);
  g_ptr_array_add(debug->searches, found);
  for (guint i = 0; i < n; i++)
    if (found[i].found != NAME_STATIC_NOTHING) debug->statics[found[i].who] = &found[i];
}

const NameStatic *name_debug_static(NameDebug *debug, uint32_t bin, NameModule **module) {
  const ProfileVariable *variable = profile_variable(debug->profile, bin);
  if (variable == NULL) return NULL;
  if (!debug->searched[variable->object]) search_object(debug, variable->object);
  *module = debug->modules[variable->object];
  return debug->statics[bin];
}

/* Returns the source column of the code at address pc; 0: unknown. */
static uint64_t column_of(NameModule *module, Dwarf_Addr pc) {
  Dwarf_Die unit;
  int column;
  Dwarf_Line *line = name_module_unit(module, pc, &unit) ? dwarf_getsrc_die(&unit, pc) : NULL;
  return line != NULL && dwarf_linecol(line, &column) == 0 && column > 0 ? (uint64_t)column : 0;
}

/* Returns the functions among the scopes, as an array of NameActive. The current line of a function is the line at
 * which the next inner function was inlined. `file`, `line` and `column` are those of the innermost function. */
static GArray *make_active(NameModule *module, const GArray *scopes, const char *file, uint64_t line, uint64_t column) {
  guint first = 0;
  GArray *active = g_array_new(FALSE, FALSE, sizeof(NameActive));
  for (guint i = 0; i < scopes->len; i++) {
    Dwarf_Die scope = g_array_index(scopes, Dwarf_Die, i);
    if (!name_scope_is_function(&scope)) continue;
    const NameActive one = {.module = module,
                            .function = scope,
                            .file = file,
                            .line = line,
                            .column = column,
                            .first_scope = first,
                            .scope = i,
                            .physical = i + 1 == scopes->len,
                            .library = name_die_is_library(module, &scope)};
    g_array_append_val(active, one);
    file = name_scope_call_file(&scope);
    if (!name_die_number(&scope, DW_AT_call_line, &line)) line = 0;
    if (!name_die_number(&scope, DW_AT_call_column, &column)) column = 0;
    first = i + 1;
  }
  return active;
}

const NameCallSite *name_debug_call(NameDebug *debug, uint32_t number) {
  NameCallSite *site = debug->calls[number];
  if (site != NULL) return site;
  const ProfileCall *call = &debug->profile->calls[number];
  const ProfilePlace *place = &debug->profile->places[call->place];
  debug->calls[number] = site = g_new0(NameCallSite, 1);
  site->module = name_debug_module(debug, call->object);
  site->pc = call->address;
  site->scopes = site->module != NULL ? name_scopes_at(site->module, site->pc) : NULL;
  if (site->scopes == NULL) return site;
  site->active = make_active(site->module, site->scopes, debug->profile->files[place->file].path, place->line,
                             column_of(site->module, site->pc));
  /* For a call, pc + 1 is the return address. For a store, `pc` is the first byte of the instruction, and variables
   * have the same locations at pc + 1. */
  site->locals = name_scope_locals(site->module, site->scopes, site->pc + 1);
  return site;
}

char **name_debug_notes(const NameDebug *debug) {
  GPtrArray *notes = g_ptr_array_new();
  for (uint32_t i = 0; i < debug->profile->n_objects; i++) {
    if (debug->modules[i] == NULL || debug->states[i] != NAME_MODULE_CHANGED) continue;
    g_ptr_array_add(notes,
                    g_strdup_printf("%s is not the file that the profile was made with: its data is named by the "
                                    "place of its allocation",
                                    debug->profile->objects[i].path));
  }
  g_ptr_array_add(notes, NULL);
  return (char **)g_ptr_array_free(notes, FALSE);
}

/* Returns whether the object has the file name of the profiled program. */
static bool is_program(const Profile *profile, const ProfileObject *object) {
  return *object->path != '\0' && profile->command[0] != NULL &&
         strcmp(profile_basename(object->path), profile_basename(profile->command[0])) == 0;
}

bool name_debug_files(const NameDebug *debug, GPtrArray *files) {
  bool all = true;
  name_program_text_files(debug->text, files);
  for (uint32_t i = 0; i < debug->profile->n_objects; i++) {
    const ProfileObject *object = &debug->profile->objects[i];
    if (debug->modules[i] == NULL) continue;
    g_ptr_array_add(files, g_strdup(object->path));
    all &= name_files_of(debug->modules[i], object->path, object->build_id, files);
  }
  return all;
}

void name_debug_keep_inflated(const NameDebug *debug) {
  for (uint32_t i = 0; i < debug->profile->n_objects; i++) {
    if (debug->modules[i] == NULL || debug->states[i] != NAME_MODULE_GOOD) continue;
    const char *separate = name_module_debug_file(debug->modules[i]);
    name_inflated_keep(separate != NULL ? separate : debug->profile->objects[i].path);
  }
}

char *name_debug_problem(NameDebug *debug) {
  for (uint32_t i = 0; i < debug->profile->n_objects; i++) {
    const ProfileObject *object = &debug->profile->objects[i];
    if (!is_program(debug->profile, object) || name_debug_module(debug, i) != NULL) continue;
    g_autofree char *printable = ui_text_escaped(object->path);
    if (debug->states[i] == NAME_MODULE_CHANGED)
      return g_strdup_printf("%s is not the file that the profile was made with", printable);
    if (debug->states[i] == NAME_MODULE_MISSING) return g_strdup_printf("%s is not there", printable);
  }
  return NULL;
}
