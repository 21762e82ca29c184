/* SPDX-License-Identifier: GPL-2.0-or-later
 * advice_locks.h: recognizes locks: functions that take or release them, and types that are locks. Only the files of
 * ui/advice use this header. */
#pragma once

#include <stdbool.h>

/* Returns whether the function takes, releases or waits for a lock. It recognizes functions of the C library, of OpenMP
 * runtimes, and of the standard libraries of C++ and Rust. */
bool advice_locks(const char *function);

/* Returns whether an object file is an OpenMP runtime. Its functions without names can also wait for locks and
 * barriers. */
bool advice_locks_runtime(const char *object);

/* Returns whether the type is a lock type, such as "pthread_mutex_t" or "std::mutex". */
bool advice_locks_type(const char *type);

/* Returns whether the code on a source line takes a lock. */
bool advice_locks_in_text(const char *line);
