/* test_copied.c: tests from which pointers other pointers get their addresses, through several functions.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "ui/attribute/attr_pointer_copies.h"

#include <string.h>

#include "tests/check.h"
#include "tests/ui/fake_uses.h"
#include "ui/profile/profile.h"

/* ---- functions ---- */

/* The objects that the test made and must free. */
enum { MOST_FUNCTIONS = 8 };
static UsesFunction *functions[MOST_FUNCTIONS];
static guint n_functions;

/* Makes a function with one instruction. */
static UsesFunction *add(const char *name, const char *file, unsigned first, unsigned last) {
  UsesFunction *function = fake_function(name, file);
  fake_lines(function, first, last);
  fake_add(function, first);
  functions[n_functions++] = function;
  return function;
}

/* Adds a call that passes the data of a pointer; NULL: data of no known pointer. */
static void hand_over(UsesFunction *caller, const char *callee, const char *pointer) {
  const guint32 data = fake_data(caller, USES_HEAP, "");
  g_array_index(caller->data, UsesData, data).holders.seen = pointer != NULL ? pointer : "";
  fake_call(caller, 1, callee, &data, 1);
}

static void end(void) {
  fake_reset();
  while (n_functions > 0) fake_function_free(functions[--n_functions]);
}

/* ---- profiles ---- */

/* Makes a profile with a place for each of these addresses. */
static AttrPointerCopies *copied_at(const guint64 *addresses, guint n) {
  Profile *profile = fake_profile();
  for (guint i = 0; i < n; i++) {
    const ProfilePlace place = {.line = i + 1, .address = addresses[i]};
    g_array_append_val(profile->rows[BIN_RECORD_PLACE], place);
  }
  profile_seal(profile);
  AttrPointerCopies *copied = attr_pointer_copies_new(profile, NULL, NULL);
  profile_free(profile);
  return copied;
}

/* Returns the names for all instructions, in the order of the instructions. */
static AttrPointerCopies *copied_of_all(void) {
  g_autofree guint64 *addresses = g_new0(guint64, fake_instructions);
  for (guint i = 0; i < fake_instructions; i++) addresses[i] = i + 1;
  return copied_at(addresses, fake_instructions);
}

/* Returns whether names become `expected` in this many steps, and not in one step less. */
static bool comes_to(const AttrPointerCopies *copied, const char *start, guint steps, const char *expected) {
  g_autoptr(GString) names = g_string_new(start);
  for (guint i = 0; i < steps; i++) {
    if (strcmp(names->str, expected) == 0 || !attr_pointer_copies_add(copied, names)) return false;
  }
  return strcmp(names->str, expected) == 0;
}

/* Returns whether no name is added. */
static bool stays(const AttrPointerCopies *copied, const char *names) {
  g_autoptr(GString) more = g_string_new(names);
  return !attr_pointer_copies_add(copied, more) && strcmp(more->str, names) == 0;
}

/* ---- tests ---- */

/* A field is set from a parameter, the parameter from a field in the caller, and that field from another one
 * elsewhere. */
static void test_chain(void) {
  UsesFunction *set = add("set", "a.c", 1, 3), *run = add("run", "b.c", 5, 9), *fill = add("fill", "c.c", 2, 4);
  fake_parameter(set, "p in set");
  fake_copy(set, "input.src", "p in set");
  hand_over(run, "set", "pool.buffer\n");
  fake_copy(fill, "pool.buffer", "job.data");
  fake_copy(fill, "pool.other", "job.other");
  AttrPointerCopies *copied = copied_of_all();
  CHECK(comes_to(copied, "input.src\n", 1, "input.src\np in set\n"));
  CHECK(comes_to(copied, "input.src\n", 2, "input.src\np in set\npool.buffer\n"));
  CHECK(comes_to(copied, "input.src\n", 3, "input.src\np in set\npool.buffer\njob.data\n"));
  CHECK(stays(copied, "input.src\np in set\npool.buffer\njob.data\n"));
  CHECK(comes_to(copied, "pool.other\ninput.src\n", 1, "pool.other\ninput.src\njob.other\np in set\n"));
  CHECK(stays(copied, "job.data\n") && stays(copied, "input\n") && stays(copied, ""));
  attr_pointer_copies_free(copied);
  attr_pointer_copies_free(NULL);
  end();
}

/* Two pointers are set from one pointer: other sources of the second are not sources of the first. */
static void test_direction(void) {
  UsesFunction *first = add("first", "a.c", 1, 3), *second = add("second", "a.c", 5, 9);
  fake_copy(first, "a.p", "c.p");
  fake_copy(second, "b.p", "c.p");
  fake_copy(second, "b.p", "d.p");
  AttrPointerCopies *copied = copied_of_all();
  CHECK(comes_to(copied, "a.p\n", 1, "a.p\nc.p\n") && stays(copied, "a.p\nc.p\n"));
  CHECK(comes_to(copied, "b.p\n", 1, "b.p\nc.p\nd.p\n"));
  CHECK(stays(copied, "c.p\n") && stays(copied, "d.p\n"));
  attr_pointer_copies_free(copied);
  end();
}

/* Pointers that exchange their addresses, a function that calls itself, and a pointer that is set from itself. */
static void test_circles(void) {
  UsesFunction *swap = add("swap", "a.c", 1, 3), *walk = add("walk", "a.c", 5, 9);
  fake_copy(swap, "a.p", "b.p");
  fake_copy(swap, "b.p", "a.p");
  fake_copy(swap, "b.p", "b.p");
  fake_parameter(walk, "n in walk");
  hand_over(walk, "walk", "node.next\n");
  hand_over(walk, "walk", "n in walk\n");
  AttrPointerCopies *copied = copied_of_all();
  CHECK(comes_to(copied, "a.p\n", 1, "a.p\nb.p\n") && stays(copied, "a.p\nb.p\n"));
  CHECK(comes_to(copied, "n in walk\n", 1, "n in walk\nnode.next\n") && stays(copied, "n in walk\nnode.next\n"));
  attr_pointer_copies_free(copied);
  end();
}

/* Each parameter gets its own argument, if both are known. A pointer to a function is no function of that name. */
static void test_arguments(void) {
  UsesFunction *get = add("get", "a.c", 1, 3), *run = add("run", "a.c", 5, 9);
  const char *const names[] = {"this in get", "", "p in get", "q in get"};
  guint32 arguments[] = {0, 0, USES_NONE, 0, 0};
  for (size_t i = 0; i < G_N_ELEMENTS(names); i++) fake_parameter(get, names[i]);
  for (size_t i = 0; i < G_N_ELEMENTS(arguments); i++) {
    static const char *const seen[] = {"a.p\n", "b.p\n", "c.p\n", "d.p\nd in run\n", "e.p\n"};
    const guint32 data = fake_data(run, USES_HEAP, "");
    g_array_index(run->data, UsesData, data).holders.seen = seen[i];
    if (arguments[i] != USES_NONE) arguments[i] = data;
  }
  fake_call(run, 6, "get", arguments, G_N_ELEMENTS(arguments));
  fake_call(run, 6, "other", arguments, G_N_ELEMENTS(arguments));
  hand_over(run, "get", "f.p\n");
  hand_over(run, "get", NULL);
  hand_over(run, "get", "by pointer\n");
  g_array_index(run->calls, UsesCall, run->calls->len - 1).by_pointer = true;
  AttrPointerCopies *copied = copied_of_all();
  CHECK(comes_to(copied, "this in get\n", 1, "this in get\na.p\nf.p\n"));
  CHECK(stays(copied, "p in get\n"));
  CHECK(comes_to(copied, "q in get\n", 1, "q in get\nd.p\nd in run\n"));
  attr_pointer_copies_free(copied);
  end();
}

/* It is not known which of several functions with the same name is called, nor which of them has a variable. The
 * functions are in different files, or in different lines of one file, as methods of several classes are. */
static void test_several(void) {
  static const struct {
    const char *file;
    unsigned first, last;
  } others[] = {{"/src/b.c", 1, 3}, {"/src/a.c", 4, 6}, {"/other/a.c", 1, 3}, {"/src/aa.c", 1, 3}};
  for (size_t i = 0; i < G_N_ELEMENTS(others); i++) {
    UsesFunction *run = add("run", "/src/c.c", 5, 9), *set = add("set", "/src/a.c", 1, 3);
    UsesFunction *other = add("set", others[i].file, others[i].first, others[i].last);
    fake_parameter(set, "p in set");
    fake_parameter(other, "p in set");
    fake_copy(set, "a.p", "p in set");
    fake_copy(other, "q in set", "b.p");
    fake_copy(other, "a.q", "b.q");
    hand_over(run, "set", "pool.p\n");
    hand_over(set, "run", "p in set\n");
    fake_parameter(run, "r in run");
    AttrPointerCopies *copied = copied_of_all();
    CHECK(stays(copied, "p in set\n") && stays(copied, "a.p\n") && stays(copied, "q in set\n"));
    CHECK(stays(copied, "r in run\n"));
    CHECK(comes_to(copied, "a.q\n", 1, "a.q\nb.q\n"));
    attr_pointer_copies_free(copied);
    end();
  }
}

/* A function is only one function, though it was read by source and by code, or from units in several folders. */
static void test_same(void) {
  static const struct {
    const char *file;
    unsigned first, last;
  } others[] = {{"/src/a.h", 2, 3}, {"../src/a.h", 1, 9}, {"a.h", 3, 3}, {"/src/unit/../a.h", 1, 1}};
  for (size_t i = 0; i < G_N_ELEMENTS(others); i++) {
    UsesFunction *run = add("run", "/src/c.c", 5, 9), *set = add("set", "/src/a.h", 1, 3);
    UsesFunction *again = add("set", others[i].file, others[i].first, others[i].last);
    fake_parameter(set, "p in set");
    fake_parameter(again, "p in set");
    fake_copy(again, "a.p", "p in set");
    hand_over(run, "set", "pool.p\n");
    AttrPointerCopies *copied = copied_of_all();
    CHECK(comes_to(copied, "a.p\n", 2, "a.p\np in set\npool.p\n"));
    attr_pointer_copies_free(copied);
    end();
  }
}

/* Functions that contain inlined ones count, too; names are in the order of the profile, whatever the order of
 * addresses. */
static void test_order(void) {
  UsesFunction *inner = add("inner", "a.c", 1, 3), *outer = add("outer", "a.c", 5, 9),
               *last = add("last", "a.c", 11, 12);
  fake_copy(inner, "a.p", "b.p");
  fake_copy(inner, "a.p", "c.p");
  fake_copy(outer, "a.p", "d.p");
  fake_copy(outer, "a.p", "b.p");
  fake_copy(last, "a.p", "e.p");
  fake_code[0].within[1] = outer;
  fake_code[0].depth = 2;
  const guint64 forth[] = {1, 3}, back[] = {3, 1, 3, 4096};
  AttrPointerCopies *copied = copied_at(forth, G_N_ELEMENTS(forth));
  CHECK(comes_to(copied, "a.p\n", 1, "a.p\nb.p\nc.p\nd.p\ne.p\n"));
  attr_pointer_copies_free(copied);
  copied = copied_at(back, G_N_ELEMENTS(back));
  CHECK(comes_to(copied, "a.p\n", 1, "a.p\ne.p\nb.p\nc.p\nd.p\n"));
  CHECK(comes_to(copied, "c.p\na.p\n", 1, "c.p\na.p\ne.p\nb.p\nd.p\n"));
  attr_pointer_copies_free(copied);
  end();
}

/* Without single instructions, no uses are requested, and no copies are known. */
static void test_nothing(void) {
  static const guint64 lines[] = {0, 0};
  fake_copy(add("set", "a.c", 1, 3), "a.p", "b.p");
  for (guint n = 0; n <= G_N_ELEMENTS(lines); n++) {
    AttrPointerCopies *copied = copied_at(lines, n);
    CHECK(fake_asked == 0 && stays(copied, "a.p\n"));
    attr_pointer_copies_free(copied);
  }
  end();
}

/* In a large program, the sources of a pointer must be found quickly. */
static void test_many(void) {
  enum { MANY = 200000 };
  UsesFunction *set = add("set", "a.c", 1, 3);
  g_autoptr(GStringChunk) texts = g_string_chunk_new(4096);
  for (guint i = 0; i < MANY; i++) {
    g_autofree char *name = g_strdup_printf("s%u.p", i);
    fake_copy(set, "a.p", g_string_chunk_insert(texts, name));
  }
  AttrPointerCopies *copied = copied_of_all();
  g_autoptr(GString) names = g_string_new("a.p\n");
  CHECK(attr_pointer_copies_add(copied, names) && g_str_has_suffix(names->str, "\ns199999.p\n"));
  CHECK(!attr_pointer_copies_add(copied, names));
  attr_pointer_copies_free(copied);
  end();
}

int main(void) {
  test_chain();
  test_direction();
  test_circles();
  test_arguments();
  test_several();
  test_same();
  test_order();
  test_nothing();
  test_many();
  return check_failures != 0;
}
