/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_uses_clang_expression.c: counts reads as Rutar and Hollingsworth do: x[a] reads x[a] and a, but not the pointer x.
 * An expression reads a pointer if it dereferences it without an index (p->next, *p), or if it loads the pointer from a
 * field or element: g->cells[i] reads the element, g->cells, g and i.
 *
 * A C++ container counts as a pointer to its content: v[i], v.at(i) and *v.begin() are data of v. */
#include "ui/uses/ui_uses_clang_expression.h"

#include <string.h>

#include "ui/uses/ui_uses_allocators.h"

/* The result of an expression: an lvalue with a cell, or an address. */
typedef struct {
  UiCell object; /* the data that contain the lvalue; UI_CELL_NONE: no lvalue */
  UiCell cell;   /* the lvalue itself: the data, or a field with its own target */
  UiCell target; /* the target of the address; UI_CELL_NONE: none */
  UiCell other;  /* the second target of a conditional expression; UI_CELL_NONE: none */
} Value;

static const Value nothing = {UI_CELL_NONE, UI_CELL_NONE, UI_CELL_NONE, UI_CELL_NONE};

static Value evaluate(UiClangState *state, CXCursor expression, unsigned use);

static Value at_place(UiCell object, UiCell cell) { return (Value){object, cell, UI_CELL_NONE, UI_CELL_NONE}; }
static Value pointing(UiCell target) { return (Value){UI_CELL_NONE, UI_CELL_NONE, target, UI_CELL_NONE}; }

static UiClangSort sort_of(const UiClangState *state, CXCursor expression) {
  return ui_clang_sort(state->clang, state->clang->getCursorType(expression), NULL);
}

static bool holds_address(UiClangSort sort) {
  return sort == UI_CLANG_POINTER || sort == UI_CLANG_ITERATOR || sort == UI_CLANG_OTHER;
}

/* Returns the target of an expression's value; for an array, the array itself. */
static UiCell target_of(const UiClangState *state, CXCursor expression, Value value) {
  if (value.target != UI_CELL_NONE || value.cell == UI_CELL_NONE) return value.target;
  switch (sort_of(state, ui_clang_peel(state->clang, expression))) {
    case UI_CLANG_ARRAY: return value.cell;
    case UI_CLANG_SCALAR:
    case UI_CLANG_RECORD: return UI_CELL_NONE;
    default: return ui_cell_target(state->cells, value.cell);
  }
}

/* Records the assignment of a value that points to `target` to a pointer. */
static void point(const UiClangState *state, UiCell pointer, UiCell target, Value value) {
  ui_cell_point(state->cells, pointer, target);
  ui_cell_point(state->cells, pointer, value.other);
}

/* Records the accesses of a use to the lvalue of an expression. */
static void use_place(UiClangState *state, CXCursor expression, Value value, unsigned use) {
  if (use == UI_CLANG_ADDRESS || sort_of(state, expression) == UI_CLANG_ARRAY) return;
  if (use & UI_CLANG_READ) ui_clang_note(state, expression, value.object, false);
  if (use & UI_CLANG_WRITE) ui_clang_note(state, expression, value.object, true);
}

static void evaluate_all(UiClangState *state, CXCursor expression) {
  GArray *children = ui_clang_children(state->clang, expression, true);
  for (guint i = 0; i < children->len; i++) evaluate(state, g_array_index(children, CXCursor, i), UI_CLANG_READ);
  g_array_unref(children);
}

/* Returns child number `n` among the expressions; a null cursor: none. */
static CXCursor child_of(const UiClangState *state, CXCursor expression, guint n) {
  GArray *children = ui_clang_children(state->clang, expression, true);
  const CXCursor child = n < children->len ? g_array_index(children, CXCursor, n) : state->clang->getNullCursor();
  g_array_unref(children);
  return child;
}

/* Returns the cell that a variable's name denotes: for a reference, its target. A reference to a container counts as
 * the container. */
static UiCell place_of_variable(UiClangState *state, CXCursor declaration) {
  bool reference;
  const UiCell cell = ui_clang_variable(state, declaration);
  if (cell == UI_CELL_NONE) return cell;
  const UiClangSort sort = ui_clang_sort(state->clang, state->clang->getCursorType(declaration), &reference);
  return reference && sort != UI_CLANG_CONTAINER ? ui_cell_target(state->cells, cell) : cell;
}

static Value evaluate_name(UiClangState *state, CXCursor expression, unsigned use) {
  const UiCell cell = place_of_variable(state, state->clang->getCursorReferenced(expression));
  if (cell == UI_CELL_NONE) return nothing;
  const Value value = at_place(cell, cell);
  use_place(state, expression, value, use);
  return value;
}

/* Returns the struct to which a member expression refers. */
static Value evaluate_struct(UiClangState *state, CXCursor expression) {
  const CXCursor base = child_of(state, expression, 0);
  if (state->clang->Cursor_isNull(base)) {
    const UiCell object = ui_cell_target(state->cells, state->self);
    return at_place(object, object);
  }
  const CXCursor plain = ui_clang_peel(state->clang, base);
  const bool arrow = sort_of(state, plain) == UI_CLANG_POINTER;
  const Value value = evaluate(state, plain, arrow ? UI_CLANG_READ : UI_CLANG_ADDRESS);
  if (!arrow && value.cell != UI_CELL_NONE) return value;
  const UiCell target = target_of(state, plain, value);
  return at_place(target, target);
}

/* Returns the cell of a field, and names it by the type of its struct; in an unnamed struct, by the enclosing field. */
static UiCell field_of(UiClangState *state, UiCell around, CXCursor field, const char *name) {
  const UiCell cell = ui_cell_field(state->cells, around, name);
  CXCursor inside = state->clang->getCursorSemanticParent(field);
  g_autofree char *record = ui_clang_record(state->clang, inside);
  if (record == NULL && *ui_cell_field_name(state->cells, around) == '\0') { /* in an unnamed union */
    inside = state->clang->getCursorSemanticParent(inside);
    record = ui_clang_record(state->clang, inside);
  }
  const char *path = record != NULL ? record : ui_cell_field_name(state->cells, around);
  g_autofree char *whole = *path == '\0' || *name == '\0' ? g_strdup(path) : g_strconcat(path, ".", name, NULL);
  ui_cell_call_field(state->cells, cell, whole);
  return cell;
}

static Value evaluate_member(UiClangState *state, CXCursor expression, unsigned use) {
  const CXCursor member = state->clang->getCursorReferenced(expression);
  const Value around = evaluate_struct(state, expression);
  Value value;
  bool reference;
  if (state->clang->getCursorKind(member) == CXCursor_VarDecl) {
    const UiCell cell = place_of_variable(state, member);
    value = at_place(cell, cell);
  } else {
    g_autofree char *name = ui_clang_text(state->clang, state->clang->getCursorSpelling(expression));
    value = at_place(around.object, field_of(state, around.cell, member, name));
    ui_clang_sort(state->clang, state->clang->getCursorType(member), &reference);
    if (reference) value.object = value.cell = ui_cell_target(state->cells, value.cell);
  }
  use_place(state, expression, value, use);
  return value;
}

static Value evaluate_subscript(UiClangState *state, CXCursor expression, unsigned use) {
  CXCursor base = ui_clang_peel(state->clang, child_of(state, expression, 0));
  CXCursor index = child_of(state, expression, 1);
  if (sort_of(state, base) == UI_CLANG_SCALAR) { /* i[x] */
    const CXCursor other = ui_clang_peel(state->clang, index);
    index = base;
    base = other;
  }
  const bool loaded = sort_of(state, base) != UI_CLANG_ARRAY &&
                      state->clang->getCursorKind(base) != CXCursor_DeclRefExpr;
  const Value array = evaluate(state, base, loaded ? UI_CLANG_READ : UI_CLANG_ADDRESS);
  evaluate(state, index, UI_CLANG_READ);
  Value value = at_place(array.object, array.cell);
  if (sort_of(state, base) != UI_CLANG_ARRAY) {
    const UiCell target = target_of(state, base, array);
    ui_cell_mark_array(state->cells, target);
    value = at_place(target, target);
  }
  use_place(state, expression, value, use);
  return value;
}

static Value evaluate_unary(UiClangState *state, CXCursor expression, unsigned use) {
  const CXCursor operand = child_of(state, expression, 0);
  switch (ui_clang_unary(state->unit, expression, operand)) {
    case '*': {
      const UiCell target = target_of(state, operand, evaluate(state, operand, UI_CLANG_READ));
      const Value value = at_place(target, target);
      use_place(state, expression, value, use);
      return value;
    }
    case '&': return pointing(evaluate(state, operand, UI_CLANG_ADDRESS).cell);
    case '+':
    case '-': return evaluate(state, operand, UI_CLANG_READ | UI_CLANG_WRITE);
    default: evaluate(state, operand, UI_CLANG_READ); return nothing;
  }
}

static Value evaluate_assignment(UiClangState *state, CXCursor left, CXCursor right) {
  const Value from = evaluate(state, right, UI_CLANG_READ);
  const UiCell target = target_of(state, right, from);
  const Value value = evaluate(state, left, UI_CLANG_WRITE);
  if (holds_address(sort_of(state, left))) point(state, value.cell, target, from);
  return value;
}

static Value evaluate_binary(UiClangState *state, CXCursor expression) {
  const CXCursor left = child_of(state, expression, 0), right = child_of(state, expression, 1);
  if (ui_clang_is_assignment(state->unit, left, right)) return evaluate_assignment(state, left, right);
  const UiCell a = target_of(state, left, evaluate(state, left, UI_CLANG_READ));
  const UiCell b = target_of(state, right, evaluate(state, right, UI_CLANG_READ));
  if (sort_of(state, expression) != UI_CLANG_POINTER) return nothing;
  /* Pointer arithmetic, or (x, y). */
  return pointing(b != UI_CELL_NONE ? b : a);
}

static Value evaluate_change(UiClangState *state, CXCursor expression) {
  evaluate(state, child_of(state, expression, 1), UI_CLANG_READ);
  return evaluate(state, child_of(state, expression, 0), UI_CLANG_READ | UI_CLANG_WRITE);
}

static Value evaluate_choice(UiClangState *state, CXCursor expression, unsigned use) {
  const CXCursor first = child_of(state, expression, 1), second = child_of(state, expression, 2);
  evaluate(state, child_of(state, expression, 0), UI_CLANG_READ);
  const Value a = evaluate(state, first, use), b = evaluate(state, second, use);
  if (a.target == UI_CELL_NONE && a.cell != UI_CELL_NONE && use == UI_CLANG_ADDRESS) return a;
  const UiCell x = target_of(state, first, a), y = target_of(state, second, b);
  ui_cell_join(state->cells, x, y);
  return (Value){UI_CELL_NONE, UI_CELL_NONE, x != UI_CELL_NONE ? x : y, y};
}

/* ---- calls ---- */

typedef struct {
  CXCursor expression, function; /* the call, and the called function; a null cursor: unknown */
  char *name;
  bool method, is_operator;
  Value object;    /* the object of a method call */
  GArray *targets; /* UiCell: the targets of the object and of the arguments */
} Call;

/* Whether the parameter of argument `n` is a reference. */
static bool takes_reference(const UiClangState *state, const Call *call, int n) {
  const int number = n - (call->method && call->is_operator ? 1 : 0);
  bool reference = false;
  if (number < 0) return true;
  if (state->clang->Cursor_isNull(call->function)) return false;
  const CXType type = state->clang->getArgType(state->clang->getCursorType(call->function), (unsigned)number);
  if (type.kind != CXType_Invalid) ui_clang_sort(state->clang, type, &reference);
  return reference;
}

/* Returns the data that an argument passes: the content of a container, or the target of a pointer or reference. */
static UiCell handed(const UiClangState *state, CXCursor argument, Value value, bool reference) {
  const UiClangSort sort = sort_of(state, ui_clang_peel(state->clang, argument));
  if (reference && sort != UI_CLANG_CONTAINER && sort != UI_CLANG_ITERATOR && value.cell != UI_CELL_NONE)
    return value.cell;
  return target_of(state, argument, value);
}

/* Returns the use of an argument. Assumes that the callee reads a number or pointer passed by reference; its use of a
 * struct is unknown. */
static unsigned use_of_argument(const UiClangState *state, const Call *call, int n, CXCursor argument) {
  const UiClangSort sort = sort_of(state, ui_clang_peel(state->clang, argument));
  if (call->method && call->is_operator && n == 0)
    return strcmp(call->name, "operator=") == 0 ? UI_CLANG_WRITE : UI_CLANG_ADDRESS;
  if (!takes_reference(state, call, n)) return sort == UI_CLANG_CONTAINER ? UI_CLANG_ADDRESS : UI_CLANG_READ;
  if (sort == UI_CLANG_SCALAR || sort == UI_CLANG_POINTER) return UI_CLANG_READ;
  return sort == UI_CLANG_RECORD && call->is_operator ? UI_CLANG_READ : UI_CLANG_ADDRESS;
}

static Value evaluate_arguments(UiClangState *state, Call *call) {
  const int n = state->clang->Cursor_getNumArguments(call->expression);
  Value first = nothing;
  for (int i = 0; i < n; i++) {
    const CXCursor argument = state->clang->Cursor_getArgument(call->expression, (unsigned)i);
    const Value value = evaluate(state, argument, use_of_argument(state, call, i, argument));
    const UiCell target = handed(state, argument, value, takes_reference(state, call, i));
    g_array_append_val(call->targets, target);
    if (i == 0) first = value;
  }
  return first;
}

static bool is_by_pointer(const UiClangState *state, const Call *call) {
  const enum CXCursorKind kind = state->clang->getCursorKind(call->function);
  return kind == CXCursor_VarDecl || kind == CXCursor_ParmDecl || kind == CXCursor_FieldDecl;
}

/* Evaluates the object of a method call such as v.at(i), or a pointer to the called function. */
static void evaluate_callee(UiClangState *state, Call *call) {
  const CXCursor callee = ui_clang_peel(state->clang, child_of(state, call->expression, 0));
  const enum CXCursorKind kind = state->clang->getCursorKind(callee);
  if (call->method && !call->is_operator && kind == CXCursor_MemberRefExpr) {
    call->object = evaluate_struct(state, callee);
    const CXCursor base = child_of(state, callee, 0);
    const bool content = !state->clang->Cursor_isNull(base) && call->object.cell != UI_CELL_NONE &&
                         sort_of(state, ui_clang_peel(state->clang, base)) == UI_CLANG_CONTAINER;
    const UiCell target = content ? ui_cell_target(state->cells, call->object.cell) : call->object.cell;
    g_array_append_val(call->targets, target);
  } else if (state->clang->Cursor_isNull(call->function) || is_by_pointer(state, call)) {
    evaluate(state, callee, UI_CLANG_READ);
  }
}

/* Returns the result of a method of a container, iterator or smart pointer: a reference or a pointer to its content. */
static Value result_of_method(UiClangState *state, const Call *call, unsigned use) {
  const UiCell object = call->object.cell;
  const unsigned line = ui_clang_line(state, call->expression);
  bool reference;
  if (object == UI_CELL_NONE) return nothing;
  if (ui_uses_grows(call->name)) ui_cell_point(state->cells, object, ui_cell_block(state->cells, state->file, line));
  const UiCell target = ui_cell_target(state->cells, object);
  const CXType type = state->clang->getCursorResultType(call->function);
  const UiClangSort sort = ui_clang_sort(state->clang, type, &reference);
  if (strcmp(call->name, "operator=") == 0 || strcmp(call->name, "operator++") == 0 ||
      strcmp(call->name, "operator--") == 0 || strcmp(call->name, "operator+=") == 0)
    return at_place(object, object);
  if (!reference) return sort == UI_CLANG_SCALAR ? nothing : pointing(target);
  const Value value = at_place(target, target);
  ui_cell_mark_array(state->cells, target);
  use_place(state, call->expression, value, use);
  return value;
}

static UiCell argument_of(const Call *call, guint n) {
  return n < call->targets->len ? g_array_index(call->targets, UiCell, n) : UI_CELL_NONE;
}

static Value result_of_function(UiClangState *state, const Call *call, Value first) {
  static const char *const same[] = {"move", "forward", "as_const", "ref", "get", "addressof"};
  const unsigned line = ui_clang_line(state, call->expression);
  for (size_t i = 0; i < G_N_ELEMENTS(same); i++)
    if (strcmp(call->name, same[i]) == 0) return first;
  if (ui_uses_returns_first(call->name)) return pointing(argument_of(call, 0));
  if (ui_uses_allocates_there(call->name))
    ui_cell_point(state->cells, argument_of(call, 0), ui_cell_block(state->cells, state->file, line));
  if (ui_uses_allocates(call->name)) return pointing(ui_cell_block(state->cells, state->file, line));
  if (state->clang->getCursorKind(call->function) == CXCursor_Constructor)
    return call->targets->len == 1 ? first : nothing;
  const bool pointer = holds_address(sort_of(state, call->expression)) && !g_str_has_suffix(call->name, "alloca");
  return pointer ? pointing(ui_cell_block(state->cells, "", 0)) : nothing;
}

static Value evaluate_call(UiClangState *state, CXCursor expression, unsigned use) {
  const UiClang *clang = state->clang;
  Call call = {.expression = expression, .function = clang->getCursorReferenced(expression), .object = nothing};
  call.name = ui_clang_text(clang, clang->getCursorSpelling(expression));
  call.is_operator = g_str_has_prefix(call.name, "operator") && !g_ascii_isalnum(call.name[strlen("operator")]);
  const bool constructor = clang->getCursorKind(call.function) == CXCursor_Constructor;
  call.method = ui_clang_is_method(clang, call.function) && !constructor;
  call.targets = g_array_new(FALSE, FALSE, sizeof(UiCell));
  if (!constructor) evaluate_callee(state, &call);
  const Value first = evaluate_arguments(state, &call);
  if (call.method && call.is_operator) call.object = first;
  if (*call.name != '\0' && !constructor)
    ui_uses_maker_call(state->maker, ui_clang_line(state, expression), call.name, is_by_pointer(state, &call),
                       (const UiCell *)(const void *)call.targets->data, call.targets->len);
  if (call.method && strcmp(call.name, "operator=") == 0 && holds_address(sort_of(state, expression)))
    ui_cell_point(state->cells, first.cell, argument_of(&call, 1));
  const Value value = call.method ? result_of_method(state, &call, use) : result_of_function(state, &call, first);
  g_array_unref(call.targets);
  g_free(call.name);
  return value;
}

/* ---- all expressions ---- */

static void visit_children(UiClangState *state, CXCursor cursor) {
  GArray *children = ui_clang_children(state->clang, cursor, false);
  for (guint i = 0; i < children->len; i++) state->visit(state, g_array_index(children, CXCursor, i));
  g_array_unref(children);
}

static Value evaluate_new(UiClangState *state, CXCursor expression) {
  evaluate_all(state, expression);
  return pointing(ui_cell_block(state->cells, state->file, ui_clang_line(state, expression)));
}

static Value evaluate_kind(UiClangState *state, CXCursor expression, unsigned use) {
  switch (state->clang->getCursorKind(expression)) {
    case CXCursor_DeclRefExpr: return evaluate_name(state, expression, use);
    case CXCursor_MemberRefExpr: return evaluate_member(state, expression, use);
    case CXCursor_ArraySubscriptExpr: return evaluate_subscript(state, expression, use);
    case CXCursor_UnaryOperator: return evaluate_unary(state, expression, use);
    case CXCursor_BinaryOperator: return evaluate_binary(state, expression);
    case CXCursor_CompoundAssignOperator: return evaluate_change(state, expression);
    case CXCursor_ConditionalOperator: return evaluate_choice(state, expression, use);
    case CXCursor_CallExpr: return evaluate_call(state, expression, use);
    case CXCursor_CXXThisExpr: return pointing(ui_cell_target(state->cells, state->self));
    case CXCursor_CXXNewExpr: return evaluate_new(state, expression);
    case CXCursor_LambdaExpr:
    case CXCursor_StmtExpr: visit_children(state, expression); return nothing;
    case CXCursor_UnaryExpr: return nothing; /* sizeof and similar operators, which do not evaluate their operand */
    default: evaluate_all(state, expression); return nothing;
  }
}

static Value evaluate(UiClangState *state, CXCursor expression, unsigned use) {
  if (state->clang->Cursor_isNull(expression) || state->depth == UI_CLANG_DEEPEST) return nothing;
  state->depth++;
  const Value value = evaluate_kind(state, ui_clang_peel(state->clang, expression), use);
  state->depth--;
  return value;
}

void ui_clang_expression(UiClangState *state, CXCursor expression, unsigned use) { evaluate(state, expression, use); }

/* Whether the initializer of a container gives it content. */
static bool makes_content(const UiClangState *state, CXCursor value) {
  const CXCursor call = ui_clang_peel(state->clang, value);
  return state->clang->getCursorKind(call) == CXCursor_InitListExpr ||
         (state->clang->getCursorKind(call) == CXCursor_CallExpr && state->clang->Cursor_getNumArguments(call) > 0);
}

void ui_clang_declaration(UiClangState *state, CXCursor variable) {
  const CXCursor start = state->clang->Cursor_getVarDeclInitializer(variable);
  const UiCell cell = ui_clang_variable(state, variable);
  bool reference;
  const UiClangSort sort = ui_clang_sort(state->clang, state->clang->getCursorType(variable), &reference);
  if (state->clang->Cursor_isNull(start) || state->clang->isInvalid(state->clang->getCursorKind(start))) {
    evaluate_all(state, variable); /* the size of an array */
    return;
  }
  if (state->clang->Cursor_getStorageClass(variable) == CX_SC_Static) return; /* initialized at startup */
  const Value value = evaluate(state, start, reference ? UI_CLANG_ADDRESS : UI_CLANG_READ);
  if (reference && sort == UI_CLANG_CONTAINER)
    ui_cell_join(state->cells, cell, value.cell);
  else if (reference)
    ui_cell_point(state->cells, cell, value.cell != UI_CELL_NONE ? value.cell : value.target);
  else if (holds_address(sort))
    point(state, cell, target_of(state, start, value), value);
  else if (sort == UI_CLANG_CONTAINER && makes_content(state, start))
    ui_cell_point(state->cells, cell, ui_cell_block(state->cells, state->file, ui_clang_line(state, variable)));
  if (!reference && sort != UI_CLANG_CONTAINER) ui_clang_note(state, variable, cell, true);
}

void ui_clang_field(UiClangState *state, CXCursor member, CXCursor start) {
  const CXCursor field = state->clang->getCursorReferenced(member);
  const UiClangSort sort = ui_clang_sort(state->clang, state->clang->getCursorType(field), NULL);
  g_autofree char *name = ui_clang_text(state->clang, state->clang->getCursorSpelling(field));
  const UiCell object = ui_cell_target(state->cells, state->self);
  const UiCell cell = field_of(state, object, field, name);
  const Value value = evaluate(state, start, UI_CLANG_READ);
  if (holds_address(sort))
    point(state, cell, target_of(state, start, value), value);
  else if (sort == UI_CLANG_CONTAINER && makes_content(state, start))
    ui_cell_point(state->cells, cell, ui_cell_block(state->cells, state->file, ui_clang_line(state, member)));
  if (sort != UI_CLANG_CONTAINER) ui_clang_note(state, member, object, true);
}

void ui_clang_range(UiClangState *state, CXCursor range, CXCursor variable) {
  const Value value = evaluate(state, range, UI_CLANG_ADDRESS);
  const bool array = sort_of(state, ui_clang_peel(state->clang, range)) == UI_CLANG_ARRAY;
  const UiCell content = array ? value.cell : target_of(state, range, value);
  const UiCell cell = ui_clang_variable(state, variable);
  bool reference;
  const UiClangSort sort = ui_clang_sort(state->clang, state->clang->getCursorType(variable), &reference);
  if (content == UI_CELL_NONE) return;
  ui_cell_mark_array(state->cells, content);
  if (reference) {
    ui_cell_point(state->cells, cell, content);
    return;
  }
  if (holds_address(sort)) ui_cell_point(state->cells, cell, ui_cell_target(state->cells, content));
  ui_clang_note(state, range, content, false);
  ui_clang_note(state, variable, cell, true);
}
