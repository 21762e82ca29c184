/* SPDX-License-Identifier: GPL-2.0-or-later
 * uses_objects.c: opens objects, and reads functions by source or by machine code (uses.h). */
#include "ui/uses/uses.h"

#include <dwarf.h>

#include "ui/names/name_code_scope.h"
#include "ui/names/name_symbol.h"
#include "ui/uses/uses_by_source.h"
#include "ui/uses/uses_code.h"

/* An object file, and the results of reading it. */
typedef struct {
  char *path;
  NameModule *module;
  UsesImage *image;
  UsesStatics *statics; /* NULL: not yet read */
  GHashTable *shapes;   /* maps Dwarf_Die.addr of a function to its UsesShape, or to NULL */
  /* maps the address of a symbol to the UsesShape of a function without debug information, or to NULL */
  GHashTable *bare;
  GHashTable *codes;  /* maps Dwarf_Die.addr of a function to a GPtrArray of UsesFunction */
  GHashTable *scopes; /* maps Dwarf_Die.addr of a function to its UsesPlaces */
  GHashTable *places; /* Place, by link-time address */
} Object;

/* The functions that contain an address, innermost first. */
typedef struct {
  GArray *functions; /* UsesFunction *; NULL: unknown */
  GArray *lines;     /* unsigned, indexed by function: the line of the address in the function */
} Place;

struct Uses {
  unsigned ways;
  GHashTable *objects;  /* maps a path and a build id to the object */
  UsesBySource *source; /* NULL: sources are not read */
  GPtrArray *notes;
};

/* ---- objects ---- */

static void free_shape(gpointer shape) { uses_shape_free(shape); }
static void free_scopes(gpointer scopes) { uses_places_free(scopes); }
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
  uses_statics_free(object->statics);
  uses_image_free(object->image);
  name_module_free(object->module);
  g_free(object->path);
  g_free(object);
}

Uses *uses_new(const char *commands, unsigned ways) {
  Uses *uses = g_new0(Uses, 1);
  uses->ways = ways;
  uses->objects = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, free_object);
  uses->notes = g_ptr_array_new_with_free_func(g_free);
  if (ways & 1U << USES_BY_SOURCE) uses->source = uses_by_source_new(commands, uses->notes);
  return uses;
}

void uses_free(Uses *uses) {
  if (uses == NULL) return;
  g_hash_table_destroy(uses->objects);
  uses_by_source_free(uses->source);
  g_ptr_array_unref(uses->notes);
  g_free(uses);
}

static void note_object(Uses *uses, const char *path, NameModuleState state, const char *problem) {
  static const char *const sentences[] = {
      [NAME_MODULE_MISSING] = "is not there, or is no program: which data its code uses is not known",
      [NAME_MODULE_CHANGED] = "is another file than the one that was sampled: which data its code uses is not known",
      [NAME_MODULE_BARE] = "has no debug information: which data its code uses is not known",
  };
  if (state != NAME_MODULE_GOOD)
    g_ptr_array_add(uses->notes, g_strdup_printf("%s %s", path, sentences[state]));
  else if (problem != NULL)
    g_ptr_array_add(uses->notes, g_strdup_printf("%s %s: its machine code is not read", path, problem));
}

/* Returns whether the path is that of a file, and not a name for code of the kernel or of a JIT compiler. */
static bool is_file(const char *path) { return strchr(path, '/') != NULL; }

static Object *object_of(Uses *uses, const char *path, const char *build_id) {
  char *key = g_strdup_printf("%s %s", build_id, path);
  Object *object = g_hash_table_lookup(uses->objects, key);
  if (object != NULL) {
    g_free(key);
    return object;
  }
  NameModuleState state;
  object = g_new0(Object, 1);
  object->path = g_strdup(path);
  object->module = name_module_open(is_file(path) ? path : "", build_id, &state);
  object->image = uses_image_new(object->module);
  object->shapes = g_hash_table_new_full(NULL, NULL, NULL, free_shape);
  object->bare = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, free_shape);
  object->codes = g_hash_table_new_full(NULL, NULL, NULL, free_code);
  object->scopes = g_hash_table_new_full(NULL, NULL, NULL, free_scopes);
  object->places = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, free_place);
  if (is_file(path)) note_object(uses, path, state, uses_image_problem(object->image));
  g_hash_table_insert(uses->objects, key, object);
  return object;
}

static const UsesShape *shape_of(Object *object, Dwarf_Die *function) {
  gpointer shape = NULL;
  if (!g_hash_table_lookup_extended(object->shapes, function->addr, NULL, &shape)) {
    shape = uses_shape_new(object->image, function);
    g_hash_table_insert(object->shapes, function->addr, shape);
  }
  return shape;
}

static const UsesPlaces *scopes_of(Object *object, Dwarf_Die *function) {
  UsesPlaces *scopes = g_hash_table_lookup(object->scopes, function->addr);
  if (scopes == NULL) {
    scopes = uses_places_new(object->module, function);
    g_hash_table_insert(object->scopes, function->addr, scopes);
  }
  return scopes;
}

/* Returns the uses in the code of a function, as a GPtrArray of UsesFunction by scope, or NULL if the function has no
 * code. */
static GPtrArray *code_of(Object *object, Dwarf_Die *function) {
  GPtrArray *functions = g_hash_table_lookup(object->codes, function->addr);
  const UsesShape *shape = functions == NULL ? shape_of(object, function) : NULL;
  if (shape == NULL) return functions;
  if (object->statics == NULL) object->statics = uses_statics_new(object->module);
  const UsesCodeObject about = {object->module, object->image, object->statics};
  functions = uses_code_read(&about, scopes_of(object, function), shape);
  g_hash_table_insert(object->codes, function->addr, functions);
  return functions;
}

/* ---- functions ---- */

/* A function at an address, and the line of the address in this function. */
typedef struct {
  /* called: the called function, which is the function itself, or the one into which it was inlined */
  Dwarf_Die unit, called;
  guint32 scope; /* number of the function among the scopes of `called` */
  const char *file;
  unsigned line;
} Active;

static const UsesFunction *read_function(Uses *uses, Object *object, Active *active) {
  const UsesFunction *function = NULL;
  if (uses->source != NULL && *active->file != '\0' && active->line != 0)
    function = uses_by_source_function(uses->source, object->path, &active->unit, active->file, active->line);
  if (function != NULL || !(uses->ways & 1U << USES_BY_CODE)) return function;
  GPtrArray *functions = code_of(object, &active->called);
  return functions != NULL ? g_ptr_array_index(functions, active->scope) : NULL;
}

/* Returns whether a compilation unit is assembler code. For such a unit, the debug information contains functions and
 * lines, but no variables. */
static bool is_assembler(Dwarf_Die *unit) { return dwarf_srclang(unit) == DW_LANG_Mips_Assembler; }

/* Stores the file and the line of an instruction. */
static void set_line(Active *active, guint64 address) {
  int number;
  Dwarf_Line *row = dwarf_getsrc_die(&active->unit, address);
  const char *file = row != NULL ? dwarf_linesrc(row, NULL, NULL) : NULL;
  active->file = file != NULL ? file : "";
  active->line = row != NULL && dwarf_lineno(row, &number) == 0 && number > 0 ? (unsigned)number : 0;
}

static Place *look_up(Uses *uses, Object *object, guint64 address) {
  Place *place = g_new0(Place, 1);
  Active active;
  place->functions = g_array_new(FALSE, FALSE, sizeof(UsesFunction *));
  place->lines = g_array_new(FALSE, FALSE, sizeof(unsigned));
  if (!name_module_unit(object->module, address, &active.unit) || is_assembler(&active.unit) ||
      !name_scope_function(object->module, address, &active.called))
    return place;
  const UsesPlaces *scopes = scopes_of(object, &active.called);
  set_line(&active, address);
  for (active.scope = uses_places_scope(scopes, address); active.scope != USES_PLACES_NONE;) {
    UsesCodeScope *scope = &g_array_index(scopes->scopes, UsesCodeScope, active.scope);
    const UsesFunction *function = read_function(uses, object, &active);
    g_array_append_val(place->functions, function);
    g_array_append_val(place->lines, active.line);
    active.file = name_scope_call_file(&scope->die);
    active.line = scope->call_line;
    active.scope = scope->around;
  }
  return place;
}

const UsesFunction *uses_around(Uses *uses, const char *path, const char *build_id, guint64 address, unsigned depth,
                                unsigned *line) {
  Object *object = object_of(uses, path, build_id);
  Place *place = g_hash_table_lookup(object->places, &address);
  if (place == NULL) {
    place = look_up(uses, object, address);
    g_hash_table_insert(object->places, g_memdup2(&address, sizeof address), place);
  }
  if (depth >= place->functions->len) return NULL;
  *line = g_array_index(place->lines, unsigned, depth);
  return g_array_index(place->functions, const UsesFunction *, depth);
}

const UsesFunction *uses_at(Uses *uses, const char *path, const char *build_id, guint64 address, unsigned *line) {
  return uses_around(uses, path, build_id, address, 0, line);
}

UsesLabel uses_label(Uses *uses, const char *path, const char *build_id, guint64 address) {
  Object *object = object_of(uses, path, build_id);
  const char *symbol = name_module_symbol_at(object->module, address);
  Active active = {.file = ""};
  if (name_module_unit(object->module, address, &active.unit)) set_line(&active, address);
  return (UsesLabel){symbol != NULL ? symbol : "", active.file, active.line};
}

const UsesShape *uses_shape(Uses *uses, const char *path, const char *build_id, guint64 address) {
  Object *object = object_of(uses, path, build_id);
  Dwarf_Die function;
  Dwarf_Addr start, bytes;
  gpointer shape = NULL;
  if (name_scope_function(object->module, address, &function)) return shape_of(object, &function);
  if (!name_module_symbol_around(object->module, address, &start, &bytes)) return NULL;
  if (!g_hash_table_lookup_extended(object->bare, &start, NULL, &shape)) {
    shape = uses_shape_of_symbol(object->image, start, bytes);
    g_hash_table_insert(object->bare, g_memdup2(&start, sizeof start), shape);
  }
  return shape;
}

/* Returns the name of the data at a link-time address. Returns NULL if they are unknown, or if the address is that of
 * code or of a slot in which the loader stores an address. The caller frees the name. */
static char *static_at(Object *object, guint64 address) {
  Dwarf_Addr start, bytes;
  gsize n;
  if (uses_image_slot(object->image, address) != NULL || uses_image_code(object->image, address, &n) != NULL)
    return NULL;
  if (!name_module_symbol_around(object->module, address, &start, &bytes) || address - start >= bytes) return NULL;
  const char *symbol = name_module_symbol_at(object->module, address);
  return symbol != NULL && *symbol != '\0' ? name_symbol_variable(symbol) : NULL;
}

char *uses_static(Uses *uses, const char *path, const char *build_id, guint64 address) {
  Object *object = object_of(uses, path, build_id);
  if (object->statics == NULL) object->statics = uses_statics_new(object->module);
  UsesStaticVariable variable;
  const UsesStaticVariable *found = uses_statics_at(object->statics, address, false);
  if (found == NULL) return static_at(object, address);
  variable = *found;
  const char *name = name_die_name(&variable.die);
  return name != NULL ? g_strdup(name) : static_at(object, address);
}

UsesKind uses_fixed(Uses *uses, const char *path, const char *build_id, guint64 address, char **name) {
  const UsesShape *shape = uses_shape(uses, path, build_id, address);
  const guint32 number = shape != NULL ? uses_flow_instruction(shape->instructions, address) : (guint32)USES_FLOW_NONE;
  *name = NULL;
  if (number == USES_FLOW_NONE) return USES_UNKNOWN;
  const UsesMachineInstruction *at = &g_array_index(shape->instructions, UsesMachineInstruction, number);
  for (guint i = 0; i < at->n_operands; i++) {
    const UsesOperand *operand = &at->operands[i];
    if (operand->thread || (!operand->read && !operand->write)) continue;
    if (operand->base == USES_REGISTER_STACK) return USES_STACK;
    if (!operand->is_fixed) continue;
    *name = static_at(object_of(uses, path, build_id), (guint64)operand->at);
    return *name != NULL ? USES_STATIC : USES_UNKNOWN;
  }
  return at->pushes || at->pops ? USES_STACK : USES_UNKNOWN;
}

guint uses_before(Uses *uses, const char *path, const char *build_id, guint64 address, guint far, guint n,
                  UsesBefore *before) {
  Object *object = object_of(uses, path, build_id);
  Dwarf_Die function;
  if (!name_scope_function(object->module, address, &function)) return 0;
  const UsesShape *shape = shape_of(object, &function);
  return shape != NULL ? uses_shape_before(shape, address, far, n, before) : 0;
}

char **uses_notes(const Uses *uses) {
  char **notes = g_new0(char *, uses->notes->len + 1);
  for (guint i = 0; i < uses->notes->len; i++) notes[i] = g_strdup(g_ptr_array_index(uses->notes, i));
  return notes;
}
