/* spy_allocator_calls.c: see spy_allocator_calls.h.
 *
 * Each thread has a list of its open calls of allocation functions, with the stack pointer and return address of each.
 * A call ends when any function returns to this address and leaves the stack pointer one word above the recorded one.
 * Within a call, further calls of allocation functions are ignored: the outermost call counts.
 *
 * Some functions write the block before they return it: calloc clears the block, and realloc copies the old block to
 * it. Such a function gets the block from an inner function. To count its stores as references of the block, the tool
 * assumes that the inner function's result is the block, until the call ends. The tool assumes this only at places of
 * inner calls whose results so far were always the block that the allocation function returned. If the inner function is
 * memset or memcpy, which writes the block itself, the tool assumes the same of its first argument, before it begins.
 * The place of an inner call is its return address or, if the allocation function ends with a jump to the inner function,
 * the address of the block of code with the jump.
 *
 * A call can end without a return (by an exception or longjmp), and can be suspended (by a handler on another stack).
 * So the list can have several calls. A call whose return address was overwritten has ended.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "memspy/memory/spy_allocator_calls.h"

#include "memspy/drain/spy_receivers.h"
#include "memspy/memory/spy_memory.h"
#include "memspy/names/spy_paths.h"
#include "memspy/setup/spy_state.h"

/* WITHIN: the tool watches returns of inner functions within this number of stack bytes below the frame of an
 * allocation function. RETURNS: the number of such returns that are stored for a call. */
enum { MOST_CALLS = 4, WITHIN = 4096, RETURNS = 32, PLACES = 2048 };

/* A return of another function within a call of an allocation function. */
typedef struct {
  Addr to; /* return address */
  Addr result;
  Addr argument; /* first argument of the inner call; 0: unknown */
} inner_return;

/* A call of an allocation function. */
typedef struct {
  UWord returned; /* stack pointer after the return */
  Addr caller;    /* return address */
  Bool jumped;    /* longjmp or an exception has occurred since the call, so that the call has possibly ended */
  spy_allocator_kind kind;
  Addr first; /* first argument */
  SizeT bytes;
  /* The next fields are used only if the function writes the block. */
  bin_id bin;                    /* bin of the block */
  inner_return returns[RETURNS]; /* the latest returns; number i is in returns[i % RETURNS] */
  UInt n_returns;
  Addr inner, argument; /* place and first argument of the latest inner call; 0: unknown */
  Bool is_last;         /* the function has ended with a jump to this inner function */
  Addr early;           /* the block that the function will probably return; 0: unknown */
} call;

typedef struct {
  call calls[MOST_CALLS]; /* sorted by age, the latest last */
  UInt n;
} list;

static list *lists; /* indexed by thread */

UWord spy_calls_returned, spy_calls_below;

static list *list_of(ThreadId tid) {
  if (!lists) lists = VG_(calloc)("spy.calls", VG_N_THREADS, sizeof *lists);
  return &lists[tid];
}

static call *latest(list *l) { return l->n != 0 ? &l->calls[l->n - 1] : NULL; }

static Bool writes_block(spy_allocator_kind kind) { return kind == SPY_ALLOCATE_ZEROS || kind == SPY_RESIZE; }

static void publish(list *l) {
  spy_calls_returned = l->n != 0 ? latest(l)->returned : 0;
  spy_calls_below = l->n != 0 && writes_block(latest(l)->kind) ? WITHIN : 0;
}

/* Call when the running thread's list of open calls has changed. Updates the variables for translated code. */
static void changed(ThreadId tid, list *l) {
  publish(l);
  spy_receivers_in_allocator(tid, l->n != 0 && !latest(l)->jumped);
}

void spy_calls_run(ThreadId tid) { publish(list_of(tid)); }

void spy_calls_end(ThreadId tid) { list_of(tid)->n = 0; }

void spy_calls_forked(ThreadId tid) {
  for (ThreadId other = 0; lists && other < VG_N_THREADS; other++)
    if (other != tid) spy_calls_end(other);
}

void spy_calls_jump(void) {
  const ThreadId tid = VG_(get_running_tid)();
  list *l = list_of(tid);
  if (l->n == 0) return;
  for (UInt i = 0; i < l->n; i++) l->calls[i].jumped = True;
  changed(tid, l);
}

/* Returns whether the stack still contains the call's return address. */
static Bool has_return_address(const call *c) {
  const Addr at = c->returned - SPY_RETURN_ADDRESS_BYTES;
  return VG_(am_is_valid_for_client)(at, sizeof(Addr), VKI_PROT_READ) && *(const Addr *)at == c->caller;
}

static SizeT size_asked(const spy_guest *guest, const spy_allocator *function) {
  if (function->kind == SPY_RELEASE) return 0;
  const UWord count = function->count == 0 ? 1 : spy_argument(guest, function->count);
  return spy_allocator_size(function->kind, spy_argument(guest, function->bytes), count);
}

/* Returns the bin of a block for the caller of the call. The stack pointer of the thread is that of the caller. */
static bin_id bin_of_call(ThreadId tid, spy_guest *guest, const call *c) {
  Addr *const ip = spy_guest_ip(guest);
  const Addr before = *ip;
  *ip = c->caller - 1;
  const bin_id bin = spy_bin_of_block(tid);
  *ip = before;
  return bin;
}

/* As bin_of_call(), at the start of the function: the caller's registers are still in place. */
static bin_id bin_of_caller(ThreadId tid, spy_guest *guest, const call *c) {
  UWord *const sp = spy_guest_sp(guest);
  *sp += SPY_RETURN_ADDRESS_BYTES;
  const bin_id bin = bin_of_call(tid, guest, c);
  *sp -= SPY_RETURN_ADDRESS_BYTES;
  return bin;
}

static void enter(spy_guest *guest, const spy_allocator *function) {
  const ThreadId tid = VG_(get_running_tid)();
  const UWord sp = spy_stack_pointer(guest), first = spy_argument(guest, 1);
  list *l = list_of(tid);
  while (l->n != 0 && !has_return_address(latest(l))) l->n--;
  if (l->n != 0 && !latest(l)->jumped && latest(l)->returned > sp) return; /* the call is within another call */
  if (function->kind == SPY_RELEASE && first != 0) spy_memory_released(first);
  if (function->kind == SPY_RESIZE && first != 0) spy_memory_resizing(tid, first);
  call c = (call){.returned = sp + SPY_RETURN_ADDRESS_BYTES,
                  .caller = *(const Addr *)sp,
                  .kind = function->kind,
                  .first = first,
                  .bytes = size_asked(guest, function)};
  if (l->n != 0 && latest(l)->returned == c.returned) l->n--;
  if (l->n == MOST_CALLS) {
    for (UInt i = 1; i < MOST_CALLS; i++) l->calls[i - 1] = l->calls[i];
    l->n--;
  }
  if (writes_block(c.kind)) c.bin = bin_of_caller(tid, guest, &c);
  l->calls[l->n++] = c;
  changed(tid, l);
}

void spy_calls_enter(spy_guest *guest, const spy_allocator *function) {
  if (spy_stopped()) return; /* the block was translated before recording stopped */
  enter(guest, function);
}

/* Returns the block that the function has returned, or 0 if there is none. */
static Addr block_of(const spy_guest *guest, const call *c) {
  if (c->kind == SPY_RELEASE) return 0;
  if (c->kind == SPY_STORE) return (UInt)spy_result(guest) == 0 ? *(const Addr *)c->first : 0;
  return spy_result(guest);
}

/* The kind of a place to which inner functions return: whether their results there are the blocks of allocation
 * functions. TAKES_BLOCKS: these were also the first arguments. */
typedef enum { UNKNOWN, TAKES_BLOCKS, GIVES_BLOCKS, GIVES_OTHERS } place_kind;
typedef struct {
  Addr at;
  place_kind kind;
  Bool takes_others; /* a first argument was not the block */
} place;

static place *place_of(Addr at) {
  static place places[PLACES];
  place *p = &places[at % PLACES];
  if (p->at != at) *p = (place){.at = at};
  return p;
}

/* Assumes that an address is the block of the call. */
static void assume_block(ThreadId tid, call *c, Addr start) {
  if (start == 0 || start == c->early) return;
  if (spy_memory_early(tid, start, c->bytes, c->bin)) c->early = start;
}

/* Handles the return of an inner function to the place `to`. If the results at this place were always blocks, assumes
 * that the result is the block of the call. */
static void returns_within(ThreadId tid, const spy_guest *guest, call *c, Addr to) {
  const Addr result = spy_result(guest);
  c->returns[c->n_returns++ % RETURNS] = (inner_return){to, result, c->inner == to ? c->argument : 0};
  if (place_of(to)->kind == GIVES_BLOCKS) assume_block(tid, c, result);
}

void spy_calls_inner(spy_guest *guest, Addr code, UWord calls) {
  const ThreadId tid = VG_(get_running_tid)();
  if (spy_stopped()) return;
  call *c = latest(list_of(tid));
  if (!c || c->jumped || !writes_block(c->kind)) return;
  const Bool is_last = spy_stack_pointer(guest) == c->returned - SPY_RETURN_ADDRESS_BYTES;
  if (!calls && !is_last) return; /* a jump within a function */
  c->is_last = is_last;
  c->inner = c->is_last ? code : *(const Addr *)spy_stack_pointer(guest);
  c->argument = spy_argument(guest, 1);
  if (place_of(c->inner)->kind == TAKES_BLOCKS) assume_block(tid, c, c->argument);
}

/* Sets the kind of the place of an inner call, after the allocation function has returned `block`. */
static void learn_place(const inner_return *inner, Addr block) {
  place *p = place_of(inner->to);
  if (inner->argument != 0 && inner->argument != block) p->takes_others = True;
  if (inner->result != block)
    p->kind = GIVES_OTHERS;
  else if (p->kind != GIVES_OTHERS)
    p->kind = inner->argument == block && !p->takes_others ? TAKES_BLOCKS
              : p->takes_others || p->kind == UNKNOWN      ? GIVES_BLOCKS
                                                           : p->kind;
}

/* After a call that returned `block`: sets the kinds of the places of the latest inner calls. */
static void learn_places(const call *c, Addr block) {
  for (UInt i = 0; i < c->n_returns && i < RETURNS; i++) learn_place(&c->returns[i], block);
  if (c->is_last) learn_place(&(inner_return){c->inner, block, c->argument}, block);
}

/* Ends a call of a function that itself stores to its block (see writes_block()). */
static void end_writer(ThreadId tid, const call *c, Addr block) {
  if (block != 0) learn_places(c, block);
  if (c->kind == SPY_RESIZE)
    spy_memory_resized(tid, block, c->bytes, c->bin, c->early != 0);
  else if (c->early != 0)
    spy_memory_allocated_early(block, c->bytes, c->bin);
  else if (block != 0)
    spy_memory_allocated(block, c->bytes, c->bin);
}

/* Ends a call of a function that does not write its block. Determines the bin after the return, when the thread is in
 * the caller, since the unwinder possibly does not support the function's frame. */
static void end_other(ThreadId tid, spy_guest *guest, const call *c, Addr block) {
  if (block == 0) return;
  const bin_id bin = bin_of_call(tid, guest, c);
  spy_memory_allocated(block, c->bytes, bin);
  if (c->kind == SPY_STORE) spy_receivers_stored(tid, c->first, block, bin);
}

static void leave(spy_guest *guest, Addr caller) {
  const ThreadId tid = VG_(get_running_tid)();
  list *l = list_of(tid);
  call *last = latest(l);
  if (spy_stack_pointer(guest) != last->returned) {
    returns_within(tid, guest, last, caller);
    return;
  }
  if (last->caller != caller) return;
  const call c = *last;
  l->n--;
  changed(tid, l);
  const Addr block = block_of(guest, &c);
  if (writes_block(c.kind))
    end_writer(tid, &c, block);
  else
    end_other(tid, guest, &c, block);
}

void spy_calls_leave(spy_guest *guest, Addr caller) {
  if (spy_stopped()) return;
  leave(guest, caller);
}
