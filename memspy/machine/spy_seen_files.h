/* spy_seen_files.h: the files by which Linux describes the computer, as the program sees them: those of
 * /sys/devices/system/cpu and /sys/devices/system/node, the lists of both in /sys/bus, and those of spy_proc_files.h.
 *
 * Folders that describe a processor or a node are the tool's altogether. The folders that these are in keep the host's
 * other entries.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef MEMSPY_SPY_SEEN_FILES_H
#define MEMSPY_SPY_SEEN_FILES_H

#include "memspy/core/spy_valgrind.h"

enum { SPY_SEEN_PATH = 4096 }; /* bytes of the longest path, with its end */

/* The owner and the kind of a path's file. */
typedef enum {
  SPY_SEEN_OF_HOST, /* the host's, if it has one there */
  SPY_SEEN_ABSENT,  /* nothing, whatever the host has there */
  SPY_SEEN_FILE,
  SPY_SEEN_FOLDER,
  SPY_SEEN_LINK
} spy_seen_kind;

/* Finds what stands at a path, which is absolute and has no empty, "." or ".." parts. Links in folders of the tool are
 * followed, the last part only with `follows`: `path`, of SPY_SEEN_PATH bytes, then is where they lead. */
spy_seen_kind spy_seen_find(HChar *path, Bool follows);

/* The contents of a file, entries of a folder as getdents64(2) gives them, or the target of a link that was found at a
 * path: bytes, which the caller deletes with VG_(deleteXA)(). NULL: the host's file cannot be read. */
XArray *spy_seen_contents(const HChar *path, spy_seen_kind kind);

/* The path of the host's file whose attributes the program gets for what was found at a path: the path itself, where
 * the host has the same kind there. */
const HChar *spy_seen_stand_in(const HChar *path, spy_seen_kind kind);

/* The inode number of what was found at a path. */
ULong spy_seen_inode(const HChar *path);

#endif
