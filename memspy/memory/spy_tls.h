/* spy_tls.h: makes each thread-local variable a bin, common to all threads.
 *
 * The position of a thread's block for an object follows ELF Handling for Thread-Local Storage, variant II: the
 * executable's is below the thread pointer; a shared library's is given by words that the dynamic linker set, and for a
 * library that was loaded later, by glibc's table of the thread. A block has its names from its creation until the
 * thread ends or the library is unloaded.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/core/spy_valgrind.h"

/* The program is about to start at that address of the executable. */
void spy_tls_start(Addr entry);

/* A file was mapped, which can be an object; memory was unmapped, which can have been one. */
void spy_tls_mapped(void);
void spy_tls_unmapped(Addr start, SizeT bytes);

/* A thread is about to run: names its current blocks. */
void spy_tls_look(ThreadId tid);

/* A thread's pointer to its blocks can have changed. */
void spy_tls_moved(ThreadId tid);

/* A thread ends. */
void spy_tls_end(ThreadId tid);

/* After fork: no other thread is left. */
void spy_tls_forked(ThreadId tid);
