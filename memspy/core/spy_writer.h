/* spy_writer.h: a process that writes files with the original rights of this process.
 *
 * When a process creates, writes or renames a file, the system checks the rights, the root directory and the limits of
 * the process. A program can give up all of these. Before the program does this, spy_writer_begin() starts another
 * process, the writer. The writer keeps these rights, and creates, writes and renames files on request. It is not a
 * child for which the program could wait, and it ignores signals. It ends when this process ends or executes another
 * program. Before it ends, it removes files that were not closed.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/core/spy_part.h"

/* Starts the writer if there is none, and passes all open files (spy_part.h) to the writer. From then on, only the
 * writer may use them. Does nothing if the system cannot make another process. */
void spy_writer_begin(void);

/* Returns whether a writer exists. If so, use the functions below instead of the functions of spy_part.h. */
Bool spy_writer_is_there(void);

/* Call before system calls can become forbidden. After the call, children of this process get no writers of their
 * own. */
void spy_writer_restrict(void);

/* The next functions do the same as those of spy_part.h. A part belongs to the writer; in this process, the pointer to
 * a part only identifies it. */
Bool spy_writer_is_special(const HChar *name);
spy_part *spy_writer_create(const HChar *name, Int *error);
Bool spy_writer_can_cut(const spy_part *part);
Int spy_writer_write(spy_part *part, const void *bytes, ULong n);
Int spy_writer_cut(spy_part *part, ULong size);
Int spy_writer_close(spy_part *part, Bool good, const HChar *suffix);
Int spy_writer_remove(const HChar *name);

/* Call spy_writer_before_fork() before a fork. After the fork, call the second function in the parent, and the third in
 * the child. The child gets a writer with the same rights. */
void spy_writer_before_fork(void);
void spy_writer_after_fork(Bool is_child);
