/* spy_static_allocators.c: see spy_static_allocators.h.
 *
 * A call of an allocation function is noted with the stack pointer at its start. The return from it is the return
 * that leaves the stack pointer one word above, whichever function makes it. What an allocation function calls
 * meanwhile is its own affair.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "memspy/memory/spy_static_allocators.h"

#include "memspy/core/spy_platform.h"
#include "memspy/memory/spy_memory.h"
#include "memspy/names/spy_paths.h"
#include "memspy/run/spy_stop.h"

typedef enum { WATCH_ALLOCATE, WATCH_RESIZE, WATCH_STORE, WATCH_RELEASE, WATCH_THROW } watch_kind;

/* Which arguments (from 1; 0: none) multiply to the block's size. */
static const struct {
  const HChar *name; /* a pattern */
  watch_kind kind;
  UInt bytes, count;
} functions[] = {
    {"malloc", WATCH_ALLOCATE, 1, 0},
    {"valloc", WATCH_ALLOCATE, 1, 0},
    {"calloc", WATCH_ALLOCATE, 1, 2},
    {"memalign", WATCH_ALLOCATE, 2, 0},
    {"aligned_alloc", WATCH_ALLOCATE, 2, 0},
    {"posix_memalign", WATCH_STORE, 3, 0},
    {"realloc", WATCH_RESIZE, 2, 0},
    {"reallocarray", WATCH_RESIZE, 2, 3},
    {"free", WATCH_RELEASE, 0, 0},
    {"cfree", WATCH_RELEASE, 0, 0},
    {"_Zn?m*", WATCH_ALLOCATE, 1, 0}, /* new and delete with --demangle=no */
    {"_Zd?Pv*", WATCH_RELEASE, 0, 0},
    {"operator new(*", WATCH_ALLOCATE, 1, 0},
    {"operator new[](*", WATCH_ALLOCATE, 1, 0},
    {"operator delete(*", WATCH_RELEASE, 0, 0},
    {"operator delete[](*", WATCH_RELEASE, 0, 0},
    {"__cxa_throw", WATCH_THROW, 0, 0}, /* what operator new does instead of returning */
    /* The C library's own names of its functions, which may be the ones that stand in the symbol table. */
    {"__libc_malloc", WATCH_ALLOCATE, 1, 0},
    {"__malloc", WATCH_ALLOCATE, 1, 0},
    {"__libc_valloc", WATCH_ALLOCATE, 1, 0},
    {"__valloc", WATCH_ALLOCATE, 1, 0},
    {"__libc_calloc", WATCH_ALLOCATE, 1, 2},
    {"__calloc", WATCH_ALLOCATE, 1, 2},
    {"__libc_memalign", WATCH_ALLOCATE, 2, 0},
    {"__posix_memalign", WATCH_STORE, 3, 0},
    {"__libc_realloc", WATCH_RESIZE, 2, 0},
    {"__realloc", WATCH_RESIZE, 2, 0},
    {"__libc_reallocarray", WATCH_RESIZE, 2, 3},
    {"__libc_free", WATCH_RELEASE, 0, 0},
    {"__free", WATCH_RELEASE, 0, 0},
    {"__cfree", WATCH_RELEASE, 0, 0},
};

enum { FUNCTIONS = sizeof functions / sizeof functions[0] };

/* An allocation function that a thread is in. */
typedef struct {
  UWord returned; /* stack pointer after the return from it; 0: none */
  watch_kind kind;
  Addr where; /* of the pointer that it stores */
  SizeT bytes;
  bin_id bin;
} call;

static Bool on;
static call *calls; /* by thread */
static ThreadId running;
static UWord returned; /* calls[running].returned: translated code looks at it */

/* At the program's start there is its executable, and the dynamic linker if it has one. Valgrind also knows the
 * tool. */
void spy_static_start(void) {
  const DebugInfo *own = VG_(find_DebugInfo)(VG_(current_DiEpoch)(), (Addr)&spy_static_start);
  UInt objects = 0;
  for (const DebugInfo *info = VG_(next_DebugInfo)(NULL); info; info = VG_(next_DebugInfo)(info))
    objects += info != own;
  on = objects == 1;
  if (!on) return;
  calls = VG_(calloc)("spy.watch", VG_N_THREADS, sizeof *calls);
  spy_stop_chasing();
}

void spy_static_run(ThreadId tid) {
  if (!on) return;
  running = tid;
  returned = calls[tid].returned;
}

/* A product that overflows fails, and must not look like a size of 0, which releases. */
static SizeT size_asked(const spy_guest *guest, UWord function) {
  const UWord bytes = spy_argument(guest, functions[function].bytes);
  const UWord count = functions[function].count == 0 ? 1 : spy_argument(guest, functions[function].count);
  UWord product;
  return __builtin_mul_overflow(bytes, count, &product) ? 1 : product;
}

static void set_call(call c) {
  calls[running] = c;
  returned = c.returned;
}

/* Called by translated code at the start of an allocation function. */
static void enter(const spy_guest *guest, UWord function) {
  const watch_kind kind = functions[function].kind;
  const UWord sp = spy_stack_pointer(guest), first = spy_argument(guest, 1);
  if (kind == WATCH_THROW) set_call((call){0});
  if (kind == WATCH_THROW || calls[running].returned > sp) return; /* within another */
  call c = {.returned = sp + SPY_RETURN_ADDRESS_BYTES, .kind = kind, .where = first};
  if (kind == WATCH_RELEASE && first != 0) spy_memory_released(first);
  if (kind == WATCH_RESIZE && first != 0) spy_memory_resizing(running, first);
  if (kind != WATCH_RELEASE) {
    c.bytes = size_asked(guest, function);
    c.bin = spy_bin_of_block(running);
  }
  set_call(c);
}

/* Called by translated code after the return from it. */
static void leave(const spy_guest *guest) {
  const call c = calls[running];
  UWord block = spy_result(guest);
  set_call((call){0});
  if (c.kind == WATCH_STORE) block = (UInt)block == 0 ? *(UWord *)c.where : 0;
  if (c.kind == WATCH_RESIZE)
    spy_memory_resized(running, block, c.bytes, c.bin);
  else if (c.kind != WATCH_RELEASE && block != 0)
    spy_memory_allocated(block, c.bytes, c.bin);
}

/* ---- translated code ---- */

/* Parts of functions, with a point in their names ("malloc.cold"), are not called. */
static UInt function_at(Addr address) {
  const HChar *name;
  UInt i = 0;
  if (!VG_(get_fnname_if_entry)(VG_(current_DiEpoch)(), address, &name) || VG_(strchr)(name, '.')) return FUNCTIONS;
  while (i < FUNCTIONS && !VG_(string_match)(functions[i].name, name)) i++;
  return i;
}

Bool spy_static_is_allocator(Addr address) { return function_at(address) != FUNCTIONS; }

/* A helper finds the whole guest state in its place, but for the instruction pointer within a block. */
static void add_helper(IRSB *block, IRDirty *helper, IRExpr *guard, Int cursor) {
  if (guard) helper->guard = guard;
  helper->nFxState = 2;
  VG_(memset)(&helper->fxState, 0, sizeof helper->fxState);
  helper->fxState[0].fx = Ifx_Read;
  helper->fxState[0].offset = 0;
  helper->fxState[0].size = SPY_GUEST_REGISTERS_END;
  helper->fxState[1].fx = Ifx_Modify;
  helper->fxState[1].offset = (UShort)cursor;
  helper->fxState[1].size = 8;
  addStmtToIRSB(block, IRStmt_Dirty(helper));
}

void spy_static_add_start(IRSB *block, Addr first, Int cursor) {
  const UInt function = on ? function_at(first) : FUNCTIONS;
  if (function == FUNCTIONS) return;
  IRExpr **arguments = mkIRExprVec_2(IRExpr_GSPTR(), IRExpr_Const(IRConst_U64(function)));
  add_helper(block, unsafeIRDirty_0_N(0, "enter", VG_(fnptr_to_fnentry)(&enter), arguments), NULL, cursor);
}

static IRExpr *assign(IRSB *block, IRType type, IRExpr *value) {
  const IRTemp temp = newIRTemp(block->tyenv, type);
  addStmtToIRSB(block, IRStmt_WrTmp(temp, value));
  return IRExpr_RdTmp(temp);
}

void spy_static_add_end(IRSB *block, Int cursor) {
  if (!on || block->jumpkind != Ijk_Ret) return;
  IRExpr *sp = assign(block, Ity_I64, IRExpr_Get(SPY_GUEST_STACK_POINTER, Ity_I64));
  IRExpr *wanted = assign(block, Ity_I64, IRExpr_Load(Iend_LE, Ity_I64, IRExpr_Const(IRConst_U64((Addr)&returned))));
  IRExpr *guard = assign(block, Ity_I1, IRExpr_Binop(Iop_CmpEQ64, sp, wanted));
  add_helper(block, unsafeIRDirty_0_N(0, "leave", VG_(fnptr_to_fnentry)(&leave), mkIRExprVec_1(IRExpr_GSPTR())), guard,
             cursor);
}
