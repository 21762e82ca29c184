/* spy_path.h: paths of the program's calls, and the anonymous files that the program gets for some paths
 * (spy_path_calls.h).
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/core/spy_valgrind.h"
#include "memspy/machine/spy_seen_files.h"

/* Returns whether the program can read, or write, the memory of a call's argument. */
Bool spy_path_is_readable(UWord start, SizeT bytes);
Bool spy_path_is_writable(UWord start, SizeT bytes);

/* The origin of a path, and whether it can be one of the files that describe the host. */
typedef enum {
  SPY_PATH_ELSEWHERE, /* the path cannot be one, or is unreadable: it is not resolved */
  SPY_PATH_IN_HOST,   /* the path begins at the root, or in a folder of the host */
  SPY_PATH_IN_OURS    /* the path begins in a folder that the tool provides */
} spy_path_origin;

/* Makes a path of the program's memory absolute and plain: without empty, "." and ".." parts. `folder`: the
 * folder of a relative path, as a descriptor or AT_FDCWD. `path` has SPY_SEEN_PATH bytes. */
spy_path_origin spy_path_read(UWord from, Int folder, HChar *path);

/* Stores the path for which an anonymous file was made, given a descriptor of the file, or a link of /proc to it.
 * Returns False if it is no such file. */
Bool spy_path_of_descriptor(Int descriptor, HChar *path);
Bool spy_path_of_link(const HChar *link, HChar *path);

/* Makes an anonymous file for a path. Returns a descriptor of the tool, which a thread opens again by its link in
 * /proc; a negative number: this failed. */
Int spy_path_make_file(const HChar *path, XArray *contents);

/* Replaces the contents of an anonymous file that the program has open. */
void spy_path_change_file(Int descriptor, XArray *contents);

/* Reads entries of a folder from an anonymous file, from its position on, as getdents64(2). */
Word spy_path_read_entries(Int descriptor, UWord buffer, UWord bytes);

/* _go_to() makes relative paths begin in a folder that the host need not have; NULL: in the folder of the process
 * again. Returns whether this succeeded. _here() returns the folder; NULL: the folder of the process. */
Bool spy_path_go_to(const HChar *path);
const HChar *spy_path_here(void);
