/* spy_record.c: see spy_record.h. SPDX-License-Identifier: GPL-2.0-or-later */
#include "memspy/record/spy_record.h"

static const UChar event_words[SPY_EVENTS] = {
    [SPY_EVENT_ALLOCATE] = 3, [SPY_EVENT_EARLY] = 3,          [SPY_EVENT_ALLOCATE_EARLY] = 3, [SPY_EVENT_RELEASE] = 1,
    [SPY_EVENT_MAP] = 3,      [SPY_EVENT_MAP_LAZY] = 2,       [SPY_EVENT_UNMAP] = 2,          [SPY_EVENT_NAME] = 3,
    [SPY_EVENT_UNNAME] = 1,   [SPY_EVENT_UNNAME_ALL] = 2,     [SPY_EVENT_STACK] = 2,          [SPY_EVENT_COLLECT] = 1,
    [SPY_EVENT_TRACE] = 1,    [SPY_EVENT_RETURN] = 1,         [SPY_EVENT_SKIP] = 2,           [SPY_EVENT_PASSED] = 3,
    [SPY_EVENT_RECEIVER] = 3, [SPY_EVENT_RECEIVER_FRAME] = 3, [SPY_EVENT_STAGE] = 2};

UInt spy_event_words(spy_event event) { return event_words[event]; }

ULong *spy_record_write(ULong *at, spy_event event, const ULong words[SPY_EVENT_WORDS_MOST]) {
  const UInt n = event_words[event];
  *at++ = spy_header(event, n);
  for (UInt i = 0; i < n; i++) *at++ = words[i];
  return at;
}

ULong spy_records_packed(const ULong *at, const ULong *end, Bool all) {
  ULong packed = 0;
  for (; at < end && (all || !spy_record_changes_memory(at)); at = spy_record_next(at))
    if (!spy_record_is_event(at)) packed += spy_record_exit(*at)->packed;
  return packed;
}

void spy_records_note(const ULong *at, const ULong *end) {
  for (; at < end; at = spy_record_next(at))
    if (!spy_record_is_event(at)) spy_exit_note(spy_header_number(*at));
}
