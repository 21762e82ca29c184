/* spy_tls.h: makes each thread-local variable a bin, which all threads share.
 *
 * The position of a thread's block for an object is defined by "ELF Handling For Thread-Local Storage", variant II. The
 * executable's block is below the thread pointer. The block of a shared library is found by words that the dynamic
 * linker has set. If the library was loaded later, its block is found by the thread's table in glibc. The variables in
 * a block are bins from the creation of the block until the thread ends or the library is unloaded.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/core/spy_valgrind.h"

/* Call before the program starts at address `entry` of the executable. */
void spy_tls_start(Addr entry);

/* Call the first function after a file was mapped, since the file can be an object. Call the second after memory was
 * unmapped, since the memory can have been an object. */
void spy_tls_mapped(void);
void spy_tls_unmapped(Addr start, SizeT bytes);

/* Makes the variables in the current blocks of a thread bins. Call before the thread runs. */
void spy_tls_look(ThreadId tid);

/* Call when a thread's pointer to its blocks can have changed. */
void spy_tls_moved(ThreadId tid);

/* Call when a thread ends. */
void spy_tls_end(ThreadId tid);

/* Call in a child after fork: the child has no thread other than `tid`. */
void spy_tls_forked(ThreadId tid);
