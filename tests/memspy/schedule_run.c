/* schedule_run.c: see schedule_run.h.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "tests/memspy/schedule_run.h"

#include "coherence/coh_early.h"
#include "memspy/record/spy_lane.h"
#include "memspy/schedule/spy_slice_alone.h"
#include "memspy/schedule/spy_syscall_waits.h"
#include "memspy/schedule/spy_thread-inl.h"

schedule_world world;
const trial_step *steps;
size_t n_steps;
dice luck;
naive_schedule model;
thread threads[FAKE_THREADS];
ThreadId most;
unsigned programs;
guest_shape shapes[WORLD_BLOCKS];
guest_block *blocks[WORLD_BLOCKS], *spin_block, *set_block, *atomic_block, *call_block;
unsigned last_run;
Bool flags[WORLD_FLAGS];
ThreadId owner;
Bool forked;

/* ---- the kernel ---- */

void spy_syscall_ends(ThreadId tid) { threads[tid].in_call = model.threads[tid].in_call = False; }
Bool spy_syscall_is_in(ThreadId tid) { return threads[tid].in_call; }
Bool spy_syscall_waits(ThreadId tid) { return threads[tid].in_call && threads[tid].kernel_waits; }
Bool spy_syscall_is_prompt(ThreadId tid) { return threads[tid].in_call && !threads[tid].kernel_waits; }
Bool spy_syscall_goes_on(ThreadId tid) { return threads[tid].in_call && !threads[tid].kernel_waits; }
UInt spy_syscall_number(ThreadId tid) {
  (void)tid;
  return 0;
}
Bool spy_host_thread_is_kept(Int host_thread) {
  (void)host_thread;
  return False;
}
Word spy_host_thread_call(Int host_thread) {
  (void)host_thread;
  return SPY_NO_CALL;
}
Bool spy_host_thread_sleeps(Int host_thread) { return host_thread != 0 && threads[host_thread - HOST].sleeps; }

Bool spy_host_thread_is_alive(Int host_thread) {
  return threads[host_thread - HOST].place != OVER ? True : dice_chance(&luck, 50);
}

void kernel_waits(thread *t, Bool waits) { t->kernel_waits = model.threads[number_of(t)].kernel_waits = waits; }

guest_block *make_block(const guest_shape *shape) {
  static Addr code = 0x400000;
  guest_block *b = VG_(malloc)("test", sizeof *b);
  guest_block_make(b, shape, 0, code += 0x100, False);
  return b;
}

/* ---- comparing ---- */

void compare_room(ThreadId tid) {
  if (!spy_queue_of(tid) || !spy_queue_of(tid)->started || spy_stopped()) return;
  const ULong *cursor = spy_queue_cursor(tid);
  const ULong *half = (const ULong *)((Addr)spy_queue_of(tid)->memory + spy_queue_full_bit());
  const Long left = half - cursor;
  if (left != model.threads[tid].left)
    trial_fail("thread %u has room for %lld words, not %lld", tid, left, (Long)model.threads[tid].left);
}

static void compare_processor(UInt i) {
  const Bool empty = naive_lane_is_empty(&model.lanes, i);
  if (spy_lane_is_empty(i) != empty) trial_fail("processor %u has %s words", i, empty ? "still" : "no");
  const ULong now = coh_now(spy_system, i), expected = naive_lane_now(&model.lanes, i);
  if (now != expected) trial_fail("processor %u is at %llu, not %llu", i, now, expected);
  if (spy_threads.processors[i].quantum != model.processors[i].quantum)
    trial_fail("processor %u: a slice has %llu cycles, not %llu; heard %llu, not %llu", i,
               spy_threads.processors[i].quantum, (ULong)model.processors[i].quantum, spy_threads.processors[i].heard,
               (ULong)model.processors[i].heard);
}

/* By processor and line of the region: the line's page was already shared when the processor's lane was last seen
 * empty. */
static Bool shared_before[NAIVE_PROCESSORS][NAIVE_LINES];

static Bool is_shared(ULong line) { return coh_pages_user(spy_system->pages, line) == 0; }

void note_shared(UInt processor) {
  for (ULong i = 0; i < world.region.lines; i++) shared_before[processor][i] = is_shared(world.region.first + i);
}

/* The records that a processor's lane got since it was empty, and (if `exactly`) no others, must be noted as about to be touched
 * (lines with the same hash are one). Exceptions are the processor's own pages, and perhaps some lines in pages that
 * are shared only since then, or that it touches: these pages may be noted as a whole. Where nothing is simulated, or
 * no other lane has records, notes are not necessary. */
void compare_pending(UInt processor, Bool exactly) {
  const naive_records *given = &model.lanes.lanes[processor].all;
  static Bool touched[1 << 17], touched_pages[1 << 14];
  const coh_lookahead *pending = spy_system->pending;
  const SizeT hashes = (SizeT)1 << pending->bits;
  const unsigned shift = spy_system->pages->shift;
  Bool is_only = True;
  for (UInt i = 0; i < world.machine.processors; i++)
    if (i != processor && !naive_lane_is_empty(&model.lanes, i)) is_only = False;
  tl_assert(hashes <= sizeof touched && 1u << pending->page_bits <= sizeof touched_pages);
  VG_(memset)(touched, 0, hashes);
  VG_(memset)(touched_pages, 0, sizeof touched_pages);
  for (unsigned i = 0; i < given->n; i++) {
    const naive_record *record = &given->records[i];
    for (unsigned r = 0; record->run && r < record->run->n; r++)
      for (ULong line = record->words[1 + r] / world.machine.d1.line;
           line <= (record->words[1 + r] + record->run->references[r].size - 1) / world.machine.d1.line; line++) {
        touched[coh_lookahead_hash(pending, line)] = True;
        touched_pages[coh_lookahead_page_of(pending, line >> shift) - pending->pages] = True;
      }
  }
  for (ULong line = world.region.first; line < world.region.first + world.region.lines; line++) {
    const uint32_t hash = coh_lookahead_hash(pending, line);
    const Bool shared = is_shared(line), noted = shared && (coh_early_touching(spy_system, line) >> processor & 1) != 0;
    const Bool more = !shared_before[processor][line - world.region.first] ||
                      touched_pages[coh_lookahead_page_of(pending, line >> shift) - pending->pages];
    if (noted ? exactly && !touched[hash] && !more : touched[hash] && shared && world.simulates && !is_only)
      trial_fail("processor %u: line %llu is noted: %d", processor, line, noted);
  }
}

void compare_all(void) {
  for (UInt i = 0; i < world.machine.processors; i++) compare_processor(i);
  /* records of a slice that goes on can have been drained */
  if (spy_slice_alone_words() == 0 && spy_collecting() != model.lanes.collecting)
    trial_fail("collecting: %d", spy_collecting());
  if (spy_schedule_is_merging() != model.merging) trial_fail("merging: %d", spy_schedule_is_merging());
}

/* ---- the end ---- */

void compare_counts(void) {
  for (UInt i = 0; i < world.machine.processors; i++) {
    const coh_counts *counts = coh_counts_of(spy_system, i), *expected = naive_counts_of(model.lanes.machine, i);
    const uint64_t *a = (const uint64_t *)counts, *b = (const uint64_t *)expected;
    for (unsigned c = 0; c < sizeof *counts / sizeof *a; c++)
      if (a[c] != b[c] && !(forked && c < 2))
        trial_fail("processor %u, count %u: %llu, not %llu", i, c, (ULong)a[c], (ULong)b[c]);
    const ULong idle = bin_account_idle_cycles(spy_account, i);
    if (idle != model.idle[i])
      trial_fail("processor %u was idle for %llu cycles, not %llu", i, idle, (ULong)model.idle[i]);
    if (idle != 0) note(SEEN_IDLE);
    for (ULong told = model.lanes.told[i]; told > 0; told--) note(SEEN_TOLD);
  }
  for (unsigned cuts = model.lanes.cuts; cuts > 0; cuts--) note(SEEN_CUT);
}

void compare_bins(void) {
  uint64_t found[1 + WORLD_RANGES] = {0};
  const bin_cells *cells = bin_account_cells(spy_account);
  for (UInt i = 0; i < cells->n; i++) {
    const bin_cell *cell = bin_cells_get(cells, i);
    if (cell->bin > WORLD_RANGES) trial_fail("bin %u", cell->bin);
    found[cell->bin] += cell->reads + cell->writes;
  }
  for (unsigned bin = 0; bin <= WORLD_RANGES; bin++)
    if (found[bin] != model.lanes.references_in[bin])
      trial_fail("bin %u has %llu references, not %llu", bin, (ULong)found[bin], (ULong)model.lanes.references_in[bin]);
}
