/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_input.c: opens and reads input files. A named pipe is opened without waiting for a writer. While it has no writer,
 * read() returns 0. After the first writer has opened it, read() waits as for any pipe. */
#include "ui/base/ui_input.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bins/bin_phases.h"
#include "ui/base/ui_fail.h"
#include "ui/base/ui_text.h"

enum { BLOCK = 16 * 1024, TEXT_MOST = 16 * 1024 * 1024 };

const UiInputKind ui_input_text = {ui_input_is_text, "this is not a text file", TEXT_MOST};

/* ---- opening ---- */

/* Returns whether a process has the pipe `fd` open for writing. tee() does not remove bytes from the pipe. It fails
 * with EAGAIN if the pipe is empty, and returns 0 if the pipe has no writer. */
static bool is_written_to(int fd, int copy) { return tee(fd, copy, 1, SPLICE_F_NONBLOCK) != 0; }

/* Waits until a writer has opened the pipe, even if the writer has already closed it again. Returns false if there was
 * none within UI_INPUT_PATIENCE. (poll() reports the end of a pipe only after a writer has closed it.) */
static bool has_writer(int fd) {
  enum { STEP = 20 };
  struct pollfd one = {.fd = fd, .events = POLLIN};
  int copy[2];
  if (pipe2(copy, O_CLOEXEC) != 0) return true;
  bool found = false;
  for (int waited = 0; !found && waited < UI_INPUT_PATIENCE; waited += STEP)
    found = is_written_to(fd, copy[1]) || poll(&one, 1, STEP) > 0;
  close(copy[0]);
  close(copy[1]);
  return found;
}

int ui_input_open(const char *path, GError **error) {
  struct stat status;
  const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  /* Only open() must not wait. Later reads must. */
  if (fd < 0 || fstat(fd, &status) != 0 || fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) & ~O_NONBLOCK) != 0) {
    ui_fail_file(error, path, errno, NULL);
  } else if (S_ISDIR(status.st_mode)) {
    ui_fail_file(error, path, EISDIR, NULL);
  } else if (S_ISFIFO(status.st_mode) && !has_writer(fd)) {
    ui_fail_file(error, path, EPIPE, "no process writes to this pipe");
  } else {
    return fd;
  }
  if (fd >= 0) close(fd);
  return -1;
}

/* ---- reading ---- */

/* The first bytes of files that programs write. */
static const char *const machine_made[] = {"memspy-profile ", "memspy-samples ",  BIN_PHASES_FORMAT " ",
                                           BIN_VECTORS_FIRST, "{\n \"version\":", "{\"version\":"};

bool ui_input_is_text(const char *first, size_t n) {
  for (size_t i = 0; i < G_N_ELEMENTS(machine_made); i++) {
    const size_t length = strlen(machine_made[i]);
    if (n >= length && memcmp(first, machine_made[i], length) == 0) return false;
  }
  return memchr(first, '\0', n) == NULL;
}

static bool check_first(const char *path, const UiInputKind *kind, const char *first, size_t n, GError **error) {
  if (kind->begins(first, MIN(n, UI_INPUT_FIRST))) return true;
  g_autofree char *printable = ui_text_escaped(path);
  return ui_fail(error, G_FILE_ERROR, G_FILE_ERROR_INVAL, "%s:1: %s", printable, kind->wrong);
}

static bool check_size(const char *path, const UiInputKind *kind, gsize n, GError **error) {
  if (n <= kind->most) return true;
  g_autofree char *size = g_format_size_full(kind->most, G_FORMAT_SIZE_IEC_UNITS);
  g_autofree char *message = g_strdup_printf("the file is longer than %s", size);
  return ui_fail_file(error, path, EFBIG, message);
}

/* Reads up to n bytes and appends them to `all`, where n is the larger of BLOCK and the current length of `all`.
 * Returns the number of bytes read, which is 0 at the end of the file. On a failure, returns -1 and sets *error. */
static ssize_t read_block(const char *path, int fd, GByteArray *all, GError **error) {
  const guint before = all->len, block = MAX(before, BLOCK);
  g_byte_array_set_size(all, before + block);
  const ssize_t n = TEMP_FAILURE_RETRY(read(fd, all->data + before, block));
  if (n < 0) ui_fail_file(error, path, errno, NULL);
  g_byte_array_set_size(all, before + (guint)MAX(n, 0));
  return n;
}

/* Reads to the end of the file. Stops if the first bytes show that the file is of another kind. */
static bool read_all(const char *path, int fd, const UiInputKind *kind, GByteArray *all, GError **error) {
  bool checked = false;
  for (;;) {
    const ssize_t n = read_block(path, fd, all, error);
    if (n < 0) return false;
    const bool is_end = n == 0;
    if (is_end || all->len > kind->most || (!checked && all->len >= UI_INPUT_FIRST)) {
      if (!check_first(path, kind, (const char *)all->data, all->len, error) ||
          !check_size(path, kind, all->len, error))
        return false;
      checked = true;
    }
    if (is_end) return true;
  }
}

int ui_input_open_kind(const char *path, const UiInputKind *kind, GError **error) {
  char first[UI_INPUT_FIRST];
  struct stat status;
  const int fd = ui_input_open(path, error);
  if (fd < 0 || fstat(fd, &status) != 0 || !S_ISREG(status.st_mode)) return fd;
  const ssize_t n = pread(fd, first, sizeof first, 0);
  const bool good = n < 0 ? ui_fail_file(error, path, errno, NULL)
                          : check_first(path, kind, first, (size_t)n, error) &&
                                check_size(path, kind, (gsize)status.st_size, error);
  if (good) return fd;
  close(fd);
  return -1;
}

char *ui_input_read(const char *path, const UiInputKind *kind, gsize *n, GError **error) {
  const int fd = ui_input_open(path, error);
  if (fd < 0) return NULL;
  GByteArray *all = g_byte_array_new();
  const bool good = read_all(path, fd, kind, all, error);
  close(fd);
  *n = all->len;
  g_byte_array_append(all, (const guint8 *)"", 1);
  return (char *)g_byte_array_free(all, !good);
}

bool ui_input_begins_with(const char *path, const void *bytes, size_t n) {
  char first[UI_INPUT_FIRST];
  struct stat status;
  const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  const bool same = fd >= 0 && n <= sizeof first && fstat(fd, &status) == 0 && S_ISREG(status.st_mode) &&
                    read(fd, first, n) == (ssize_t)n && memcmp(first, bytes, n) == 0;
  if (fd >= 0) close(fd);
  return same;
}
