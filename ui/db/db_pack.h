/* SPDX-License-Identifier: GPL-2.0-or-later
 * db_pack.h: compresses profiles for the database. */
#pragma once

#include <glib.h>
#include <stdint.h>

/* Compresses `size` bytes of `data`. Returns the packed bytes, owned by the caller, and sets *packed_size to their
 * number. Returns NULL and sets *error if there is not enough memory. */
guint8 *db_pack(const char *data, gsize size, gsize *packed_size, GError **error);

/* Returns the descriptor of an unnamed file that contains `size` bytes of `data`. The descriptor is at the file's
 * start; the caller closes it. Returns -1 and sets *error on failure. */
int db_file(const void *data, gsize size, GError **error);

/* Returns a path of such a file, which is valid while the file is open. Owned by the caller. */
char *db_file_path(int fd);

/* Decompresses the result of db_pack() for a profile of `bytes` bytes into an unnamed file. Returns a descriptor at the
 * file's start, which the caller closes. Returns -1 and sets *error (a GFileError) if the data are damaged, or if there
 * is not enough memory. */
int db_unpack(const void *packed, gsize packed_size, int64_t bytes, GError **error);
