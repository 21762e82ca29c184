/* naive_fetch.h: the requests of lines in the naive machine (naive.h), with the waits of processors that have windows.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "tests/coherence/naive_machine.h"

/* The processor has got a line, or may store to it from now on. */
void naive_requested(naive *m, uint64_t line, unsigned p);

/* The processor uses a line in its D1. Returns the latency of a further request. */
uint32_t naive_await(naive *m, uint64_t line, unsigned p, bool store, stretch touched);

/* Returns whether an earlier request of the processor, or its store buffer, serves a reference to a line that it has
 * lost or cannot store to. */
bool naive_is_served(naive *m, uint64_t line, unsigned p, bool store, stretch touched);

/* Fetches a line that is neither in the D1 nor in the L2; fills it into the L2. */
coh_outcome naive_fetch(naive *m, uint64_t line, unsigned p, bool store, const coh_blame *blame, bool by_prefetch);

/* Uses a line that is in the D1 or L2. */
coh_outcome naive_found(naive *m, cache_way *way, coh_source source, unsigned p, bool store, const coh_blame *blame);
