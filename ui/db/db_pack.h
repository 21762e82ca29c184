/* SPDX-License-Identifier: GPL-2.0-or-later
 * db_pack.h: compresses profiles for the database. */
#pragma once

#include <glib.h>
#include <stdint.h>

/* Compresses `size` bytes of `data`, and sets *packed_size. The result is owned by the caller; NULL and *error if
 * there is not enough memory. */
guint8 *db_pack(const char *data, gsize size, gsize *packed_size, GError **error);

/* Returns the descriptor of an unnamed file with `size` bytes, at its start, which the caller closes, or -1 and sets
 * *error. */
int db_file(const void *data, gsize size, GError **error);

/* Returns the path of such a file, valid while it is open. Owned by the caller. */
char *db_file_path(int fd);

/* Decompresses the result of db_pack() for a profile of `bytes` bytes into an unnamed file. Returns a descriptor
 * at its start, which the caller closes, or -1 and sets *error (a GFileError) if it is damaged or there is not
 * enough memory. */
int db_unpack(const void *packed, gsize packed_size, int64_t bytes, GError **error);
