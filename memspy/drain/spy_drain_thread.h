/* spy_drain_thread.h: the drain of a thread that runs alone. SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/record/spy_queue.h"

/* Drains the records [at, end) of a thread that runs alone. */
void spy_drain_thread(spy_queue *queue, const ULong *at, const ULong *end);
