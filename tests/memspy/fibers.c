/* fibers.c: see fibers.h.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "tests/memspy/fibers.h"

#include <stddef.h>
#include <stdlib.h>
#include <ucontext.h>

/* The address sanitizer must know which stack is in use. */
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define ADDRESSES_ARE_CHECKED 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(ADDRESSES_ARE_CHECKED)
#include <sanitizer/common_interface_defs.h>
static void leave_stack(void **kept, const void *to, size_t bytes) { __sanitizer_start_switch_fiber(kept, to, bytes); }
static void enter_stack(void *kept, const void **from, size_t *bytes) {
  __sanitizer_finish_switch_fiber(kept, from, bytes);
}
#else
static void leave_stack(void **kept, const void *to, size_t bytes) { (void)kept, (void)to, (void)bytes; }
static void enter_stack(void *kept, const void **from, size_t *bytes) { (void)kept, (void)from, (void)bytes; }
#endif

enum { STACK = 256 * 1024 };

struct fiber {
  ucontext_t context;
  void (*body)(void *closure);
  void *closure;
  void *kept; /* data of the sanitizer */
  char *stack;
  bool over;
};

static ucontext_t resumer;
static const void *resumer_stack;
static size_t resumer_bytes;
static fiber *running;

static void start(void) {
  fiber *f = running;
  enter_stack(NULL, &resumer_stack, &resumer_bytes);
  f->body(f->closure);
  f->over = true;
  leave_stack(NULL, resumer_stack, resumer_bytes);
}

fiber *fiber_new(void (*body)(void *closure), void *closure) {
  fiber *f = calloc(1, sizeof *f);
  if (!f || !(f->stack = malloc(STACK))) abort();
  f->body = body;
  f->closure = closure;
  getcontext(&f->context);
  f->context.uc_stack.ss_sp = f->stack;
  f->context.uc_stack.ss_size = STACK;
  f->context.uc_link = &resumer;
  makecontext(&f->context, start, 0);
  return f;
}

bool fiber_resume(fiber *f) {
  void *kept = NULL;
  running = f;
  leave_stack(&kept, f->stack, STACK);
  swapcontext(&resumer, &f->context);
  enter_stack(kept, NULL, NULL);
  running = NULL;
  return !f->over;
}

void fiber_pause(void) {
  fiber *f = running;
  leave_stack(&f->kept, resumer_stack, resumer_bytes);
  swapcontext(&f->context, &resumer);
  enter_stack(f->kept, &resumer_stack, &resumer_bytes);
}
