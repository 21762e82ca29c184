/* spy_block_shapes.c: see spy_block_shapes.h.
 *
 * Registers in generated code: rbx: the run's sites; rbp: the filter; r12: the clocks of lines; r13: the record; r14:
 * the clock; r15: the flow. During a reference, rax is its address, and rdx is the offset of its filter entry. The
 * stack contains a frame, whose fields are below.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "memspy/drain/spy_block_shapes.h"

#include "memspy/core/spy_core.h"
#include "memspy/drain/spy_callers.h"
#include "memspy/drain/spy_counted.h"
#include "memspy/drain/spy_machine_code.h"
#include "memspy/drain/spy_timed.h"
#include "memspy/setup/spy_options.h"
#include "memspy/setup/spy_state.h"

enum { AREA_BYTES = 1024 * 1024, MOST_REFERENCES = 16, WORD = sizeof(ULong) };

/* The fields of the frame, as offsets from the stack pointer. */
enum { END = 0, PACKED = 8, EXITS = 16, ACCOUNT = 24, LABELS = 32, STATE = 48, FRAME_BYTES = 56 };

/* A block shape. It has two words for the run, and one word for each reference. */
typedef struct shape {
  struct shape *next; /* for VgHashTable, together with the key, which is a hash of the words */
  UWord key;
  UInt code; /* offset of the shape's code in the area; 0: there was no room */
  UInt n_words;
  UShort words[2 + MOST_REFERENCES];
} shape;

/* A flag that is used in addition to the flags of a site. */
enum { ON_STACK = 256 };

static struct {
  UChar *area; /* NULL: not allocated yet */
  spy_writer writer;
  VgHashTable *shapes;
  UInt line_bits, filter_mask; /* constants in all generated code */
  /* pieces of code that all shapes share */
  void (*enter)(spy_block_shapes_state *state); /* NULL: not written yet */
  const UChar *slowly, *elsewhere, *unfit, *mixed, *call, *function;
  const UChar *ends[SPY_ENDS]; /* indexed by spy_end */
} made;

/* ---- pieces that all shapes share ---- */

/* Writes the return to the drain's loop. The area begins with this code. An exit without code has `code` 0, and so
 * jumps to the start of the area. */
static void write_leave(spy_writer *w) {
  static const spy_register saved[] = {SPY_R15, SPY_R14, SPY_R13, SPY_R12, SPY_RBP, SPY_RBX};
  spy_write_memory(w, SPY_LOAD, True, SPY_RDI, spy_at(SPY_RSP, STATE));
  spy_write_memory(w, SPY_LOAD, True, SPY_RAX, spy_at(SPY_RSP, PACKED));
  spy_write_memory(w, SPY_STORE, True, SPY_R13, spy_at(SPY_RDI, offsetof(spy_block_shapes_state, at)));
  spy_write_memory(w, SPY_STORE, True, SPY_R14, spy_at(SPY_RDI, offsetof(spy_block_shapes_state, clock)));
  spy_write_memory(w, SPY_STORE, True, SPY_RAX, spy_at(SPY_RDI, offsetof(spy_block_shapes_state, packed)));
  spy_write_constant(w, SPY_ADD_CONSTANT, True, SPY_RSP, FRAME_BYTES);
  for (UInt i = 0; i < sizeof saved / sizeof *saved; i++) spy_write_pop(w, saved[i]);
  spy_write_return(w);
}

/* Loads the exit of the record in r13 into rdi. `frame`: the offset of the frame from the stack pointer. */
static void write_exit(spy_writer *w, Int frame) {
  spy_write_memory(w, SPY_LOAD, False, SPY_RAX, spy_at(SPY_R13, 0));
  spy_write_memory(w, SPY_LOAD, True, SPY_RDI, spy_at(SPY_RSP, frame + EXITS));
  spy_write_constant(w, SPY_AND_CONSTANT, False, SPY_RAX, -(1 << SPY_HEADER_BITS));
  _Static_assert(sizeof(spy_exit) == 2 << SPY_HEADER_BITS, "a header is half the offset of its exit");
  spy_write_memory(w, SPY_ADDRESS, True, SPY_RDI, spy_at_index(SPY_RDI, SPY_RAX, 1, 0));
}

/* Jumps to the code of the exit of the record in r13. */
static void write_next(spy_writer *w) {
  write_exit(w, 0);
  spy_write_load_address(w, SPY_RCX, made.area);
  spy_write_memory(w, SPY_LOAD, False, SPY_RAX, spy_at(SPY_RDI, offsetof(spy_exit, code)));
  spy_write_registers(w, SPY_ADD, True, SPY_RAX, SPY_RCX);
  spy_write_jump_to_register(w, SPY_RAX);
}

/* Writes the function enter(spy_block_shapes_state *). */
static void write_enter(spy_writer *w) {
  static const spy_register saved[] = {SPY_RBX, SPY_RBP, SPY_R12, SPY_R13, SPY_R14, SPY_R15};
  for (UInt i = 0; i < sizeof saved / sizeof *saved; i++) spy_write_push(w, saved[i]);
  spy_write_push(w, SPY_RDI); /* STATE */
  spy_write_push(w, SPY_RDI); /* aligns the stack for calls */
  spy_write_memory(w, SPY_LOAD, True, SPY_RAX, spy_at(SPY_RDI, offsetof(spy_block_shapes_state, lane)));
  spy_write_push_memory(w, spy_at(SPY_RAX, offsetof(bin_lane, labels)));
  spy_write_push_memory(w, spy_at(SPY_RDI, offsetof(spy_block_shapes_state, account)));
  spy_write_push_memory(w, spy_at(SPY_RDI, offsetof(spy_block_shapes_state, exits)));
  spy_write_push_memory(w, spy_at(SPY_RDI, offsetof(spy_block_shapes_state, packed)));
  spy_write_push_memory(w, spy_at(SPY_RDI, offsetof(spy_block_shapes_state, end)));
  spy_write_memory(w, SPY_LOAD, True, SPY_RBP, spy_at(SPY_RAX, offsetof(bin_lane, filter)));
  spy_write_memory(w, SPY_LOAD, True, SPY_R12, spy_at(SPY_RAX, offsetof(bin_lane, uses)));
  spy_write_memory(w, SPY_LOAD, True, SPY_R13, spy_at(SPY_RDI, offsetof(spy_block_shapes_state, at)));
  spy_write_memory(w, SPY_LOAD, True, SPY_R14, spy_at(SPY_RDI, offsetof(spy_block_shapes_state, clock)));
  spy_write_memory(w, SPY_LOAD, True, SPY_R15, spy_at(SPY_RDI, offsetof(spy_block_shapes_state, flow)));
  write_next(w);
}

/* Calls bin_reference_slowly(), or a function with the same first arguments, for the site in rdx and the address in
 * rcx. `frame`: the offset of the frame from the stack pointer. */
static void write_account(spy_writer *w, Int frame, const void *function) {
  spy_write_constant(w, SPY_ADD_CONSTANT, True, SPY_R14, COH_CLOCK_STEP);
  spy_write_registers(w, SPY_LOAD, True, SPY_RSI, SPY_R15);
  spy_write_memory(w, SPY_LOAD, True, SPY_RDI, spy_at(SPY_RSP, frame + ACCOUNT));
  spy_write_registers(w, SPY_LOAD, True, SPY_R8, SPY_R14);
  spy_write_jump_to_function(w, function);
}

static void write_slowly(spy_writer *w) {
  spy_write_registers(w, SPY_LOAD, True, SPY_RCX, SPY_RAX);
  write_account(w, WORD, (const void *)&bin_reference_slowly);
}

/* Calls spy_counted_slowly() with the exit of the record. `frame`: the offset of the frame from the stack pointer. */
static void write_counted(spy_writer *w, Int frame) {
  spy_write_registers(w, SPY_LOAD, True, SPY_RCX, SPY_RAX);
  write_exit(w, frame);
  spy_write_registers(w, SPY_LOAD, True, SPY_R9, SPY_RDI);
  write_account(w, frame, (const void *)&spy_counted_slowly);
}

/* Stores the packed counts in the state, from which another function reads them. `frame`: the offset of the frame from
 * the stack pointer. */
static void write_packed(spy_writer *w, Int frame) {
  spy_write_memory(w, SPY_LOAD, True, SPY_RAX, spy_at(SPY_RSP, frame + PACKED));
  spy_write_memory(w, SPY_LOAD, True, SPY_RDI, spy_at(SPY_RSP, frame + STATE));
  spy_write_memory(w, SPY_STORE, True, SPY_RAX, spy_at(SPY_RDI, offsetof(spy_block_shapes_state, packed)));
}

/* Calls spy_timed_slowly_made() with the exit of the record, after it has stored the packed counts. */
static void write_timed(spy_writer *w) {
  spy_write_registers(w, SPY_LOAD, True, SPY_RCX, SPY_RAX);
  write_exit(w, WORD);
  spy_write_registers(w, SPY_LOAD, True, SPY_R9, SPY_RDI);
  write_packed(w, WORD);
  write_account(w, WORD, (const void *)&spy_timed_slowly_made);
}

/* As write_counted(). If a sample becomes pending, the generated code leaves after the current block run. */
static void write_counted_slowly(spy_writer *w, const UChar *counted) {
  spy_write_constant(w, SPY_SUBTRACT_CONSTANT, True, SPY_RSP, WORD);
  spy_write_call(w, counted);
  spy_write_constant(w, SPY_ADD_CONSTANT, True, SPY_RSP, WORD);
  spy_write_constant(w, SPY_COMPARE_CONSTANT, False, SPY_RAX, False);
  UChar *const none = spy_write_jump_ahead(w, SPY_EQUAL);
  spy_write_memory(w, SPY_STORE, True, SPY_R13, spy_at(SPY_RSP, END + WORD));
  spy_write_target(w, none);
  spy_write_return(w);
}

/* Calls bin_hit_elsewhere() for the site in rdi. */
static void write_elsewhere(spy_writer *w) {
  spy_write_memory(w, SPY_ADDRESS, True, SPY_R9, spy_at_index(SPY_RBP, SPY_RDX, 0, 0));
  spy_write_registers(w, SPY_LOAD, True, SPY_RDX, SPY_RDI);
  spy_write_registers(w, SPY_LOAD, True, SPY_RCX, SPY_RAX);
  write_account(w, WORD, (const void *)&bin_hit_elsewhere);
}

/* As write_elsewhere(), but also removes the code of the exit if the site no longer fits the shape after the call. */
static void write_unfit(spy_writer *w) {
  spy_write_registers(w, SPY_LOAD, True, SPY_RCX, SPY_RAX);
  write_exit(w, WORD);
  spy_write_memory_constant(w, SPY_AND_CONSTANT, False, spy_at(SPY_RDI, offsetof(spy_exit, code)), 0);
  spy_write_registers(w, SPY_LOAD, True, SPY_RAX, SPY_RCX);
  spy_write_jump(w, made.slowly);
}

/* For a line with several labels: sets the zero flag if the site in rdi has the label of the granule. The label must
 * not be that of a stack.
 */
static void write_mixed(spy_writer *w) {
  const UInt label_bits = made.line_bits - COH_LABEL_BITS;
  spy_write_memory(w, SPY_LOAD, False, SPY_RCX, spy_at_index(SPY_RBP, SPY_RDX, 0, offsetof(coh_filter, slot)));
  spy_write_registers(w, SPY_LOAD, False, SPY_RSI, SPY_RAX);
  spy_write_shift_left(w, True, SPY_RCX, label_bits);
  spy_write_shift_right(w, False, SPY_RSI, COH_LABEL_BITS);
  spy_write_memory(w, SPY_LOAD, True, SPY_R8, spy_at(SPY_RSP, LABELS + WORD));
  spy_write_constant(w, SPY_AND_CONSTANT, False, SPY_RSI, (1 << label_bits) - 1);
  spy_write_registers(w, SPY_ADD, True, SPY_RSI, SPY_RCX);
  spy_write_memory(w, SPY_LOAD, False, SPY_RSI, spy_at_index(SPY_R8, SPY_RSI, 2, 0));
  spy_write_memory(w, SPY_COMPARE, False, SPY_RSI, spy_at(SPY_RDI, offsetof(bin_site, label)));
  UChar *const other = spy_write_jump_ahead(w, SPY_NOT_EQUAL);
  spy_write_constant(w, SPY_COMPARE_CONSTANT, False, SPY_RSI, (Int)BIN_LABEL_STACK);
  UChar *const stack = spy_write_jump_ahead(w, SPY_EQUAL);
  UChar *const yes = w->at;
  spy_write_registers(w, SPY_COMPARE, False, SPY_RSI, SPY_RSI);
  spy_write_return(w);
  spy_write_target(w, other);
  spy_write_constant(w, SPY_COMPARE_CONSTANT, False, SPY_RSI, (Int)BIN_LABEL_MIXED);
  UChar *const no_bin = spy_write_jump_ahead(w, SPY_NOT_EQUAL);
  spy_write_test_byte(w, spy_at(SPY_RDI, offsetof(bin_site, flags)), BIN_SITE_KNOWN);
  spy_write_jump_if(w, SPY_NOT_EQUAL, yes);
  spy_write_target(w, no_bin);
  spy_write_target(w, stack);
  spy_write_constant(w, SPY_COMPARE_CONSTANT, True, SPY_RSP, 0);
  spy_write_return(w);
}

/* Calls bin_site_follow_call() for the site in rdx and the address in rcx. */
static void write_call(spy_writer *w) {
  if (spy_counter.is_on) {
    write_exit(w, WORD);
    spy_write_registers(w, SPY_LOAD, True, SPY_R8, SPY_RDI);
  }
  spy_write_memory(w, SPY_LOAD, True, SPY_RDI, spy_at(SPY_RSP, ACCOUNT + WORD));
  spy_write_registers(w, SPY_LOAD, True, SPY_RSI, SPY_R15);
  spy_write_jump_to_function(w,
                             spy_counter.is_on ? (const void *)&spy_counted_call : (const void *)&bin_site_follow_call);
}

/* Returns the function that follows a run that ends in this way. */
static const void *end_follower(spy_end end) {
  if (spy_contexts && end == SPY_END_CALL) return (const void *)&spy_callers_call;
  if (spy_contexts && end == SPY_END_RETURN) return (const void *)&spy_callers_end_call;
  if (spy_contexts) return (const void *)&spy_callers_follow_end;
  return spy_counter.is_on ? (const void *)&spy_counted_end : (const void *)&spy_exit_follow_end;
}

/* Calls end_follower() for the last reference, whose place is in rdx. */
static void write_end(spy_writer *w, spy_end end) {
  write_exit(w, WORD);
  spy_write_registers(w, SPY_LOAD, True, SPY_RSI, SPY_RDI);
  spy_write_registers(w, SPY_LOAD, True, SPY_RDI, SPY_R15);
  if (spy_contexts) spy_write_memory(w, SPY_LOAD, True, SPY_RCX, spy_at(SPY_RSP, PACKED + WORD));
  spy_write_jump_to_function(w, end_follower(end));
}

/* Calls spy_callers_enter_made() for the exit in rdi. */
static void write_function(spy_writer *w) {
  spy_write_registers(w, SPY_LOAD, True, SPY_RSI, SPY_RDI);
  spy_write_registers(w, SPY_LOAD, True, SPY_RDI, SPY_R15);
  spy_write_memory(w, SPY_LOAD, True, SPY_RDX, spy_at(SPY_RSP, PACKED + WORD));
  spy_write_jump_to_function(w, (const void *)&spy_callers_enter_made);
}

/* Returns whether results depend on the clock at each reference. */
static Bool is_timed(void) { return mach_config_is_timed(&spy_system->config); }

static const UChar *begin_piece(const spy_writer *w) { return w->at; }

/* Writes the piece of code for references that are not plain hits. With a counter, the piece can report references.
 * Returns the start of the piece. */
static const UChar *write_slowly_or_counted(spy_writer *w) {
  enum { WITHIN = 3 * WORD };
  const UChar *const counted = begin_piece(w);
  if (is_timed()) {
    write_timed(w);
    return counted;
  }
  if (!spy_counter.is_on) {
    write_slowly(w);
    return counted;
  }
  write_counted(w, WITHIN);
  const UChar *const unwatched = begin_piece(w);
  write_slowly(w);
  const UChar *const slowly = begin_piece(w);
  spy_write_memory(w, SPY_LOAD, True, SPY_RCX, spy_at(SPY_RSP, STATE + WORD));
  spy_write_memory_constant(w, SPY_COMPARE_CONSTANT, False, spy_at(SPY_RCX, offsetof(spy_block_shapes_state, watches)),
                            False);
  spy_write_jump_if(w, SPY_EQUAL, unwatched);
  write_counted_slowly(w, counted);
  return slowly;
}

void spy_block_shapes_reserve(void) {
  if (!made.area) made.area = spy_core_pages("spy.block_shapes", AREA_BYTES);
}

static void make_pieces(const bin_lane *lane) {
  made.writer = (spy_writer){.at = made.area, .end = made.area + AREA_BYTES};
  made.shapes = VG_(HT_construct)("spy.block_shapes");
  made.line_bits = lane->line_bits;
  made.filter_mask = (UInt)lane->filter_mask;
  spy_writer *const w = &made.writer;
  write_leave(w);
  UChar *const enter = w->at;
  __builtin_memcpy(&made.enter, &enter, sizeof enter);
  write_enter(w);
  made.slowly = write_slowly_or_counted(w);
  made.elsewhere = begin_piece(w);
  write_elsewhere(w);
  made.unfit = begin_piece(w);
  write_unfit(w);
  made.mixed = begin_piece(w);
  write_mixed(w);
  made.call = begin_piece(w);
  write_call(w);
  made.function = begin_piece(w);
  write_function(w);
  for (UInt i = 0; i < SPY_ENDS; i++) {
    made.ends[i] = begin_piece(w);
    write_end(w, i);
  }
}

/* ---- the code of a shape ---- */

/* The jumps from a reference's fast path to its detours, and `next`, the start of the code after the reference. The
 * targets of the jumps are patched when the detours have been written. */
typedef struct {
  UChar *slowly, *unfit, *mixed; /* NULL: there is no such jump */
  UChar *elsewhere[2];
  UInt n_elsewhere;
  UChar *counted, *next;
} detours;

static spy_operand of_site(UInt i, SizeT field) { return spy_at(SPY_RBX, (Int)(i * sizeof(bin_site) + field)); }
static spy_operand of_entry(SizeT field) { return spy_at_index(SPY_RBP, SPY_RDX, 0, (Int)field); }
static spy_operand address_of(UInt i) { return spy_at(SPY_R13, (Int)((1 + i) * WORD)); }

static void elsewhere_if(spy_writer *w, detours *d, spy_condition condition) {
  d->elsewhere[d->n_elsewhere++] = spy_write_jump_ahead(w, condition);
}

/* Tests that the line of the reference's last byte is the line in the filter entry of its first byte. For a store, the
 * line must also be modified. */
static void write_line(spy_writer *w, detours *d, UInt i, UInt flags) {
  enum { ENTRY_BITS = 4 };
  _Static_assert(sizeof(coh_filter) == 1 << ENTRY_BITS, "an entry's offset is its index, shifted");
  spy_write_load_short(w, SPY_RCX, of_site(i, offsetof(bin_site, last)));
  spy_write_registers(w, SPY_ADD, True, SPY_RCX, SPY_RAX);
  spy_write_registers(w, SPY_LOAD, False, SPY_RDX, SPY_RAX);
  spy_write_shift_right(w, True, SPY_RCX, made.line_bits);
  spy_write_shift_right(w, False, SPY_RDX, made.line_bits - ENTRY_BITS);
  spy_write_constant(w, SPY_AND_CONSTANT, False, SPY_RDX, (Int)(made.filter_mask << ENTRY_BITS));
  if (flags & BIN_SITE_READS) {
    spy_write_memory(w, SPY_LOAD, True, SPY_RSI, of_entry(offsetof(coh_filter, key)));
    spy_write_shift_right(w, True, SPY_RSI, 1);
    spy_write_registers(w, SPY_COMPARE, True, SPY_RSI, SPY_RCX);
  } else {
    spy_write_memory(w, SPY_ADDRESS, True, SPY_RCX, spy_at_index(SPY_RCX, SPY_RCX, 0, 1));
    spy_write_memory(w, SPY_COMPARE, True, SPY_RCX, of_entry(offsetof(coh_filter, key)));
  }
  d->slowly = spy_write_jump_ahead(w, SPY_NOT_EQUAL);
}

/* For a site whose label is the stack: tests that the line has this label, and that the address is in the innermost
 * frame. */
static void write_stack(spy_writer *w, detours *d, UInt i) {
  spy_write_memory_constant(w, SPY_COMPARE_CONSTANT, False, of_site(i, offsetof(bin_site, label)),
                            (Int)BIN_LABEL_STACK);
  d->unfit = spy_write_jump_ahead(w, SPY_NOT_EQUAL);
  spy_write_memory_constant(w, SPY_COMPARE_CONSTANT, False, of_entry(offsetof(coh_filter, label)),
                            (Int)BIN_LABEL_STACK);
  elsewhere_if(w, d, SPY_NOT_EQUAL);
  spy_write_memory(w, SPY_LOAD, True, SPY_RSI, spy_at(SPY_R15, offsetof(bin_flow, top)));
  spy_write_registers(w, SPY_SUBTRACT, True, SPY_RSI, SPY_RAX);
  spy_write_memory(w, SPY_COMPARE, True, SPY_RSI, spy_at(SPY_R15, offsetof(bin_flow, span)));
  elsewhere_if(w, d, SPY_NOT_BELOW);
}

/* For a site whose label is a bin: tests that the line has this label. */
static void write_label(spy_writer *w, detours *d, UInt i) {
  spy_write_memory(w, SPY_LOAD, False, SPY_RSI, of_entry(offsetof(coh_filter, label)));
  spy_write_memory(w, SPY_COMPARE, False, SPY_RSI, of_site(i, offsetof(bin_site, label)));
  d->mixed = spy_write_jump_ahead(w, SPY_NOT_EQUAL);
  spy_write_constant(w, SPY_COMPARE_CONSTANT, False, SPY_RSI, (Int)BIN_LABEL_STACK);
  d->unfit = spy_write_jump_ahead(w, SPY_EQUAL);
}

static void write_reference(spy_writer *w, detours *d, UInt i, UInt flags) {
  spy_write_memory(w, SPY_LOAD, True, SPY_RAX, address_of(i));
  write_line(w, d, i, flags);
  if (flags & ON_STACK)
    write_stack(w, d, i);
  else
    write_label(w, d, i);
  d->counted = w->at;
  spy_write_memory_constant(w, SPY_ADD_CONSTANT, False, of_site(i, offsetof(bin_site, pending)), 1);
  spy_write_memory(w, SPY_LOAD, False, SPY_RCX, of_entry(offsetof(coh_filter, slot)));
  spy_write_constant(w, SPY_ADD_CONSTANT, True, SPY_R14, COH_CLOCK_STEP);
  spy_write_memory(w, SPY_STORE, True, SPY_R14, spy_at_index(SPY_R12, SPY_RCX, 3, 0));
  d->next = w->at;
  if (!(flags & BIN_SITE_CALL)) return;
  spy_write_memory(w, SPY_ADDRESS, True, SPY_RDX, of_site(i, 0));
  spy_write_memory(w, SPY_LOAD, True, SPY_RCX, address_of(i));
  spy_write_call(w, made.call);
}

/* Calls a piece with the site in a register, and continues after the reference. */
static void write_detour(spy_writer *w, const detours *d, spy_register site, UInt i, const UChar *piece) {
  spy_write_memory(w, SPY_ADDRESS, True, site, of_site(i, 0));
  spy_write_call(w, piece);
  spy_write_jump(w, d->next);
}

/* Writes the detour for a line with several labels, because the granule of the reference can have the site's label. */
static void write_mixed_detour(spy_writer *w, const detours *d, UInt i) {
  spy_write_target(w, d->mixed);
  spy_write_constant(w, SPY_COMPARE_CONSTANT, False, SPY_RSI, (Int)COH_NO_LABEL);
  UChar *const other = spy_write_jump_ahead(w, SPY_NOT_EQUAL);
  spy_write_memory(w, SPY_ADDRESS, True, SPY_RDI, of_site(i, 0));
  spy_write_call(w, made.mixed);
  spy_write_jump_if(w, SPY_EQUAL, d->counted);
  spy_write_target(w, other);
}

static void write_detours(spy_writer *w, const detours *d, UInt i) {
  if (d->mixed) write_mixed_detour(w, d, i);
  for (UInt k = 0; k < d->n_elsewhere; k++) spy_write_target(w, d->elsewhere[k]);
  write_detour(w, d, SPY_RDI, i, made.elsewhere);
  spy_write_target(w, d->slowly);
  write_detour(w, d, SPY_RDX, i, made.slowly);
  spy_write_target(w, d->unfit);
  write_detour(w, d, SPY_RDX, i, made.unfit);
}

/* With contexts: jumps to a detour if the thread is not in the function of the exit in rdi, whose sites are in rbx, and
 * records the run. Returns the jump. */
static UChar *write_context(spy_writer *w, spy_end end) {
  enum { FUNCTION = (Int)offsetof(spy_block, function) - (Int)sizeof(spy_block) };
  const spy_operand function = end == SPY_END_CALL ? spy_at(SPY_RBX, FUNCTION)
                                                   : spy_at(SPY_RDI, offsetof(spy_exit, segment));
  spy_write_memory(w, SPY_LOAD, False, SPY_RCX, function);
  spy_write_memory(w, SPY_COMPARE, False, SPY_RCX, spy_at(SPY_R15, offsetof(bin_flow, at.function)));
  UChar *const other = spy_write_jump_ahead(w, SPY_NOT_EQUAL);
  spy_write_memory(w, SPY_LOAD, False, SPY_RDX, spy_at(SPY_R13, 0));
  spy_write_memory(w, SPY_STORE, False, SPY_RDX, spy_at(SPY_R15, offsetof(bin_flow, at.left_at)));
  return other;
}

/* Writes the detour of a block of another function. It continues at `begin`. */
static void write_other_function(spy_writer *w, UChar *other, const UChar *begin) {
  spy_write_target(w, other);
  spy_write_call(w, made.function);
  spy_write_registers(w, SPY_LOAD, True, SPY_RDI, SPY_RAX);
  spy_write_jump(w, begin);
}

/* Writes the start of a shape's code. The exit is in rdi. Returns the jump to write_other_function(), or NULL. */
static UChar *write_begin(spy_writer *w, spy_end end) {
  UChar *other = NULL;
  spy_write_memory(w, SPY_LOAD, True, SPY_RBX, spy_at(SPY_RDI, offsetof(spy_exit, sites)));
  if (spy_contexts) other = write_context(w, end);
  spy_write_memory(w, SPY_LOAD, True, SPY_RAX, spy_at(SPY_RDI, offsetof(spy_exit, packed)));
  spy_write_memory_constant(w, SPY_ADD_CONSTANT, False, spy_at(SPY_RDI, offsetof(spy_exit, executed)), 1);
  spy_write_memory(w, SPY_ADD_TO, True, SPY_RAX, spy_at(SPY_RSP, PACKED));
  return other;
}

static void write_shape(spy_writer *w, const shape *s) {
  detours d[MOST_REFERENCES] = {{.n_elsewhere = 0}};
  const UInt n = s->words[0];
  const UChar *const begin = begin_piece(w);
  UChar *const other = write_begin(w, s->words[1]);
  for (UInt i = 0; i < n; i++) write_reference(w, &d[i], i, s->words[2 + i]);
  if (s->words[1] != SPY_END_PLAIN) {
    spy_write_memory(w, SPY_ADDRESS, True, SPY_RDX, spy_at(SPY_R13, (Int)(n * WORD)));
    spy_write_call(w, made.ends[s->words[1]]);
  }
  spy_write_constant(w, SPY_ADD_CONSTANT, True, SPY_R13, (Int)((1 + n) * WORD));
  spy_write_memory(w, SPY_COMPARE, True, SPY_R13, spy_at(SPY_RSP, END));
  spy_write_jump_if(w, SPY_NOT_BELOW, made.area);
  write_next(w);
  for (UInt i = 0; i < n; i++) write_detours(w, &d[i], i);
  if (other) write_other_function(w, other, begin);
}

static void make_code(shape *s) {
  spy_writer *const w = &made.writer;
  UChar *const begin = w->at;
  if (w->full) return;
  write_shape(w, s);
  if (!w->full) s->code = (UInt)(begin - made.area);
}

/* ---- shapes ---- */

static shape shape_of(const spy_exit *e) {
  enum { TELLS = BIN_SITE_READS | BIN_SITE_CALL };
  shape s = {.n_words = 2, .words = {e->n_references, e->end}};
  for (const bin_site *site = e->sites; site < e->sites + e->n_references; site++)
    s.words[s.n_words++] = (UShort)((site->flags & TELLS) | (site->label == BIN_LABEL_STACK ? ON_STACK : 0));
  for (UInt i = 0; i < s.n_words; i++) s.key = (s.key ^ s.words[i]) * 0x100000001b3u;
  return s;
}

static Word compare(const void *a, const void *b) {
  const shape *x = a, *y = b;
  return x->n_words != y->n_words || VG_(memcmp)(x->words, y->words, x->n_words * sizeof *x->words) != 0;
}

static shape *find_shape(const spy_exit *e) {
  const shape wanted = shape_of(e);
  shape *found = VG_(HT_gen_lookup)(made.shapes, &wanted, compare);
  if (found) return found;
  const SizeT bytes = offsetof(shape, words) + wanted.n_words * sizeof *wanted.words;
  found = VG_(malloc)("spy.block_shapes", bytes);
  VG_(memcpy)(found, &wanted, bytes);
  VG_(HT_add_node)(made.shapes, found);
  make_code(found);
  return found;
}

Bool spy_block_shapes_fit(const bin_lane *lane) {
  enum { FEWEST_BITS = 4, MOST_BITS = 12 };
  return lane->filter_fold == COH_NOT_FOLDED && lane->line_bits >= FEWEST_BITS && lane->line_bits <= MOST_BITS &&
         spy_options_get()->fast;
}

/* Returns whether the clock must be exact at references that hit. (The code for hits does not advance the clock.) */
static Bool has_exact_hits(const spy_exit *e) {
  for (const bin_site *site = e->sites; site < e->sites + e->n_references; site++)
    if (site->label == BIN_LABEL_NEVER) return is_timed();
  return False;
}

void spy_block_shapes_link(spy_exit *e, const bin_lane *lane) {
  if (e->n_references > MOST_REFERENCES || has_exact_hits(e)) return;
  spy_block_shapes_reserve();
  if (!made.enter) make_pieces(lane);
  e->code = find_shape(e)->code;
}

spy_block_shapes_state spy_block_shapes_begin(bin_flow *flow, const bin_lane *lane) {
  return (spy_block_shapes_state){.exits = spy_exits, .account = spy_account, .flow = flow, .lane = lane};
}

const ULong *spy_block_shapes_run(spy_block_shapes_state *state, const ULong *at, const ULong *end, ULong *packed,
                                  ULong *clock) {
  state->at = at;
  state->end = end;
  state->packed = *packed;
  state->clock = *clock;
  made.enter(state);
  *packed = state->packed;
  *clock = state->clock;
  return state->at;
}
