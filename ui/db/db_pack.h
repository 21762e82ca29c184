/* SPDX-License-Identifier: GPL-2.0-or-later
 * db_pack.h: compresses profiles for the database. */
#pragma once

#include <glib.h>
#include <stdint.h>

/* Compresses `size` bytes of `data`. Returns the result, which the caller owns, and sets *packed_size to its size in
 * bytes. Returns NULL and sets *error if there is not enough memory. */
guint8 *db_pack(const char *data, gsize size, gsize *packed_size, GError **error);

/* Creates an unnamed file with the `size` bytes of `data` as its content. Returns its descriptor, at the start of the
 * file; the caller closes it. Returns -1 and sets *error on failure. */
int db_file(const void *data, gsize size, GError **error);

/* Returns a path of an unnamed file that db_file() created. The path is valid while the file is open. The caller owns
 * the path. */
char *db_file_path(int fd);

/* Decompresses a result of db_pack() into an unnamed file. The profile had `bytes` bytes before compression. Returns
 * the file's descriptor, at the start of the file; the caller closes it. Returns -1 and sets *error (a GFileError) if
 * the data are damaged, or if there is not enough memory. */
int db_unpack(const void *packed, gsize packed_size, int64_t bytes, GError **error);
