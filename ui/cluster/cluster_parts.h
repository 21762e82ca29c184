/* SPDX-License-Identifier: GPL-2.0-or-later
 * cluster_parts.h: stores the results of finished shares as files in a folder. A file gets its final name when it is
 * complete.
 *
 * The file names contain a checksum of everything on which the work depends. Therefore, results of other work, or of
 * input files that were changed later, are not found. Several processes can write at the same time, even on different
 * hosts that share the folder. */
#pragma once

#include "ui/cluster/cluster_share.h"

typedef struct ClusterParts ClusterParts;

/* Opens a folder, and makes it if it does not exist. `kind` is the first word of the file names. Returns NULL and sets
 * *error on failure. The caller frees the result with cluster_parts_free(). */
ClusterParts *cluster_parts_open(const char *folder, const char *kind, GError **error);
void cluster_parts_free(ClusterParts *parts);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(ClusterParts, cluster_parts_free)

/* The next two functions add to the checksum what the work depends on: n bytes, or the name, size and time of a file.
 * Call them before all functions below. */
void cluster_parts_note(ClusterParts *parts, const void *bytes, gsize n);
void cluster_parts_note_file(ClusterParts *parts, const char *path);

/* Returns the path of the file for a share. The file need not exist. The caller owns the path. */
char *cluster_parts_path(ClusterParts *parts, ClusterShare share);
bool cluster_parts_has(ClusterParts *parts, ClusterShare share);

/* Returns the sorted paths of all existing files of this work, as an array of char *. The caller owns the array. */
GPtrArray *cluster_parts_list(ClusterParts *parts);

/* Writes the file for a share, with the content `bytes`. Returns false and sets *error on failure. */
bool cluster_parts_write(ClusterParts *parts, ClusterShare share, const GString *bytes, GError **error);

/* Checks the values of the user's --share and --parts. If --share divides the work, --parts must be given. Otherwise
 * returns false and sets *error. */
bool cluster_parts_check(const char *folder, ClusterShare share, GError **error);
