/* copies.c: pointers that get their addresses from other pointers, for test_uses.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <stddef.h>

#define APART __attribute__((noinline, noclone))

typedef struct input {
  char *src;
  size_t size;
} input;
struct ops;
typedef struct pool {
  char *buffer, *other;
  size_t n;
  const struct ops *ops;
} pool;
typedef struct job {
  char *data;
} job;
struct ops {
  void (*keep)(char *unused, char *p);
};
typedef struct keeper {
  char *last;
} keeper;
typedef struct pair {
  char *first, *second;
} pair;
typedef struct triple {
  char *first, *second, *third;
} triple;

keeper last;
void (*keeping)(char *unused, char *p);

APART void from_field(pool *to, const job *from) { to->buffer = from->data; }

APART void from_parameter(pool *to, char *p) { to->other = p; }

APART void from_two(const pool *a, const job *b, int n) {
  char *p = a->buffer;
  if (n > 0) p = b->data;
  last.last = p;
}

APART void from_choice(const pool *a, const job *b, int n) {
  char *p = n > 0 ? a->buffer : b->data;
  last.last = n > 1 ? p : a->other;
}

/* Two stores that no compiler combines. */
APART void from_branches(const pool *a, const job *b, int n) {
  if (n > 0) {
    last.last = a->buffer;
    __asm__ volatile("" ::: "memory");
  } else {
    last.last = b->data;
  }
}

/* The targets of p and q are known only together. */
APART void from_one_of_two(const pool *a, const job *b, int n) {
  char *p = a->buffer, *q = b->data, **either = &p;
  if (n > 0) either = &q;
  *either = a->other;
  last.last = q;
}

static inline input set_input(char *buffer, size_t size) {
  input in;
  in.src = buffer;
  in.size = size;
  return in;
}

APART int use(const input *in) { return in->src[in->size]; }

APART int from_inlined(const pool *from) {
  input in = set_input(from->buffer, from->n);
  return use(&in);
}

APART void keep(char *unused, char *p) {
  (void)unused;
  last.last = p;
}

/* None of these calls names a function. */
APART void by_pointers(const pool *from, void (*keep)(char *, char *)) {
  from->ops->keep(from->buffer, from->other);
  keeping(from->buffer, from->other);
  keep(from->buffer, from->other);
}

/* Arguments that are not in the order of the registers for addresses. */
APART char behind_number(double x, char *a, char *b) { return (char)(*a + *b + (int)x); }
APART triple makes_triple(char *a, char *b) { return (triple){a, b, a}; }
APART pair makes_pair(char *a, char *b) { return (pair){a, b}; }
APART char behind_triple(char *a, triple t, char *b) { return (char)(*a + *t.first + *b); }
APART char behind_pair(char *a, pair t, char *b) { return (char)(*a + *t.first + *b); }
APART char behind_six(int a, int b, int c, int d, int e, int f, char *g, char *h) {
  return (char)(a + b + c + d + e + f + *g + *h);
}
__attribute__((noinline)) static char without_first(int is_set, char *a, char *b) {
  return (char)(is_set ? *a + *b : *a);
}

/* (The additions prevent compilers from replacing the calls by jumps.) */
APART int call_behind_number(const pool *a, const job *b) { return 1 + behind_number(a->n, a->buffer, b->data); }
APART int call_makes_triple(const pool *a, const job *b) { return *makes_triple(a->buffer, b->data).second; }
APART int call_makes_pair(const pool *a, const job *b) { return *makes_pair(a->buffer, b->data).second; }
APART int call_behind_triple(const pool *a, const job *b, triple *t) {
  return 1 + behind_triple(a->buffer, *t, b->data);
}
APART int call_behind_pair(const pool *a, const job *b, pair *t) { return 1 + behind_pair(a->buffer, *t, b->data); }
APART int call_behind_six(const pool *a, const job *b) { return 1 + behind_six(1, 2, 3, 4, 5, 6, a->buffer, b->data); }
APART int call_without_first(const pool *a, const job *b) { return 1 + without_first(1, a->buffer, b->data); }

int main(int argc, char **argv) {
  char bytes[9] = "";
  const struct ops ops = {keep};
  job j = {argv[0]};
  pool p = {bytes, bytes, 1, &ops};
  triple t = {bytes, bytes, bytes};
  pair two = {bytes, bytes};
  from_field(&p, &j);
  from_parameter(&p, argv[0]);
  from_two(&p, &j, argc);
  from_choice(&p, &j, argc);
  from_branches(&p, &j, argc);
  from_one_of_two(&p, &j, argc);
  keeping = keep;
  by_pointers(&p, keep);
  return from_inlined(&p) + call_behind_number(&p, &j) + call_makes_triple(&p, &j) + call_makes_pair(&p, &j) +
         call_behind_triple(&p, &j, &t) + call_behind_pair(&p, &j, &two) + call_behind_six(&p, &j) +
         call_without_first(&p, &j);
}
