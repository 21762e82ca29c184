/* SPDX-License-Identifier: GPL-2.0-or-later
 * import_input.c: see import_input.h.
 *
 * A compressed file is recognized by its first bytes. Its program (gzip, xz, ...) writes the contents into a pipe, and
 * so runs at the same time as the reader. A pipe cannot be read twice, so its contents must not be compressed. */
#include "ui/import/import_input.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "ui/base/ui_error.h"
#include "ui/base/ui_fail.h"
#include "ui/base/ui_input.h"

enum { BUFFER = 8 * IMPORT_INPUT_MOST };

/* The kinds of compression: the first bytes of a file, and the program that decompresses it. */
typedef struct {
  const char *magic;
  size_t n;
  const char *program; /* NULL: no program is known */
  const char *arguments[2];
} Compression;

static const Compression compressions[] = {
    {"\x1f\x8b", 2, "gzip", {"-dc"}},
    {"\xfd"
     "7zXZ",
     6,
     "xz",
     {"-dc"}}, /* and a zero byte */
    {"\x28\xb5\x2f\xfd", 4, "zstd", {"-dcq"}},
    {"BZh", 3, "bzip2", {"-dc"}},
    {"\x04\x22\x4d\x18", 4, "lz4", {"-dc"}},
    /* unzip reads standard input, because it would treat the file's name as a pattern. */
    {"PK\x03\x04", 4, "unzip", {"-p", "/dev/stdin"}},
    {"\xff\x06\x00\x00sNaPpY", 10, NULL, {NULL}},
};

/* ---- compressed files ---- */

/* Returns the compression of a regular file; NULL: none. */
static const Compression *find_compression(int fd) {
  char first[16];
  const ssize_t n = pread(fd, first, sizeof first, 0); /* fails for a pipe */
  for (size_t i = 0; n > 0 && i < G_N_ELEMENTS(compressions); i++)
    if ((size_t)n >= compressions[i].n && memcmp(first, compressions[i].magic, compressions[i].n) == 0)
      return &compressions[i];
  return NULL;
}

/* Replaces the input's descriptor by a pipe with the contents. */
static bool start_program(ImportInput *input, const Compression *with, GError **error) {
  g_autoptr(GError) failure = NULL;
  int pipe_end = -1;
  if (with->program == NULL)
    return ui_error_set(error, G_FILE_ERROR, G_FILE_ERROR_INVAL,
                        "%s: the file is compressed by Snappy; decompress it first", input->path);
  const char *arguments[] = {with->program, with->arguments[0], with->arguments[1], NULL};
  const bool started = g_spawn_async_with_pipes_and_fds(
      NULL, arguments, NULL, G_SPAWN_SEARCH_PATH | G_SPAWN_DO_NOT_REAP_CHILD, NULL, NULL, input->fd, -1, -1, NULL, NULL,
      0, &input->child, NULL, &pipe_end, NULL, &failure);
  if (!started)
    return ui_error_set(error, G_FILE_ERROR, G_FILE_ERROR_INVAL, "%s: the file is compressed, and %s cannot run: %s",
                        input->path, with->program, failure->message);
  close(input->fd);
  input->fd = pipe_end;
  input->program = with->program;
  input->packed = true;
  return true;
}

/* Waits for the program that decompresses, after the end of its output. */
static bool end_program(ImportInput *input, GError **error) {
  int status;
  if (input->child == 0) return true;
  const bool waited = TEMP_FAILURE_RETRY(waitpid(input->child, &status, 0)) == input->child;
  input->child = 0;
  if (waited && WIFEXITED(status) && WEXITSTATUS(status) == 0) return true;
  return ui_error_set(error, G_FILE_ERROR, G_FILE_ERROR_FAILED, "%s: %s cannot decompress the file", input->path,
                      input->program);
}

/* ---- the input ---- */

ImportInput *import_input_open(const char *path, GError **error) {
  ImportInput *input = g_new0(ImportInput, 1);
  input->path = g_strdup(path);
  input->fd = ui_input_open(path, error);
  const Compression *with = input->fd >= 0 ? find_compression(input->fd) : NULL;
  if (input->fd >= 0 && (with == NULL || start_program(input, with, error))) {
    input->buffer = g_malloc0(BUFFER + 1 + IMPORT_INPUT_SLACK);
    input->at = input->end = input->buffer;
    return input;
  }
  import_input_close(input);
  return NULL;
}

void import_input_close(ImportInput *input) {
  if (input == NULL) return;
  if (input->fd >= 0) close(input->fd);
  if (input->child != 0) {
    kill(input->child, SIGTERM);
    (void)TEMP_FAILURE_RETRY(waitpid(input->child, NULL, 0));
  }
  g_free(input->buffer);
  g_free((char *)input->path);
  g_free(input);
}

/* Appends bytes of the file to the buffer. Returns false at the end of the file, or with *error set. */
static bool read_more(ImportInput *input, GError **error) {
  if (input->ended) return false;
  const ssize_t n = TEMP_FAILURE_RETRY(read(input->fd, input->buffer + input->filled, BUFFER - input->filled));
  if (n < 0) return ui_fail_file(error, input->path, errno, NULL);
  if (n > 0) {
    input->filled += (size_t)n;
    return true;
  }
  input->ended = true;
  return end_program(input, error) && false;
}

/* Moves the bytes from `at` on to the start of the buffer. */
static void make_room(ImportInput *input) {
  const size_t used = (size_t)(input->at - input->buffer);
  memmove(input->buffer, input->at, input->filled - used);
  input->filled -= used;
  input->before += used;
  input->at = input->buffer;
}

bool import_input_fill(ImportInput *input, size_t n, GError **error) {
  g_autoptr(GError) failure = NULL;
  make_room(input);
  while (input->filled < n && read_more(input, &failure)) continue;
  input->end = input->buffer + input->filled;
  if (failure != NULL) g_propagate_error(error, g_steal_pointer(&failure));
  return input->filled >= n;
}

/* Returns the end of the last whole line of the buffer's bytes from `from` on; NULL: none ends there. */
static const uint8_t *last_line(const ImportInput *input, size_t from) {
  const uint8_t *newline = memrchr(input->buffer + from, '\n', input->filled - from);
  return newline != NULL ? newline + 1 : NULL;
}

bool import_input_lines(ImportInput *input, GError **error) {
  g_autoptr(GError) failure = NULL;
  make_room(input);
  size_t searched = 0;
  const uint8_t *end = NULL;
  while (end == NULL && input->filled < BUFFER && read_more(input, &failure)) {
    end = last_line(input, searched);
    searched = input->filled;
  }
  if (end == NULL && failure == NULL && input->ended && input->filled != 0) {
    input->buffer[input->filled++] = '\n'; /* the buffer has a byte more than a file can fill */
    end = input->buffer + input->filled;
  }
  input->end = end != NULL ? end : input->at;
  if (failure != NULL) {
    g_propagate_error(error, g_steal_pointer(&failure));
  } else if (end == NULL && !input->ended) {
    input->line++;
    return import_input_fail(input, error, "the line is too long");
  }
  return end != NULL;
}

bool import_input_fail(const ImportInput *input, GError **error, const char *format, ...) {
  va_list list;
  va_start(list, format);
  g_autofree char *message = g_strdup_vprintf(format, list);
  va_end(list);
  if (input->line != 0)
    return ui_error_set(error, G_FILE_ERROR, G_FILE_ERROR_INVAL, "%s:%" G_GUINT64_FORMAT ": %s", input->path,
                        input->line, message);
  const uint64_t offset = input->before + (uint64_t)(input->at - input->buffer);
  return ui_error_set(error, G_FILE_ERROR, G_FILE_ERROR_INVAL, "%s: byte %" G_GUINT64_FORMAT "%s: %s", input->path,
                      offset, input->packed ? " of the decompressed contents" : "", message);
}

uint64_t import_input_done(const ImportInput *input) {
  const off_t at = input->packed ? 0 : lseek(input->fd, 0, SEEK_CUR);
  return at > 0 ? (uint64_t)at : input->before;
}
