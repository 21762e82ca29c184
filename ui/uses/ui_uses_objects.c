/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_uses_objects.c: opens objects, and reads functions by source or by machine code (ui_uses.h). */
#include "ui/uses/ui_uses.h"

#include <dwarf.h>

#include "ui/names/ui_code_scope.h"
#include "ui/names/ui_symbol.h"
#include "ui/uses/ui_uses_by_source.h"
#include "ui/uses/ui_uses_code.h"

/* An object file, and the results of reading it. */
typedef struct {
  char *path;
  UiModule *module;
  UiImage *image;
  UiStatics *statics; /* NULL: not yet read */
  GHashTable *shapes; /* UiShape or NULL, by Dwarf_Die.addr of the function */
  GHashTable *bare;   /* UiShape or NULL of functions without debug information, by address of the symbol */
  GHashTable *codes;  /* GPtrArray of UiUsesFunction, by Dwarf_Die.addr of the function */
  GHashTable *scopes; /* UiPlaces, by Dwarf_Die.addr of the function */
  GHashTable *places; /* Place, by link-time address */
} Object;

/* The functions at an address, innermost first. */
typedef struct {
  GArray *functions; /* UiUsesFunction *; NULL: unknown */
  GArray *lines;     /* unsigned: the line in each of them */
} Place;

struct UiUses {
  unsigned ways;
  GHashTable *objects; /* by path and build id */
  UiBySource *source;  /* NULL: sources are not read */
  GPtrArray *notes;
};

/* ---- objects ---- */

static void free_shape(gpointer shape) { ui_shape_free(shape); }
static void free_scopes(gpointer scopes) { ui_places_free(scopes); }
static void free_code(gpointer functions) { g_ptr_array_unref(functions); }

static void free_place(gpointer closure) {
  Place *place = closure;
  g_array_unref(place->functions);
  g_array_unref(place->lines);
  g_free(place);
}

static void free_object(gpointer closure) {
  Object *object = closure;
  g_hash_table_destroy(object->places);
  g_hash_table_destroy(object->codes);
  g_hash_table_destroy(object->scopes);
  g_hash_table_destroy(object->shapes);
  g_hash_table_destroy(object->bare);
  ui_statics_free(object->statics);
  ui_image_free(object->image);
  ui_module_free(object->module);
  g_free(object->path);
  g_free(object);
}

UiUses *ui_uses_new(const char *commands, unsigned ways) {
  UiUses *uses = g_new0(UiUses, 1);
  uses->ways = ways;
  uses->objects = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, free_object);
  uses->notes = g_ptr_array_new_with_free_func(g_free);
  if (ways & 1U << UI_USES_BY_SOURCE) uses->source = ui_by_source_new(commands, uses->notes);
  return uses;
}

void ui_uses_free(UiUses *uses) {
  if (uses == NULL) return;
  g_hash_table_destroy(uses->objects);
  ui_by_source_free(uses->source);
  g_ptr_array_unref(uses->notes);
  g_free(uses);
}

static void note_object(UiUses *uses, const char *path, UiModuleState state, const char *problem) {
  static const char *const sentences[] = {
      [UI_MODULE_MISSING] = "is not there, or is no program: which data its code uses is not known",
      [UI_MODULE_CHANGED] = "is another file than the one that was sampled: which data its code uses is not known",
      [UI_MODULE_BARE] = "has no debug information: which data its code uses is not known",
  };
  if (state != UI_MODULE_GOOD)
    g_ptr_array_add(uses->notes, g_strdup_printf("%s %s", path, sentences[state]));
  else if (problem != NULL)
    g_ptr_array_add(uses->notes, g_strdup_printf("%s %s: its machine code is not read", path, problem));
}

/* Whether the path is that of a file, not of kernel or JIT code. */
static bool is_file(const char *path) { return strchr(path, '/') != NULL; }

static Object *object_of(UiUses *uses, const char *path, const char *build_id) {
  char *key = g_strdup_printf("%s %s", build_id, path);
  Object *object = g_hash_table_lookup(uses->objects, key);
  if (object != NULL) {
    g_free(key);
    return object;
  }
  UiModuleState state;
  object = g_new0(Object, 1);
  object->path = g_strdup(path);
  object->module = ui_module_open(is_file(path) ? path : "", build_id, &state);
  object->image = ui_image_new(object->module);
  object->shapes = g_hash_table_new_full(NULL, NULL, NULL, free_shape);
  object->bare = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, free_shape);
  object->codes = g_hash_table_new_full(NULL, NULL, NULL, free_code);
  object->scopes = g_hash_table_new_full(NULL, NULL, NULL, free_scopes);
  object->places = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, free_place);
  if (is_file(path)) note_object(uses, path, state, ui_image_problem(object->image));
  g_hash_table_insert(uses->objects, key, object);
  return object;
}

static const UiShape *shape_of(Object *object, Dwarf_Die *function) {
  gpointer shape = NULL;
  if (!g_hash_table_lookup_extended(object->shapes, function->addr, NULL, &shape)) {
    shape = ui_shape_new(object->image, function);
    g_hash_table_insert(object->shapes, function->addr, shape);
  }
  return shape;
}

static const UiPlaces *scopes_of(Object *object, Dwarf_Die *function) {
  UiPlaces *scopes = g_hash_table_lookup(object->scopes, function->addr);
  if (scopes == NULL) {
    scopes = ui_places_new(object->module, function);
    g_hash_table_insert(object->scopes, function->addr, scopes);
  }
  return scopes;
}

/* Returns the uses in a function's code (GPtrArray of UiUsesFunction, by scope); NULL: it has no code. */
static GPtrArray *code_of(Object *object, Dwarf_Die *function) {
  GPtrArray *functions = g_hash_table_lookup(object->codes, function->addr);
  const UiShape *shape = functions == NULL ? shape_of(object, function) : NULL;
  if (shape == NULL) return functions;
  if (object->statics == NULL) object->statics = ui_statics_new(object->module);
  const UiCodeObject about = {object->module, object->image, object->statics};
  functions = ui_code_read(&about, scopes_of(object, function), shape);
  g_hash_table_insert(object->codes, function->addr, functions);
  return functions;
}

/* ---- functions ---- */

/* A function at an address, and the line in it. */
typedef struct {
  Dwarf_Die unit, called; /* called: the called function, into which it was inlined, or itself */
  guint32 scope;          /* its number among the scopes of `called` */
  const char *file;
  unsigned line;
} Active;

static const UiUsesFunction *read_function(UiUses *uses, Object *object, Active *active) {
  const UiUsesFunction *function = NULL;
  if (uses->source != NULL && *active->file != '\0' && active->line != 0)
    function = ui_by_source_function(uses->source, object->path, &active->unit, active->file, active->line);
  if (function != NULL || !(uses->ways & 1U << UI_USES_BY_CODE)) return function;
  GPtrArray *functions = code_of(object, &active->called);
  return functions != NULL ? g_ptr_array_index(functions, active->scope) : NULL;
}

/* Whether the unit is assembler code: debug information has its functions and lines, but no variables. */
static bool is_assembler(Dwarf_Die *unit) { return dwarf_srclang(unit) == DW_LANG_Mips_Assembler; }

/* Sets the file and line of an instruction. */
static void set_line(Active *active, guint64 address) {
  int number;
  Dwarf_Line *row = dwarf_getsrc_die(&active->unit, address);
  const char *file = row != NULL ? dwarf_linesrc(row, NULL, NULL) : NULL;
  active->file = file != NULL ? file : "";
  active->line = row != NULL && dwarf_lineno(row, &number) == 0 && number > 0 ? (unsigned)number : 0;
}

static Place *look_up(UiUses *uses, Object *object, guint64 address) {
  Place *place = g_new0(Place, 1);
  Active active;
  place->functions = g_array_new(FALSE, FALSE, sizeof(UiUsesFunction *));
  place->lines = g_array_new(FALSE, FALSE, sizeof(unsigned));
  if (!ui_module_unit(object->module, address, &active.unit) || is_assembler(&active.unit) ||
      !ui_scope_function(object->module, address, &active.called))
    return place;
  const UiPlaces *scopes = scopes_of(object, &active.called);
  set_line(&active, address);
  for (active.scope = ui_places_scope(scopes, address); active.scope != UI_PLACES_NONE;) {
    UiCodeScope *scope = &g_array_index(scopes->scopes, UiCodeScope, active.scope);
    const UiUsesFunction *function = read_function(uses, object, &active);
    g_array_append_val(place->functions, function);
    g_array_append_val(place->lines, active.line);
    active.file = ui_scope_call_file(&scope->die);
    active.line = scope->call_line;
    active.scope = scope->around;
  }
  return place;
}

const UiUsesFunction *ui_uses_around(UiUses *uses, const char *path, const char *build_id, guint64 address,
                                     unsigned depth, unsigned *line) {
  Object *object = object_of(uses, path, build_id);
  Place *place = g_hash_table_lookup(object->places, &address);
  if (place == NULL) {
    place = look_up(uses, object, address);
    g_hash_table_insert(object->places, g_memdup2(&address, sizeof address), place);
  }
  if (depth >= place->functions->len) return NULL;
  *line = g_array_index(place->lines, unsigned, depth);
  return g_array_index(place->functions, const UiUsesFunction *, depth);
}

const UiUsesFunction *ui_uses_at(UiUses *uses, const char *path, const char *build_id, guint64 address,
                                 unsigned *line) {
  return ui_uses_around(uses, path, build_id, address, 0, line);
}

UiUsesLabel ui_uses_label(UiUses *uses, const char *path, const char *build_id, guint64 address) {
  Object *object = object_of(uses, path, build_id);
  const char *symbol = ui_module_symbol_at(object->module, address);
  Active active = {.file = ""};
  if (ui_module_unit(object->module, address, &active.unit)) set_line(&active, address);
  return (UiUsesLabel){symbol != NULL ? symbol : "", active.file, active.line};
}

const UiShape *ui_uses_shape(UiUses *uses, const char *path, const char *build_id, guint64 address) {
  Object *object = object_of(uses, path, build_id);
  Dwarf_Die function;
  Dwarf_Addr start, bytes;
  gpointer shape = NULL;
  if (ui_scope_function(object->module, address, &function)) return shape_of(object, &function);
  if (!ui_module_symbol_around(object->module, address, &start, &bytes)) return NULL;
  if (!g_hash_table_lookup_extended(object->bare, &start, NULL, &shape)) {
    shape = ui_shape_of_symbol(object->image, start, bytes);
    g_hash_table_insert(object->bare, g_memdup2(&start, sizeof start), shape);
  }
  return shape;
}

/* Returns the name of the data at a link-time address; NULL: unknown, code, or a slot in which the loader stores an
 * address. Owned by the caller. */
static char *static_at(Object *object, guint64 address) {
  Dwarf_Addr start, bytes;
  gsize n;
  if (ui_image_slot(object->image, address) != NULL || ui_image_code(object->image, address, &n) != NULL) return NULL;
  if (!ui_module_symbol_around(object->module, address, &start, &bytes) || address - start >= bytes) return NULL;
  const char *symbol = ui_module_symbol_at(object->module, address);
  return symbol != NULL && *symbol != '\0' ? ui_symbol_variable(symbol) : NULL;
}

UiUsesKind ui_uses_fixed(UiUses *uses, const char *path, const char *build_id, guint64 address, char **name) {
  const UiShape *shape = ui_uses_shape(uses, path, build_id, address);
  const guint32 number = shape != NULL ? ui_flow_instruction(shape->instructions, address) : (guint32)UI_FLOW_NONE;
  *name = NULL;
  if (number == UI_FLOW_NONE) return UI_USES_UNKNOWN;
  const UiInstruction *at = &g_array_index(shape->instructions, UiInstruction, number);
  for (guint i = 0; i < at->n_operands; i++) {
    const UiOperand *operand = &at->operands[i];
    if (operand->thread || (!operand->read && !operand->write)) continue;
    if (operand->base == UI_REGISTER_STACK) return UI_USES_STACK;
    if (!operand->is_fixed) continue;
    *name = static_at(object_of(uses, path, build_id), (guint64)operand->at);
    return *name != NULL ? UI_USES_STATIC : UI_USES_UNKNOWN;
  }
  return at->pushes || at->pops ? UI_USES_STACK : UI_USES_UNKNOWN;
}

guint ui_uses_before(UiUses *uses, const char *path, const char *build_id, guint64 address, guint far, guint n,
                     UiUsesBefore *before) {
  Object *object = object_of(uses, path, build_id);
  Dwarf_Die function;
  if (!ui_scope_function(object->module, address, &function)) return 0;
  const UiShape *shape = shape_of(object, &function);
  return shape != NULL ? ui_shape_before(shape, address, far, n, before) : 0;
}

char **ui_uses_notes(const UiUses *uses) {
  char **notes = g_new0(char *, uses->notes->len + 1);
  for (guint i = 0; i < uses->notes->len; i++) notes[i] = g_strdup(g_ptr_array_index(uses->notes, i));
  return notes;
}
