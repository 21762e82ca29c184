/* spy_part.h: one file that this process writes: under a temporary name beside its own, until it is complete.
 *
 * Nothing here prints: results are error numbers of the system, 0 for none.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef MEMSPY_SPY_PART_H
#define MEMSPY_SPY_PART_H

#include "memspy/core/spy_valgrind.h"

typedef struct spy_part spy_part;

/* Returns whether the name, after links, is neither a regular file nor a directory: a device, a pipe or a socket. */
Bool spy_part_is_special(const HChar *name);

/* Returns whether two names are of one file that is regular or does not exist yet, after links. */
Bool spy_part_is_same(const HChar *name, const HChar *other);

/* The program changes the process's mask of permissions for new files, which was `before` until now. New files keep the
 * permissions that they would have had at the start. */
void spy_part_umask(UInt before);

/* Opens a file for writing. A device or a pipe is written in place; a link is followed. *error: why there is none, if
 * the result is NULL. */
spy_part *spy_part_create(const HChar *name, Int *error);

/* Returns whether the file has a temporary name, and can be made shorter. */
Bool spy_part_can_cut(const spy_part *part);

/* Appends n bytes. */
Int spy_part_write(spy_part *part, const void *bytes, ULong n);

/* Makes the file `size` bytes long, and continues there. */
Int spy_part_cut(spy_part *part, ULong size);

/* Closes and frees the file. A good one gets its name, with `suffix`; any other is removed. */
Int spy_part_close(spy_part *part, Bool good, const HChar *suffix);

/* Removes a file that is complete. */
Int spy_part_remove(const HChar *name);

/* Frees the file without removing it: another process writes it. */
void spy_part_leave(spy_part *part);

/* Removes all files that are open, or leaves all. */
void spy_part_drop_all(void);
void spy_part_leave_all(void);

/* Stores the descriptors of the open files, at most `most`; returns how many. */
UInt spy_part_descriptors(Int *descriptors, UInt most);

#endif
