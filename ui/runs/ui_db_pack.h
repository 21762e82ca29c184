/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_db_pack.h: profiles, packed small for the database. */
#ifndef UI_UI_DB_PACK_H
#define UI_UI_DB_PACK_H

#include <glib.h>
#include <stdint.h>

/* `size` bytes at `data`, packed; *packed_size is how many bytes they are then. Owned by the caller; NULL and *error
 * set when there is not enough memory. */
guint8 *ui_db_pack(const char *data, gsize size, gsize *packed_size, GError **error);

/* A file without a name that holds `size` bytes. Returns a descriptor at its start, which the caller closes, or -1 and
 * sets *error. */
int ui_db_file(const void *data, gsize size, GError **error);

/* The path of such a file, for as long as it is open. Owned by the caller. */
char *ui_db_file_path(int fd);

/* Unpacks what ui_db_pack() made of `bytes` bytes into a file without a name. Returns a descriptor at its start, which
 * the caller closes, or -1 and sets *error (a GFileError) when it is damaged or does not fit anywhere. */
int ui_db_unpack(const void *packed, gsize packed_size, int64_t bytes, GError **error);

#endif
