/* spy_part.h: a file that this process writes, under a temporary name in the same directory until it is complete. No
 * function prints messages. The results are error numbers of the system, or 0 if there is no error.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/core/spy_valgrind.h"

typedef struct spy_part spy_part;

/* Returns whether a name refers to a device, a pipe or a socket, and not to a regular file or a directory. Follows
 * links. */
Bool spy_part_is_special(const HChar *name);

/* Returns whether two names refer to the same file, which is regular or does not exist yet. Follows links. */
Bool spy_part_is_same(const HChar *name, const HChar *other);

/* Call after the program has changed the mask of permissions for new files, which was `before`. The tool's files
 * continue to use the mask that was in force when the program started. */
void spy_part_umask(UInt before);

/* Creates a file. A device or a pipe is written in place; links are followed. Returns NULL on failure, with *error
 * set. */
spy_part *spy_part_create(const HChar *name, Int *error);

/* Returns whether the file has a temporary name, so that it can be truncated. */
Bool spy_part_can_cut(const spy_part *part);

Int spy_part_write(spy_part *part, const void *bytes, ULong n);

/* Truncates the file to `size` bytes. The next write continues there. */
Int spy_part_cut(spy_part *part, ULong size);

/* Closes and frees the file. If `good`, the file gets its final name with `suffix` appended; otherwise it is
 * removed. */
Int spy_part_close(spy_part *part, Bool good, const HChar *suffix);

/* Removes a complete file. */
Int spy_part_remove(const HChar *name);

/* Frees the object without removing the file, since another process writes the file. */
void spy_part_leave(spy_part *part);

/* The first function removes all open files. The second leaves them to another process. */
void spy_part_drop_all(void);
void spy_part_leave_all(void);

/* Stores the descriptors of all open files, at most `most` of them. Returns the number of descriptors stored. */
UInt spy_part_descriptors(Int *descriptors, UInt most);
