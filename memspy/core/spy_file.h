/* spy_file.h: reads whole files, and writes the tool's files (profiles, traces, logs of traces, vectors). Each file is
 * written under a temporary name in its directory, and renamed when it is complete.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/core/spy_valgrind.h"

/* Call before the program gives up rights, its root directory or its limits: the tool continues to write its files with
 * the present ones (spy_writer.h). spy_file_restrict() also prepares for a filter of system calls. */
void spy_file_keep_rights(void);
void spy_file_restrict(void);

/* Call after the program has changed the mask of permissions for new files, which was `before`. The tool's files keep
 * the mask of the program's start. */
void spy_file_umask(UInt before);

/* Call _before_fork() before a fork, and the other two functions after it, in the parent and in the child. The child
 * must leave its parent's files with spy_file_leave(). */
void spy_file_before_fork(void);
void spy_file_after_fork(Bool is_child);

/* A file that is written sequentially. */
typedef struct spy_file spy_file;

/* Returns whether a name is that of a device or a pipe, which is written in place. */
Bool spy_file_is_special(const HChar *name);

/* Returns whether two names, in any spelling, refer to the same file, so that writing one replaces the other. */
Bool spy_file_is_same(const HChar *name, const HChar *other);

/* Returns the foreseeable reason why no file can be created with a name, or NULL if there is none. */
const HChar *spy_file_wrong(const HChar *name);

/* Returns the text of a file of up to `most` bytes, ended by a 0, which the caller frees. Returns NULL if the file is
 * unreadable or longer: *wrong is the reason. */
HChar *spy_file_read(const HChar *name, UInt most, const HChar **wrong);

/* Returns whether exec of a path will certainly fail. False for an unknown or unreadable path. */
Bool spy_file_cannot_run(const HChar *path);

/* From now on, each failure to create or write a file is also reported by a report file, which contains the kind and
 * name of the file that failed. The names of report files begin with `prefix`, which must stay valid. If a report
 * cannot be written, nothing is printed. */
void spy_file_report_to(const HChar *prefix);

/* Reports in the same way whether a function of an option's pattern was called; if not, with the reason. False: there
 * are no reports. */
Bool spy_file_report_function(Bool was_called, const HChar *pattern, const HChar *reason);

/* Creates a file, under a temporary name until it is complete, unless it is a device or a pipe. `kind` names it in
 * messages ("profile") and must stay valid. Returns NULL if the file cannot be created: a message was printed. */
spy_file *spy_file_create(const HChar *kind, const HChar *name);

/* As spy_file_create(), but with a format for the name. `option` is the option that sets the format, for messages. */
spy_file *spy_file_open(const HChar *kind, const HChar *option, const HChar *format);

/* Appends n bytes. Returns False if they could not be stored: a message was printed the first time. */
Bool spy_file_write(spy_file *file, const void *bytes, ULong n);

/* _can_cut() returns whether the file can be truncated. _cut() truncates it to `size` bytes, and returns the result of
 * spy_file_write(). */
Bool spy_file_can_cut(const spy_file *file);
Bool spy_file_cut(spy_file *file, ULong size);

/* Returns whether a write or a cut has failed. */
Bool spy_file_has_failed(const spy_file *file);

/* Closes and frees the file. If it is `good`, it gets its name with `suffix`; otherwise it is removed. Returns False if
 * it did not get its name. */
Bool spy_file_close(spy_file *file, Bool good, const HChar *suffix);

/* Removes a file that the tool made. */
void spy_file_remove(const HChar *name);

/* Frees the file in a child after fork. The file of the parent is not affected. */
void spy_file_leave(spy_file *file);
