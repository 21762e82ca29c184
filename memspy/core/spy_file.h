/* spy_file.h: files that are read whole, and those that the tool makes: profiles, traces, logs of traces, vectors. The
 * latter are each written under another name beside their own, and get their own when they are complete.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef MEMSPY_SPY_FILE_H
#define MEMSPY_SPY_FILE_H

#include "memspy/core/spy_valgrind.h"

/* The program is about to give up rights, its root directory or its limits: files are written as before from now on
 * (spy_writer.h). The second: it is also about to forbid system calls. */
void spy_file_keep_rights(void);
void spy_file_restrict(void);

/* The program has changed the mask of permissions for new files, which was `before` until now. Files of the tool keep
 * that of the start. */
void spy_file_umask(UInt before);

/* Before the program forks, and after it in the parent and in the child. The child must leave its parent's files with
 * spy_file_leave(). */
void spy_file_before_fork(void);
void spy_file_after_fork(Bool is_child);

/* A file that is written from front to end. */
typedef struct spy_file spy_file;

/* Whether there is something of that name that is no plain file: a device or a pipe, which is written to as it is. */
Bool spy_file_is_special(const HChar *name);

/* Whether two names are of one file, whatever their spelling, that one of them would take from the other. */
Bool spy_file_is_same(const HChar *name, const HChar *other);

/* Whether there is a directory of that name. */
Bool spy_file_is_directory(const HChar *name);

/* Why no file can be made under a name, as far as that can be foreseen; NULL: one can. */
const HChar *spy_file_wrong(const HChar *name);

/* The text of a file of up to `most` bytes, ended by 0; the caller frees it. NULL: it cannot be read, or is longer, and
 * *wrong says why. */
HChar *spy_file_read(const HChar *name, UInt most, const HChar **wrong);

/* Whether a process that is about to become the program of that path will fail; a path that is not known or not
 * readable is taken for a program's. */
Bool spy_file_cannot_run(const HChar *path);

/* Each file that cannot be made or written from now on is also reported by a file of its own that holds its kind and
 * name. The report's name begins with `prefix`, which must last. Nothing is printed if there can be no report. */
void spy_file_report_to(const HChar *prefix);

/* Opens a file of a name; under another name until it is complete, unless it is a device or a pipe. `kind` names it in
 * messages ("profile") and must last as long as the file. NULL: the file cannot be made; a message was shown. */
spy_file *spy_file_create(const HChar *kind, const HChar *name);

/* The same for the name that a format gives; `option` is the option that has the format, for messages. */
spy_file *spy_file_open(const HChar *kind, const HChar *option, const HChar *format);

/* Appends n bytes. False: they could not be stored; a message was shown the first time. */
Bool spy_file_write(spy_file *file, const void *bytes, ULong n);

/* Whether the file can be made shorter; makes it `size` bytes long. False: as above. */
Bool spy_file_can_cut(const spy_file *file);
Bool spy_file_cut(spy_file *file, ULong size);

/* Whether a write or a cut has failed. */
Bool spy_file_has_failed(const spy_file *file);

/* Closes and frees the file: it gets its name, with a suffix, if it is `good`, and is removed if not. False: it did not
 * get its name. */
Bool spy_file_close(spy_file *file, Bool good, const HChar *suffix);

/* Removes a file that the tool has made. */
void spy_file_remove(const HChar *name);

/* Frees the file in a child after fork, which leaves its parent's file alone. */
void spy_file_leave(spy_file *file);

#endif
