/* spy_path_calls.h: handles system calls by which the program reads the files that describe the host
 * (machine/spy_seen_files.h).
 *
 * A file or a folder that is opened becomes an anonymous file of the kernel with the contents, so that the program can
 * read and map it, pass it on, and keep it in children. Its name in /proc/self/fd contains the path, by which later
 * calls recognize it. Attributes are those of a file of the host (spy_seen_stand_in()), with an inode number of their
 * own.
 *
 * Paths are compared as text, after resolving their folder, "." and ".."; links are only followed in the tool's
 * folders.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/core/spy_platform.h"

/* A system call: its number and arguments, which are changed if another call must replace it. */
typedef struct {
  UWord number;
  UWord arguments[SPY_SYSCALL_ARGUMENTS];
} spy_path_call;

/* Before a call. Returns True if the call must not be made, and *result is its result. If it was made, call
 * spy_path_calls_after() after it. */
Bool spy_path_calls_before(ThreadId tid, spy_path_call *call, Word *result);
void spy_path_calls_after(ThreadId tid, Word result);

/* The process limits itself to calls that may exclude those of the tool: leaves all calls alone from here on. */
void spy_path_calls_leave(void);
