/* paper.c: the examples of Rutar and Hollingsworth (2011), and other uses of data, for test_uses.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <stdlib.h>

int x[100], y[100];
int i, j, k;

void figure(int b) {
  int a;
  for (a = 0; a < b; a++) {
    i = x[a] + y[b];
    j = y[a] + y[b];
    k = x[b] + x[b];
  }
}

int snippet(const int *a, const int *b, const int *c, int N) {
  int sum = 0;
  for (int i = 0; i < N; i++) {
    int x = a[i];
    x += b[i];
    x += c[i];
    sum = /* so far */ sum + x;
  }
  return sum;
}

int alias(int N) {
  int *x = (int *)malloc(sizeof(int) * N);
  int z = x[N - 1];
  int *y = x;
  z += y[N - 2];
  return z;
}

struct node {
  struct node *next;
  long value;
};
struct grid {
  double *cells;
  int width;
} grid;
static struct node *list;

long walk(void) {
  long sum = 0;
  for (struct node *p = list; p != NULL; p = p->next) sum += p->value;
  return sum;
}

double fields(int n) {
  double s = 0;
  for (int i = 0; i < n; i++) s += grid.cells[i * grid.width];
  return s;
}

double rows(double **m, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) s += m[i][j];
  return s;
}

struct neuron {
  double in, out;
};
struct neuron *layer;
double *weights;
const void *const table[] = {NULL, NULL, NULL};

/* Code as compilers make it for a loop that reads two arrays by pointers: the pointers were in the frame for a while,
 * the second one where the first had been, and padding that is never executed is before the body. */
__attribute__((naked)) void advance(int n) {
  __asm__("mov layer(%rip), %rax\n\t lea 8(%rax), %rcx\n\t mov %rcx, -16(%rsp)\n\t mov -16(%rsp), %rsi\n\t"
          "mov weights(%rip), %rdx\n\t mov %rdx, -16(%rsp)\n\t xor %edx, %edx\n\t mov -16(%rsp), %rdx\n\t jmp 2f\n\t"
          "nopw 0(%rax, %rax, 1)\n 1: add $16, %rsi\n\t add $8, %rdx\n 2: movsd (%rsi), %xmm0\n\t"
          "addsd %xmm0, %xmm0\n\t movsd %xmm0, (%rdx)\n\t dec %edi\n\t jne 1b\n\t ret");
}

double **mesh;

static void *get(size_t n) {
  void *block = calloc(n, sizeof(double));
  if (block == NULL) abort();
  return block;
}

double make_mesh(int n) {
  double s = 0;
  mesh = get((size_t)n);
  for (int i = 0; i < n; i++) {
    mesh[i] = get((size_t)n);
    for (int j = 0; j < n; j++) s += mesh[i][j] += i;
  }
  return s;
}

int main(int argc, char **argv) {
  (void)argv;
  figure(argc);
  int r = snippet(x, y, x, argc) + alias(argc + 5) + (int)walk();
  if (argc > 100) grid.cells = calloc(argc, sizeof(double));
  return r + (int)fields(0) + (int)rows(NULL, 0);
}

double beside(double *m, int n) {
  double s = 0;
  for (int i = 1; i < n - 1; i++) s += m[i - 1] * m[i + 1];
  return s;
}

/* Loops at the labels of computed jumps, after padding that is never executed. */
void labels(int way, struct node *p, struct node *q, long n) {
  static const void *const to[] = {&&first, &&second};
  goto *to[way];
first:
  do {
    struct node *one = p;
    one->value += n;
  } while (--n);
  return;
second:
  do {
    struct node *other = q;
    other->value -= n;
  } while (--n);
}

/* As labels(), with one label to which the code of another label jumps, and one to which a loop leads back. */
__attribute__((naked)) void cases(int way) {
  __asm__("lea table(%rip), %rax\n\t jmp *(%rax, %rdi, 8)\n\t nopw 0(%rax, %rax, 1)\n\t mov layer(%rip), %rdx\n\t"
          "jmp 1f\n\t nopw 0(%rax, %rax, 1)\n 1: movsd (%rdx), %xmm0\n\t ret\n\t nopw 0(%rax, %rax, 1)\n"
          "2: movsd %xmm0, (%rsi)\n\t mov weights(%rip), %rsi\n\t dec %edi\n\t jne 2b\n\t ret");
}

/* Pointers in the frame and in a register, which computed jumps carry to their labels. */
__attribute__((naked)) void brought(int way) {
  __asm__("mov layer(%rip), %rax\n\t mov %rax, -8(%rsp)\n\t mov weights(%rip), %rdx\n\t lea table(%rip), %rcx\n\t"
          "jmp *(%rcx, %rdi, 8)\n\t nopw 0(%rax, %rax, 1)\n\t mov -8(%rsp), %rsi\n\t movsd (%rsi), %xmm0\n\t ret\n\t"
          "nopw 0(%rax, %rax, 1)\n\t movsd %xmm0, (%rdx)\n\t ret");
}

/* Pointers in the frame that other stores overwrite partly: all of one, and half of another. */
__attribute__((naked)) void overwritten(void) {
  __asm__("mov layer(%rip), %rax\n\t mov %rax, -8(%rsp)\n\t mov weights(%rip), %rdx\n\t mov %rdx, -32(%rsp)\n\t"
          "mov %rdx, -40(%rsp)\n\t xorps %xmm0, %xmm0\n\t movups %xmm0, -16(%rsp)\n\t movl $0, -36(%rsp)\n\t"
          "mov -8(%rsp), %rsi\n\t movsd (%rsi), %xmm1\n\t mov -40(%rsp), %rsi\n\t addsd (%rsi), %xmm1\n\t"
          "mov -32(%rsp), %rsi\n\t movsd %xmm1, (%rsi)\n\t ret");
}
