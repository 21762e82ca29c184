/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/names/ui_debug.h"

#include <dwarf.h>
#include <string.h>

#include "ui/base/ui_text.h"

struct UiDebug {
  const UiProfile *profile;
  UiProgramText *text;
  UiModule **modules;    /* by object; NULL: not opened yet */
  UiModuleState *states; /* by object, if opened */
  UiCallSite **calls;    /* by call; NULL: not read yet */
  bool *searched;        /* by object: its variables were searched */
  UiStatic **statics;    /* by bin; NULL: not found */
  GPtrArray *searches;   /* arrays of UiStatic to which `statics` points */
};

UiDebug *ui_debug_new(const UiProfile *profile) {
  UiDebug *debug = g_new0(UiDebug, 1);
  debug->profile = profile;
  debug->text = ui_program_text_new(profile->time);
  debug->modules = g_new0(UiModule *, profile->n_objects);
  debug->states = g_new0(UiModuleState, profile->n_objects);
  debug->calls = g_new0(UiCallSite *, profile->n_calls);
  debug->searched = g_new0(bool, profile->n_objects);
  debug->statics = g_new0(UiStatic *, profile->n_bins);
  debug->searches = g_ptr_array_new_with_free_func(g_free);
  return debug;
}

static void call_free(UiCallSite *site) {
  if (site == NULL) return;
  if (site->scopes != NULL) {
    g_array_unref(site->scopes);
    g_array_unref(site->active);
    g_array_unref(site->locals);
  }
  g_free(site);
}

void ui_debug_free(UiDebug *debug) {
  if (debug == NULL) return;
  for (uint32_t i = 0; i < debug->profile->n_calls; i++) call_free(debug->calls[i]);
  for (uint32_t i = 0; i < debug->profile->n_objects; i++)
    if (debug->modules[i] != NULL) ui_module_free(debug->modules[i]);
  ui_program_text_free(debug->text);
  g_ptr_array_free(debug->searches, TRUE);
  g_free(debug->modules);
  g_free(debug->states);
  g_free(debug->calls);
  g_free(debug->searched);
  g_free(debug->statics);
  g_free(debug);
}

UiProgramText *ui_debug_text(UiDebug *debug) { return debug->text; }

UiModule *ui_debug_module(UiDebug *debug, uint32_t object) {
  const UiObject *named = &debug->profile->objects[object];
  if (*named->path == '\0') return NULL;
  if (debug->modules[object] == NULL)
    debug->modules[object] = ui_module_open(named->path, named->build_id, &debug->states[object]);
  return debug->states[object] == UI_MODULE_GOOD ? debug->modules[object] : NULL;
}

/* Searches all variables of an object in one pass. */
static void search_object(UiDebug *debug, uint32_t object) {
  const UiProfile *profile = debug->profile;
  UiModule *module = ui_debug_module(debug, object);
  debug->searched[object] = true;
  if (module == NULL) return;
  GArray *wanted = g_array_new(FALSE, TRUE, sizeof(UiStatic));
  for (uint32_t i = 0; i < profile->n_variables; i++) {
    const UiVariable *variable = &profile->variables[i];
    if (variable->object != object) continue;
    const UiStatic one = {.thread_local_data = strcmp(profile->bins[variable->bin].kind, "tls") == 0,
                          .address = variable->address,
                          .who = variable->bin};
    g_array_append_val(wanted, one);
  }
  const guint n = wanted->len;
  UiStatic *found = (UiStatic *)(void *)g_array_free(wanted, FALSE);
  ui_static_find(module, found, n);
  g_ptr_array_add(debug->searches, found);
  for (guint i = 0; i < n; i++)
    if (found[i].found != UI_STATIC_NOTHING) debug->statics[found[i].who] = &found[i];
}

const UiStatic *ui_debug_static(UiDebug *debug, uint32_t bin, UiModule **module) {
  const UiVariable *variable = ui_profile_variable(debug->profile, bin);
  if (variable == NULL) return NULL;
  if (!debug->searched[variable->object]) search_object(debug, variable->object);
  *module = debug->modules[variable->object];
  return debug->statics[bin];
}

/* The source column of the code at pc; 0: unknown. */
static uint64_t column_of(UiModule *module, Dwarf_Addr pc) {
  Dwarf_Die unit;
  int column;
  Dwarf_Line *line = ui_module_unit(module, pc, &unit) ? dwarf_getsrc_die(&unit, pc) : NULL;
  return line != NULL && dwarf_linecol(line, &column) == 0 && column > 0 ? (uint64_t)column : 0;
}

/* The functions among the scopes. The current line of a function is that at which the next inner one was inlined. */
static GArray *make_active(UiModule *module, const GArray *scopes, const char *file, uint64_t line, uint64_t column) {
  guint first = 0;
  GArray *active = g_array_new(FALSE, FALSE, sizeof(UiActive));
  for (guint i = 0; i < scopes->len; i++) {
    Dwarf_Die scope = g_array_index(scopes, Dwarf_Die, i);
    if (!ui_scope_is_function(&scope)) continue;
    const UiActive one = {.module = module,
                          .function = scope,
                          .file = file,
                          .line = line,
                          .column = column,
                          .first_scope = first,
                          .scope = i,
                          .physical = i + 1 == scopes->len,
                          .library = ui_die_is_library(module, &scope)};
    g_array_append_val(active, one);
    file = ui_scope_call_file(&scope);
    if (!ui_die_number(&scope, DW_AT_call_line, &line)) line = 0;
    if (!ui_die_number(&scope, DW_AT_call_column, &column)) column = 0;
    first = i + 1;
  }
  return active;
}

const UiCallSite *ui_debug_call(UiDebug *debug, uint32_t number) {
  UiCallSite *site = debug->calls[number];
  if (site != NULL) return site;
  const UiCall *call = &debug->profile->calls[number];
  const UiPlace *place = &debug->profile->places[call->place];
  debug->calls[number] = site = g_new0(UiCallSite, 1);
  site->module = ui_debug_module(debug, call->object);
  site->pc = call->address;
  site->scopes = site->module != NULL ? ui_scopes_at(site->module, site->pc) : NULL;
  if (site->scopes == NULL) return site;
  site->active = make_active(site->module, site->scopes, debug->profile->files[place->file].path, place->line,
                             column_of(site->module, site->pc));
  /* (A store's address is that of its instruction; the locations of variables are the same one byte later.) */
  site->locals = ui_scope_locals(site->module, site->scopes, site->pc + 1);
  return site;
}

char **ui_debug_notes(const UiDebug *debug) {
  GPtrArray *notes = g_ptr_array_new();
  for (uint32_t i = 0; i < debug->profile->n_objects; i++) {
    if (debug->modules[i] == NULL || debug->states[i] != UI_MODULE_CHANGED) continue;
    g_ptr_array_add(notes,
                    g_strdup_printf("%s is not the file that the profile was made with: its data is named by the "
                                    "place of its allocation",
                                    debug->profile->objects[i].path));
  }
  g_ptr_array_add(notes, NULL);
  return (char **)g_ptr_array_free(notes, FALSE);
}

/* Whether the object has the name of the program of the run. */
static bool is_program(const UiProfile *profile, const UiObject *object) {
  return *object->path != '\0' && profile->command[0] != NULL &&
         strcmp(ui_profile_basename(object->path), ui_profile_basename(profile->command[0])) == 0;
}

char *ui_debug_problem(UiDebug *debug) {
  for (uint32_t i = 0; i < debug->profile->n_objects; i++) {
    const UiObject *object = &debug->profile->objects[i];
    if (!is_program(debug->profile, object) || ui_debug_module(debug, i) != NULL) continue;
    g_autofree char *printable = ui_text_escaped(object->path);
    if (debug->states[i] == UI_MODULE_CHANGED)
      return g_strdup_printf("%s is not the file that the profile was made with", printable);
    if (debug->states[i] == UI_MODULE_MISSING) return g_strdup_printf("%s is not there", printable);
  }
  return NULL;
}
