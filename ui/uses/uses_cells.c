/* SPDX-License-Identifier: GPL-2.0-or-later
 * uses_cells.c: implements Steensgaard's points-to analysis. Each pointer has one target cell. An assignment
 * unifies the cells of both sides into one class, and recursively their targets and their fields of equal name. The
 * analysis ignores the order of statements. It takes almost linear time, but loses precision:
 *  - After `p = a; ... p = b;`, p points to both a and b everywhere. If a and b are pointers, each of them points to
 *    the targets of both.
 *  - Two buffers that are swapped become a single one.
 *  - a[1] and a[2] have the same cell. If a pointer can point to several structs, a field has one cell for all of them.
 *  - A copy of a whole struct does not copy the targets of its pointers.
 * Two rules limit the loss. If a class contains several known objects, data that are accessed through a pointer to the
 * class are named after the pointer. A variable that is accessed without a pointer always keeps its own name.
 *
 * Classes do not record the direction of assignments: after `p = a; q = a; q = b;`, p and q have the same targets. So
 * `copies` records each pointer to which an address was assigned, with the target of the assigned value. */
#include "ui/uses/uses_cells.h"

#include <string.h>

enum {
  DEEPEST = 16,     /* maximum number of parts of a name */
  MOST_INSIDE = 256 /* maximum depth of nested fields in the search for an object */
};

typedef struct {
  /* the next member of the same class on the path to the root, and the next one in the ring of all members */
  UsesCell parent, next;
  UsesCell points;     /* only in a root: the target of the class; USES_CELL_NONE: the class has no target */
  GHashTable *fields;  /* only in a root: maps the name of a field to the field's cell + 1 */
  UsesCell inside;     /* if the cell is a field, its struct; else USES_CELL_NONE */
  UsesCell holder;     /* if the cell is a target, the pointer for which it was created; else USES_CELL_NONE */
  const char *field;   /* if the cell is a field, its name; else NULL */
  const char *by_type; /* if the cell is a field, its name with the type of its struct; NULL: unknown */
  bool known;          /* whether the cell is a variable or a block; `what` then describes it */
  bool array;          /* whether the cell is the target of a pointer to an array */
  guint asked;         /* value of UsesCellSet.question for which `is_one` and `object` were computed */
  bool is_one;         /* whether the field belongs to exactly one object, which `object` describes */
  UsesData object;
  UsesData what;
} Cell;

typedef struct {
  UsesCell a, b;
} Pair;

struct UsesCellSet {
  GArray *all;    /* Cell */
  GArray *copies; /* Pair: a pointer and its new target, for each call of uses_cell_point() */
  guint question; /* number of the current search for an object */
  guint inside;   /* depth of nested fields in the current search, at most MOST_INSIDE */
  GStringChunk *names;
};

static Cell *get(UsesCellSet *cells, UsesCell cell) { return &g_array_index(cells->all, Cell, cell); }

UsesCellSet *uses_cell_new(void) {
  UsesCellSet *cells = g_new0(UsesCellSet, 1);
  cells->all = g_array_new(FALSE, FALSE, sizeof(Cell));
  cells->copies = g_array_new(FALSE, FALSE, sizeof(Pair));
  cells->names = g_string_chunk_new(1024);
  return cells;
}

void uses_cell_free(UsesCellSet *cells) {
  if (cells == NULL) return;
  for (guint i = 0; i < cells->all->len; i++)
    if (get(cells, i)->fields != NULL) g_hash_table_destroy(get(cells, i)->fields);
  g_array_unref(cells->all);
  g_array_unref(cells->copies);
  g_string_chunk_free(cells->names);
  g_free(cells);
}

static UsesCell add(UsesCellSet *cells) {
  const UsesCell number = cells->all->len;
  const Cell cell = {.parent = number,
                     .next = number,
                     .points = USES_CELL_NONE,
                     .inside = USES_CELL_NONE,
                     .holder = USES_CELL_NONE,
                     .what = {.kind = USES_UNKNOWN, .name = "", .owner = "", .file = ""}};
  g_array_append_val(cells->all, cell);
  return number;
}

UsesCell uses_cell_variable(UsesCellSet *cells, const UsesData *what) {
  const UsesCell cell = add(cells);
  get(cells, cell)->known = true;
  get(cells, cell)->what = *what;
  return cell;
}

UsesCell uses_cell_block(UsesCellSet *cells, const char *file, unsigned line) {
  const UsesData what = {.kind = USES_HEAP, .name = "", .owner = "", .file = line != 0 ? file : "", .line = line};
  return uses_cell_variable(cells, &what);
}

static UsesCell root(UsesCellSet *cells, UsesCell cell) {
  while (get(cells, cell)->parent != cell) {
    const UsesCell up = get(cells, get(cells, cell)->parent)->parent;
    get(cells, cell)->parent = up;
    cell = up;
  }
  return cell;
}

UsesCell uses_cell_target(UsesCellSet *cells, UsesCell pointer) {
  if (pointer == USES_CELL_NONE) return USES_CELL_NONE;
  const UsesCell top = root(cells, pointer);
  if (get(cells, top)->points == USES_CELL_NONE) {
    const UsesCell target = add(cells);
    get(cells, target)->holder = pointer;
    get(cells, top)->points = target;
  }
  return get(cells, top)->points;
}

UsesCell uses_cell_field(UsesCellSet *cells, UsesCell around, const char *name) {
  if (around == USES_CELL_NONE) return USES_CELL_NONE;
  const UsesCell top = root(cells, around);
  GHashTable *fields = get(cells, top)->fields;
  if (fields == NULL) get(cells, top)->fields = fields = g_hash_table_new(g_str_hash, g_str_equal);
  gpointer found = g_hash_table_lookup(fields, name);
  if (found != NULL) return GPOINTER_TO_UINT(found) - 1;
  const UsesCell cell = add(cells);
  get(cells, cell)->inside = around;
  get(cells, cell)->field = g_string_chunk_insert_const(cells->names, name);
  g_hash_table_insert(fields, (gpointer)get(cells, cell)->field, GUINT_TO_POINTER(cell + 1));
  return cell;
}

void uses_cell_call_field(UsesCellSet *cells, UsesCell field, const char *name) {
  if (field == USES_CELL_NONE || get(cells, field)->by_type != NULL) return;
  get(cells, field)->by_type = g_string_chunk_insert_const(cells->names, name);
}

const char *uses_cell_field_name(UsesCellSet *cells, UsesCell cell) {
  return cell != USES_CELL_NONE && get(cells, cell)->by_type != NULL ? get(cells, cell)->by_type : "";
}

bool uses_cell_is_target(UsesCellSet *cells, UsesCell cell) { return get(cells, cell)->holder != USES_CELL_NONE; }

void uses_cell_mark_array(UsesCellSet *cells, UsesCell target) {
  if (target != USES_CELL_NONE) get(cells, target)->array = true;
}

static void join_fields(Cell *into, Cell *from, GArray *pairs) {
  if (from->fields == NULL) return;
  if (into->fields == NULL) {
    into->fields = from->fields;
    from->fields = NULL;
    return;
  }
  GHashTableIter at;
  gpointer name, number;
  g_hash_table_iter_init(&at, from->fields);
  while (g_hash_table_iter_next(&at, &name, &number)) {
    gpointer other = g_hash_table_lookup(into->fields, name);
    const Pair pair = {GPOINTER_TO_UINT(number) - 1, GPOINTER_TO_UINT(other) - 1};
    if (other == NULL)
      g_hash_table_insert(into->fields, name, number);
    else
      g_array_append_val(pairs, pair);
  }
  g_hash_table_destroy(from->fields);
  from->fields = NULL;
}

static void join_one(UsesCellSet *cells, UsesCell a, UsesCell b, GArray *pairs) {
  const UsesCell x = root(cells, a), y = root(cells, b);
  if (x == y) return;
  Cell *into = get(cells, x), *from = get(cells, y);
  from->parent = x;
  const UsesCell next = into->next;
  into->next = from->next;
  from->next = next;
  const Pair pair = {into->points, from->points};
  if (pair.a == USES_CELL_NONE)
    into->points = pair.b;
  else if (pair.b != USES_CELL_NONE)
    g_array_append_val(pairs, pair);
  join_fields(into, from, pairs);
}

void uses_cell_join(UsesCellSet *cells, UsesCell a, UsesCell b) {
  if (a == USES_CELL_NONE || b == USES_CELL_NONE) return;
  /* when one pair of cells is joined, further pairs can be added */
  GArray *pairs = g_array_new(FALSE, FALSE, sizeof(Pair));
  const Pair first = {a, b};
  g_array_append_val(pairs, first);
  while (pairs->len > 0) {
    const Pair pair = g_array_index(pairs, Pair, pairs->len - 1);
    g_array_set_size(pairs, pairs->len - 1);
    join_one(cells, pair.a, pair.b, pairs);
  }
  g_array_unref(pairs);
}

void uses_cell_point(UsesCellSet *cells, UsesCell pointer, UsesCell target) {
  const Pair copy = {pointer, target};
  if (pointer == USES_CELL_NONE || target == USES_CELL_NONE) return;
  g_array_append_val(cells->copies, copy);
  uses_cell_join(cells, uses_cell_target(cells, pointer), target);
}

/* ---- names of cells ---- */

static bool is_nameless(const Cell *one) { return one->known && *one->what.name == '\0'; }

/* Returns whether the cell is a static variable, or a field of one. */
static bool is_static(UsesCellSet *cells, UsesCell cell) {
  while (get(cells, cell)->field != NULL) cell = get(cells, cell)->inside;
  return get(cells, cell)->known && get(cells, cell)->what.kind == USES_STATIC;
}

/* Returns a pointer to the cell. If the cell is a block without a name, returns a pointer with a name to any cell of
 * the same class, preferably a static one. Returns USES_CELL_NONE if there is no such pointer. */
static UsesCell holder_of(UsesCellSet *cells, UsesCell cell) {
  UsesCell member = cell, first = USES_CELL_NONE;
  if (!is_nameless(get(cells, cell))) return get(cells, cell)->holder;
  do {
    const UsesCell holder = get(cells, member)->holder;
    if (holder != USES_CELL_NONE && is_static(cells, holder)) return holder;
    if (first == USES_CELL_NONE && holder != USES_CELL_NONE && !is_nameless(get(cells, holder))) first = holder;
    member = get(cells, member)->next;
  } while (member != cell);
  return first;
}

/* Appends the path by which the program refers to a cell: "grid.cells", "p->next", "table[].cells". For an element of
 * an array of addresses, it is "rows[]". */
static void append_path(UsesCellSet *cells, GString *path, UsesCell cell, unsigned depth) {
  const Cell *one = get(cells, cell);
  const UsesCell holder = holder_of(cells, cell);
  if (depth == DEEPEST) return;
  if (one->field != NULL) {
    const UsesCell pointer = holder_of(cells, one->inside);
    const bool pointed = pointer != USES_CELL_NONE && !get(cells, one->inside)->array;
    append_path(cells, path, pointed ? pointer : one->inside, depth + 1);
    g_string_append_printf(path, "%s%s", path->len == 0 ? "" : pointed ? "->" : ".", one->field);
  } else if (holder != USES_CELL_NONE) {
    append_path(cells, path, holder, depth + 1);
    g_string_append(path, "[]");
  } else {
    g_string_append(path, one->what.name);
  }
}

const char *uses_cell_path(UsesCellSet *cells, UsesCell cell) {
  if (get(cells, cell)->known && !is_nameless(get(cells, cell))) return get(cells, cell)->what.name;
  GString *path = g_string_new(NULL);
  append_path(cells, path, cell, 0);
  const char *kept = g_string_chunk_insert_const(cells->names, path->str);
  g_string_free(path, TRUE);
  return kept;
}

/* Returns the variable with which the path of a cell begins. */
static UsesCell start_of(UsesCellSet *cells, UsesCell cell) {
  for (unsigned depth = 0; depth < DEEPEST; depth++) {
    const Cell *one = get(cells, cell);
    const UsesCell next = one->field != NULL ? one->inside : holder_of(cells, cell);
    if (next == USES_CELL_NONE) return cell;
    cell = next;
  }
  return cell;
}

/* Returns a rank of how well a pointer names its target. Static variables have the highest rank, then pointers
 * of the function `owner`, then pointers of other functions that were inlined into the same code. */
static unsigned rank_of_holder(UsesCellSet *cells, UsesCell cell, const char *owner) {
  enum { NAMELESS = 1, OTHER_PARAMETER, OTHER_VARIABLE, OWN_VARIABLE, OWN_PARAMETER, OWN_PART, LASTING };
  const UsesData *start = &get(cells, start_of(cells, cell))->what;
  if (*start->name == '\0') return NAMELESS;
  if (start->kind == USES_STATIC) return LASTING;
  const bool own = strcmp(start->owner, owner) == 0, parameter = start->kind == USES_PARAMETER;
  if (own && !get(cells, cell)->known) return OWN_PART;
  if (own) return parameter ? OWN_PARAMETER : OWN_VARIABLE;
  return parameter ? OTHER_PARAMETER : OTHER_VARIABLE;
}

/* Returns the pointer with the highest rank among the pointers to a cell's class. Among pointers of equal rank, it is
 * the one that was created first. */
static UsesCell best_holder(UsesCellSet *cells, UsesCell cell, const char *owner) {
  UsesCell best = USES_CELL_NONE, member = cell;
  unsigned rank = 0;
  do {
    const Cell *one = get(cells, member);
    if (one->holder != USES_CELL_NONE) {
      const unsigned of_this = rank_of_holder(cells, one->holder, owner);
      if (of_this > rank || (of_this == rank && one->holder < best)) {
        rank = of_this;
        best = one->holder;
      }
    }
    member = one->next;
  } while (member != cell);
  return best;
}

/* Describes a target without a known object by the pointer to it. */
static UsesData by_holder(UsesCellSet *cells, UsesCell holder, const char *owner) {
  UsesData data = {.kind = USES_UNKNOWN, .name = "", .owner = "", .file = ""};
  if (holder == USES_CELL_NONE) return data;
  const Cell *pointer = get(cells, holder), *start = get(cells, start_of(cells, holder));
  data.name = uses_cell_path(cells, holder);
  data.owner = start->what.owner;
  if (!pointer->known || is_nameless(pointer)) {
    data.kind = *data.name == '[' || *data.name == '\0' ? USES_UNKNOWN : USES_HEAP;
  } else if (pointer->what.kind == USES_STATIC) {
    data.kind = USES_HEAP;
  } else {
    const bool parameter = pointer->what.kind == USES_PARAMETER && strcmp(pointer->what.owner, owner) == 0;
    data = pointer->what;
    data.kind = parameter ? USES_PARAMETER : USES_STACK;
    data.scalar = false;
    data.pointed = true;
    data.bytes = 0;
  }
  return data;
}

static bool same_object(const UsesData *a, const UsesData *b) {
  return a->kind == b->kind && a->line == b->line && strcmp(a->name, b->name) == 0 && strcmp(a->file, b->file) == 0;
}

static bool known_object(UsesCellSet *cells, UsesCell cell, const char *owner, UsesData *what);

/* Returns the only object in a class. Sets *n to the number of objects, or to 2 if there are more. Blocks with equal
 * names count as one object; the block with the smallest known line represents them. */
static UsesData object_of(UsesCellSet *cells, UsesCell cell, const char *owner, unsigned *n) {
  UsesData best = {.kind = USES_UNKNOWN}, one;
  UsesCell member = cell;
  *n = 0;
  do {
    if (known_object(cells, member, owner, &one)) {
      const bool blocks = *n != 0 && one.kind == USES_HEAP && best.kind == USES_HEAP &&
                          (*one.name == '\0') == (*best.name == '\0') && strcmp(one.name, best.name) == 0;
      if (*n == 0 || (blocks && one.line != 0 && (best.line == 0 || one.line < best.line)))
        best = one;
      else if (!blocks && !same_object(&one, &best))
        *n = 2;
      *n = MAX(*n, 1);
    }
    member = get(cells, member)->next;
  } while (member != cell);
  return best;
}

/* Returns whether the cell is a variable or a block, or a field of exactly one such object. If so, sets *what to the
 * description of the object. */
static bool known_object(UsesCellSet *cells, UsesCell cell, const char *owner, UsesData *what) {
  Cell *one = get(cells, cell);
  if (one->known) {
    *what = one->what;
    what->kind = what->kind == USES_PARAMETER ? USES_STACK : what->kind;
    return true;
  }
  if (one->field == NULL || cells->inside == MOST_INSIDE) return false;
  if (one->asked != cells->question) {
    unsigned n;
    one->asked = cells->question;
    one->is_one = false; /* ends the recursion if fields contain each other */
    cells->inside++;
    const UsesData object = object_of(cells, one->inside, owner, &n);
    cells->inside--;
    one->object = object;
    one->is_one = n == 1;
  }
  *what = one->object;
  return one->is_one;
}

/* As uses_cell_describe(), but without holders. deepest: the maximum number of steps from a field to its struct. */
static UsesData describe(UsesCellSet *cells, UsesCell cell, const char *owner, unsigned deepest) {
  unsigned n;
  UsesData data;
  if (get(cells, cell)->known && get(cells, cell)->what.kind != USES_HEAP) {
    known_object(cells, cell, owner, &data);
    return data;
  }
  cells->question++;
  data = object_of(cells, cell, owner, &n);
  const UsesCell own = get(cells, cell)->holder;
  if (n == 2) return by_holder(cells, own != USES_CELL_NONE ? own : best_holder(cells, cell, owner), owner);
  const UsesCell holder = best_holder(cells, cell, owner);
  const bool nameless = n == 0 || (data.kind == USES_HEAP && *data.name == '\0');
  if (nameless && holder == USES_CELL_NONE && get(cells, cell)->field != NULL && deepest > 0)
    return describe(cells, get(cells, cell)->inside, owner, deepest - 1); /* a field is part of its struct */
  if (n == 0) return by_holder(cells, holder, owner);
  if (nameless && holder != USES_CELL_NONE) {
    data.name = uses_cell_path(cells, holder);
    data.owner = get(cells, start_of(cells, holder))->what.owner;
  }
  return data;
}

/* ---- holders ---- */

/* Appends the name of a pointer (NamePointers), if the pointer has one. */
static void add_holder(UsesCellSet *cells, UsesCell pointer, GString *names) {
  const Cell *one = get(cells, pointer);
  if (one->field != NULL) {
    name_pointers_add(names, one->by_type != NULL ? one->by_type : "");
    return;
  }
  if (!one->known || is_nameless(one)) return;
  if (one->what.kind == USES_STATIC || *one->what.owner == '\0') {
    name_pointers_add(names, one->what.name);
    return;
  }
  g_autofree char *name = g_strdup_printf("%s in %s", one->what.name, one->what.owner);
  name_pointers_add(names, name);
}

/* Returns the cell itself. If it is a field without a pointer to it, returns the nearest enclosing cell that is not
 * such a field. */

static UsesCell whole_of(UsesCellSet *cells, UsesCell cell) {
  while (get(cells, cell)->field != NULL && get(cells, cell)->holder == USES_CELL_NONE) cell = get(cells, cell)->inside;
  return cell;
}

const char *uses_cell_name(UsesCellSet *cells, UsesCell pointer) {
  GString *names = g_string_new(NULL);
  add_holder(cells, pointer, names);
  g_string_truncate(names, names->len - (names->len != 0)); /* the newline */
  const char *name = g_string_chunk_insert_const(cells->names, names->str);
  g_string_free(names, TRUE);
  return name;
}

/* ---- copies ---- */

typedef struct {
  void (*each)(void *closure, const char *to, const char *from);
  void *closure;
  const char *to;
} Copying;

static void copy_from(void *closure, const char *from) {
  const Copying *copying = closure;
  if (strcmp(copying->to, from) != 0) copying->each(copying->closure, copying->to, from);
}

/* Calls `each` for every copy of an address. (If the class of the source pointer has several members, each member is a
 * possible source.) */
void uses_cell_copies(UsesCellSet *cells, void (*each)(void *closure, const char *to, const char *from),
                      void *closure) {
  GString *names = g_string_new(NULL);
  for (guint i = 0; i < cells->copies->len; i++) {
    const Pair *copy = &g_array_index(cells->copies, Pair, i);
    const UsesCell from = get(cells, whole_of(cells, copy->b))->holder;
    Copying copying = {each, closure, uses_cell_name(cells, copy->a)};
    if (from == USES_CELL_NONE || from == copy->a || *copying.to == '\0') continue;
    UsesCell member = from;
    do {
      add_holder(cells, member, names);
      member = get(cells, member)->next;
    } while (member != from);
    name_pointers_for_each(names->str, copy_from, &copying);
    g_string_truncate(names, 0);
  }
  g_string_free(names, TRUE);
}

/* ---- data ---- */

/* Returns two lists. `seen` contains the pointer for which the cell was created. `assigned` contains the pointers for
 * which other members of the cell's class were created: the function assigns the same address to them. */
static NamePointers holders_of(UsesCellSet *cells, UsesCell cell) {
  GString *seen = g_string_new(NULL), *assigned = g_string_new(NULL);
  const UsesCell own = get(cells, whole_of(cells, cell))->holder;
  if (own != USES_CELL_NONE) add_holder(cells, own, seen);
  UsesCell member = cell;
  do {
    const UsesCell holder = get(cells, whole_of(cells, member))->holder;
    if (holder != USES_CELL_NONE && holder != own) add_holder(cells, holder, assigned);
    member = get(cells, member)->next;
  } while (member != cell);
  const NamePointers holders = {g_string_chunk_insert_const(cells->names, seen->str),
                                g_string_chunk_insert_const(cells->names, assigned->str)};
  g_string_free(seen, TRUE);
  g_string_free(assigned, TRUE);
  return holders;
}

UsesData uses_cell_describe(UsesCellSet *cells, UsesCell cell, const char *owner) {
  UsesData data = describe(cells, cell, owner, DEEPEST);
  const Cell *one = get(cells, cell);
  const bool itself = one->known && one->what.kind != USES_HEAP;
  data.holders = itself ? (NamePointers){"", ""} : holders_of(cells, cell);
  return data;
}
