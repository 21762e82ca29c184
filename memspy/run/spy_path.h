/* spy_path.h: paths that the program names, and the anonymous files that it gets for some (spy_path_calls.h).
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef MEMSPY_SPY_PATH_H
#define MEMSPY_SPY_PATH_H

#include "memspy/core/spy_valgrind.h"
#include "memspy/machine/spy_seen_files.h"

/* Whether the program may read, or write, memory that a call's argument points to. */
Bool spy_path_is_readable(UWord start, SizeT bytes);
Bool spy_path_is_writable(UWord start, SizeT bytes);

/* Where a path begins, and whether it can concern the files that describe the computer. */
typedef enum {
  SPY_PATH_ELSEWHERE, /* it cannot, or cannot be read: nothing was found out */
  SPY_PATH_IN_HOST,   /* at the root, or in a folder of the host */
  SPY_PATH_IN_OURS    /* in a folder that the program takes for one of the host's */
} spy_path_origin;

/* Makes a path of the program's memory absolute and plain: without empty, "." and ".." parts. `folder`: that it begins
 * in, a descriptor or AT_FDCWD. `path` has SPY_SEEN_PATH bytes. */
spy_path_origin spy_path_read(UWord from, Int folder, HChar *path);

/* The path that one of our anonymous files was made for, by a descriptor, or by a link of /proc to it. False: it is
 * none of ours. */
Bool spy_path_of_descriptor(Int descriptor, HChar *path);
Bool spy_path_of_link(const HChar *link, HChar *path);

/* Makes an anonymous file for a path. Returns a descriptor of the tool, for a thread to open anew by its link in /proc;
 * negative: it cannot be made, or not be opened so. */
Int spy_path_make_file(const HChar *path, XArray *contents);

/* Gives such a file, open in the program, other contents. */
void spy_path_change_file(Int descriptor, XArray *contents);

/* Reads entries of a folder whose descriptor is that of such a file, from its position on, as getdents64(2) does. */
Word spy_path_read_entries(Int descriptor, UWord buffer, UWord bytes);

/* Relative paths begin in a folder that the host may not have; NULL: in the process's own again. Returns whether that
 * could be done. The folder; NULL: the process's own. */
Bool spy_path_go_to(const HChar *path);
const HChar *spy_path_here(void);

#endif
