/* spy_thread.c: see spy_thread.h. SPDX-License-Identifier: GPL-2.0-or-later */
#include "memspy/schedule/spy_thread-inl.h"

#include "memspy/setup/spy_options.h"

spy_all_threads spy_threads;
spy_turn spy_turns = {.keep = ~0u};

Bool spy_schedule_is_merging(void) { return spy_threads.merging; }

Bool spy_schedule_is_free(void) { return spy_threads.let_go && spy_threads.n > 1; }

Bool spy_schedule_has_threads(void) { return spy_schedule_is_merging() || spy_schedule_is_free(); }

spy_seat *spy_schedule_seat(ThreadId tid) { return &spy_threads.of[tid].seat; }

UInt spy_schedule_processor(ThreadId tid) {
  return spy_threads.of ? spy_threads.of[tid].processor : (tid - 1) % spy_options_get()->machine.processors;
}

ULong spy_schedule_now(ThreadId tid) { return *spy_clock_of(spy_threads.of[tid].processor); }

static void list_append(ThreadId tid) {
  spy_thread *t = &spy_threads.of[tid];
  spy_processor *p = &spy_threads.processors[t->processor];
  t->previous = p->tail;
  t->next = VG_INVALID_THREADID;
  *(p->tail ? &spy_threads.of[p->tail].next : &p->first) = tid;
  p->tail = tid;
  t->listed = True;
}

static void list_remove(ThreadId tid) {
  spy_thread *t = &spy_threads.of[tid];
  spy_processor *p = &spy_threads.processors[t->processor];
  if (!t->listed) return;
  *(t->previous ? &spy_threads.of[t->previous].next : &p->first) = t->next;
  *(t->next ? &spy_threads.of[t->next].previous : &p->tail) = t->previous;
  t->listed = False;
}

void spy_thread_make_runnable(ThreadId tid, ULong at) {
  spy_thread *t = &spy_threads.of[tid];
  if (t->runnable) return;
  t->runnable = True;
  spy_threads.n_runnable++;
  t->ready_at = at;
  if (spy_threads.processors[t->processor].current != tid) list_append(tid);
}

void spy_thread_make_blocked(ThreadId tid) {
  spy_threads.n_runnable -= spy_threads.of[tid].runnable;
  spy_threads.of[tid].runnable = False;
  list_remove(tid);
}

void spy_thread_set_alarm(ThreadId tid, ULong at) {
  const UInt number = spy_threads.of[tid].processor;
  if (spy_threads.of[tid].alarm == at) return;
  spy_threads.of[tid].alarm = at;
  ULong first = 0;
  for (ThreadId i = 1; i <= spy_threads.most; i++) {
    const spy_thread *t = &spy_threads.of[i];
    if (t->alive && t->processor == number && t->alarm != 0 && (first == 0 || t->alarm < first)) first = t->alarm;
  }
  spy_threads.processors[number].alarm = first;
}

void spy_thread_wake(ThreadId tid, spy_wake why, ULong at) {
  spy_thread *t = &spy_threads.of[tid];
  if (!t->waits) return;
  t->waits = False;
  t->why = why;
  spy_thread_set_alarm(tid, 0);
  spy_thread_make_runnable(tid, at);
}

ThreadId spy_schedule_thread_of(Int host_thread) {
  for (ThreadId tid = 1; tid <= spy_threads.most; tid++)
    if (spy_threads.of[tid].seat.host_thread == host_thread) return tid;
  return VG_INVALID_THREADID;
}

void spy_thread_forget(ThreadId tid) {
  spy_processor *p = &spy_threads.processors[spy_threads.of[tid].processor];
  spy_thread_make_blocked(tid);
  spy_thread_set_alarm(tid, 0);
  if (p->current == tid) p->current = VG_INVALID_THREADID;
  p->threads--;
  spy_threads.n--;
  spy_threads.of[tid] = (spy_thread){0}; /* after a fork, the thread can have been waiting, with marked wake-ups */
}

spy_wake spy_schedule_woken(ThreadId tid) { return spy_threads.of[tid].why; }

void spy_schedule_allow(ThreadId tid, ULong processors) {
  spy_thread *t = &spy_threads.of[tid];
  t->allowed = processors;
  if (!(processors >> t->target & 1)) t->target = (UInt)__builtin_ctzll(processors);
}

ULong spy_schedule_allowed(ThreadId tid) {
  const UInt n = spy_options_get()->machine.processors;
  const ULong all = n < MACH_MAX_PROCESSORS ? (1ULL << n) - 1 : ~0ULL;
  return spy_threads.of && spy_threads.of[tid].allowed != 0 ? spy_threads.of[tid].allowed : all;
}

UInt spy_schedule_target(ThreadId tid) {
  return spy_threads.of ? spy_threads.of[tid].target : spy_schedule_processor(tid);
}

void spy_threads_start(Int host_thread) {
  if (!spy_threads.of) {
    spy_threads.of = VG_(calloc)("spy.schedule.threads", VG_N_THREADS, sizeof *spy_threads.of);
    spy_threads.holder = spy_threads.most = spy_threads.n = spy_threads.n_runnable = 1;
    spy_threads.of[1].alive = spy_threads.of[1].runnable = True;
    spy_threads.processors[0].threads = 1;
  }
  spy_threads.of[spy_threads.holder].seat = (spy_seat){.host_thread = host_thread};
}

/* Returns the processor of a set that has the fewest threads. */
static UInt place_for_thread(ULong processors) {
  UInt best = (UInt)__builtin_ctzll(processors);
  for (UInt i = best + 1; i < spy_system->config.processors; i++)
    if (processors >> i & 1 && spy_threads.processors[i].threads < spy_threads.processors[best].threads) best = i;
  return best;
}

void spy_thread_add(ThreadId tid, ThreadId parent) {
  const UInt number = place_for_thread(spy_schedule_allowed(parent));
  spy_threads.of[tid] =
      (spy_thread){.alive = True, .processor = number, .target = number, .allowed = spy_threads.of[parent].allowed};
  spy_threads.processors[number].threads++;
  spy_threads.n++;
  if (tid > spy_threads.most) spy_threads.most = tid;
}

void spy_thread_make_current(ThreadId tid) {
  spy_processor *p = &spy_threads.processors[spy_threads.of[tid].processor];
  if (p->current == tid) return;
  list_remove(tid);
  if (p->current && spy_threads.of[p->current].runnable) list_append(p->current);
  p->current = tid;
}

void spy_thread_change_processor(ThreadId tid) {
  spy_thread *t = &spy_threads.of[tid];
  const ULong now = spy_schedule_now(tid);
  spy_processor *from = &spy_threads.processors[t->processor];
  spy_thread_make_blocked(tid);
  if (from->current == tid) from->current = VG_INVALID_THREADID;
  from->threads--;
  t->processor = t->target;
  spy_threads.processors[t->processor].threads++;
  spy_thread_make_runnable(tid, now);
}
