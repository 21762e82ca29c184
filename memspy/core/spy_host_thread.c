/* spy_host_thread.c: see spy_host_thread.h.
 *
 * In each slice of a thread, the core requests the number of the host thread twice, and the scheduler's lock also
 * requests it twice. Each of these system calls would take longer than the rest of a short slice. So a cache stores the
 * results. Its key is the address of the frame, which identifies a thread's stack. Threads that wait for the lock also
 * use the cache, so an entry is one word, read and written atomically.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "memspy/core/spy_host_thread.h"

#include "memspy/core/spy_core.h"

/* Frames are aligned to 16 bytes. They have the same offsets in all stacks, and stacks are about 1 MB (64 * 16 KB)
 * apart. The kernel's thread numbers have at most 22 bits. */
enum { ALIGN_BITS = 4, INDEX_BITS = 8, STACK_BITS = 14, ENTRIES = 1 << INDEX_BITS, NUMBER_BITS = 22 };

static ULong entries[ENTRIES]; /* each entry consists of the upper bits of a frame's address and the thread's number; 0:
                                  the entry is empty */

/* The thread that has the scheduler's lock writes these fields. Other threads only need to see that `self` is not their
 * number. */
static struct {
  volatile Int self; /* 0: none */
  Int other;
} stand_in;

__attribute__((noinline)) Int spy_host_thread_self(void) {
  const Addr frame = (Addr)__builtin_frame_address(0);
  /* Together, the upper address bits in the entry and the index of the entry determine the address. */
  ULong *entry = &entries[(frame >> ALIGN_BITS ^ frame >> STACK_BITS) & (ENTRIES - 1)];
  const ULong key = (ULong)(frame >> (ALIGN_BITS + INDEX_BITS)) << NUMBER_BITS;
  const ULong known = __atomic_load_n(entry, __ATOMIC_RELAXED);
  if (LIKELY(known >> NUMBER_BITS == key >> NUMBER_BITS && known != 0)) return (Int)(known & ((1 << NUMBER_BITS) - 1));
  const Int number = __real_vgPlain_gettid();
  if (number > 0 && number < 1 << NUMBER_BITS) __atomic_store_n(entry, key | (ULong)number, __ATOMIC_RELAXED);
  return number;
}

Int __wrap_vgPlain_gettid(void) {
  const Int self = spy_host_thread_self();
  return self == stand_in.self ? stand_in.other : self;
}

void spy_host_thread_stand_in(Int other) {
  stand_in.other = other;
  stand_in.self = other != 0 ? spy_host_thread_self() : 0;
}

Bool spy_host_thread_stands_in(void) { return stand_in.self != 0; }

void spy_host_threads_forget(void) {
  for (UInt i = 0; i < ENTRIES; i++) __atomic_store_n(&entries[i], 0, __ATOMIC_RELAXED);
}
