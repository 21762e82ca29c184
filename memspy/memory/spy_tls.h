/* spy_tls.h: makes each thread-local variable a bin, which all threads share.
 *
 * The position of a thread's block for an object follows ELF Handling for Thread-Local Storage, variant II. The
 * executable's block is below the thread pointer. The block of a shared library is found by words that the dynamic
 * linker has set. If the library was loaded later, its block is found by the thread's table in glibc. A block has its
 * names from its creation until the thread ends or the library is unloaded.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/core/spy_valgrind.h"

/* Call before the program starts at address `entry` of the executable. */
void spy_tls_start(Addr entry);

/* Call _mapped() after a file was mapped, which can be an object. Call _unmapped() after memory was unmapped, which can
 * have been an object. */
void spy_tls_mapped(void);
void spy_tls_unmapped(Addr start, SizeT bytes);

/* Names the current blocks of a thread. Call before the thread runs. */
void spy_tls_look(ThreadId tid);

/* Call when a thread's pointer to its blocks can have changed. */
void spy_tls_moved(ThreadId tid);

/* Call when a thread ends. */
void spy_tls_end(ThreadId tid);

/* Call in a child after fork: the child has no other thread than `tid`. */
void spy_tls_forked(ThreadId tid);
