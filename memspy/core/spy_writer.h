/* spy_writer.h: a process that writes files with the original rights of this process.
 *
 * The system checks a process's rights, root directory and limits when a file is created, written and renamed, and a
 * program can give up all of these. Before that, spy_writer_begin() starts another process, the writer, which keeps
 * them and creates, writes and renames files on request. It is no child for which the program could wait, ignores
 * signals, and ends when this process ends or executes another program. Then it removes files that were not closed.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/core/spy_part.h"

/* Starts the writer if there is none, and passes it all open files (spy_part.h), which only it may use from then on.
 * Does nothing if the system has no process left. */
void spy_writer_begin(void);

/* Whether a writer exists: then use the functions below in place of those of spy_part.h. */
Bool spy_writer_is_there(void);

/* Call before system calls may become forbidden: from then on children get no writer of their own. */
void spy_writer_restrict(void);

/* As in spy_part.h; a part belongs to the writer, and has no meaning here. */
Bool spy_writer_is_special(const HChar *name);
spy_part *spy_writer_create(const HChar *name, Int *error);
Bool spy_writer_can_cut(const spy_part *part);
Int spy_writer_write(spy_part *part, const void *bytes, ULong n);
Int spy_writer_cut(spy_part *part, ULong size);
Int spy_writer_close(spy_part *part, Bool good, const HChar *suffix);
Int spy_writer_remove(const HChar *name);

/* The first: call before a fork. The others: call after it, in the parent and in the child. The child gets a writer
 * with the same rights. */
void spy_writer_before_fork(void);
void spy_writer_after_fork(Bool is_child);
