/* fake_sample.c: implements memspy/sample/spy_sample.h for a run that is not sampled, in tests that do not link the
 * real file.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "memspy/sample/spy_sample.h"

Bool spy_sample_on;
Bool spy_sample_records(ThreadId tid) {
  (void)tid;
  return True;
}
Long spy_sample_left(ThreadId tid) {
  (void)tid;
  return 0;
}
void spy_sample_settle(ThreadId tid) { (void)tid; }
void spy_sample_new(ThreadId tid, ULong cycles) { (void)tid, (void)cycles; }
void spy_sample_grant(ThreadId tid, ULong cycles) { (void)tid, (void)cycles; }
void spy_sample_returned(ThreadId tid) { (void)tid; }
Bool spy_sample_goes_on(ThreadId tid, ULong cycles) {
  (void)tid, (void)cycles;
  return False;
}
void spy_sample_begin(ThreadId tid) { (void)tid; }
ULong spy_sample_slice(ULong cycles, UInt n) {
  (void)n;
  return cycles;
}
ULong spy_sample_words(ULong most, const ULong *at, const ULong *end) {
  (void)at, (void)end;
  return most;
}
void spy_sample_recorded(ThreadId tid, const ULong *at, const ULong *end) { (void)tid, (void)at, (void)end; }
Bool spy_sample_is_over(void) { return False; }
Bool spy_sample_was_look(void) { return False; }
void spy_sample_next(void) {}
