/* coh_protocol.c: the tables of the protocols.
 *
 * Summary of the rules in the tables
 * - MSI: a line is invalid, shared or modified at a processor. A modified copy is the only one, and newer than memory;
 * if another processor reads the line, the owner supplies it and writes it back.
 * - MESI: a reader that finds no other copy gets the line exclusive, and a store then makes it modified without a
 * transaction. Memory equals an exclusive copy, so memory supplies a further reader.
 * - MOESI: a modified copy that another processor reads becomes owned: it supplies further readers, which get the line
 * shared, and is written back only when it is evicted. Memory can be out of date meanwhile.
 * - A store to a shared or owned line is an upgrade: every other copy is invalidated. This also happens if there is no
 * other copy, since the processor has no information on other copies.
 * - Evicted copies leave silently, except for the write-back of a modified or owned one.
 *
 * Write-backs cost nothing in this machine and fill no cache. The tables only state when memory has the line again;
 * their test (tests/coherence/test_protocol.c) checks that no processor reads old data.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "coherence/coh_protocol.h"

#include "plat/plat.h"

enum { I = COH_INVALID, S = COH_SHARED, O = COH_OWNED, E = COH_EXCLUSIVE, M = COH_MODIFIED };
enum { ASKS = COH_ASKS, SUPPLIES = COH_SUPPLIES, BACK = COH_WRITES_BACK };

/* clang-format off */
static const coh_rules tables[MACH_PROTOCOLS] = {
    /* reads alone  reads shared  stores      another reads         another stores  evicted */
    [MACH_MSI] = {{
        [I] = {{S, ASKS}, {S, ASKS}, {M, ASKS}, {I, 0},               {I, 0},         {I, 0}},
        [S] = {{S, 0},    {S, 0},    {M, ASKS}, {S, 0},               {I, 0},         {I, 0}},
        [M] = {{M, 0},    {M, 0},    {M, 0},    {S, SUPPLIES | BACK}, {I, SUPPLIES},  {I, BACK}},
    }},
    [MACH_MESI] = {{
        [I] = {{E, ASKS}, {S, ASKS}, {M, ASKS}, {I, 0},               {I, 0},         {I, 0}},
        [S] = {{S, 0},    {S, 0},    {M, ASKS}, {S, 0},               {I, 0},         {I, 0}},
        [E] = {{E, 0},    {E, 0},    {M, 0},    {S, 0},               {I, 0},         {I, 0}},
        [M] = {{M, 0},    {M, 0},    {M, 0},    {S, SUPPLIES | BACK}, {I, SUPPLIES},  {I, BACK}},
    }},
    [MACH_MOESI] = {{
        [I] = {{E, ASKS}, {S, ASKS}, {M, ASKS}, {I, 0},               {I, 0},         {I, 0}},
        [S] = {{S, 0},    {S, 0},    {M, ASKS}, {S, 0},               {I, 0},         {I, 0}},
        [O] = {{O, 0},    {O, 0},    {M, ASKS}, {O, SUPPLIES},        {I, SUPPLIES},  {I, BACK}},
        [E] = {{E, 0},    {E, 0},    {M, 0},    {S, 0},               {I, 0},         {I, 0}},
        [M] = {{M, 0},    {M, 0},    {M, 0},    {O, SUPPLIES},        {I, SUPPLIES},  {I, BACK}},
    }},
};
/* clang-format on */

const coh_rules *coh_rules_of(mach_protocol protocol) {
  plat_assert((unsigned)protocol < MACH_PROTOCOLS);
  return &tables[protocol];
}
