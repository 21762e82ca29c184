/* spy_tls.h: makes each thread-local variable a bin, one for the variables of all threads.
 *
 * A thread's block of an object's thread-local variables lies where the system's interface for thread-local storage
 * (ELF Handling for Thread-Local Storage, variant II) says: the executable's below the thread pointer; a shared
 * library's where words say that the dynamic linker has set, and for a library that was loaded later, glibc's table of
 * the thread. A block has its names from when it is there until the thread ends or the library is unloaded.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef MEMSPY_SPY_TLS_H
#define MEMSPY_SPY_TLS_H

#include "memspy/core/spy_valgrind.h"

/* The program is about to start at that address (of the executable). */
void spy_tls_start(Addr entry);

/* A file was mapped: it may be an object. Memory went away: it may have been one. */
void spy_tls_mapped(void);
void spy_tls_unmapped(Addr start, SizeT bytes);

/* A thread is about to run: names what blocks it has by now. */
void spy_tls_look(ThreadId tid);

/* A thread's pointer to its blocks may have been set. */
void spy_tls_moved(ThreadId tid);

/* A thread ends. */
void spy_tls_end(ThreadId tid);

/* After fork: no other thread is left. */
void spy_tls_forked(ThreadId tid);

#endif
