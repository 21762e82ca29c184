/* spy_event.h: applies recorded events to the account and the trace. SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/record/spy_queue.h"

/* Applies an event of a queue with its words (spy_record.h). `queue` is NULL before the first queue exists. */
void spy_event_apply(spy_queue *queue, spy_event event, const ULong *words);
