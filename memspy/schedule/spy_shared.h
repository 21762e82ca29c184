/* spy_shared.h: tracks the program's memory that other processes can share.
 *
 * If a thread waits at a word of such memory, another process can wake it. So the kernel must handle this wait
 * (spy_futex.h). Memory becomes shared when a call maps it as shared (mmap with MAP_SHARED or MAP_SHARED_VALIDATE,
 * shmat). It stays shared until other memory replaces it, also after mremap and in a child.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/core/spy_valgrind.h"

/* Call when the program has mapped `bytes` bytes at `start`, in whole pages, as shared or private memory. */
void spy_shared_map(Addr start, SizeT bytes, Bool is_shared);

/* Call when the program has unmapped `bytes` bytes at `start`. */
void spy_shared_unmap(Addr start, SizeT bytes);

/* Call when the program has moved a mapping with mremap, or has changed its size. `stays` is whether the old range is
 * still mapped. */
void spy_shared_move(Addr from, SizeT from_bytes, Addr to, SizeT to_bytes, Bool stays);

/* Call the first function when the program has attached a System V segment of `bytes` bytes at `start`. Call the second
 * when the program has detached this segment, or the remaining part of it. */
void spy_shared_attach(Addr start, SizeT bytes);
void spy_shared_detach(Addr start);

/* Returns whether another process can share the byte at an address. */
Bool spy_shared_has(Addr address);
