/* SPDX-License-Identifier: GPL-2.0-or-later
 * cluster_parts.h: the results of finished shares, as files of a folder. A file appears under its name when it is
 * complete.
 *
 * The names contain a checksum of everything on which the work depends, so results of other work, or of files that have
 * changed since, are not found. Several processes can write at the same time, also on several machines that share the
 * folder. */
#pragma once

#include "ui/cluster/cluster_share.h"

typedef struct ClusterParts ClusterParts;

/* Opens a folder, or makes it. kind: the first word of the names. Returns NULL and sets *error if that fails. Free the
 * result with cluster_parts_free(). */
ClusterParts *cluster_parts_open(const char *folder, const char *kind, GError **error);
void cluster_parts_free(ClusterParts *parts);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(ClusterParts, cluster_parts_free)

/* Adds something on which the work depends to the checksum: n bytes, or a file's name, size and time. Call these
 * functions before those below. */
void cluster_parts_note(ClusterParts *parts, const void *bytes, gsize n);
void cluster_parts_note_file(ClusterParts *parts, const char *path);

/* Returns the path of a share's file, existing or not. Owned by the caller. */
char *cluster_parts_path(ClusterParts *parts, ClusterShare share);
bool cluster_parts_has(ClusterParts *parts, ClusterShare share);

/* Returns the sorted paths of all existing files (char *). Owned by the caller. */
GPtrArray *cluster_parts_list(ClusterParts *parts);

/* Writes a share's file. Returns false and sets *error if that fails. */
bool cluster_parts_write(ClusterParts *parts, ClusterShare share, const GString *bytes, GError **error);

/* Checks the user's --share and --parts: a share needs a folder. Returns false and sets *error if it is missing. */
bool cluster_parts_check(const char *folder, ClusterShare share, GError **error);
