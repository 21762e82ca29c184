/* SPDX-License-Identifier: GPL-2.0-or-later
 * machines_probe_code.c: generates code at run time: a loop with a variable number of instructions between two loads
 * that miss. The two misses overlap only if the second load enters the reorder buffer while the first load waits (H.
 * Wong, "Measuring reorder buffer capacity", blog.stuffedcow.net, 2013). If the instructions between the loads are
 * stores that hit, the store buffer becomes full first. */
#include "ui/machines/machines_probe.h"

#include <string.h>
#include <sys/mman.h>

#ifdef __x86_64__

enum { CODE_BYTES = 1 << 16, MOST = 1024 /* code of an instruction between two loads */ };

typedef struct {
  unsigned char *at;
} Code;

static void emit(Code *code, const char *bytes, gsize n) {
  memcpy(code->at, bytes, n);
  code->at += n;
}

static void emit_filling(Code *code, MachinesFilling filling, unsigned n) {
  for (unsigned i = 0; i < n; i++)
    if (filling == MACHINES_NOPS)
      emit(code, "\x90", 1); /* nop */
    else
      emit(code, "\x48\x89\x44\x24\xf8", 5); /* mov %rax,-8(%rsp) */
}

/* Generates the code of a function void f(char **starts, size_t steps) for the System V ABI: `starts` is in %rdi, and
 * `steps` in %rsi. */
static void emit_loop(Code *code, MachinesFilling filling, unsigned n) {
  emit(code, "\x48\x8b\x0f", 3);     /* mov (%rdi),%rcx */
  emit(code, "\x48\x8b\x57\x08", 4); /* mov 8(%rdi),%rdx */
  const unsigned char *loop = code->at;
  emit(code, "\x48\x8b\x09", 3); /* mov (%rcx),%rcx */
  emit_filling(code, filling, n);
  emit(code, "\x48\x8b\x12", 3); /* mov (%rdx),%rdx */
  emit_filling(code, filling, n);
  emit(code, "\x48\xff\xce", 3); /* dec %rsi */
  const gint32 back = (gint32)(loop - (code->at + 6));
  emit(code, "\x0f\x85", 2); /* jne loop */
  emit(code, (const char *)&back, sizeof back);
  emit(code, "\x48\x89\x0f", 3);     /* mov %rcx,(%rdi) */
  emit(code, "\x48\x89\x57\x08", 4); /* mov %rdx,8(%rdi) */
  emit(code, "\xc3", 1);             /* ret */
}

double machines_probe_window(char **starts, MachinesFilling filling, unsigned n, gsize steps) {
  if (n > MOST) return -1;
  unsigned char *memory = mmap(NULL, CODE_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return -1;
  Code code = {memory};
  emit_loop(&code, filling, n);
  double time = -1;
  if (mprotect(memory, CODE_BYTES, PROT_READ | PROT_EXEC) == 0) {
    void (*run)(char **, gsize) = NULL;
    memcpy(&run, &memory, sizeof run);
    const double start = machines_probe_time();
    run(starts, steps);
    time = machines_probe_time() - start;
  }
  munmap(memory, CODE_BYTES);
  return time;
}

#else

double machines_probe_window(char **starts, MachinesFilling filling, unsigned n, gsize steps) {
  (void)starts, (void)filling, (void)n, (void)steps;
  return -1;
}

#endif
