/* spy_path.h: paths of the program's calls, and the anonymous files that the program gets for some paths
 * (spy_path_calls.h).
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/core/spy_valgrind.h"
#include "memspy/machine/spy_seen_files.h"

/* The first function returns whether the program can read the memory of a call's argument; the second, whether it can
 * write it. */
Bool spy_path_is_readable(UWord start, SizeT bytes);
Bool spy_path_is_writable(UWord start, SizeT bytes);

/* The origin of a path, and whether it can be the path of a file that describes the host. */
typedef enum {
  SPY_PATH_ELSEWHERE, /* the path cannot be that of such a file, or is unreadable; it is not resolved */
  SPY_PATH_IN_HOST,   /* the path begins at the root, or in a folder of the host */
  SPY_PATH_IN_OURS    /* the path begins in a folder that the tool provides */
} spy_path_origin;

/* Makes a path of the program's memory absolute and plain: without empty, "." and ".." parts. `folder` is the folder to
 * which a relative path refers, as a descriptor or AT_FDCWD. `path` has SPY_SEEN_PATH bytes. */
spy_path_origin spy_path_read(UWord from, Int folder, HChar *path);

/* Stores the path for which an anonymous file was made, given a descriptor of the file, or a link of /proc to it.
 * Returns False if the file is not an anonymous file of the tool. */
Bool spy_path_of_descriptor(Int descriptor, HChar *path);
Bool spy_path_of_link(const HChar *link, HChar *path);

/* Makes an anonymous file that the program sees at a path. Returns a descriptor that belongs to the tool, or a negative
 * number on failure. A thread of the program opens the file through the descriptor's link in /proc. */
Int spy_path_make_file(const HChar *path, XArray *contents);

/* Replaces the contents of an anonymous file that the program has open. */
void spy_path_change_file(Int descriptor, XArray *contents);

/* Reads entries of a folder from an anonymous file, from its position on, as getdents64(2) does. */
Word spy_path_read_entries(Int descriptor, UWord buffer, UWord bytes);

/* The first function makes relative paths begin in a folder that the host need not have. With NULL, they begin in the
 * folder of the process again. It returns whether it succeeded. The second function returns the current folder, or NULL
 * if it is the folder of the process. */
Bool spy_path_go_to(const HChar *path);
const HChar *spy_path_here(void);
