/* spy_part.h: a file that this process writes, under a temporary name in the same directory until it is complete.
 * Nothing here prints: results are error numbers of the system, 0 for none.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/core/spy_valgrind.h"

typedef struct spy_part spy_part;

/* Whether the name, after links, is neither a regular file nor a directory: a device, a pipe or a socket. */
Bool spy_part_is_special(const HChar *name);

/* Whether two names, after links, are the same file, which is regular or does not exist yet. */
Bool spy_part_is_same(const HChar *name, const HChar *other);

/* Call after the program has changed the mask of permissions for new files, which was `before`. The tool's files keep
 * the mask of the program's start. */
void spy_part_umask(UInt before);

/* Creates a file. A device or a pipe is written in place; links are followed. NULL: *error is set. */
spy_part *spy_part_create(const HChar *name, Int *error);

/* Whether the file has a temporary name, so that it can be truncated. */
Bool spy_part_can_cut(const spy_part *part);

Int spy_part_write(spy_part *part, const void *bytes, ULong n);

/* Truncates the file to `size` bytes, and continues there. */
Int spy_part_cut(spy_part *part, ULong size);

/* Closes and frees the file. A good one gets its name with `suffix`; others are removed. */
Int spy_part_close(spy_part *part, Bool good, const HChar *suffix);

/* Removes a complete file. */
Int spy_part_remove(const HChar *name);

/* Frees the file without removing it, since another process writes it. */
void spy_part_leave(spy_part *part);

/* Removes, or leaves, all open files. */
void spy_part_drop_all(void);
void spy_part_leave_all(void);

/* Stores the descriptors of open files, at most `most`; returns their number. */
UInt spy_part_descriptors(Int *descriptors, UInt most);
