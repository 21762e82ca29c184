/* naive_coherence.h: the protocols of the naive machine (naive.h), and its true and false sharing.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "tests/coherence/naive_machine.h"

/* ---- protocols ---- */

/* A processor fetches a line, to read it or to store to it. */
void naive_fetch_to_read(naive *m, uint64_t line, unsigned self);
void naive_fetch_to_store(naive *m, uint64_t line, unsigned self, const coh_blame *blame);

/* Returns whether a store to a line that the processor has is an upgrade. */
bool naive_cannot_store(naive *m, uint64_t line, unsigned p);

/* A store finds the line in the processor's own D1 or L2. Returns whether that is an upgrade. */
bool naive_store_to_held(naive *m, uint64_t line, unsigned self, const coh_blame *blame);

/* ---- true and false sharing ---- */

/* Returns whether the processor touches a granule to which another processor stored since this processor lost the line.
 */
bool naive_touches_news(naive *m, uint64_t line, unsigned p, stretch touched);

/* The processor stores to some bytes of a line. */
void naive_note_store(naive *m, uint64_t line, unsigned p, stretch touched);

/* The processor uses a line in its D1. Decides whether its last miss was true sharing. */
void naive_reconsider(naive *m, uint64_t line, unsigned p, stretch touched);
