/* SPDX-License-Identifier: GPL-2.0-or-later
 * uses_clang_expression.c: finds the accesses of expressions. Reads are counted as by Rutar and Hollingsworth: x[a]
 * reads x[a] and a, but not the pointer x. An expression reads a pointer if it dereferences the pointer without an
 * index (p->next, *p), or if it loads the pointer from a field or element: g->cells[i] reads the element, g->cells, g
 * and i.
 *
 * A C++ container is treated as a pointer to its content: v[i], v.at(i) and *v.begin() are data of v. */
#include "ui/uses/uses_clang_expression.h"

#include <string.h>

#include "ui/uses/uses_allocators.h"

/* The result of an expression: an lvalue that has a cell, or an address. */
typedef struct {
  UsesCell object; /* the data that contain the lvalue; USES_CELL_NONE: the result is not an lvalue */
  UsesCell cell;   /* the cell of the lvalue: the data, or a field that has its own target */
  UsesCell target; /* the target of the address; USES_CELL_NONE: the result is not an address */
  UsesCell other;  /* the second possible target, if the expression is conditional; else USES_CELL_NONE */
} Value;

static const Value nothing = {USES_CELL_NONE, USES_CELL_NONE, USES_CELL_NONE, USES_CELL_NONE};

static Value evaluate(UsesClangState *state, CXCursor expression, unsigned use);

static Value at_place(UsesCell object, UsesCell cell) { return (Value){object, cell, USES_CELL_NONE, USES_CELL_NONE}; }
static Value pointing(UsesCell target) { return (Value){USES_CELL_NONE, USES_CELL_NONE, target, USES_CELL_NONE}; }

static UsesClangSort sort_of(const UsesClangState *state, CXCursor expression) {
  return uses_clang_sort(state->clang, state->clang->getCursorType(expression), NULL);
}

static bool holds_address(UsesClangSort sort) {
  return sort == USES_CLANG_POINTER || sort == USES_CLANG_ITERATOR || sort == USES_CLANG_OTHER;
}

/* Returns the target of the value of an expression. For an array, this is the array itself. */
static UsesCell target_of(const UsesClangState *state, CXCursor expression, Value value) {
  if (value.target != USES_CELL_NONE || value.cell == USES_CELL_NONE) return value.target;
  switch (sort_of(state, uses_clang_peel(state->clang, expression))) {
    case USES_CLANG_ARRAY: return value.cell;
    case USES_CLANG_SCALAR:
    case USES_CLANG_RECORD: return USES_CELL_NONE;
    default: return uses_cell_target(state->cells, value.cell);
  }
}

/* Records the assignment of a value to a pointer. `target`: the cell to which the value points. */
static void point(const UsesClangState *state, UsesCell pointer, UsesCell target, Value value) {
  uses_cell_point(state->cells, pointer, target);
  uses_cell_point(state->cells, pointer, value.other);
}

/* Records the accesses to the lvalue of an expression. They follow from the use of the lvalue. */
static void use_place(UsesClangState *state, CXCursor expression, Value value, unsigned use) {
  if (use == USES_CLANG_ADDRESS || sort_of(state, expression) == USES_CLANG_ARRAY) return;
  if (use & USES_CLANG_READ) uses_clang_note(state, expression, value.object, false);
  if (use & USES_CLANG_WRITE) uses_clang_note(state, expression, value.object, true);
}

static void evaluate_all(UsesClangState *state, CXCursor expression) {
  GArray *children = uses_clang_children(state->clang, expression, true);
  for (guint i = 0; i < children->len; i++) evaluate(state, g_array_index(children, CXCursor, i), USES_CLANG_READ);
  g_array_unref(children);
}

/* Returns child number `n` among the children that are expressions, or a null cursor if there is none. */
static CXCursor child_of(const UsesClangState *state, CXCursor expression, guint n) {
  GArray *children = uses_clang_children(state->clang, expression, true);
  const CXCursor child = n < children->len ? g_array_index(children, CXCursor, n) : state->clang->getNullCursor();
  g_array_unref(children);
  return child;
}

/* Returns the cell that the name of a variable denotes. For a reference, this is its target, except that a reference to
 * a container denotes the container. */
static UsesCell place_of_variable(UsesClangState *state, CXCursor declaration) {
  bool reference;
  const UsesCell cell = uses_clang_variable(state, declaration);
  if (cell == USES_CELL_NONE) return cell;
  const UsesClangSort sort = uses_clang_sort(state->clang, state->clang->getCursorType(declaration), &reference);
  return reference && sort != USES_CLANG_CONTAINER ? uses_cell_target(state->cells, cell) : cell;
}

static Value evaluate_name(UsesClangState *state, CXCursor expression, unsigned use) {
  const UsesCell cell = place_of_variable(state, state->clang->getCursorReferenced(expression));
  if (cell == USES_CELL_NONE) return nothing;
  const Value value = at_place(cell, cell);
  use_place(state, expression, value, use);
  return value;
}

/* Returns the struct that contains the member of a member expression: a in a.b, *p in p->b. */
static Value evaluate_struct(UsesClangState *state, CXCursor expression) {
  const CXCursor base = child_of(state, expression, 0);
  if (state->clang->Cursor_isNull(base)) {
    const UsesCell object = uses_cell_target(state->cells, state->self);
    return at_place(object, object);
  }
  const CXCursor plain = uses_clang_peel(state->clang, base);
  const bool arrow = sort_of(state, plain) == USES_CLANG_POINTER;
  const Value value = evaluate(state, plain, arrow ? USES_CLANG_READ : USES_CLANG_ADDRESS);
  if (!arrow && value.cell != USES_CELL_NONE) return value;
  const UsesCell target = target_of(state, plain, value);
  return at_place(target, target);
}

/* Returns the cell of a field, and names it after the type of its struct. In an unnamed struct, names it after the
 * enclosing field. */
static UsesCell field_of(UsesClangState *state, UsesCell around, CXCursor field, const char *name) {
  const UsesCell cell = uses_cell_field(state->cells, around, name);
  CXCursor inside = state->clang->getCursorSemanticParent(field);
  g_autofree char *record = uses_clang_record(state->clang, inside);
  if (record == NULL && *uses_cell_field_name(state->cells, around) == '\0') { /* the field is in an unnamed union */
    inside = state->clang->getCursorSemanticParent(inside);
    record = uses_clang_record(state->clang, inside);
  }
  const char *path = record != NULL ? record : uses_cell_field_name(state->cells, around);
  g_autofree char *whole = *path == '\0' || *name == '\0' ? g_strdup(path) : g_strconcat(path, ".", name, NULL);
  uses_cell_call_field(state->cells, cell, whole);
  return cell;
}

static Value evaluate_member(UsesClangState *state, CXCursor expression, unsigned use) {
  const CXCursor member = state->clang->getCursorReferenced(expression);
  const Value around = evaluate_struct(state, expression);
  Value value;
  bool reference;
  if (state->clang->getCursorKind(member) == CXCursor_VarDecl) {
    const UsesCell cell = place_of_variable(state, member);
    value = at_place(cell, cell);
  } else {
    g_autofree char *name = uses_clang_text(state->clang, state->clang->getCursorSpelling(expression));
    value = at_place(around.object, field_of(state, around.cell, member, name));
    uses_clang_sort(state->clang, state->clang->getCursorType(member), &reference);
    if (reference) value.object = value.cell = uses_cell_target(state->cells, value.cell);
  }
  use_place(state, expression, value, use);
  return value;
}

static Value evaluate_subscript(UsesClangState *state, CXCursor expression, unsigned use) {
  CXCursor base = uses_clang_peel(state->clang, child_of(state, expression, 0));
  CXCursor index = child_of(state, expression, 1);
  if (sort_of(state, base) == USES_CLANG_SCALAR) { /* i[x] */
    const CXCursor other = uses_clang_peel(state->clang, index);
    index = base;
    base = other;
  }
  const bool loaded = sort_of(state, base) != USES_CLANG_ARRAY &&
                      state->clang->getCursorKind(base) != CXCursor_DeclRefExpr;
  const Value array = evaluate(state, base, loaded ? USES_CLANG_READ : USES_CLANG_ADDRESS);
  evaluate(state, index, USES_CLANG_READ);
  Value value = at_place(array.object, array.cell);
  if (sort_of(state, base) != USES_CLANG_ARRAY) {
    const UsesCell target = target_of(state, base, array);
    uses_cell_mark_array(state->cells, target);
    value = at_place(target, target);
  }
  use_place(state, expression, value, use);
  return value;
}

static Value evaluate_unary(UsesClangState *state, CXCursor expression, unsigned use) {
  const CXCursor operand = child_of(state, expression, 0);
  switch (uses_clang_unary(state->unit, expression, operand)) {
    case '*': {
      const UsesCell target = target_of(state, operand, evaluate(state, operand, USES_CLANG_READ));
      const Value value = at_place(target, target);
      use_place(state, expression, value, use);
      return value;
    }
    case '&': return pointing(evaluate(state, operand, USES_CLANG_ADDRESS).cell);
    case '+':
    case '-': return evaluate(state, operand, USES_CLANG_READ | USES_CLANG_WRITE);
    default: evaluate(state, operand, USES_CLANG_READ); return nothing;
  }
}

static Value evaluate_assignment(UsesClangState *state, CXCursor left, CXCursor right) {
  const Value from = evaluate(state, right, USES_CLANG_READ);
  const UsesCell target = target_of(state, right, from);
  const Value value = evaluate(state, left, USES_CLANG_WRITE);
  if (holds_address(sort_of(state, left))) point(state, value.cell, target, from);
  return value;
}

static Value evaluate_binary(UsesClangState *state, CXCursor expression) {
  const CXCursor left = child_of(state, expression, 0), right = child_of(state, expression, 1);
  if (uses_clang_is_assignment(state->unit, left, right)) return evaluate_assignment(state, left, right);
  const UsesCell a = target_of(state, left, evaluate(state, left, USES_CLANG_READ));
  const UsesCell b = target_of(state, right, evaluate(state, right, USES_CLANG_READ));
  if (sort_of(state, expression) != USES_CLANG_POINTER) return nothing;
  /* Evaluates pointer arithmetic, or (x, y). */
  return pointing(b != USES_CELL_NONE ? b : a);
}

static Value evaluate_change(UsesClangState *state, CXCursor expression) {
  evaluate(state, child_of(state, expression, 1), USES_CLANG_READ);
  return evaluate(state, child_of(state, expression, 0), USES_CLANG_READ | USES_CLANG_WRITE);
}

static Value evaluate_choice(UsesClangState *state, CXCursor expression, unsigned use) {
  const CXCursor first = child_of(state, expression, 1), second = child_of(state, expression, 2);
  evaluate(state, child_of(state, expression, 0), USES_CLANG_READ);
  const Value a = evaluate(state, first, use), b = evaluate(state, second, use);
  if (a.target == USES_CELL_NONE && a.cell != USES_CELL_NONE && use == USES_CLANG_ADDRESS) return a;
  const UsesCell x = target_of(state, first, a), y = target_of(state, second, b);
  uses_cell_join(state->cells, x, y);
  return (Value){USES_CELL_NONE, USES_CELL_NONE, x != USES_CELL_NONE ? x : y, y};
}

/* ---- calls ---- */

typedef struct {
  CXCursor expression, function; /* the call; the called function, or a null cursor if it is unknown */
  char *name;
  bool method, is_operator;
  Value object;    /* the object of a method call */
  GArray *targets; /* UsesCell: the target of the object, and the targets of the arguments */
} Call;

/* Returns whether the parameter of argument `n` is a reference. */
static bool takes_reference(const UsesClangState *state, const Call *call, int n) {
  const int number = n - (call->method && call->is_operator ? 1 : 0);
  bool reference = false;
  if (number < 0) return true;
  if (state->clang->Cursor_isNull(call->function)) return false;
  const CXType type = state->clang->getArgType(state->clang->getCursorType(call->function), (unsigned)number);
  if (type.kind != CXType_Invalid) uses_clang_sort(state->clang, type, &reference);
  return reference;
}

/* Returns the data that an argument passes: the content of a container, or the target of a pointer or of a
 * reference. */
static UsesCell handed(const UsesClangState *state, CXCursor argument, Value value, bool reference) {
  const UsesClangSort sort = sort_of(state, uses_clang_peel(state->clang, argument));
  if (reference && sort != USES_CLANG_CONTAINER && sort != USES_CLANG_ITERATOR && value.cell != USES_CELL_NONE)
    return value.cell;
  return target_of(state, argument, value);
}

/* Returns how an argument is used. If a number or a pointer is passed by reference, it is assumed that the callee reads
 * it. How the callee uses a struct is unknown. */
static unsigned use_of_argument(const UsesClangState *state, const Call *call, int n, CXCursor argument) {
  const UsesClangSort sort = sort_of(state, uses_clang_peel(state->clang, argument));
  if (call->method && call->is_operator && n == 0)
    return strcmp(call->name, "operator=") == 0 ? USES_CLANG_WRITE : USES_CLANG_ADDRESS;
  if (!takes_reference(state, call, n)) return sort == USES_CLANG_CONTAINER ? USES_CLANG_ADDRESS : USES_CLANG_READ;
  if (sort == USES_CLANG_SCALAR || sort == USES_CLANG_POINTER) return USES_CLANG_READ;
  return sort == USES_CLANG_RECORD && call->is_operator ? USES_CLANG_READ : USES_CLANG_ADDRESS;
}

static Value evaluate_arguments(UsesClangState *state, Call *call) {
  const int n = state->clang->Cursor_getNumArguments(call->expression);
  Value first = nothing;
  for (int i = 0; i < n; i++) {
    const CXCursor argument = state->clang->Cursor_getArgument(call->expression, (unsigned)i);
    const Value value = evaluate(state, argument, use_of_argument(state, call, i, argument));
    const UsesCell target = handed(state, argument, value, takes_reference(state, call, i));
    g_array_append_val(call->targets, target);
    if (i == 0) first = value;
  }
  return first;
}

static bool is_by_pointer(const UsesClangState *state, const Call *call) {
  const enum CXCursorKind kind = state->clang->getCursorKind(call->function);
  return kind == CXCursor_VarDecl || kind == CXCursor_ParmDecl || kind == CXCursor_FieldDecl;
}

/* Evaluates the object of a method call such as v.at(i), or a pointer to the called function. */
static void evaluate_callee(UsesClangState *state, Call *call) {
  const CXCursor callee = uses_clang_peel(state->clang, child_of(state, call->expression, 0));
  const enum CXCursorKind kind = state->clang->getCursorKind(callee);
  if (call->method && !call->is_operator && kind == CXCursor_MemberRefExpr) {
    call->object = evaluate_struct(state, callee);
    const CXCursor base = child_of(state, callee, 0);
    const bool content = !state->clang->Cursor_isNull(base) && call->object.cell != USES_CELL_NONE &&
                         sort_of(state, uses_clang_peel(state->clang, base)) == USES_CLANG_CONTAINER;
    const UsesCell target = content ? uses_cell_target(state->cells, call->object.cell) : call->object.cell;
    g_array_append_val(call->targets, target);
  } else if (state->clang->Cursor_isNull(call->function) || is_by_pointer(state, call)) {
    evaluate(state, callee, USES_CLANG_READ);
  }
}

/* Returns the result of a method of a container, iterator or smart pointer. It is a reference or a pointer to the
 * content. */
static Value result_of_method(UsesClangState *state, const Call *call, unsigned use) {
  const UsesCell object = call->object.cell;
  const unsigned line = uses_clang_line(state, call->expression);
  bool reference;
  if (object == USES_CELL_NONE) return nothing;
  if (uses_grows(call->name)) uses_cell_point(state->cells, object, uses_cell_block(state->cells, state->file, line));
  const UsesCell target = uses_cell_target(state->cells, object);
  const CXType type = state->clang->getCursorResultType(call->function);
  const UsesClangSort sort = uses_clang_sort(state->clang, type, &reference);
  if (strcmp(call->name, "operator=") == 0 || strcmp(call->name, "operator++") == 0 ||
      strcmp(call->name, "operator--") == 0 || strcmp(call->name, "operator+=") == 0)
    return at_place(object, object);
  if (!reference) return sort == USES_CLANG_SCALAR ? nothing : pointing(target);
  const Value value = at_place(target, target);
  uses_cell_mark_array(state->cells, target);
  use_place(state, call->expression, value, use);
  return value;
}

static UsesCell argument_of(const Call *call, guint n) {
  return n < call->targets->len ? g_array_index(call->targets, UsesCell, n) : USES_CELL_NONE;
}

static Value result_of_function(UsesClangState *state, const Call *call, Value first) {
  static const char *const same[] = {"move", "forward", "as_const", "ref", "get", "addressof"};
  const unsigned line = uses_clang_line(state, call->expression);
  for (size_t i = 0; i < G_N_ELEMENTS(same); i++)
    if (strcmp(call->name, same[i]) == 0) return first;
  if (uses_returns_first(call->name)) return pointing(argument_of(call, 0));
  if (uses_allocates_there(call->name))
    uses_cell_point(state->cells, argument_of(call, 0), uses_cell_block(state->cells, state->file, line));
  if (uses_allocates(call->name)) return pointing(uses_cell_block(state->cells, state->file, line));
  if (state->clang->getCursorKind(call->function) == CXCursor_Constructor)
    return call->targets->len == 1 ? first : nothing;
  const bool pointer = holds_address(sort_of(state, call->expression)) && !g_str_has_suffix(call->name, "alloca");
  return pointer ? pointing(uses_cell_block(state->cells, "", 0)) : nothing;
}

static Value evaluate_call(UsesClangState *state, CXCursor expression, unsigned use) {
  const UsesClang *clang = state->clang;
  Call call = {.expression = expression, .function = clang->getCursorReferenced(expression), .object = nothing};
  call.name = uses_clang_text(clang, clang->getCursorSpelling(expression));
  call.is_operator = g_str_has_prefix(call.name, "operator") && !g_ascii_isalnum(call.name[strlen("operator")]);
  const bool constructor = clang->getCursorKind(call.function) == CXCursor_Constructor;
  call.method = uses_clang_is_method(clang, call.function) && !constructor;
  call.targets = g_array_new(FALSE, FALSE, sizeof(UsesCell));
  if (!constructor) evaluate_callee(state, &call);
  const Value first = evaluate_arguments(state, &call);
  if (call.method && call.is_operator) call.object = first;
  if (*call.name != '\0' && !constructor)
    uses_maker_call(state->maker, uses_clang_line(state, expression), call.name, is_by_pointer(state, &call),
                    (const UsesCell *)(const void *)call.targets->data, call.targets->len);
  if (call.method && strcmp(call.name, "operator=") == 0 && holds_address(sort_of(state, expression)))
    uses_cell_point(state->cells, first.cell, argument_of(&call, 1));
  const Value value = call.method ? result_of_method(state, &call, use) : result_of_function(state, &call, first);
  g_array_unref(call.targets);
  g_free(call.name);
  return value;
}

/* ---- all expressions ---- */

static void visit_children(UsesClangState *state, CXCursor cursor) {
  GArray *children = uses_clang_children(state->clang, cursor, false);
  for (guint i = 0; i < children->len; i++) state->visit(state, g_array_index(children, CXCursor, i));
  g_array_unref(children);
}

static Value evaluate_new(UsesClangState *state, CXCursor expression) {
  evaluate_all(state, expression);
  return pointing(uses_cell_block(state->cells, state->file, uses_clang_line(state, expression)));
}

static Value evaluate_kind(UsesClangState *state, CXCursor expression, unsigned use) {
  switch (state->clang->getCursorKind(expression)) {
    case CXCursor_DeclRefExpr: return evaluate_name(state, expression, use);
    case CXCursor_MemberRefExpr: return evaluate_member(state, expression, use);
    case CXCursor_ArraySubscriptExpr: return evaluate_subscript(state, expression, use);
    case CXCursor_UnaryOperator: return evaluate_unary(state, expression, use);
    case CXCursor_BinaryOperator: return evaluate_binary(state, expression);
    case CXCursor_CompoundAssignOperator: return evaluate_change(state, expression);
    case CXCursor_ConditionalOperator: return evaluate_choice(state, expression, use);
    case CXCursor_CallExpr: return evaluate_call(state, expression, use);
    case CXCursor_CXXThisExpr: return pointing(uses_cell_target(state->cells, state->self));
    case CXCursor_CXXNewExpr: return evaluate_new(state, expression);
    case CXCursor_LambdaExpr:
    case CXCursor_StmtExpr: visit_children(state, expression); return nothing;
    case CXCursor_UnaryExpr: return nothing; /* the operands of sizeof and similar operators are not evaluated */
    default: evaluate_all(state, expression); return nothing;
  }
}

static Value evaluate(UsesClangState *state, CXCursor expression, unsigned use) {
  if (state->clang->Cursor_isNull(expression) || state->depth == USES_CLANG_DEEPEST) return nothing;
  state->depth++;
  const Value value = evaluate_kind(state, uses_clang_peel(state->clang, expression), use);
  state->depth--;
  return value;
}

void uses_clang_add_expression(UsesClangState *state, CXCursor expression, unsigned use) {
  evaluate(state, expression, use);
}

/* Returns whether the initializer of a container gives the container content. */
static bool makes_content(const UsesClangState *state, CXCursor value) {
  const CXCursor call = uses_clang_peel(state->clang, value);
  return state->clang->getCursorKind(call) == CXCursor_InitListExpr ||
         (state->clang->getCursorKind(call) == CXCursor_CallExpr && state->clang->Cursor_getNumArguments(call) > 0);
}

void uses_clang_declaration(UsesClangState *state, CXCursor variable) {
  const CXCursor start = state->clang->Cursor_getVarDeclInitializer(variable);
  const UsesCell cell = uses_clang_variable(state, variable);
  bool reference;
  const UsesClangSort sort = uses_clang_sort(state->clang, state->clang->getCursorType(variable), &reference);
  if (state->clang->Cursor_isNull(start) || state->clang->isInvalid(state->clang->getCursorKind(start))) {
    evaluate_all(state, variable); /* the size of an array */
    return;
  }
  if (state->clang->Cursor_getStorageClass(variable) == CX_SC_Static) return; /* initialized at startup */
  const Value value = evaluate(state, start, reference ? USES_CLANG_ADDRESS : USES_CLANG_READ);
  if (reference && sort == USES_CLANG_CONTAINER)
    uses_cell_join(state->cells, cell, value.cell);
  else if (reference)
    uses_cell_point(state->cells, cell, value.cell != USES_CELL_NONE ? value.cell : value.target);
  else if (holds_address(sort))
    point(state, cell, target_of(state, start, value), value);
  else if (sort == USES_CLANG_CONTAINER && makes_content(state, start))
    uses_cell_point(state->cells, cell, uses_cell_block(state->cells, state->file, uses_clang_line(state, variable)));
  if (!reference && sort != USES_CLANG_CONTAINER) uses_clang_note(state, variable, cell, true);
}

void uses_clang_field(UsesClangState *state, CXCursor member, CXCursor start) {
  const CXCursor field = state->clang->getCursorReferenced(member);
  const UsesClangSort sort = uses_clang_sort(state->clang, state->clang->getCursorType(field), NULL);
  g_autofree char *name = uses_clang_text(state->clang, state->clang->getCursorSpelling(field));
  const UsesCell object = uses_cell_target(state->cells, state->self);
  const UsesCell cell = field_of(state, object, field, name);
  const Value value = evaluate(state, start, USES_CLANG_READ);
  if (holds_address(sort))
    point(state, cell, target_of(state, start, value), value);
  else if (sort == USES_CLANG_CONTAINER && makes_content(state, start))
    uses_cell_point(state->cells, cell, uses_cell_block(state->cells, state->file, uses_clang_line(state, member)));
  if (sort != USES_CLANG_CONTAINER) uses_clang_note(state, member, object, true);
}

void uses_clang_range(UsesClangState *state, CXCursor range, CXCursor variable) {
  const Value value = evaluate(state, range, USES_CLANG_ADDRESS);
  const bool array = sort_of(state, uses_clang_peel(state->clang, range)) == USES_CLANG_ARRAY;
  const UsesCell content = array ? value.cell : target_of(state, range, value);
  const UsesCell cell = uses_clang_variable(state, variable);
  bool reference;
  const UsesClangSort sort = uses_clang_sort(state->clang, state->clang->getCursorType(variable), &reference);
  if (content == USES_CELL_NONE) return;
  uses_cell_mark_array(state->cells, content);
  if (reference) {
    uses_cell_point(state->cells, cell, content);
    return;
  }
  if (holds_address(sort)) uses_cell_point(state->cells, cell, uses_cell_target(state->cells, content));
  uses_clang_note(state, range, content, false);
  uses_clang_note(state, variable, cell, true);
}
