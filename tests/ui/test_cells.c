/* test_cells.c: tests the names of a function's pointers, and the pointers from which each gets its addresses.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "ui/uses/uses_cells.h"

#include <string.h>

#include "tests/check.h"

static UsesCell add(UsesCellSet *cells, UsesKind kind, const char *name, const char *owner) {
  const UsesData what = {.kind = kind, .name = name, .owner = owner, .file = ""};
  return uses_cell_variable(cells, &what);
}

static UsesCell local(UsesCellSet *cells, const char *name) { return add(cells, USES_STACK, name, "f"); }

static UsesCell field(UsesCellSet *cells, UsesCell around, const char *name, const char *by_type) {
  const UsesCell cell = uses_cell_field(cells, around, name);
  uses_cell_call_field(cells, cell, by_type);
  return cell;
}

static void assign(UsesCellSet *cells, UsesCell to, UsesCell from) {
  uses_cell_point(cells, to, uses_cell_target(cells, from));
}

static void append(void *closure, const char *to, const char *from) {
  g_string_append_printf(closure, "%s=%s;", to, from);
}

/* Returns whether these are the copies; each is written as "to=from;". */
static bool copies(UsesCellSet *cells, const char *expected) {
  g_autoptr(GString) found = g_string_new(NULL);
  uses_cell_copies(cells, append, found);
  if (strcmp(found->str, expected) != 0) printf("copies: %s\n", found->str);
  return strcmp(found->str, expected) == 0;
}

/* Names of fields start with the type of their struct, names of variables with their function; static variables have
 * only their own name. */
static void test_names(void) {
  UsesCellSet *cells = uses_cell_new();
  const UsesCell p = local(cells, "p"), table = add(cells, USES_STATIC, "table", "");
  const UsesCell object = uses_cell_target(cells, p);
  CHECK(strcmp(uses_cell_name(cells, p), "p in f") == 0 && strcmp(uses_cell_name(cells, table), "table") == 0);
  CHECK(strcmp(uses_cell_name(cells, add(cells, USES_PARAMETER, "q", "g")), "q in g") == 0);
  CHECK(strcmp(uses_cell_name(cells, field(cells, object, "next", "Node.next")), "Node.next") == 0);
  CHECK(strcmp(uses_cell_name(cells, uses_cell_field(cells, object, "other")), "") == 0);
  CHECK(strcmp(uses_cell_name(cells, object), "") == 0 && strcmp(uses_cell_name(cells, local(cells, "")), "") == 0);
  uses_cell_free(cells);
}

/* The target of a pointer need not have the size of the pointer. */
static void test_bytes(void) {
  UsesCellSet *cells = uses_cell_new();
  const UsesData what = {.kind = USES_STACK, .name = "p", .owner = "f", .file = "", .bytes = 8, .scalar = true};
  const UsesCell p = uses_cell_variable(cells, &what);
  const UsesData pointed = uses_cell_describe(cells, uses_cell_target(cells, p), "f");
  CHECK(uses_cell_describe(cells, p, "f").bytes == 8 && pointed.pointed && pointed.bytes == 0);
  uses_cell_free(cells);
}

/* The source of a copy is the pointer that was read, though both point to the same data then; a block has no source
 * pointer. */
static void test_directions(void) {
  UsesCellSet *cells = uses_cell_new();
  const UsesCell p = local(cells, "p"), q = local(cells, "q"), r = local(cells, "r");
  const UsesCell a = field(cells, uses_cell_target(cells, p), "a", "A.a");
  assign(cells, q, a);
  assign(cells, r, a);
  assign(cells, r, p);
  assign(cells, p, p);
  uses_cell_point(cells, q, uses_cell_block(cells, "f.c", 7));
  assign(cells, q, local(cells, ""));
  assign(cells, local(cells, ""), q);
  CHECK(copies(cells, "q in f=A.a;r in f=A.a;r in f=p in f;"));
  uses_cell_free(cells);
}

/* The address of a field is near that of its struct; fields with the same name get no addresses from each other. */
static void test_fields(void) {
  UsesCellSet *cells = uses_cell_new();
  const UsesCell p = local(cells, "p"), q = local(cells, "q"), r = local(cells, "r");
  const UsesCell next = field(cells, uses_cell_target(cells, p), "next", "Node.next");
  uses_cell_point(cells, q, next);
  assign(cells, field(cells, uses_cell_target(cells, r), "next", "Node.next"), next);
  uses_cell_point(cells, r, field(cells, local(cells, "object"), "next", "Node.next"));
  CHECK(copies(cells, "q in f=p in f;"));
  uses_cell_free(cells);
}

/* It is not known which pointer another pointer points to: `pp = &p; pp = &q; r = q`. */
static void test_one_class(void) {
  UsesCellSet *cells = uses_cell_new();
  const UsesCell p = local(cells, "p"), q = local(cells, "q"), r = local(cells, "r"), pp = local(cells, "pp");
  uses_cell_target(cells, p);
  uses_cell_point(cells, pp, p);
  uses_cell_point(cells, pp, q);
  assign(cells, r, q);
  CHECK(copies(cells, "r in f=p in f;r in f=q in f;"));
  uses_cell_free(cells);
}

int main(void) {
  test_names();
  test_bytes();
  test_directions();
  test_fields();
  test_one_class();
  return check_failures != 0;
}
