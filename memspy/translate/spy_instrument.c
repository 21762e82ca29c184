/* spy_instrument.c: see spy_instrument.h.
 *
 * References, as in cachegrind except for gathers:
 * - every load and store of the program's code, guarded ones if the guard holds, elements of gathers if the mask has
 * them, and those of helper functions in place of instructions, with the bytes that they declare;
 * - a load and a store of the same bytes by one instruction, with nothing between, is one modify; so is a
 * compare-and-swap;
 * - a block that is cut short by a fault leaves no record.
 *
 * Added to a block: at its start a test whether the queue has room; before each access a store of the address; before
 * each exit a store of the exit's number and an update of the cursor.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "memspy/translate/spy_instrument.h"

#include "memspy/core/spy_platform.h"
#include "memspy/counter/spy_counter.h"
#include "memspy/names/spy_code.h"
#include "memspy/names/spy_frames.h"
#include "memspy/names/spy_functions.h"
#include "memspy/names/spy_toggles.h"
#include "memspy/record/spy_block.h"
#include "memspy/record/spy_queue.h"
#include "memspy/record/spy_record.h"
#include "memspy/run/spy_enter.h"
#include "memspy/run/spy_recording.h"
#include "memspy/run/spy_stop.h"
#include "memspy/sample/spy_alias.h"
#include "memspy/sample/spy_sample.h"
#include "memspy/setup/spy_options.h"
#include "memspy/setup/spy_state.h"
#include "memspy/trace/spy_trace_emit.h"
#include "memspy/trace/spy_trace_source.h"
#include "memspy/translate/spy_dataflow.h"
#include "memspy/translate/spy_dataflow_ir.h"
#include "memspy/translate/spy_debugged.h"
#include "memspy/translate/spy_fetched.h"
#include "memspy/translate/spy_hide.h"
#include "memspy/translate/spy_identify.h"
#include "memspy/translate/spy_ir.h"
#include "memspy/translate/spy_joined.h"
#include "memspy/translate/spy_jumps.h"
#include "memspy/translate/spy_plain.h"
#include "memspy/translate/spy_preamble.h"
#include "memspy/translate/spy_split.h"
#include "memspy/translate/spy_stamp.h"
#include "memspy/translate/spy_turn.h"
#include "memspy/translate/spy_watch_calls.h"

/* The state of the instrumentation of a block. */
typedef struct {
  IRSB *out;
  Int cursor_offset;    /* in the guest state */
  IRExpr *cursor;       /* at the block's start */
  XArray *sites;        /* array of bin_site */
  XArray *codes;        /* array of Addr: addresses of the sites' instructions */
  XArray *atomics;      /* array of UInt: numbers of the sites of atomic instructions */
  XArray *stores;       /* array of ULong: spy_store() */
  XArray *runs;         /* array of spy_run */
  XArray *exits;        /* array of spy_exit */
  XArray *numbers;      /* array of UInt: numbers of the exits */
  XArray *scopes;       /* array of spy_scope_change: the first element has the scope of the first instruction */
  XArray *frames;       /* array of UInt: frames of the instructions, if there is a counter */
  Bool flows;           /* the block gets a summary (record/spy_summary.h) */
  Bool is_debugged;     /* a debugger can stop the program after the mark of the block's only instruction */
  Bool begins;          /* with contexts: the block begins a function */
  UInt toggles;         /* spy_toggles, as bits */
  UInt instructions;    /* so far */
  UInt noted;           /* number of instructions up to the last reference */
  UInt place;           /* place of the current instruction: its line */
  Addr code, next;      /* addresses of the current instruction and the next one */
  UInt written;         /* number of references that the guest state's cursor includes, plus 1; 0: the cursor was not
                           written yet */
  IRExpr *last_address; /* address of the last site if it can still become a modify; else NULL */
  Bool last_is_here;    /* the last site belongs to the current instruction */
  IRExpr *guard;        /* a value that contains whether the instructions of the block's last condition are executed;
                           NULL: they always are */
  UInt skipping;        /* number of the exit of runs that do not execute them, if `guard` is set */
} maker;

/* The address of word `index` of the record. */
static IRExpr *record_address(maker *m, UInt index) {
  if (index == 0) return m->cursor;
  return spy_ir_binary(m->out, Ity_I64, Iop_Add64, m->cursor, spy_ir_word(8ULL * index));
}

static void store_word(maker *m, UInt index, IRExpr *value) {
  addStmtToIRSB(m->out, IRStmt_Store(Iend_LE, record_address(m, index), value));
}

/* Drains the queue if the cursor is in the second half, and reads the cursor. */
static void add_start(maker *m) {
  IRExpr *before = spy_ir_get(m->out, Ity_I64, m->cursor_offset);
  IRExpr *bit = spy_ir_binary(m->out, Ity_I64, Iop_And64, before, spy_ir_word(spy_queue_full_bit()));
  IRDirty *drain = spy_ir_call("spy_recording_full", &spy_recording_full, mkIRExprVec_1(IRExpr_GSPTR()));
  drain->guard = spy_ir_unary(m->out, Ity_I1, Iop_CmpNEZ64, bit);
  spy_ir_add_effect(drain, Ifx_Modify, m->cursor_offset, 8);
  addStmtToIRSB(m->out, IRStmt_Dirty(drain));
  m->cursor = spy_ir_get(m->out, Ity_I64, m->cursor_offset);
}

/* As add_start(), but for a sampled run: the added code also returns to the core if the block's plain form, or another
 * thread, must run next (run/spy_enter.c). */
static void add_start_of_alias(maker *m, Addr alias) {
  const Int left_at = m->cursor_offset - SPY_CURSOR_OFFSET + SPY_SAMPLE_OFFSET;
  IRExpr *before = spy_ir_get(m->out, Ity_I64, m->cursor_offset);
  IRExpr *full = spy_ir_binary(m->out, Ity_I64, Iop_And64, before, spy_ir_word(spy_queue_full_bit()));
  IRExpr *left = spy_ir_get(m->out, Ity_I64, left_at);
  IRExpr *ready = spy_ir_binary(m->out, Ity_I64, Iop_Xor64, left, spy_ir_word(SPY_SAMPLE_RECORDS));
  IRDirty *look = spy_ir_call("spy_recording_look", &spy_recording_look, mkIRExprVec_1(IRExpr_GSPTR()));
  look->guard = spy_ir_unary(m->out, Ity_I1, Iop_CmpNEZ64, spy_ir_binary(m->out, Ity_I64, Iop_Or64, full, ready));
  spy_ir_add_effect(look, Ifx_Modify, m->cursor_offset, 8);
  spy_ir_add_effect(look, Ifx_Modify, left_at, 8);
  look->tmp = newIRTemp(m->out->tyenv, Ity_I64);
  addStmtToIRSB(m->out, IRStmt_Dirty(look));
  IRExpr *leaves = spy_ir_binary(m->out, Ity_I1, Iop_CmpEQ64, IRExpr_RdTmp(look->tmp),
                                 spy_ir_word(SPY_RECORDING_LEAVES));
  addStmtToIRSB(m->out, IRStmt_Exit(leaves, SPY_ENTER_JUMP, IRConst_U64(alias), SPY_GUEST_IP));
  m->cursor = spy_ir_get(m->out, Ity_I64, m->cursor_offset);
}

static UInt n_sites(const maker *m) { return (UInt)VG_(sizeXA)(m->sites); }
static bin_site *last_site(const maker *m) { return VG_(indexXA)(m->sites, (Word)n_sites(m) - 1); }

/* Records a reference to `address`. If its guard does not hold, stores 0. */
static void add_reference(maker *m, IRExpr *address, UInt bytes, UInt flags, IRExpr *guard) {
  if (address->tag == Iex_Const) flags |= BIN_SITE_FIXED;
  IRExpr *stored = address;
  if (guard) {
    flags |= BIN_SITE_GUARDED;
    stored = spy_ir_assign(m->out, Ity_I64, IRExpr_ITE(guard, address, spy_ir_word(0)));
  }
  store_word(m, 1 + n_sites(m), stored);
  bin_site site;
  bin_site_init(&site, spy_account, bytes, flags, spy_place_of_references(m->place, m->code));
  site.gap = (UChar)(m->instructions - m->noted);
  m->noted = m->instructions;
  VG_(addToXA)(m->sites, &site);
  VG_(addToXA)(m->codes, &m->code);
  m->last_is_here = True;
  m->last_address = guard || (flags & BIN_SITE_KIND) != COH_READ ? NULL : address;
}

/* Changes the flags of the last site. */
static void change_site(maker *m, UInt flags) {
  bin_site *site = last_site(m);
  const UChar gap = site->gap;
  bin_site_init(site, spy_account, site->last + 1u, flags, site->place);
  site->gap = gap;
}

/* A store to the bytes that the instruction has just loaded makes the load a modify. */
static Bool becomes_modify(maker *m, const IRExpr *address, UInt bytes) {
  if (!m->last_address || !m->last_is_here || !eqIRAtom(m->last_address, address)) return False;
  const bin_site *site = last_site(m);
  if ((UInt)site->last + 1 != bytes) return False;
  change_site(m, (site->flags & ~BIN_SITE_KIND) | COH_MODIFY);
  m->last_address = NULL;
  return True;
}

/* Returns whether a store is that of a call: it stores the address after the instruction. */
static Bool is_return_address(const maker *m, const IRExpr *data) {
  return data->tag == Iex_Const && data->Iex.Const.con->tag == Ico_U64 && data->Iex.Const.con->Ico.U64 == m->next;
}

/* Records that the last site stores a value that has the size of an address or is larger. */
static void note_store(maker *m) {
  const bin_site *site = last_site(m);
  const UInt bytes = site->last + 1u;
  if (bytes % sizeof(ULong) != 0 || bytes > 64 || (!(site->flags & BIN_SITE_CALL) && spy_is_push(m->code))) return;
  const ULong store = spy_store(n_sites(m) - 1, m->code);
  VG_(addToXA)(m->stores, &store);
}

static void add_store(maker *m, IRExpr *address, IRExpr *data, IRExpr *guard) {
  const UInt bytes = (UInt)sizeofIRType(typeOfIRExpr(m->out->tyenv, data));
  if (!guard && becomes_modify(m, address, bytes)) return;
  add_reference(m, address, bytes, COH_WRITE | (!guard && is_return_address(m, data) ? BIN_SITE_CALL : 0), guard);
  note_store(m);
}

/* Returns the operation whose result is in a temporary of the block, or `value` itself if it is not a temporary. */
static const IRExpr *operation_of(const maker *m, const IRExpr *value) {
  for (Int i = m->out->stmts_used; i-- > 0 && value->tag == Iex_RdTmp;) {
    const IRStmt *st = m->out->stmts[i];
    if (st->tag == Ist_WrTmp && st->Ist.WrTmp.tmp == value->Iex.RdTmp.tmp) value = st->Ist.WrTmp.data;
  }
  return value;
}

/* Returns whether the result of an operation is the program's stack pointer at this point of the block. */
static Bool is_stack_pointer(const maker *m, const IRExpr *operation) {
  for (Int i = m->out->stmts_used; i-- > 0;) {
    const IRStmt *st = m->out->stmts[i];
    if (st->tag == Ist_Put && st->Ist.Put.offset == SPY_GUEST_STACK_POINTER)
      return operation_of(m, st->Ist.Put.data) == operation;
  }
  return operation->tag == Iex_Get && operation->Iex.Get.offset == SPY_GUEST_STACK_POINTER;
}

/* For an element that the mask of a gather excludes, VEX loads from the stack pointer. The processor does not load
 * there. */
static void add_load(maker *m, const IRExpr *load) {
  IRExpr *address = load->Iex.Load.addr, *guard = NULL;
  const IRExpr *operation = spy_is_gather(m->code) ? operation_of(m, address) : NULL;
  if (operation && operation->tag == Iex_ITE) {
    guard = operation->Iex.ITE.cond;
    address = operation->Iex.ITE.iftrue;
  } else if (operation && is_stack_pointer(m, operation)) {
    return; /* the mask is a constant */
  }
  add_reference(m, address, (UInt)sizeofIRType(load->Iex.Load.ty), COH_READ, guard);
}

static void add_helper(maker *m, const IRDirty *helper) {
  if (helper->mFx == Ifx_None) return;
  IRExpr *guard = helper->guard->tag == Iex_Const ? NULL : helper->guard;
  const UInt flags = (UInt)(helper->mFx == Ifx_Read ? COH_READ : helper->mFx == Ifx_Write ? COH_WRITE : COH_MODIFY);
  add_reference(m, helper->mAddr, (UInt)helper->mSize, flags, guard);
}

/* The last site belongs to an atomic instruction. */
static void note_atomic(maker *m) {
  const UInt site = n_sites(m) - 1;
  VG_(addToXA)(m->atomics, &site);
}

static Bool is_atomic(const maker *m, UInt site) {
  for (Word i = 0; i < VG_(sizeXA)(m->atomics); i++)
    if (*(const UInt *)VG_(indexXA)(m->atomics, i) == site) return True;
  return False;
}

/* Records a fence, if processors have windows: a reference that is never made. */
static void add_fence(maker *m) {
  if (!mach_config_has_window(&spy_system->config)) return;
  add_reference(m, spy_ir_word(0), 1, BIN_SITE_FENCE | BIN_SITE_GUARDED, NULL);
}

static void note_scope(maker *m, Addr address) {
  if (!spy_scopes_are_wanted()) return;
  const Word n = VG_(sizeXA)(m->scopes);
  spy_scope_change change = {.instruction = (UShort)m->instructions, .reference = (UShort)n_sites(m)};
  change.scope = spy_scope_of(address, &change.begins_function);
  const spy_scope_change *last = n > 0 ? VG_(indexXA)(m->scopes, n - 1) : NULL;
  /* After a call inside a block, the references belong to the callee's frame. */
  if (!last || last->scope != change.scope || (m->last_is_here && (last_site(m)->flags & BIN_SITE_CALL) != 0))
    VG_(addToXA)(m->scopes, &change);
}

static void note_frame(maker *m, Addr address, UInt bytes) {
  if (!spy_counter.is_on) return;
  const UInt frame = spy_frame_of(address, bytes);
  VG_(addToXA)(m->frames, &frame);
}

/* Sets the properties of the block that depend on its first instruction. */
static void note_first(maker *m, Addr address) {
  if (spy_contexts) m->begins = spy_begins_function(address);
  if (spy_is_in_toggle_body(address)) m->toggles |= SPY_TOGGLE_BODY;
}

static void add_instruction(maker *m, Addr address, UInt bytes) {
  note_scope(m, address);
  m->place = spy_place_of(address, bytes);
  if (m->instructions == 0) note_first(m, address);
  spy_fetched_instruction(address, bytes, m->place);
  note_frame(m, address, bytes);
  m->code = address;
  m->next = address + bytes;
  m->instructions++;
  m->last_is_here = False;
  const Word n = VG_(sizeXA)(m->runs);
  spy_run *last = n > 0 ? VG_(indexXA)(m->runs, n - 1) : NULL;
  if (last && last->place == m->place) {
    last->instructions++;
  } else {
    const spy_run run = {m->place, 1};
    VG_(addToXA)(m->runs, &run);
  }
}

/* Makes an exit after the instructions so far. Returns its number. */
static UInt make_exit(maker *m, spy_end end) {
  spy_exit e = {.n_references = (UShort)n_sites(m), .end = (UChar)end, .toggles = (UChar)m->toggles};
  if (end == SPY_END_CALL) e.segment = bin_table_get_place(spy_table, m->place)->function;
  UInt reads = 0, writes = 0, flags = 0;
  for (UInt i = 0; i < e.n_references; i++) {
    const bin_site *site = VG_(indexXA)(m->sites, i);
    flags |= site->flags;
    if ((site->flags & BIN_SITE_KIND) == COH_WRITE)
      writes++;
    else
      reads++;
  }
  e.guarded = (flags & BIN_SITE_GUARDED) != 0;
  e.calls = (flags & BIN_SITE_CALL) != 0;
  e.packed = SPY_PACK(m->instructions, reads, writes);
  e.tail = (UChar)(m->instructions - m->noted);
  VG_(addToXA)(m->exits, &e);
  UInt number;
  spy_block_reserve(&number, 1);
  VG_(addToXA)(m->numbers, &number);
  spy_fetched_exit(number, end);
  if (m->flows) spy_dataflow_exit();
  m->last_address = NULL; /* the following code is possibly not executed, so its references stay separate */
  return number;
}

/* Adds an exit. If the instructions of the block's last condition are not executed, the block is left at the exit
 * before these instructions instead. */
static void add_exit(maker *m, spy_end end) {
  const UInt number = make_exit(m, end), n_references = n_sites(m);
  IRExpr *header = spy_ir_word(spy_header(number, n_references));
  if (m->guard) {
    IRExpr *other = spy_ir_word(spy_header(m->skipping, n_references));
    header = spy_ir_assign(m->out, Ity_I64, IRExpr_ITE(m->guard, header, other));
  }
  store_word(m, 0, header);
  if (m->written != 1u + n_references) {
    addStmtToIRSB(m->out, IRStmt_Put(m->cursor_offset, record_address(m, 1 + n_references)));
    m->written = 1u + n_references;
  }
}

/* Adds the sites and exits of a statement. */
static void add_references(maker *m, const IRStmt *st) {
  switch (st->tag) {
    case Ist_IMark: add_instruction(m, st->Ist.IMark.addr, st->Ist.IMark.len); break;
    case Ist_WrTmp:
      if (st->Ist.WrTmp.data->tag == Iex_Load) add_load(m, st->Ist.WrTmp.data);
      break;
    case Ist_Store: add_store(m, st->Ist.Store.addr, st->Ist.Store.data, NULL); break;
    case Ist_StoreG:
      add_store(m, st->Ist.StoreG.details->addr, st->Ist.StoreG.details->data, st->Ist.StoreG.details->guard);
      break;
    case Ist_LoadG: {
      const IRLoadG *load = st->Ist.LoadG.details;
      IRType wide, type;
      typeOfIRLoadGOp(load->cvt, &wide, &type);
      add_reference(m, load->addr, (UInt)sizeofIRType(type), COH_READ, load->guard);
    } break;
    case Ist_Dirty: add_helper(m, st->Ist.Dirty.details); break;
    case Ist_CAS: {
      const IRCAS *swap = st->Ist.CAS.details;
      UInt bytes = (UInt)sizeofIRType(typeOfIRExpr(m->out->tyenv, swap->dataLo));
      if (swap->dataHi) bytes *= 2;
      /* A locked instruction loads, then tries to swap. */
      if (!becomes_modify(m, swap->addr, bytes)) add_reference(m, swap->addr, bytes, COH_MODIFY, NULL);
      note_store(m);
      note_atomic(m);
    } break;
    case Ist_LLSC:
      if (st->Ist.LLSC.storedata)
        add_store(m, st->Ist.LLSC.addr, st->Ist.LLSC.storedata, NULL);
      else
        add_reference(m, st->Ist.LLSC.addr, (UInt)sizeofIRType(typeOfIRTemp(m->out->tyenv, st->Ist.LLSC.result)),
                      COH_READ, NULL);
      break;
    case Ist_MBE:
      if (st->Ist.MBE.event == Imbe_Fence) add_fence(m);
      break;
    case Ist_Exit: add_exit(m, SPY_END_PLAIN); break;
    default: break;
  }
}

static void add_statement(maker *m, IRStmt *st) {
  spy_identify_replace(st);
  spy_stamp_replace(st);
  const UInt before = n_sites(m);
  add_references(m, st);
  if (m->flows) spy_dataflow_ir_statement(st, n_sites(m) != before);
  addStmtToIRSB(m->out, st);
  if (st->tag == Ist_IMark && m->is_debugged) m->cursor = spy_ir_get(m->out, Ity_I64, m->cursor_offset);
}

/* The kind of the block's end. A call at its end is recorded there; a call after which Valgrind continued the block is
 * recorded at its site. The last load of a block that ends in a return is that of the return address. */
static spy_end end_of(maker *m, IRJumpKind kind) {
  if (n_sites(m) == 0 || !m->last_is_here) return SPY_END_PLAIN;
  bin_site *site = last_site(m);
  const UInt access = site->flags & (BIN_SITE_KIND | BIN_SITE_GUARDED);
  if (kind == Ijk_Ret && access == COH_READ) return SPY_END_RETURN;
  if (!(site->flags & BIN_SITE_CALL)) return SPY_END_PLAIN;
  change_site(m, site->flags & ~(UInt)BIN_SITE_CALL);
  return SPY_END_CALL;
}

static UInt length(XArray *array) { return (UInt)VG_(sizeXA)(array); }

/* Appends an array's elements, from `first` on, to the block's arrays. *end is the offset of the end of the arrays from
 * the block's start, in bytes. Returns the offset of the appended elements. */
static UInt add_part(spy_block *block, UInt *end, XArray *array, SizeT size, UInt first) {
  const UInt begin = *end, n = length(array) - first;
  if (n != 0) VG_(memcpy)(spy_block_part(block, begin), VG_(indexXA)(array, first), n * size);
  *end += n * size;
  return begin;
}

/* Returns whether the block contains a call: at its end, or one that Valgrind followed. */
static Bool has_call(const maker *m) {
  const spy_exit *last = VG_(indexXA)(m->exits, (Word)length(m->exits) - 1);
  return last->end == SPY_END_CALL || last->calls;
}

/* The flags of the block's last reference, in addition to its site's. */
static UInt end_flags(const maker *m) {
  const spy_exit *last = VG_(indexXA)(m->exits, (Word)length(m->exits) - 1);
  return last->end == SPY_END_CALL ? BIN_SITE_CALL : last->end == SPY_END_RETURN ? BIN_SITE_RETURN : 0;
}

static void init_traced(const maker *m, const spy_block *block) {
  const bin_site *sites = spy_block_sites(block);
  spy_traced *traced = spy_traced_init(spy_block_traced(block), sites, block->n_sites);
  UInt order = 0;
  for (UInt i = 0; i < block->n_sites; i++) {
    const Addr *code = VG_(indexXA)(m->codes, i);
    order = i != 0 && code[-1] == *code ? order + 1 : 0;
    const UInt flags = (i + 1 == block->n_sites ? end_flags(m) : 0) | (is_atomic(m, i) ? TRACE_ATOMIC : 0);
    traced->points[i] = spy_trace_point_of(&sites[i], *code, order, flags);
  }
}

/* Adds the changes of scope. The first of them contains the scope of the block's first instruction. */
static void add_scopes(const maker *m, spy_block *block, UInt *end) {
  block->scope = SCOPE_NONE;
  if (length(m->scopes) == 0) return;
  const spy_scope_change *first = VG_(indexXA)(m->scopes, 0);
  block->scope = first->scope;
  block->begins_function = first->begins_function;
  block->scope_changes = add_part(block, end, m->scopes, sizeof(spy_scope_change), 1);
  block->n_scope_changes = (UShort)(length(m->scopes) - 1);
}

/* Sets the fields of a block and of its exits for contexts: all instructions are in one function. */
static void set_function(const maker *m, spy_block *block) {
  if (!spy_contexts) return;
  const spy_run *first = VG_(indexXA)(m->runs, 0);
  const UInt function = bin_table_get_place(spy_table, first->place)->function;
  block->function = spy_whole_function(function);
  block->begins = m->begins && block->function == function;
  block->is_linkage = spy_is_linkage((Addr)block->key);
  for (UInt i = 0; i < length(m->exits); i++) {
    spy_exit *e = VG_(indexXA)(m->exits, i);
    if (e->end != SPY_END_CALL) e->segment = block->function;
  }
}

/* Returns whether the system call at the end of a block returns from a signal handler. The instruction before it can be
 * in another block. */
static Bool returns_from_signal(const VexGuestExtents *extents) {
  const Addr at = extents->base[0] + extents->len[0] - SPY_SIGNAL_RETURN_BYTES;
  return VG_(am_is_valid_for_client)(at, SPY_SIGNAL_RETURN_BYTES, VKI_PROT_READ) && spy_is_signal_return(at);
}

/* Reports to the account, for each site of a block, the address of its instruction, and whether it is atomic. */
static void set_codes(const maker *m, const spy_block *block) {
  for (UInt i = 0; i < block->n_sites; i++) {
    bin_site *site = &spy_block_sites(block)[i];
    bin_account_set_code(spy_account, site, *(const Addr *)VG_(indexXA)(m->codes, i));
    bin_account_set_atomic(spy_account, site, is_atomic(m, i));
  }
}

static void finish(const maker *m, Addr start, const VexGuestExtents *extents) {
  XArray *const summary = m->flows ? spy_dataflow_end(n_sites(m)) : NULL;
  const SizeT traced = spy_trace_is_wanted() ? spy_traced_bytes(length(m->sites)) : 0;
  const SizeT bytes = sizeof(spy_block) + length(m->sites) * sizeof(bin_site) + traced +
                      length(m->stores) * sizeof(ULong) + length(m->runs) * sizeof(spy_run) +
                      length(m->numbers) * sizeof(UInt) + length(m->scopes) * sizeof(spy_scope_change) +
                      length(m->frames) * sizeof(UInt) + (summary ? length(summary) * sizeof(UShort) : 0);
  const spy_block fields = {.key = extents->base[0],
                            .code_hash = spy_fetched_end(extents),
                            .start = start,
                            .n_sites = (UShort)length(m->sites),
                            .n_stores = (UShort)length(m->stores),
                            .n_runs = (UShort)length(m->runs),
                            .n_exits = (UShort)length(m->numbers)};
  spy_block *block = spy_block_new(&fields, bytes);
  set_function(m, block);
  UInt end = sizeof *block;
  tl_assert(length(m->sites) + 1 < (UInt)SPY_QUEUE_BLOCK_WORDS);
  add_part(block, &end, m->sites, sizeof(bin_site), 0);
  if (traced != 0) {
    block->traced = end;
    end += (UInt)traced;
    init_traced(m, block);
  }
  block->stores = add_part(block, &end, m->stores, sizeof(ULong), 0);
  block->exits = add_part(block, &end, m->numbers, sizeof(UInt), 0);
  add_scopes(m, block, &end);
  block->runs = add_part(block, &end, m->runs, sizeof(spy_run), 0);
  add_part(block, &end, m->frames, sizeof(UInt), 0);
  if (summary) block->summary = add_part(block, &end, summary, sizeof(UShort), 0);
  set_codes(m, block);
  spy_block_add(block, VG_(indexXA)(m->exits, 0));
  if (spy_options_get()->counts_functions) set_codes(m, spy_block_add_uncounted(block, bytes));
}

/* An empty array that is reused for each block. */
static XArray *reused(XArray **array, SizeT size) {
  if (!*array) *array = VG_(newXA)(VG_(malloc), "spy.maker", VG_(free), (Word)size);
  VG_(dropTailXA)(*array, VG_(sizeXA)(*array));
  return *array;
}

/* Returns the maker of a block whose first instruction is at `first`. */
static maker new_maker(const IRSB *in, Int cursor_offset, Addr first, Bool is_debugged) {
  static XArray *sites, *codes, *atomics, *stores, *runs, *exits, *numbers, *scopes, *frames;
  return (maker){.out = deepCopyIRSBExceptStmts(in),
                 .cursor_offset = cursor_offset,
                 .flows = spy_dataflow_is_wanted(),
                 .is_debugged = is_debugged,
                 .toggles = spy_is_toggle(first) ? SPY_TOGGLE_STARTS : 0,
                 .sites = reused(&sites, sizeof(bin_site)),
                 .codes = reused(&codes, sizeof(Addr)),
                 .atomics = reused(&atomics, sizeof(UInt)),
                 .stores = reused(&stores, sizeof(ULong)),
                 .runs = reused(&runs, sizeof(spy_run)),
                 .exits = reused(&exits, sizeof(spy_exit)),
                 .numbers = reused(&numbers, sizeof(UInt)),
                 .scopes = reused(&scopes, sizeof(spy_scope_change)),
                 .frames = reused(&frames, sizeof(UInt))};
}

IRSB *spy_instrument(VgCallbackClosure *closure, IRSB *in, const VexGuestLayout *layout, const VexGuestExtents *extents,
                     const VexArchInfo *host, IRType guest_word, IRType host_word) {
  (void)host;
  tl_assert(guest_word == Ity_I64 && host_word == Ity_I64);
  const Addr start = (Addr)closure->nraddr;
  const Bool plain = spy_sample_is_on() && !spy_is_alias(start);
  spy_stop_note_block(!spy_stopped() && !plain);
  const Bool is_debugged = !spy_stopped() && spy_is_debugged(in, layout, extents);
  IRSB *split = spy_split(in, start, extents, is_debugged);
  if (split) return split;
  if (spy_stopped()) return spy_plain_left(in);
  Int i = 0;
  while (i < in->stmts_used && in->stmts[i]->tag != Ist_IMark) i++;
  spy_queue_layout((SizeT)layout->total_sizeB);
  if (i == in->stmts_used) return in;
  if (plain) return spy_plain_counted(in, layout->total_sizeB, i, start, extents);
  maker m = new_maker(in, layout->total_sizeB + SPY_CURSOR_OFFSET, in->stmts[i]->Ist.IMark.addr, is_debugged);
  spy_preamble_add(m.out, in, i, start, extents->base[0]);
  spy_place_begin();
  spy_fetched_begin();
  if (m.flows) spy_dataflow_ir_begin(in);
  /* An alias is above all code: VEX omits the test of the event counter for a jump to it. */
  spy_turn_add_start(m.out, in, spy_alias_address(start), spy_is_alias(start) ? SPY_ENTER_JUMP : Ijk_Boring,
                     m.cursor_offset);
  spy_watch_add_start(m.out, in->stmts[i]->Ist.IMark.addr, m.cursor_offset);
  if (spy_is_alias(start))
    add_start_of_alias(&m, start);
  else
    add_start(&m);
  const Int end = spy_turn_statements(in, i);
  const spy_joined joined = spy_joined_find(in, i, end);
  for (; i < end; i++) {
    if (i == joined.first) {
      m.skipping = make_exit(&m, SPY_END_PLAIN);
      m.guard = joined.guard;
    }
    add_statement(&m, in->stmts[i]);
  }
  const Bool calls = end == in->stmts_used && in->jumpkind == SPY_SYSCALL_JUMP;
  if (spy_contexts && calls && returns_from_signal(extents))
    add_exit(&m, SPY_END_SIGNAL);
  else
    add_exit(&m, end_of(&m, end == in->stmts_used ? in->jumpkind : Ijk_Boring));
  if (end < in->stmts_used)
    spy_turn_add_end(m.out, in->stmts[end]->Ist.IMark.addr, m.cursor_offset);
  else if (calls)
    spy_plain_add_call(m.out);
  spy_watch_add_end(m.out, start, has_call(&m), m.cursor_offset);
  spy_hide_add_end(m.out);
  if (spy_is_alias(start)) spy_jumps_stay(m.out);
  finish(&m, start, extents);
  return m.out;
}
