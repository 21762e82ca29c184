/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/base/ui_output.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "ui/base/ui_fail.h"
#include "ui/base/ui_same_file.h"
#include "ui/base/ui_text.h"

static bool standard_has_failed; /* whether a failure of standard output was already reported */

static bool fail(const UiOutput *output, int code, GError **error) {
  if (output->path == NULL) standard_has_failed = true;
  return ui_fail_file(error, output->path != NULL ? output->path : "standard output", code, NULL);
}

static GPtrArray *inputs; /* char *: paths of the input files; NULL: none */

void ui_output_note_input(const char *path) {
  if (inputs == NULL) inputs = g_ptr_array_new_with_free_func(g_free);
  g_ptr_array_add(inputs, g_strdup(path));
}

void ui_output_allow_input(const char *path) {
  for (guint i = inputs != NULL ? inputs->len : 0; i-- > 0;)
    if (ui_same_file(g_ptr_array_index(inputs, i), path)) g_ptr_array_remove_index(inputs, i);
}

/* Rejects an output file that would replace an input file. */
static bool check_inputs(const char *path, GError **error) {
  for (guint i = 0; inputs != NULL && i < inputs->len; i++) {
    const char *input = g_ptr_array_index(inputs, i);
    if (!ui_same_file(path, input)) continue;
    g_autofree char *printable = ui_text_escaped(path), *printable_input = ui_text_escaped(input);
    return ui_fail_option(error, "the output %s would replace the input %s: give it another name", printable,
                          printable_input);
  }
  return true;
}

/* Resolves symbolic links, so that the target is replaced, and the link remains. The caller owns the path. */
static char *follow_links(const char *path) {
  char *real = realpath(path, NULL);
  char *copy = g_strdup(real != NULL ? real : path);
  free(real);
  return copy;
}

/* Creates a temporary file in the folder of the final file, with the permissions of a new file. */
static int open_temporary(UiOutput *output) {
  output->temporary = g_strdup_printf("%s.XXXXXX", output->path);
  const int fd = g_mkstemp_full(output->temporary, O_WRONLY | O_CLOEXEC, 0600);
  const mode_t mask = umask(0);
  umask(mask);
  if (fd >= 0) fchmod(fd, 0666 & ~mask);
  return fd;
}

bool ui_output_start(UiOutput *output, const char *path, GError **error) {
  *output = (UiOutput){.file = stdout};
  if (path == NULL) return true;
  if (!check_inputs(path, error)) return false;
  output->path = follow_links(path);
  struct stat status;
  const bool in_place = stat(output->path, &status) == 0 && !S_ISREG(status.st_mode);
  const int fd = in_place ? open(output->path, O_WRONLY | O_CLOEXEC) : open_temporary(output);
  output->file = fd >= 0 ? fdopen(fd, "w") : NULL;
  if (output->file != NULL) return true;
  fail(output, errno, error);
  g_free(output->temporary);
  g_free(output->path);
  return false;
}

bool ui_output_check(const char *path, GError **error) {
  if (path == NULL) return true;
  if (!check_inputs(path, error)) return false;
  g_autofree char *file = follow_links(path), *directory = g_path_get_dirname(file);
  struct stat status;
  const bool there = stat(file, &status) == 0;
  if (there && S_ISDIR(status.st_mode)) return ui_fail_file(error, path, EISDIR, NULL);
  const bool in_place = there && !S_ISREG(status.st_mode);
  return access(in_place ? file : directory, in_place ? W_OK : W_OK | X_OK) == 0 ||
         ui_fail_file(error, path, errno, NULL);
}

/* Flushes the stream. A stream records that a write failed, but not its errno. Therefore, writes another byte, which
 * fails with the same errno. */
static bool flush_stream(FILE *file) {
  errno = 0;
  if (fflush(file) != 0) return false;
  if (!ferror(file)) return true;
  if (write(fileno(file), "\n", 1) > 0) errno = EIO;
  return false;
}

void ui_output_end_standard(void) {
  if (standard_has_failed || flush_stream(stdout) || errno == EPIPE) return;
  fprintf(stderr, "memspy: standard output: %s\n", g_strerror(errno != 0 ? errno : EIO));
  _exit(EXIT_FAILURE);
}

bool ui_output_finish(UiOutput *output, GError **error) {
  bool good = flush_stream(output->file);
  /* The error of a full disk is possibly reported only by fsync(). */
  if (output->temporary != NULL && good) good = fsync(fileno(output->file)) == 0;
  int code = good ? 0 : errno;
  if (output->path != NULL && fclose(output->file) != 0 && good) {
    good = false;
    code = errno;
  }
  if (output->temporary != NULL) {
    if (good && g_rename(output->temporary, output->path) != 0) {
      good = false;
      code = errno;
    }
    if (!good) g_unlink(output->temporary);
  }
  if (!good && code == EPIPE) good = true;
  if (!good) fail(output, code != 0 ? code : EIO, error);
  g_free(output->temporary);
  g_free(output->path);
  return good;
}

void ui_output_drop(UiOutput *output) {
  if (output->path != NULL) fclose(output->file);
  if (output->temporary != NULL) g_unlink(output->temporary);
  g_free(output->temporary);
  g_free(output->path);
}

bool ui_output_bytes(void *file, const char *bytes, size_t n) { return fwrite(bytes, 1, n, file) == n; }
