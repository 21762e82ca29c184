/* spy_path_calls.h: system calls by which the program reads the files that describe the computer
 * (machine/spy_seen_files.h).
 *
 * A file or a folder that is opened becomes an anonymous file of the kernel with the contents, so that the program can
 * read and map it, hand it on, and keep it in children. Its name in /proc/self/fd has the path, by which later calls
 * recognize it. Attributes are those of a file of the host (spy_seen_stand_in()), with an inode number of their own.
 *
 * Paths are compared as they are written, after the folder that they begin in, "." and ".."; links are followed in the
 * tool's own folders alone.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef MEMSPY_SPY_PATH_CALLS_H
#define MEMSPY_SPY_PATH_CALLS_H

#include "memspy/core/spy_platform.h"

/* A system call: its number and arguments, which are changed where another call is to be made in its place. */
typedef struct {
  UWord number;
  UWord arguments[SPY_SYSCALL_ARGUMENTS];
} spy_path_call;

/* Before a call. Returns True if the call is not to be made, since *result is its result. After it, if it was made:
 * spy_path_calls_after(). */
Bool spy_path_calls_before(ThreadId tid, spy_path_call *call, Word *result);
void spy_path_calls_after(ThreadId tid, Word result);

/* The process limits itself from now on to calls that may lack those that the tool needs: all calls are left alone. */
void spy_path_calls_leave(void);

#endif
