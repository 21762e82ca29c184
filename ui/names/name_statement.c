/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/names/name_statement.h"

#include <dwarf.h>
#include <string.h>

#include "ui/names/name_statement_text.h"
#include "ui/names/name_type_name.h"

enum {
  FUNCTION_LINES = 300, /* maximum number of lines in which a return statement is searched */
  MOST_MEMBERS = 20000  /* maximum number of members that are searched */
};

/* ---- expressions ---- */

/* The state of evaluating an expression: the name and the type that were reached so far. */
typedef struct {
  NameSearchContext *finder;
  NameModule *module;
  Dwarf_Die type;
  GString *name;
  bool lasts; /* whether the result is not a local variable, because it is static or was reached through a pointer */
} Walk;

/* Finds a member of a struct by its name. The member can also be in a base class or in an unnamed member. *left is the
 * number of entries that can still be searched, which is limited because damaged types can contain themselves. */
static bool find_member(Dwarf_Die *record, const char *name, unsigned depth, unsigned *left, Dwarf_Die *member) {
  if (depth > 8) return false;
  for (bool more = name_die_child(record, member); more && *left > 0; more = name_die_next(member), --*left) {
    const char *own = name_die_name(member);
    Dwarf_Die type, peeled, inner;
    if (dwarf_tag(member) == DW_TAG_member && own != NULL && strcmp(own, name) == 0) return true;
    if (dwarf_tag(member) != DW_TAG_inheritance && (dwarf_tag(member) != DW_TAG_member || own != NULL)) continue;
    if (!name_die_type(member, &type) || !name_die_peel(&type, &peeled)) continue;
    if (find_member(&peeled, name, depth + 1, left, &inner)) {
      *member = inner;
      return true;
    }
  }
  return false;
}

/* Follows a pointer to its target. The name then begins with the type of the target. */
static bool follow(Walk *walk) {
  Dwarf_Die target;
  if (!name_type_pointee(&walk->type, &target)) return false;
  g_autofree char *type = name_type_name(walk->module, &target);
  g_string_assign(walk->name, name_type_name_plain(type));
  walk->type = target;
  return walk->lasts = true;
}

/* Returns whether a Fortran type extends the type `base`, directly or indirectly. If it does, its first member has that
 * type. */
static bool extends(Dwarf_Die *type, const char *base) {
  Dwarf_Die at = *type, member, under;
  for (unsigned depth = 0; depth < NAME_DIE_DEEPEST; depth++) {
    const char *name = name_die_name(&at);
    if (name != NULL && strcmp(name, base) == 0) return depth != 0;
    if (!name_die_child(&at, &member) || dwarf_tag(&member) != DW_TAG_member) return false;
    if (!name_die_type(&member, &under) || !name_die_peel(&under, &at)) return false;
    if (dwarf_tag(&at) != DW_TAG_structure_type) return false;
  }
  return false;
}

/* Counts the types in a scope that extend the type `base` and have a member called `field`. Sets *member to the last of
 * these members. */
static unsigned find_in_extensions(Dwarf_Die *around, const char *base, const char *field, bool in_modules,
                                   Dwarf_Die *member) {
  Dwarf_Die child;
  unsigned n = 0;
  for (bool more = name_die_child(around, &child); more; more = name_die_next(&child)) {
    unsigned left = MOST_MEMBERS;
    Dwarf_Die found;
    if (in_modules && dwarf_tag(&child) == DW_TAG_module) n += find_in_extensions(&child, base, field, false, member);
    if (dwarf_tag(&child) != DW_TAG_structure_type || !extends(&child, base)) continue;
    if (!find_member(&child, field, 0, &left, &found)) continue;
    *member = found;
    n++;
  }
  return n;
}

/* Finds a component of a polymorphic Fortran variable. The component belongs to the variable's declared type, or to the
 * only extension of this type that has such a component. (gfortran describes the variable as a struct with a pointer to
 * the data.) */
static bool find_component(Dwarf_Die *record, const char *field, Dwarf_Die *member) {
  Dwarf_Die data, type, base, peeled, unit;
  unsigned left = MOST_MEMBERS;
  const char *name = name_die_name(record);
  if (name == NULL || !g_str_has_prefix(name, "__class_") || !find_member(record, "_data", 0, &left, &data))
    return false;
  if (!name_die_type(&data, &type) || !name_type_pointee(&type, &base) || !name_die_peel(&base, &peeled)) return false;
  if (find_member(&peeled, field, 0, &left, member)) return true;
  name = name_die_name(&peeled);
  return name != NULL && dwarf_diecu(record, &unit, NULL, NULL) != NULL &&
         find_in_extensions(&unit, name, field, true, member) == 1;
}

static bool enter(Walk *walk, const char *field) {
  Dwarf_Die peeled, member, type, target;
  if (name_type_pointee(&walk->type, &target) && !follow(walk)) return false;
  unsigned left = MOST_MEMBERS;
  if (!name_die_peel(&walk->type, &peeled)) return false;
  if (!find_member(&peeled, field, 0, &left, &member)) {
    if (!find_component(&peeled, field, &member)) return false;
    walk->lasts = true;
  }
  if (!name_die_type(&member, &type)) return false;
  g_string_append_printf(walk->name, ".%s", field);
  walk->type = type;
  return true;
}

/* Selects an element of an array, or an element of the data to which a pointer points. */
static bool subscript(Walk *walk) {
  Dwarf_Die peeled, element;
  if (!name_die_peel(&walk->type, &peeled)) return false;
  if (dwarf_tag(&peeled) == DW_TAG_array_type ? !name_die_type(&peeled, &element)
                                              : !name_type_pointee(&peeled, &element))
    return false;
  walk->lasts |= dwarf_tag(&peeled) != DW_TAG_array_type || dwarf_hasattr(&peeled, DW_AT_data_location);
  g_string_append(walk->name, "[]");
  walk->type = element;
  return true;
}

/* Returns whether a variable is in scope, and belongs to the step's function. */
static bool is_of(const NamePathStep *step, const NameLocal *local) {
  return local->depth >= step->active.first_scope && local->depth <= step->active.scope;
}

/* Finds the innermost variable called `name` that is in scope in the step's function. */
static bool find_local(const NamePathStep *step, const char *name, Dwarf_Die *variable) {
  const NameLocal *best = NULL;
  const GArray *locals = step->site->locals;
  for (guint i = 0; i < locals->len; i++) {
    const NameLocal *local = &g_array_index(locals, NameLocal, i);
    Dwarf_Die die = local->die;
    const char *own = name_die_name(&die);
    if (!is_of(step, local) && !(step->active.physical && local->depth == NAME_SCOPE_ELSEWHERE)) continue;
    if (own == NULL || strcmp(own, name) != 0) continue;
    if (best == NULL || local->depth < best->depth) best = local;
  }
  if (best != NULL) *variable = best->die;
  return best != NULL;
}

/* Finds a global variable in the unit of the step's function. */
static bool find_global(Dwarf_Die *around, const char *name, unsigned depth, Dwarf_Die *variable) {
  if (depth > 4) return false;
  for (bool more = name_die_child(around, variable); more; more = name_die_next(variable)) {
    const int tag = dwarf_tag(variable);
    const char *own = tag == DW_TAG_variable ? name_die_name(variable) : NULL;
    Dwarf_Die inner, around_inner = *variable;
    if (own != NULL && strcmp(own, name) == 0) return true;
    const bool is_scope = tag == DW_TAG_namespace || tag == DW_TAG_module ||
                          name_module_import(variable, &around_inner);
    if (is_scope && find_global(&around_inner, name, depth + 1, &inner)) {
      *variable = inner;
      return true;
    }
  }
  return false;
}

/* Begins an evaluation with the first word of the expression. */
static bool start(Walk *walk, const NamePathStep *step, const char *word) {
  Dwarf_Die variable, unit, function = step->active.function;
  g_string_assign(walk->name, word);
  if (find_local(step, word, &variable)) return name_die_type(&variable, &walk->type);
  if (find_local(step, "this", &variable) && name_die_type(&variable, &walk->type) && enter(walk, word)) return true;
  g_string_assign(walk->name, word);
  walk->lasts = true;
  if (!name_die_declaring_unit(&function, &unit) || !find_global(&unit, word, 0, &variable)) return false;
  g_string_prepend(walk->name, name_die_scope(walk->module, &variable));
  return name_die_type(&variable, &walk->type);
}

static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_$:";

/* Evaluates an expression such as "p->buf[].x". Returns false if the expression has another form. */
static bool evaluate_plain(Walk *walk, const NamePathStep *step, const char *expression) {
  g_autofree char *first = g_strndup(expression, strspn(expression, letters));
  const char *p = expression + strlen(first);
  const char *plain = strrchr(first, ':');
  if (strcmp(first, "self") == 0 || *first == '\0') return false;
  if (!start(walk, step, plain != NULL ? plain + 1 : first)) return false;
  while (*p != '\0') {
    if (g_str_has_prefix(p, "[]")) {
      p += 2;
      if (!subscript(walk)) return false;
      continue;
    }
    p += *p == '.' ? 1 : g_str_has_prefix(p, "->") ? 2 : 0;
    g_autofree char *field = g_strndup(p, strspn(p, letters));
    if (*field == '\0' || !enter(walk, field)) return false;
    p += strlen(field);
  }
  return true;
}

/* Selects the target of a pointer. The name does not change: data to which `*result` points are called "result". */
static bool dereference(Walk *walk) {
  Dwarf_Die peeled, target;
  if (name_die_peel(&walk->type, &peeled) && dwarf_tag(&peeled) == DW_TAG_array_type) return subscript(walk);
  if (!name_type_pointee(&walk->type, &target)) return false;
  walk->type = target;
  return walk->lasts = true;
}

static bool is_reference(Dwarf_Die *type) {
  Dwarf_Die peeled;
  if (!name_die_peel(type, &peeled)) return false;
  return dwarf_tag(&peeled) == DW_TAG_reference_type || dwarf_tag(&peeled) == DW_TAG_rvalue_reference_type;
}

/* As evaluate_plain(), but stars can precede the expression. The type of a reference is that of its target. */
static bool evaluate(Walk *walk, const NamePathStep *step, const char *expression) {
  const size_t stars = strspn(expression, "*");
  Dwarf_Die target;
  if (!evaluate_plain(walk, step, expression + stars)) return false;
  if (is_reference(&walk->type) && name_type_pointee(&walk->type, &target)) walk->type = target;
  for (size_t i = 0; i < stars; i++)
    if (!dereference(walk)) return false;
  return true;
}

/* ---- arguments ---- */

/* Returns the number of the function's parameter `name`, from 0; -1: there is none. Sets *parameter to the parameter.
 * The object of a method does not count. */
static int parameter_number(Dwarf_Die *function, const char *name, Dwarf_Die *parameter) {
  Dwarf_Attribute attribute;
  Dwarf_Die declared = *function;
  int number = 0;
  if (dwarf_attr(function, DW_AT_abstract_origin, &attribute) != NULL &&
      dwarf_formref_die(&attribute, &declared) == NULL)
    return -1;
  for (bool more = name_die_child(&declared, parameter); more; more = name_die_next(parameter)) {
    const char *own = name_die_name(parameter);
    if (dwarf_tag(parameter) != DW_TAG_formal_parameter || dwarf_hasattr_integrate(parameter, DW_AT_artificial))
      continue;
    if (own != NULL && strcmp(own, name) == 0) return number;
    number++;
  }
  return -1;
}

/* Returns the expression as the caller would write it: the parameter `word`, its first word, is replaced by the
 * argument `argument`. Examples: "*p" and "&x" make "x"; "p->field" and "&x" make "x.field"; "*p" and "q" make "*q".
 * NULL: unknown. */
static char *with_argument(const char *expression, const char *word, const char *argument, bool reference) {
  const size_t stars = strspn(expression, "*");
  const char *rest = expression + stars + strlen(word);
  g_autofree char *prefix = g_strndup(expression, stars);
  if (reference) return *argument != '&' ? g_strconcat(prefix, argument, rest, NULL) : NULL;
  if (*argument != '&') return g_strconcat(prefix, argument, rest, NULL);
  if (g_str_has_prefix(rest, "->")) return g_strconcat(prefix, argument + 1, ".", rest + 2, NULL);
  return stars != 0 && *rest == '\0' ? g_strconcat(prefix + 1, argument + 1, NULL) : NULL;
}

static bool is_fortran(const NamePathStep *step) {
  Dwarf_Die function = step->active.function;
  return name_language_is_fortran(name_die_language(&function));
}

static char *statement_of(NameSearchContext *finder, const NamePathStep *step, size_t *at) {
  return name_program_text_statement(name_debug_text(name_search_context_debug(finder)), step->active.file,
                                     step->active.line, step->active.column, is_fortran(step), at);
}

/* Returns an expression of the step `step` as the step `caller`, which calls it, would write it. NULL: the expression
 * does not begin with a parameter through which the function reaches data of its caller, or the argument is unknown. */
static char *in_caller(NameSearchContext *finder, const NamePathStep *step, const NamePathStep *caller,
                       const char *expression) {
  const char *first = expression + strspn(expression, "*");
  g_autofree char *word = g_strndup(first, strspn(first, letters));
  Dwarf_Die function = step->active.function, parameter, local, type;
  size_t at = 0;
  const int number = parameter_number(&function, word, &parameter);
  if (number < 0 || !find_local(step, word, &local) || dwarf_tag(&local) != DW_TAG_formal_parameter) return NULL;
  const bool reference = name_die_type(&parameter, &type) && is_reference(&type);
  if (!reference && first == expression && !g_str_has_prefix(first + strlen(word), "->")) return NULL;
  g_autofree char *statement = statement_of(finder, caller, &at);
  if (statement == NULL) return NULL;
  g_autofree char *argument = name_statement_text_argument(statement, at, caller->active.column != 0, step->name,
                                                           (unsigned)number);
  return argument != NULL ? with_argument(expression, word, argument, reference) : NULL;
}

/* ---- the variable of a step ---- */

static NameResult found_type(NameSearchContext *finder, NameModule *module, Dwarf_Die *type, uint64_t at,
                             const char *name, bool lasts, guint index) {
  NameResult found = {.rank = NAME_FOUND_NOTHING};
  NamePlaceInType place;
  if (name_type_walk(module, type, at, &place))
    name_search_context_place(finder, module, name, &place, lasts ? NAME_FOUND_FIELD : NAME_FOUND_LOCAL, index, &found);
  return found;
}

/* Returns the variable that is in the register for function results after the call. */
static NameResult in_register(NameSearchContext *finder, const NamePathStep *step, guint index) {
  for (guint i = 0; i < step->site->locals->len; i++) {
    const NameLocal *local = &g_array_index(step->site->locals, NameLocal, i);
    Dwarf_Die die = local->die, type;
    if (local->spot.kind == NAME_SPOT_BEHIND_RESULT && dwarf_tag(&die) == DW_TAG_variable && is_of(step, local))
      return name_search_context_whole(finder, step->site->module, &die, index);
    if (local->spot.kind != NAME_SPOT_RESULT || !is_of(step, local) || !name_die_type(&die, &type)) continue;
    const NameResult found = found_type(finder, step->site->module, &type, (uint64_t)local->spot.at,
                                        name_die_name(&die), false, index);
    if (found.rank != NAME_FOUND_NOTHING) return found;
  }
  return (NameResult){.rank = NAME_FOUND_NOTHING};
}

static NameResult by_expression(NameSearchContext *finder, const NamePathStep *step, guint index,
                                const char *expression) {
  Walk walk = {.finder = finder, .module = step->site->module, .name = g_string_new(NULL)};
  NameResult found = {.rank = NAME_FOUND_NOTHING};
  if (evaluate(&walk, step, expression))
    found = found_type(finder, walk.module, &walk.type, 0, walk.name->str, walk.lasts, index);
  g_string_free(walk.name, TRUE);
  return found;
}

/* As by_expression() for step `index` of the path. If the expression begins with a parameter whose argument is an
 * address, as in "*result" and "&x", returns the variable of the caller. */
static NameResult by_expression_in_path(NameSearchContext *finder, const GArray *path, guint index,
                                        const char *expression) {
  const NamePathStep *step = &g_array_index(path, NamePathStep, index);
  NameResult found = by_expression(finder, step, index, expression);
  g_autofree char *current = g_strdup(expression);
  while (index + 1 < path->len) {
    const NamePathStep *caller = step + 1;
    if (!caller->known || caller->active.library || is_fortran(caller)) return found;
    char *outer = in_caller(finder, step, caller, current);
    if (outer == NULL) return found;
    g_free(current);
    current = outer;
    step = caller;
    const NameResult one = by_expression(finder, step, ++index, current);
    if (one.rank != NAME_FOUND_NOTHING) found = one;
  }
  return found;
}

/* Finds the variable of a library type that is declared in the step's line, such as "std::vector<int> v(n)". If there
 * are several, takes the last one that is declared before the column of the call. If the column is unknown, finds
 * nothing. */
static NameResult declared_there(NameSearchContext *finder, const NamePathStep *step, guint index) {
  NameResult found = {.rank = NAME_FOUND_NOTHING};
  uint64_t found_column = 0;
  for (guint i = 0; i < step->site->locals->len; i++) {
    const NameLocal *local = &g_array_index(step->site->locals, NameLocal, i);
    Dwarf_Die die = local->die, type, peeled;
    uint64_t line, column = 0;
    if (!is_of(step, local) && !(step->active.physical && local->depth == NAME_SCOPE_ELSEWHERE)) continue;
    if (!name_die_number(&die, DW_AT_decl_line, &line) || line != step->active.line || !name_die_type(&die, &type))
      continue;
    if (!name_die_peel(&type, &peeled) || !name_die_is_library(step->site->module, &peeled)) continue;
    if (!name_type_reaches_address(&type)) continue; /* a type such as Rust's Range<u64> contains no address */
    const NameResult one = found_type(finder, step->site->module, &type, 0, name_die_name(&die), false, index);
    if (one.rank == NAME_FOUND_NOTHING) continue;
    name_die_number(&die, DW_AT_decl_column, &column);
    if (found.rank != NAME_FOUND_NOTHING && strcmp(found.variable, one.variable) != 0) {
      if (column == found_column || step->active.column == 0) return (NameResult){.rank = NAME_FOUND_NOTHING};
      const bool is_nearer = column <= step->active.column &&
                             (found_column > step->active.column || column > found_column);
      if (!is_nearer) continue;
    }
    found = one;
    found_column = column;
  }
  return found;
}

/* Returns whether the variable is an array of variable size without a descriptor. */
static bool is_automatic(Dwarf_Die *variable) {
  Dwarf_Die type, peeled;
  return dwarf_tag(variable) == DW_TAG_variable && name_die_type(variable, &type) && name_die_peel(&type, &peeled) &&
         dwarf_tag(&peeled) == DW_TAG_array_type && !dwarf_hasattr(&peeled, DW_AT_data_location) &&
         name_die_size(&peeled) == 0;
}

/* The calls in one source line by which bins are allocated. */
typedef struct {
  unsigned before; /* number of calls at lower addresses than the call in the bin's call path */
  Dwarf_Addr next; /* address of the first call after the one in the call path; UINT64_MAX: none */
  bool others;
} LineCalls;

/* Returns the calls in the source line of the bin's frame number `frame`. (One Fortran statement can allocate several
 * arrays in succession.) */
static LineCalls calls_of_line(NameSearchContext *finder, uint32_t bin, uint32_t frame) {
  const Profile *profile = name_search_context_profile(finder);
  const ProfileCall *call = profile_frame(profile, &profile->bins[bin], frame);
  LineCalls calls = {0, UINT64_MAX, false};
  g_autoptr(GHashTable) addresses = g_hash_table_new(NULL, NULL);
  for (uint32_t i = 0; i < profile->n_bins; i++) {
    if (profile->bins[i].frames.count <= frame) continue;
    const ProfileCall *other = profile_frame(profile, &profile->bins[i], frame);
    if (other->place != call->place || other->address == call->address) continue;
    calls.others = true;
    if (other->address < call->address) g_hash_table_add(addresses, GSIZE_TO_POINTER(other->address));
    if (other->address > call->address) calls.next = MIN(calls.next, other->address);
  }
  calls.before = g_hash_table_size(addresses);
  return calls;
}

/* Returns whether the first location of a variable begins after the address `call`, and not after the address `next`.
 * (Variables of optimized procedures have such locations.) */
static bool begins_between(Dwarf_Die *variable, Dwarf_Addr call, Dwarf_Addr next) {
  const Dwarf_Addr first = name_scope_first_location(variable);
  return first > call && first <= next;
}

/* Returns the automatic array of a Fortran procedure that is declared in the line of the call. If there are several,
 * returns the one whose first location begins after this call and before the next call in the line. */
static NameResult automatic_there(NameSearchContext *finder, uint32_t bin, const NamePathStep *step, guint index) {
  const NameLocal *found[2] = {NULL, NULL}; /* the last array in this line; the last array that begins between the
                                               calls */
  unsigned n[2] = {0, 0};
  const LineCalls calls = calls_of_line(finder, bin, step->frame);
  for (guint i = 0; i < step->site->locals->len; i++) {
    const NameLocal *local = &g_array_index(step->site->locals, NameLocal, i);
    Dwarf_Die die = local->die;
    uint64_t line;
    if (!is_of(step, local) || !is_automatic(&die)) continue;
    if (!name_die_number(&die, DW_AT_decl_line, &line) || line != step->active.line) continue;
    found[0] = local;
    n[0]++;
    if (!begins_between(&die, step->site->pc, calls.next)) continue;
    found[1] = local;
    n[1]++;
  }
  const NameLocal *only = n[0] == 1 ? found[0] : n[1] == 1 ? found[1] : NULL;
  if (only == NULL) return (NameResult){.rank = NAME_FOUND_NOTHING};
  Dwarf_Die die = only->die;
  return name_search_context_whole(finder, step->site->module, &die, index);
}

/* Returns the array of an allocate statement, or the left side of an assignment; NULL: unknown. It is also unknown if
 * an assignment allocates several blocks, because only one of them is the array, and the others are temporary. */
static char *fortran_expression(NameSearchContext *finder, uint32_t bin, const NamePathStep *step, const char *callee,
                                const char *statement, size_t at) {
  unsigned n;
  const LineCalls calls = calls_of_line(finder, bin, step->frame);
  char *array = name_statement_text_allocated(statement, calls.before, &n);
  if (array != NULL || n != 0 || calls.others) return array;
  return name_statement_text_receiver(statement, at, false, callee);
}

/* Returns whether the function returns an address, or a type that can contain an address. */
static bool returns_address(const NamePathStep *step) {
  Dwarf_Die function = step->active.function, type, peeled;
  bool known;
  if (!name_die_type(&function, &type) || !name_die_peel(&type, &peeled)) return false;
  return dwarf_tag(&peeled) != DW_TAG_base_type && dwarf_tag(&peeled) != DW_TAG_enumeration_type &&
         (name_type_holds_address(&type, &known) || name_die_size(&peeled) > sizeof(uint64_t));
}

NameResult name_statement_receiver(NameSearchContext *finder, uint32_t bin, const GArray *path, guint index,
                                   const char *callee, bool *passes_on) {
  const NamePathStep *step = &g_array_index(path, NamePathStep, index);
  *passes_on = false;
  NameResult found = in_register(finder, step, index);
  if (found.rank != NAME_FOUND_NOTHING) {
    *passes_on = name_statement_returns(finder, step, found.variable);
    return found;
  }
  const bool fortran = is_fortran(step);
  size_t at = 0;
  g_autofree char *statement = statement_of(finder, step, &at);
  g_autofree char *expression = NULL;
  if (statement != NULL && fortran)
    expression = fortran_expression(finder, bin, step, callee, statement, at);
  else if (statement != NULL)
    expression = name_statement_text_receiver(statement, at, step->active.column != 0, callee);
  if (expression != NULL) found = by_expression_in_path(finder, path, index, expression);
  if (found.rank == NAME_FOUND_NOTHING) found = declared_there(finder, step, index);
  if (found.rank == NAME_FOUND_NOTHING && fortran) found = automatic_there(finder, bin, step, index);
  *passes_on = found.rank == NAME_FOUND_NOTHING
                   ? returns_address(step)
                   : found.rank == NAME_FOUND_LOCAL &&
                         name_statement_returns(finder, &g_array_index(path, NamePathStep, found.frame),
                                                found.variable);
  return found;
}

bool name_statement_returns(NameSearchContext *finder, const NamePathStep *step, const char *variable) {
  if (!step->known || !returns_address(step)) return false;
  g_autofree char *name = g_strndup(variable, strcspn(variable, ".[-"));
  NameProgramText *text = name_debug_text(name_search_context_debug(finder));
  if (!name_program_text_has(text, step->active.file))
    return true; /* without the source text, a name in the caller is preferred */
  return name_program_text_returns(text, step->active.file, step->active.line, step->active.line + FUNCTION_LINES,
                                   name);
}
