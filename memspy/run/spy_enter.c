/* spy_enter.c: see spy_enter.h. SPDX-License-Identifier: GPL-2.0-or-later */
#include "memspy/run/spy_enter.h"

#include "libvex_trc_values.h"
#include "memspy/core/spy_core.h"
#include "memspy/core/spy_platform.h"
#include "memspy/phases/spy_vectors.h"
#include "memspy/run/spy_dispatch.h"
#include "memspy/run/spy_recording.h"
#include "memspy/sample/spy_alias.h"
#include "memspy/sample/spy_sample.h"
#include "memspy/schedule/spy_thread.h"
#include "memspy/setup/spy_state.h"

/* Number of instructions per decrement of the event counter in the last measurement, shifted left by LENGTH_BITS. A
 * measurement needs LEARNED_FROM decrements. */
enum { LENGTH_BITS = 4, LONG = 32 << LENGTH_BITS, LEARNED_FROM = 64 };

static ULong length = LONG;
static Addr unredirected; /* address of code that the core next runs without redirection; 0: none */

/* An entry into translated code by the core. */
typedef struct {
  ThreadId tid;
  void *guest;
  Addr *ip;      /* current address of the thread */
  UInt *counter; /* event counter */
  HWord *result; /* reason of the return, and a word with details */
  Addr code;     /* translation at the address; 0: the translation must be looked up */
  UInt looks;    /* number of the core's decrements of the event counter that are left */
  Bool cut;      /* whether the thread last left translated code before a system call, at the end of its slice */
} entry;

static HWord reason(const entry *e) { return e->result[0]; }

static void give_back(const entry *e, HWord why) {
  e->result[0] = why;
  e->result[1] = 0;
}

static void end_slice(const entry *e) {
  *e->counter = SPY_CORE_SLICE_ENDED;
  give_back(e, SPY_CORE_COUNTER_ZERO);
}

static Bool skips(const entry *e) { return spy_stopped() || spy_sample_left(e->tid) >= 0; }

/* Continues a thread that has used up its instructions. Other threads can run first. While they run, the thread must be
 * at its plain address. */
static Bool goes_on(const entry *e) {
  const Addr at = *e->ip;
  *e->counter = e->looks;
  *e->ip = spy_alias_address(at);
  while (!skips(e) && !spy_sample_records(e->tid)) spy_recording_look(e->guest);
  *e->ip = at;
  return *e->counter != 0;
}

static Bool is_code(Addr address) { return VG_(am_is_valid_for_client)(spy_alias_address(address), 1, VKI_PROT_EXEC); }

/* Sets the thread's address to the required form of the code. Returns False if this form has no translation. */
static Bool find_code(entry *e) {
  const Addr at = *e->ip, wanted = skips(e) ? spy_alias_plain(at) : spy_alias_of(at);
  if (e->code != 0 && at == wanted) return True;
  *e->ip = wanted;
  return VG_(search_transtab)(&e->code, NULL, NULL, wanted, True);
}

/* Returns the number of decrements of the event counter during half of the instructions that are left. It is only half,
 * since the number of instructions per decrement changes. For threads that take turns, the instructions that are left
 * are a slice, which is allowed to become too long, except with intervals of cycles. */
static UInt looks_within(Long left) {
  enum { MOST = 0x7fffffff };
  const Bool may_exceed = spy_schedule_is_merging() && !spy_vectors_are_of_cycles();
  const ULong expected = may_exceed || length > LONG ? length : LONG,
              looks = ((ULong)left << LENGTH_BITS) / expected / 2 + 1;
  return looks < MOST ? (UInt)looks : MOST;
}

static void learn(ULong instructions, UInt looks) {
  static ULong sum, n;
  sum += instructions;
  n += looks;
  if (n < LEARNED_FROM) return;
  length = (sum << LENGTH_BITS) / n;
  if (length == 0) length = 1;
  sum = n = 0;
}

static void run(entry *e) {
  const Bool counts = skips(e) && !spy_stopped();
  const Long left = spy_sample_left(e->tid);
  const UInt most = counts ? looks_within(left) : e->looks, given = most < e->looks ? most : e->looks;
  *e->counter = given;
  give_back(e, 0);
  __real_vgPlain_disp_run_translations(e->result, e->guest, e->code);
  const UInt after = *e->counter, used = after == SPY_CORE_SLICE_ENDED ? given : given - after;
  const Long now = spy_sample_left(e->tid);
  /* For threads that take turns, the block before a system call ends the slice (translate/spy_turn.c). The number of
   * decrements until then is unknown. */
  e->cut = spy_schedule_is_merging() && is_code(*e->ip) && spy_is_syscall(spy_alias_address(*e->ip));
  if (counts && now >= 0 && now <= left && !e->cut) learn((ULong)(left - now), used);
  e->looks = after == 0 && spy_schedule_is_merging() ? 0 : e->looks - used;
  e->code = 0;
}

/* Returns whether a block ended the run itself, for a reason other than the program's instruction for spin-waiting. */
static Bool left_itself(const entry *e) {
  if (reason(e) != VEX_TRC_JMP_YIELD) return False;
  if (!spy_is_alias(*e->ip)) return !skips(e);
  return !spy_sample_records(e->tid) || *e->counter == 0;
}

/* Returns whether the thread continues without returning to the core. */
static Bool stays(entry *e) {
  if (left_itself(e)) {
    if (*e->counter != 0) return True;
    end_slice(e);
    return False;
  }
  return reason(e) == SPY_CORE_COUNTER_ZERO && e->looks != 0 && !spy_stopped() && !e->cut;
}

/* Returns to the core. If the reason is a jump, the core looks up or chains its target. Otherwise, the thread must be
 * at its plain address. */
static void come_back(const entry *e) {
  const HWord why = reason(e);
  const Bool jumps = why == SPY_CORE_FAST_MISS || why == SPY_CORE_CHAIN_TO_SLOW || why == SPY_CORE_CHAIN_TO_FAST;
  if (why != SPY_CORE_COUNTER_ZERO) *e->counter = e->looks;
  if (why == VEX_TRC_JMP_INVALICACHE ||
      (jumps && (is_code(*e->ip) || VG_(search_transtab)(NULL, NULL, NULL, spy_alias_plain(*e->ip), False))))
    return;
  if (jumps) give_back(e, SPY_CORE_FAST_MISS);
  *e->ip = spy_alias_plain(*e->ip);
  unredirected = why == VEX_TRC_JMP_NOREDIR ? *e->ip : 0;
}

/* The core runs code without redirection once, and does not expect the slice to end there. The recording form of this
 * code is that of an original. */
static void run_unredirected(entry *e) {
  goes_on(e);
  if (skips(e)) {
    run(e);
    come_back(e);
  } else {
    *e->ip = spy_alias_of(spy_original_of(*e->ip));
    *e->counter = e->looks;
    give_back(e, SPY_CORE_BORING);
  }
}

static void run_in_turn(entry *e) {
  do {
    if (!goes_on(e)) {
      end_slice(e);
      break;
    }
    if (!find_code(e)) {
      give_back(e, SPY_CORE_FAST_MISS);
      break;
    }
    run(e);
  } while (stays(e));
  come_back(e);
}

void __wrap_vgPlain_disp_run_translations(HWord *result, volatile void *guest, Addr code) {
  void *state = (void *)(Addr)guest;
  if (LIKELY(!spy_sample_is_on())) {
    if (spy_dispatch_is_on())
      spy_dispatch_run(result, state, code);
    else
      __real_vgPlain_disp_run_translations(result, guest, code);
    return;
  }
  entry e = {.tid = VG_(get_running_tid)(),
             .guest = state,
             .ip = spy_guest_ip(state),
             .counter = spy_blocks_left(state),
             .result = result,
             .code = code,
             .looks = *spy_blocks_left(state)};
  const Bool redirects = unredirected == 0 || unredirected != *e.ip;
  unredirected = 0;
  if (redirects)
    run_in_turn(&e);
  else
    run_unredirected(&e);
}
