/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/db/db_pack.h"

#include <errno.h>
#include <stdbool.h>
#include <sys/mman.h>
#include <unistd.h>

#define ZLIB_CONST /* makes zlib declare its input as const */
#include <zlib.h>

#include "ui/base/ui_progress.h"

enum {
  BEST_RATIO = 1040, /* upper bound of the compression ratio of deflate */
  PIECE = 1 << 20    /* number of bytes that one call compresses */
};

static void fail(GError **error, int code) {
  g_set_error_literal(error, G_FILE_ERROR, (gint)g_file_error_from_errno(code), g_strerror(code));
}

/* Compresses `data` into `packed`, which must have enough room. Returns the size of the result; 0 on failure. */
static gsize deflate_all(const char *data, gsize size, guint8 *packed, gsize room) {
  z_stream stream = {.next_in = (const Bytef *)data, .next_out = packed};
  /* The best level makes the result smaller by a sixth, but takes six times as long. */
  if (deflateInit(&stream, Z_BEST_SPEED) != Z_OK) return 0;
  int status = Z_OK;
  for (gsize done = 0; status == Z_OK;) {
    const gsize piece = MIN(size - done, PIECE);
    stream.avail_in = (uInt)piece;
    stream.avail_out = (uInt)MIN(room - (gsize)(stream.next_out - packed), G_MAXUINT);
    done += piece;
    status = deflate(&stream, done == size ? Z_FINISH : Z_NO_FLUSH);
    ui_progress_at(done);
  }
  const gsize packed_size = status == Z_STREAM_END ? (gsize)(stream.next_out - packed) : 0;
  deflateEnd(&stream);
  return packed_size;
}

guint8 *db_pack(const char *data, gsize size, gsize *packed_size, GError **error) {
  const gsize room = compressBound(size);
  guint8 *packed = g_try_malloc(room);
  ui_progress_begin("packing", size);
  *packed_size = packed != NULL ? deflate_all(data, size, packed, room) : 0;
  ui_progress_end();
  if (*packed_size != 0) return packed;
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

int db_file(const void *data, gsize size, GError **error) {
  const int fd = memfd_create("profile", MFD_CLOEXEC);
  if (fd >= 0 && write_all(fd, data, size)) return fd;
  fail(error, errno);
  if (fd >= 0) close(fd);
  return -1;
}

char *db_file_path(int fd) { return g_strdup_printf("/proc/self/fd/%d", fd); }

int db_unpack(const void *packed, gsize packed_size, int64_t bytes, GError **error) {
  const bool possible = bytes >= 0 && (uint64_t)bytes / BEST_RATIO <= packed_size;
  g_autofree guint8 *data = possible ? g_try_malloc((gsize)bytes + 1) : NULL;
  uLongf size = (uLongf)bytes;
  if (data == NULL || uncompress(data, &size, packed, packed_size) != Z_OK || size != (uLongf)bytes) {
    g_set_error_literal(error, G_FILE_ERROR, G_FILE_ERROR_INVAL, "the profile is damaged");
    return -1;
  }
  return db_file(data, size, error);
}
