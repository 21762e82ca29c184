/* SPDX-License-Identifier: GPL-2.0-or-later
 * cluster_parts.h: the results of finished shares, as files of a folder. A file gets its name when it is complete.
 *
 * The names contain a checksum of everything on which the work depends, so results of other work, or of files that have
 * changed since, are not found. Several processes can write at the same time, also on several machines that share the
 * folder. */
#pragma once

#include "ui/cluster/cluster_share.h"

typedef struct ClusterParts ClusterParts;

/* Opens a folder, or makes it. kind: the first word of the names of its files. Returns NULL and sets *error if this
 * fails. Free the result with cluster_parts_free(). */
ClusterParts *cluster_parts_open(const char *folder, const char *kind, GError **error);
void cluster_parts_free(ClusterParts *parts);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(ClusterParts, cluster_parts_free)

/* Add to the checksum something on which the work depends: n bytes, or the name, size and time of a file. Call these
 * functions before the functions below. */
void cluster_parts_note(ClusterParts *parts, const void *bytes, gsize n);
void cluster_parts_note_file(ClusterParts *parts, const char *path);

/* Returns the path of a share's file, which need not exist. Owned by the caller. */
char *cluster_parts_path(ClusterParts *parts, ClusterShare share);
bool cluster_parts_has(ClusterParts *parts, ClusterShare share);

/* Returns the sorted paths of all existing files, as an array of char *. Owned by the caller. */
GPtrArray *cluster_parts_list(ClusterParts *parts);

/* Writes a share's file. Returns false and sets *error if that fails. */
bool cluster_parts_write(ClusterParts *parts, ClusterShare share, const GString *bytes, GError **error);

/* Checks the user's --share and --parts: if there is a share, there must be a folder. Otherwise returns false and sets
 * *error. */
bool cluster_parts_check(const char *folder, ClusterShare share, GError **error);
