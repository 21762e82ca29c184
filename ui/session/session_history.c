/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/session/session_history.h"

#include <fcntl.h>
#include <glib.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <readline/history.h>

static char *path; /* path of the history file; NULL: there is none */

/* Creates the file if it does not exist. Other users cannot read it. */
static bool make_file(const char *name) {
  g_autofree char *folder = g_path_get_dirname(name);
  if (g_mkdir_with_parents(folder, 0700) != 0) return false;
  const int fd = open(name, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0600);
  struct stat status;
  const bool good = fd >= 0 && fstat(fd, &status) == 0 && S_ISREG(status.st_mode);
  if (fd >= 0) close(fd);
  return good;
}

void session_history_start(void) {
  using_history();
  stifle_history(SESSION_HISTORY_LINES);
  path = g_build_filename(g_get_user_state_dir(), "memspy", "history", NULL);
  if (!make_file(path)) g_clear_pointer(&path, g_free);
  if (path != NULL) read_history(path);
}

void session_history_add(const char *line) {
  const HIST_ENTRY *last = history_length > 0 ? history_get(history_base + history_length - 1) : NULL;
  if (*line == '\0' || (last != NULL && strcmp(last->line, line) == 0)) return;
  add_history(line);
  if (path != NULL && strlen(line) <= SESSION_HISTORY_LONGEST) append_history(1, path);
}

void session_history_end(void) {
  if (path != NULL) history_truncate_file(path, SESSION_HISTORY_LINES);
  g_clear_pointer(&path, g_free);
}
