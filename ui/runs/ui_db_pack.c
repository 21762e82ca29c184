/* ui_db_pack.c: see ui_db_pack.h.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "ui/runs/ui_db_pack.h"

#include <errno.h>
#include <stdbool.h>
#include <sys/mman.h>
#include <unistd.h>
#include <zlib.h>

enum { BEST_RATIO = 1040 }; /* more than a deflated byte can stand for */

static void fail(GError **error, int code) {
  g_set_error_literal(error, G_FILE_ERROR, (gint)g_file_error_from_errno(code), g_strerror(code));
}

guint8 *ui_db_pack(const char *data, gsize size, gsize *packed_size, GError **error) {
  uLongf room = compressBound(size);
  guint8 *packed = g_try_malloc(room);
  if (packed != NULL && compress2(packed, &room, (const Bytef *)data, size, Z_DEFAULT_COMPRESSION) == Z_OK) {
    *packed_size = room;
    return packed;
  }
  g_free(packed);
  fail(error, ENOMEM);
  return NULL;
}

static bool write_all(int fd, const guint8 *data, gsize size) {
  while (size > 0) {
    const ssize_t n = write(fd, data, size);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return false;
    data += n;
    size -= (gsize)n;
  }
  return lseek(fd, 0, SEEK_SET) == 0;
}

int ui_db_file(const void *data, gsize size, GError **error) {
  const int fd = memfd_create("profile", MFD_CLOEXEC);
  if (fd >= 0 && write_all(fd, data, size)) return fd;
  fail(error, errno);
  if (fd >= 0) close(fd);
  return -1;
}

char *ui_db_file_path(int fd) {
  return g_strdup_printf("/proc/self/fd/%d", fd);
}

int ui_db_unpack(const void *packed, gsize packed_size, int64_t bytes, GError **error) {
  const bool possible = bytes >= 0 && (uint64_t)bytes / BEST_RATIO <= packed_size;
  g_autofree guint8 *data = possible ? g_try_malloc((gsize)bytes + 1) : NULL;
  uLongf size = (uLongf)bytes;
  if (data == NULL || uncompress(data, &size, packed, packed_size) != Z_OK || size != (uLongf)bytes) {
    g_set_error_literal(error, G_FILE_ERROR, G_FILE_ERROR_INVAL, "the profile is damaged");
    return -1;
  }
  return ui_db_file(data, size, error);
}
