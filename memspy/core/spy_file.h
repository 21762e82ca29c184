/* spy_file.h: reads whole files, and writes the tool's files (profiles, traces, logs of traces, vectors). Each file is
 * written under a temporary name in its directory, and renamed when it is complete.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/core/spy_valgrind.h"

/* Call before the program changes its rights, its root directory or its limit of file sizes. The tool continues to
 * write its files with the rights, root directory and limits that the process has during the call (spy_writer.h).
 * spy_file_restrict() also prepares for a filter of system calls. */
void spy_file_keep_rights(void);
void spy_file_restrict(void);

/* Call after the program has changed the mask of permissions for new files, which was `before`. The tool's files
 * continue to use the mask that was in force when the program started. */
void spy_file_umask(UInt before);

/* Call spy_file_before_fork() before a fork. After the fork, call the second function in the parent, and the third in
 * the child. The child must also call spy_file_leave() for each file of its parent. */
void spy_file_before_fork(void);
void spy_file_after_fork(Bool is_child);

/* A file that is written sequentially. */
typedef struct spy_file spy_file;

/* Returns whether a name is that of a device or a pipe. Such a file is written in place. */
Bool spy_file_is_special(const HChar *name);

/* Returns whether two names, in any spelling, refer to the same file, so that writing one replaces the other. */
Bool spy_file_is_same(const HChar *name, const HChar *other);

/* Predicts whether a file with this name can be created. If not, returns the reason; otherwise returns NULL. */
const HChar *spy_file_wrong(const HChar *name);

/* Returns the text of a file of at most `most` bytes, terminated by a 0. The caller frees it. If the file is unreadable
 * or longer, returns NULL and sets *wrong to the reason. */
HChar *spy_file_read(const HChar *name, UInt most, const HChar **wrong);

/* Returns whether exec of a path will certainly fail. Returns False if the path is unknown or unreadable. */
Bool spy_file_cannot_run(const HChar *path);

/* After this call, the tool writes a report file for each file that it cannot create or write. A report file contains
 * the kind and name of the file that failed. The names of report files begin with `prefix`, which must stay valid. If a
 * report cannot be written, nothing is printed. */
void spy_file_report_to(const HChar *prefix);

/* Writes a report file that states whether the program called a function that matches an option's pattern. If the
 * program called none, the report contains the reason. Returns False if there are no report files. */
Bool spy_file_report_function(Bool was_called, const HChar *pattern, const HChar *reason);

/* Creates a file. Unless it is a device or a pipe, the file has a temporary name until it is complete. `kind` is the
 * word for it in messages ("profile"), and must stay valid. If the file cannot be created, prints a message and returns
 * NULL. */
spy_file *spy_file_create(const HChar *kind, const HChar *name);

/* As spy_file_create(), but the name is given by a format. For messages, `option` is the option that sets the
 * format. */
spy_file *spy_file_open(const HChar *kind, const HChar *option, const HChar *format);

/* Appends n bytes. If they cannot be stored, returns False, and prints a message the first time. */
Bool spy_file_write(spy_file *file, const void *bytes, ULong n);

/* spy_file_can_cut() returns whether the file can be truncated. spy_file_cut() truncates the file to `size` bytes, and
 * reports success and failure as spy_file_write() does. */
Bool spy_file_can_cut(const spy_file *file);
Bool spy_file_cut(spy_file *file, ULong size);

/* Returns whether a write or a cut has failed. */
Bool spy_file_has_failed(const spy_file *file);

/* Closes and frees the file. If `good`, the file gets its final name with `suffix` appended; otherwise it is removed.
 * Returns False if the file did not get this name. */
Bool spy_file_close(spy_file *file, Bool good, const HChar *suffix);

/* Removes a file that the tool made. */
void spy_file_remove(const HChar *name);

/* Frees the object in a child after fork. The file itself, which the parent writes, is not affected. */
void spy_file_leave(spy_file *file);
