/* coh_system.c: processors, misses and their causes.
 *
 * The rules of the model
 * ----------------------
 * References
 *  - A reference of `size` bytes touches every line from that of its first to that of its last byte, in
 *    ascending order. It counts once. It is a miss if any of the lines misses in the D1; cause, source and
 *    `who` are those of the first line that misses. It is an upgrade if any of the lines is upgraded. Its
 *    stall is the largest of its lines' stalls: the accesses overlap. (cachegrind counts alike.)
 *  - A modify counts as a read, and needs the line for itself as a write does.
 *  - Caches are write-back and write-allocate. A write-back costs nothing and changes no other cache.
 *  - Only the program's own loads and stores are references: instruction fetches are not simulated, and
 *    what the kernel writes into the program's memory does not change a cache.
 *
 * Where a line is looked for, on a D1 miss
 *  - First the own L2, if there is one (source L2, stall l2_latency).
 *  - Else it is fetched. If another processor holds it modified, that one supplies it (source cache, stall
 *    transfer_latency). Else the shared last level, if there is one and the line is in it, supplies it
 *    (source LL, stall ll_latency). Else memory (source memory, stall memory_latency).
 *  - Every fetch, also one that another cache supplies, is a use of the line in the last level, which takes
 *    the line in if it was not there. Nothing else changes the last level: it neither contains nor excludes
 *    what the private caches hold, and what it evicts stays in them.
 *  - The L2 contains the D1: a line that leaves the L2 leaves the D1 with it. A D1 hit is not a use of the
 *    line in the L2; a D1 miss that hits the L2 is. On a fetch the L2 takes the line in first, then the D1.
 *
 * Coherence (MSI, MESI; a line's state at a processor is invalid, shared, exclusive or modified)
 *  - A read that fetches: another holder in modified or exclusive becomes shared. The reader's state is
 *    shared, but exclusive under MESI when no other processor holds the line.
 *  - A write or modify that fetches: every other copy is invalidated; the state is modified.
 *  - A write or modify that finds the line in the own D1 or L2: modified, nothing more; exclusive becomes
 *    modified silently; shared becomes modified, every other copy is invalidated, and the reference is an
 *    upgrade, which adds upgrade_latency to its stall (also when there is no other copy: the processor
 *    cannot know). An upgrade that hits the D1 is no miss; one that misses the D1 and hits the L2 is a
 *    miss and an upgrade, and its line's stall is l2_latency + upgrade_latency.
 *  - A processor holds a line if its L2 does, or its D1 when there is no L2.
 *
 * Causes (section 5.3 of the paper: 2 bits per line and processor)
 *  - They are of D1 misses. cold: this processor never referenced the line before. replaced: the line was
 *    pushed out of the D1 by another fill since, directly or by way of the L2. invalidated: another
 *    processor's store took it away since it was last in the D1. A line that was first pushed out of the D1
 *    and then invalidated in the L2 was invalidated; a line in neither cache cannot be invalidated.
 *  - A line pushed out remembers the `who` of the reference whose fill did it; an invalidated one the `who`
 *    of the store.
 *
 * Replacement
 *  - A fill takes an empty way if the set has one (the lowest-numbered), else the victim that the policy
 *    names: the least recently used; the first filled (a refilled way counts anew); tree-PLRU; or random:
 *    (next >> 32) * ways >> 32 of the cache's own xorshift64* generator, which starts at
 *    0x9e3779b97f4a7c15 and is stepped only then:
 *      x ^= x >> 12; x ^= x << 25; x ^= x >> 27; next = x * 0x2545f4914f6cdd1d.
 *  - Tree-PLRU keeps a bit for each inner node of a binary tree over the ways (root: node 1, children 2n and
 *    2n + 1). A use of a way sets each node on its path to point away from it (bit 1: the victim is in the
 *    upper half); the victim is found by following the bits. All bits start at 0. Invalidation of a line
 *    changes no bit and no order.
 *  - A set is line number modulo number of sets. Every fill and every hit is a use.
 *
 * Time is not kept here: the caller adds stalls to its clocks.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
