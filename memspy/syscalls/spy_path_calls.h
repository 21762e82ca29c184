/* spy_path_calls.h: handles system calls by which the program reads the files that describe the host
 * (memspy/machine/spy_seen_files.h).
 *
 * When the program opens such a file or folder, it gets an anonymous file of the kernel with the contents. So the
 * program can read and map it, pass it on, and keep it in children. The name of the anonymous file in /proc/self/fd
 * contains the path, by which later calls recognize it. The attributes of the anonymous file are those of a file of the
 * host (spy_seen_stand_in()), except the inode number.
 *
 * Paths are compared as text, after resolving their folder, "." and "..". Links are only followed in the tool's
 * folders.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/core/spy_platform.h"

/* A system call of the program. If another call must replace it, spy_path_calls_before() changes the number and the
 * arguments. */
typedef struct {
  UWord number;
  UWord arguments[SPY_SYSCALL_ARGUMENTS];
} spy_path_call;

/* Call _before() before a system call. If it returns True, the call must not be made, and *result is the result of the
 * call. Call _after() after a call that was made. */
Bool spy_path_calls_before(ThreadId tid, spy_path_call *call, Word *result);
void spy_path_calls_after(ThreadId tid, Word result);

/* From now on, leaves all calls unchanged. Call before the process filters system calls, since the filter can forbid
 * calls of the tool. */
void spy_path_calls_leave(void);
