/* test_stack.c: tests which entries and exits of scopes are reported, with calls and returns, some of which do not
 * match.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <string.h>

#include "scopes/scope_stack.h"
#include "tests/check.h"
#include "tests/coherence/dice.h"
#include "tests/coherence/plat_test.h"

/* Functions F (with loop A, and B in it), G (with loop C) and H. */
enum { F, A, B, G, C, H, SCOPES };
static const scope_node nodes[SCOPES] = {
    [F] = {SCOPE_NONE, F}, [A] = {F, F}, [B] = {A, F}, [G] = {SCOPE_NONE, G}, [C] = {G, G}, [H] = {SCOPE_NONE, H}};

/* The report so far: "F" when F is entered, "f" when it is left. */
typedef struct {
  char text[256];
  size_t n;
  uint32_t open[4096];
  uint32_t n_open;
} diary;

static void tell(void *closure, bool enters, uint32_t scope) {
  diary *d = closure;
  if (d->n + 1 < sizeof d->text) {
    d->text[d->n++] = (enters ? "FABGCH" : "fabgch")[scope];
    d->text[d->n] = '\0';
  }
  if (enters) {
    d->open[d->n_open++] = scope;
    return;
  }
  CHECK(d->n_open != 0 && d->open[d->n_open - 1] == scope);
  d->n_open--;
}

typedef struct {
  scope_stack stack;
  diary diary;
} thread;

static scope_world world_of(thread *t) { return (scope_world){nodes, tell, &t->diary}; }

static void at(thread *t, uint32_t scope) {
  const scope_world w = world_of(t);
  scope_stack_at(&t->stack, &w, scope, false);
  if (scope != SCOPE_NONE) CHECK(scope_stack_is_at(&t->stack, scope));
}

static void entry(thread *t, uint32_t function) {
  const scope_world w = world_of(t);
  scope_stack_at(&t->stack, &w, function, true);
}

static void call(thread *t, uint64_t base) {
  const scope_world w = world_of(t);
  scope_stack_call(&t->stack, &w, base);
}

static void back(thread *t, uint64_t base) {
  const scope_world w = world_of(t);
  scope_stack_return(&t->stack, &w, base);
}

/* Returns what was reported since the last call. */
static bool told(thread *t, const char *expected) {
  const bool right = strcmp(t->diary.text, expected) == 0;
  if (!right) printf("told \"%s\", not \"%s\"\n", t->diary.text, expected);
  t->diary.n = 0;
  t->diary.text[0] = '\0';
  return right;
}

static void end(thread *t, const char *expected) {
  const scope_world w = world_of(t);
  scope_stack_end(&t->stack, &w);
  CHECK(told(t, expected) && t->diary.n_open == 0);
  scope_stack_clear(&t->stack);
}

static void test_loops(void) {
  thread t = {0};
  entry(&t, F), at(&t, A), at(&t, B), at(&t, B);
  CHECK(told(&t, "FAB"));
  at(&t, A), at(&t, B), at(&t, F);
  CHECK(told(&t, "bBba"));
  at(&t, B), at(&t, F);
  CHECK(told(&t, "ABba"));
  end(&t, "f");
}

/* Two iterations of a loop that calls G; then G, in a loop, calls F, which continues where it was. */
static void test_calls(void) {
  thread t = {0};
  entry(&t, F), at(&t, A);
  call(&t, 100), entry(&t, G), back(&t, 100), at(&t, A);
  CHECK(told(&t, "FAGg"));
  call(&t, 100), entry(&t, G), at(&t, C), call(&t, 80), entry(&t, F), at(&t, B);
  CHECK(told(&t, "GCFAB"));
  back(&t, 80);
  CHECK(told(&t, "baf"));
  at(&t, C), back(&t, 100), at(&t, A);
  CHECK(told(&t, "cg"));
  end(&t, "af");
}

/* There are two frames of F: after a jump out of H, the inner one continues. */
static void test_recursion(void) {
  thread t = {0};
  entry(&t, F), at(&t, A);
  call(&t, 100), entry(&t, G), call(&t, 80), entry(&t, F), at(&t, A), call(&t, 60), entry(&t, H);
  CHECK(told(&t, "FAGFAH"));
  at(&t, B);
  CHECK(told(&t, "hB"));
  end(&t, "bafgaf");
}

/* Code without names (a linkage table) on the way to a function changes nothing. */
static void test_unknown(void) {
  thread t = {0};
  entry(&t, F), call(&t, 100), at(&t, SCOPE_NONE), entry(&t, G), back(&t, 100), at(&t, F);
  CHECK(told(&t, "FGg"));
  end(&t, "f");
}

static void test_tail_calls(void) {
  thread t = {0};
  entry(&t, F), call(&t, 100), entry(&t, G), at(&t, C), entry(&t, H), back(&t, 100), at(&t, F);
  CHECK(told(&t, "FGCcgHh"));
  /* A jump to a function that also has a frame further out. */
  call(&t, 100), entry(&t, G), entry(&t, F), back(&t, 100), at(&t, F);
  CHECK(told(&t, "GgFf"));
  end(&t, "f");
}

/* longjmp from H, which G called, which F called in loop A, to F. The next call, at another depth, finds everything in
 * order. */
static void test_unwinding(void) {
  thread t = {0};
  entry(&t, F), at(&t, A), call(&t, 100), entry(&t, G), call(&t, 80), entry(&t, H), at(&t, F);
  CHECK(told(&t, "FAGHhga"));
  call(&t, 90), entry(&t, G), back(&t, 90), at(&t, F);
  CHECK(told(&t, "Gg"));
  end(&t, "f");
}

/* A jump into the middle of a function that is not open: that of a thread that was already executing when it was first
 * noticed. */
static void test_unseen(void) {
  thread t = {0};
  at(&t, C), back(&t, 100), at(&t, B), back(&t, 200), at(&t, H);
  CHECK(told(&t, "GCcgFABbafH"));
  end(&t, "h");
}

/* F, in loop A, has called G, which has called H. There were no reports for a while; then control is in another call by
 * F. */
static void test_restored(void) {
  thread t = {0};
  const scope_world w = world_of(&t);
  scope_stack_restore(&t.stack, &w, (const uint64_t[]){100, 80}, (const uint32_t[]){A, G}, 2);
  CHECK(told(&t, "FAG"));
  entry(&t, H);
  CHECK(told(&t, "H"));
  scope_stack_restore(&t.stack, &w, (const uint64_t[]){100, 80}, (const uint32_t[]){A, G}, 2);
  CHECK(told(&t, ""));
  scope_stack_restore(&t.stack, &w, (const uint64_t[]){100, 80, 60}, (const uint32_t[]){A, SCOPE_NONE, H}, 3);
  CHECK(told(&t, ""));
  entry(&t, G);
  scope_stack_restore(&t.stack, &w, (const uint64_t[]){100}, (const uint32_t[]){A}, 1);
  CHECK(told(&t, "Ggh"));
  scope_stack_restore(&t.stack, &w, (const uint64_t[]){100, 80}, (const uint32_t[]){F, H}, 2);
  CHECK(told(&t, "gaH"));
  scope_stack_restore(&t.stack, &w, NULL, NULL, 0);
  CHECK(told(&t, "h"));
  end(&t, "f");
}

/* Random events. tell() checks that each exit leaves the scope that was entered last. The test checks that the
 * innermost scope is open together with those around it. */
static void test_random(void) {
  dice d = {1};
  for (int run = 0; run < 200; run++) {
    thread t = {0};
    for (int i = 0; i < 2000; i++) {
      const uint64_t base = 8 + dice_below(&d, 400) * 8;
      const uint32_t scope = dice_below(&d, SCOPES), kind = dice_below(&d, 5);
      if (kind == 0) call(&t, base);
      if (kind == 1) back(&t, base);
      if (kind == 2) entry(&t, nodes[scope].function);
      if (kind < 3) continue;
      at(&t, scope);
      uint32_t open = t.diary.n_open;
      for (uint32_t s = scope; s != SCOPE_NONE; s = nodes[s].parent) CHECK(open > 0 && t.diary.open[--open] == s);
    }
    const scope_world w = world_of(&t);
    scope_stack_end(&t.stack, &w);
    CHECK(t.diary.n_open == 0);
    scope_stack_clear(&t.stack);
  }
}

int main(void) {
  test_loops();
  test_calls();
  test_recursion();
  test_unknown();
  test_tail_calls();
  test_unwinding();
  test_unseen();
  test_restored();
  test_random();
  CHECK(plat_test_outstanding() == 0);
  if (check_failures != 0) printf("%d failed\n", check_failures);
  return check_failures != 0;
}
