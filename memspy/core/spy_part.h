/* spy_part.h: a file that this process writes, under a temporary name in the same directory until it is complete. No
 * function prints: results are error numbers of the system, or 0 if there is no error.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/core/spy_valgrind.h"

typedef struct spy_part spy_part;

/* Returns whether the name, after following links, is neither a regular file nor a directory, but a device, a pipe or a
 * socket. */
Bool spy_part_is_special(const HChar *name);

/* Returns whether two names, after following links, are the same file, which is regular or does not exist yet. */
Bool spy_part_is_same(const HChar *name, const HChar *other);

/* Call after the program has changed the mask of permissions for new files, which was `before`. The tool's files keep
 * the mask of the program's start. */
void spy_part_umask(UInt before);

/* Creates a file. A device or a pipe is written in place; links are followed. Returns NULL on failure, with *error
 * set. */
spy_part *spy_part_create(const HChar *name, Int *error);

/* Returns whether the file has a temporary name, so that it can be truncated. */
Bool spy_part_can_cut(const spy_part *part);

Int spy_part_write(spy_part *part, const void *bytes, ULong n);

/* Truncates the file to `size` bytes. The next write continues there. */
Int spy_part_cut(spy_part *part, ULong size);

/* Closes and frees the file. If it is `good`, it gets its name with `suffix`; otherwise it is removed. */
Int spy_part_close(spy_part *part, Bool good, const HChar *suffix);

/* Removes a complete file. */
Int spy_part_remove(const HChar *name);

/* Frees the file without removing it, since another process writes it. */
void spy_part_leave(spy_part *part);

/* Remove all open files, or leave them to another process. */
void spy_part_drop_all(void);
void spy_part_leave_all(void);

/* Stores the descriptors of open files, at most `most`. Returns the number of descriptors. */
UInt spy_part_descriptors(Int *descriptors, UInt most);
