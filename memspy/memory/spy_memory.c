/* spy_memory.c: see spy_memory.h. All changes pass through the queue of the running thread.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "memspy/memory/spy_memory.h"

#include "memspy/core/spy_platform.h"
#include "memspy/drain/spy_late_receivers.h"
#include "memspy/drain/spy_receivers.h"
#include "memspy/memory/spy_tls.h"
#include "memspy/names/spy_code.h"
#include "memspy/names/spy_layout.h"
#include "memspy/names/spy_paths.h"
#include "memspy/record/spy_queue.h"
#include "memspy/record/spy_record.h"
#include "memspy/run/spy_recording.h"
#include "memspy/sample/spy_sample.h"
#include "memspy/setup/spy_state.h"
#include "memspy/trace/spy_trace_memory.h"
#include "memspy/trace/spy_trace_turn.h"

/* The state of a thread. */
typedef struct {
  Bool maps_object; /* a dynamic linker made the thread's latest mmap call */
  Addr resizing;    /* block that the thread is resizing; 0: none */
} thread;

static thread *threads; /* indexed by ThreadId */
static UInt n_resizing; /* number of threads that are resizing a block */

static thread *thread_of(ThreadId tid) {
  if (!threads) threads = VG_(calloc)("spy.memory.threads", VG_N_THREADS, sizeof *threads);
  return &threads[tid];
}

/* ---- mappings ---- */

Bool spy_memory_has_names(Addr address) {
  const HChar *object;
  const NSegment *segment = VG_(am_find_nsegment)(address);
  if (segment && segment->kind == SkFileC) return True;
  return spy_layout_is_own(address) || spy_layout_kind(address, &object) != Vg_SectUnknown;
}

static void new_startup(Addr start, SizeT bytes, Bool r, Bool w, Bool x, ULong debug_info) {
  (void)r, (void)w, (void)x, (void)debug_info;
  spy_code_load();
  spy_layout_look();
  spy_recording_event(SPY_EVENT_MAP_LAZY, start, bytes, 0);
}

/* Makes the thread record between samples for a while. Call for new memory; only the first sufficiently large memory of
 * each bin has this effect. */
static void look_for_receivers(ThreadId tid, Addr start, SizeT bytes, bin_id bin) {
  if (tid == VG_INVALID_THREADID) return;
  const Bool is_new = spy_sample_is_on() && spy_receivers_is_new(bin, bytes);
  if (spy_sample_records(tid)) {
    if (is_new) spy_sample_look_on();
    spy_receivers_allocated(tid, start, bytes, bin);
  } else if (is_new && spy_sample_look(tid)) {
    spy_receivers_await(tid, start, bytes, bin);
  }
}

void spy_memory_maps(ThreadId tid, UWord flags) {
  enum { DENY_WRITE = 0x800 }; /* a flag that dynamic linkers use */
  thread_of(tid)->maps_object = (flags & DENY_WRITE) != 0;
}

static void new_mmap(Addr start, SizeT bytes, Bool r, Bool w, Bool x, ULong debug_info) {
  (void)r, (void)w, (void)x;
  const ThreadId tid = VG_(get_running_tid)();
  if (spy_stopped()) return;
  if (debug_info != 0) {
    spy_code_load();
    spy_layout_look();
    spy_trace_object_read();
  } else if (thread_of(tid)->maps_object && !spy_layout_is_own(start)) {
    spy_trace_object_maps(start, bytes);
  }
  if (spy_memory_has_names(start) || tid == VG_INVALID_THREADID) {
    spy_recording_event(SPY_EVENT_MAP_LAZY, start, bytes, 0);
    spy_tls_mapped();
    return;
  }
  const bin_id bin = spy_bin_of_mapping(tid);
  spy_recording_event(SPY_EVENT_MAP, start, bytes, bin);
  if (bin != spy_heap_bin()) look_for_receivers(tid, start, bytes, bin);
}

static void new_brk(Addr start, SizeT bytes, ThreadId tid) {
  (void)tid;
  spy_recording_event(SPY_EVENT_MAP, start, bytes, spy_heap_bin());
}

static void gone(Addr start, SizeT bytes) {
  spy_late_receivers_gone(start);
  spy_recording_event(SPY_EVENT_UNMAP, start, bytes, 0);
  spy_tls_unmapped(start, bytes);
}

/* Call after mremap. The mapping keeps its bin. Another call reports that the old range is unmapped. */
static void moved(Addr from, Addr to, SizeT bytes) {
  spy_recording_drain();
  bin_account_move(spy_account, from, to, bytes);
  spy_trace_turn(spy_queue_of(VG_(get_running_tid)()));
  spy_trace_moved(from, to, bytes);
}

void spy_memory_track(void) {
  VG_(track_new_mem_startup)(new_startup);
  VG_(track_new_mem_mmap)(new_mmap);
  VG_(track_new_mem_brk)(new_brk);
  VG_(track_die_mem_brk)(gone);
  VG_(track_die_mem_munmap)(gone);
  VG_(track_copy_mem_remap)(moved);
}

/* ---- blocks ---- */

static void end_resize(thread *t) {
  t->resizing = 0;
  n_resizing--;
}

/* Call when another thread has got memory at `start`. If a thread is resizing a block there, its realloc has already
 * released the block, although it has not returned yet. */
static void release_resizing(Addr start) {
  for (ThreadId tid = 1; n_resizing > 0 && tid < VG_N_THREADS; tid++) {
    if (threads[tid].resizing != start) continue;
    end_resize(&threads[tid]);
    spy_memory_released(start);
    return;
  }
}

void spy_memory_allocated(Addr start, SizeT bytes, bin_id bin) {
  if (n_resizing > 0) release_resizing(start);
  if (bin == SPY_NO_BIN) return;
  spy_recording_event(SPY_EVENT_ALLOCATE, start, bytes, bin);
  look_for_receivers(VG_(get_running_tid)(), start, bytes, bin);
}

Bool spy_memory_early(ThreadId tid, Addr start, SizeT bytes, bin_id bin) {
  if (bin == SPY_NO_BIN || !spy_sample_records(tid)) return False;
  spy_recording_event(SPY_EVENT_EARLY, start, bytes, bin);
  return True;
}

void spy_memory_allocated_early(Addr start, SizeT bytes, bin_id bin) {
  if (n_resizing > 0) release_resizing(start);
  spy_recording_event(SPY_EVENT_ALLOCATE_EARLY, start, bytes, bin);
  if (start != 0) look_for_receivers(VG_(get_running_tid)(), start, bytes, bin);
}

void spy_memory_released(Addr start) {
  spy_receivers_released(VG_(get_running_tid)(), start);
  spy_recording_event(SPY_EVENT_RELEASE, start, 0, 0);
}

void spy_memory_resizing(ThreadId tid, Addr start) {
  thread *t = thread_of(tid);
  if (t->resizing == 0) n_resizing++;
  t->resizing = start;
}

void spy_memory_resized(ThreadId tid, Addr new_start, SizeT bytes, bin_id bin, Bool early) {
  thread *t = thread_of(tid);
  const Addr old = t->resizing;
  if (old != 0) end_resize(t);
  if (old != 0 && (new_start != 0 || bytes == 0)) spy_memory_released(old);
  if (early)
    spy_memory_allocated_early(new_start, bytes, bin);
  else if (new_start != 0)
    spy_memory_allocated(new_start, bytes, bin);
}
