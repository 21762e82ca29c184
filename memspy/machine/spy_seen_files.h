/* spy_seen_files.h: the files in which Linux describes the computer, as the program sees them. They are the files in
 * /sys/devices/system/cpu and /sys/devices/system/node, the lists of processors and nodes in /sys/bus, and the files of
 * spy_proc_files.h.
 *
 * Folders of a processor or a node are entirely the tool's. Their parent folders keep the host's other entries.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/core/spy_valgrind.h"

enum { SPY_SEEN_PATH = 4096 }; /* size of the longest path in bytes, including its terminating 0 */

/* The provider (host or tool) and the kind of the file at a path. */
typedef enum {
  SPY_SEEN_OF_HOST, /* the host's file, if the host has one */
  SPY_SEEN_ABSENT,  /* no file, even if the host has one there */
  SPY_SEEN_FILE,
  SPY_SEEN_FOLDER,
  SPY_SEEN_LINK
} spy_seen_kind;

/* Classifies an absolute path without empty, "." or ".." parts. Follows links in folders of the tool. If the last part
 * of the path is a link, follows it only if `follows`. Writes the target to `path`, which has SPY_SEEN_PATH bytes. */
spy_seen_kind spy_seen_find(HChar *path, Bool follows);

/* Returns the content, for the program, of a path that was found: the contents of a file, the entries of a folder in
 * the format of getdents64(2), or the target of a link. The caller deletes them with VG_(deleteXA)(). Returns NULL if
 * the host's file is unreadable. */
XArray *spy_seen_contents(const HChar *path, spy_seen_kind kind);

/* For a path that was found: returns the path of the host's file whose attributes the program gets. This is `path`
 * itself if the host has a file of the same kind there, otherwise the path of another file of this kind. */
const HChar *spy_seen_stand_in(const HChar *path, spy_seen_kind kind);

/* Returns the inode number of a path that was found. */
ULong spy_seen_inode(const HChar *path);
