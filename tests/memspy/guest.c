/* guest.c: see guest.h.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "tests/memspy/guest.h"

#include "memspy/record/spy_queue.h"
#include "memspy/setup/spy_state.h"
#include "memspy/trace/spy_trace_source.h"
#include "scopes/scope_loops.h"

guest_shape guest_shape_make(dice *d, unsigned most, Bool only_reads) {
  static const UInt kinds[] = {COH_READ, COH_READ, COH_READ, COH_WRITE, COH_WRITE, COH_MODIFY};
  guest_shape shape = {.n = dice_below(d, most + 1), .tail = dice_below(d, 5)};
  for (unsigned i = 0; i < shape.n; i++) {
    shape.references[i].gap = dice_chance(d, 30) ? 0 : dice_between(d, 1, dice_chance(d, 5) ? 30 : 4);
    shape.references[i].kind = only_reads ? COH_READ : kinds[dice_below(d, 6)];
    shape.references[i].size = 1u << dice_below(d, 4);
  }
  if (shape.n == 0) shape.tail++;
  /* The first reference belongs to an instruction that has started. */
  if (shape.n != 0 && shape.references[0].gap == 0) shape.references[0].gap = 1;
  if (shape.n > 1 && dice_chance(d, 50)) {
    shape.side = dice_between(d, 1, shape.n - 1);
    shape.side_tail = dice_below(d, shape.references[shape.side].gap + 1);
  }
  return shape;
}

guest_shape guest_shape_make_calling(dice *d, unsigned most, Bool only_reads) {
  guest_shape s = guest_shape_make(d, dice_chance(d, 70) ? 4 : most, only_reads);
  for (unsigned i = 0; i < s.n && !only_reads; i++) {
    if (s.references[i].kind == COH_READ && dice_chance(d, 20)) s.references[i].flags = BIN_SITE_GUARDED;
    if (s.references[i].kind != COH_WRITE || i + 1 == s.n || !dice_chance(d, 10)) continue;
    s.references[i].size = 8;
    s.references[i].flags = BIN_SITE_CALL;
  }
  if (s.n == 0 || s.references[s.n - 1].flags != 0 || !dice_chance(d, 30)) return s;
  if (s.references[s.n - 1].kind == COH_WRITE) s.end = SPY_END_CALL;
  if (s.references[s.n - 1].kind == COH_READ) s.end = SPY_END_RETURN;
  return s;
}

/* Returns the run that leaves the block after this many references. */
static naive_run run_of(const guest_shape *shape, unsigned n, unsigned tail, unsigned place, Addr code) {
  naive_run run = {.n = n, .tail = tail, .place = place};
  for (unsigned i = 0; i < n; i++) {
    const Bool last = i + 1 == shape->n;
    code += shape->references[i].gap;
    run.references[i].code = code;
    run.references[i].gap = shape->references[i].gap;
    run.references[i].kind = shape->references[i].kind;
    run.references[i].size = shape->references[i].size;
    run.references[i].guarded = shape->references[i].flags & BIN_SITE_GUARDED;
    run.references[i].calls = shape->references[i].flags & BIN_SITE_CALL || (last && shape->end == SPY_END_CALL);
    run.references[i].returns = last && shape->end == SPY_END_RETURN;
  }
  return run;
}

static spy_exit exit_of(const guest_shape *shape, const naive_run *run, Bool last) {
  UInt reads = 0, writes = 0;
  spy_exit e = {.n_references = (UShort)run->n, .tail = (UChar)run->tail, .end = last ? shape->end : SPY_END_PLAIN};
  e.segment = bin_table_get_place(spy_table, run->place)->segment;
  for (unsigned i = 0; i < run->n; i++) {
    *(run->references[i].kind == COH_WRITE ? &writes : &reads) += 1;
    if (shape->references[i].flags & BIN_SITE_GUARDED) e.guarded = 1;
    if (shape->references[i].flags & BIN_SITE_CALL) e.calls = 1;
  }
  e.packed = SPY_PACK(naive_run_instructions(run), reads, writes);
  return e;
}

static void set_points(spy_block *block, const guest_shape *shape, const naive_run *run) {
  UInt order = 0;
  for (unsigned i = 0; i < block->n_sites; i++) {
    order = shape->references[i].gap == 0 ? order + 1 : 0;
    const UInt end = i + 1 < block->n_sites         ? 0
                     : shape->end == SPY_END_CALL   ? BIN_SITE_CALL
                     : shape->end == SPY_END_RETURN ? BIN_SITE_RETURN
                                                    : 0;
    spy_block_traced(block)->points[i] = spy_trace_point_of(&spy_block_sites(block)[i], run->references[i].code, order,
                                                            end);
  }
}

void guest_block_make(guest_block *b, const guest_shape *shape, UInt place, Addr code, Bool traced) {
  b->runs[0] = run_of(shape, shape->n, shape->tail, place, code);
  b->runs[1] = run_of(shape, shape->side, shape->side_tail, place, code);
  b->n_exits = shape->side != 0 ? 2 : 1;
  const UInt of_block = (UInt)(sizeof(spy_block) + shape->n * sizeof(bin_site));
  const SizeT of_trace = traced ? spy_traced_bytes(shape->n) : 0;
  const UInt instructions = naive_run_instructions(&b->runs[0]);
  const spy_block fields = {.key = code,
                            .start = code,
                            .scope = SCOPE_NONE,
                            .traced = traced ? of_block : 0,
                            .exits = of_block + (UInt)of_trace,
                            .runs = of_block + (UInt)(of_trace + 2 * sizeof(UInt)),
                            .n_sites = (UShort)shape->n,
                            .n_runs = 1,
                            .n_exits = (UShort)b->n_exits};
  spy_block *block = spy_block_new(&fields, of_block + of_trace + sizeof(spy_run) + (2 + instructions) * sizeof(UInt));
  for (unsigned i = 0; i < shape->n; i++) {
    bin_site_init(&spy_block_sites(block)[i], spy_account, shape->references[i].size,
                  shape->references[i].kind | shape->references[i].flags, place);
    spy_block_sites(block)[i].gap = (UChar)shape->references[i].gap;
  }
  if (traced) {
    spy_traced_init(spy_block_traced(block), spy_block_sites(block), shape->n);
    set_points(block, shape, &b->runs[0]);
  }
  spy_block_runs(block)[0] = (spy_run){.place = place, .instructions = instructions};
  for (UInt i = 0; i < instructions; i++) spy_block_frames(block)[i] = (UInt)code + 1 + i;
  spy_block_reserve(spy_block_exits(block), b->n_exits);
  const spy_exit exits[2] = {exit_of(shape, &b->runs[0], True), exit_of(shape, &b->runs[1], False)};
  spy_block_add(block, exits);
  b->block = block;
}

void guest_account_make(void) {
  static mach_config machine;
  mach_preset_find(MACH_PRESET_DEFAULT, &machine);
  spy_system = coh_system_new(&machine);
  spy_table = bin_table_new();
  bin_table_place(spy_table, bin_table_segment(spy_table, "f", 0, 0, 1), 0, 1, 0);
  spy_account = bin_account_new(spy_system, spy_table, NULL, NULL);
}

naive_record guest_run(const guest_block *b, unsigned exit, const ULong *addresses) {
  naive_record record = {.run = &b->runs[exit], .n_words = 1 + b->runs[exit].n};
  record.words[0] = spy_header(spy_block_exits(b->block)[exit], b->runs[exit].n);
  for (unsigned i = 0; i < b->runs[exit].n; i++) record.words[1 + i] = addresses[i];
  return record;
}

void guest_record(ThreadId tid, const naive_record *record) {
  ULong *cursor = spy_queue_cursor(tid);
  for (unsigned i = 0; i < record->n_words; i++) *cursor++ = record->words[i];
  VG_(set_shadow_regs_area)(tid, 1, SPY_CURSOR_OFFSET, sizeof cursor, (const UChar *)&cursor);
}
