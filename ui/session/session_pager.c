/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/session/session_pager.h"

#include <errno.h>
#include <glib.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "ui/base/ui_text.h"

enum { BLOCK = 4096, NOT_RUN = 126 /* NOT_RUN, or NOT_RUN + 1: status of a shell for a command that it cannot run */ };

static volatile sig_atomic_t interrupted;

void session_pager_interrupt(void) { interrupted = 1; }

bool session_pager_is_interrupted(void) { return interrupted != 0; }

bool session_pager_take_interrupt(void) {
  const bool was = interrupted != 0;
  interrupted = 0;
  return was;
}

int session_pager_write(int fd, const char *bytes, size_t n) {
  while (n > 0 && !interrupted) {
    const ssize_t written = write(fd, bytes, MIN(n, BLOCK));
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return errno;
    bytes += written;
    n -= (size_t)written;
  }
  return 0;
}

/* Returns the number of columns of a line. Colour sequences do not count. */
static unsigned line_width(const char *line, gsize length) {
  g_autoptr(GString) plain = g_string_new(NULL);
  for (gsize i = 0; i < length; i++) {
    if (line[i] == '\033')
      while (i < length && line[i] != 'm') i++;
    else
      g_string_append_c(plain, line[i]);
  }
  return ui_text_width(plain->str);
}

/* Returns whether the text and a prompt take more rows than the terminal has. */
static bool is_long(const char *text, const struct winsize *size) {
  unsigned rows = 1;
  while (*text != '\0' && rows <= size->ws_row) {
    const gsize length = strcspn(text, "\n");
    const unsigned width = line_width(text, length);
    rows += 1 + (width > 0 && size->ws_col > 0 ? (width - 1) / size->ws_col : 0);
    text += length + (text[length] == '\n');
  }
  return rows > size->ws_row;
}

/* Returns the command line of the pager; NULL if there is none. Owned by the caller. */
static char *choose_pager(void) {
  const char *pager = getenv("PAGER");
  if (pager != NULL && *pager != '\0') return g_strdup(pager);
  g_autofree char *less = g_find_program_in_path("less");
  if (less != NULL) return g_strdup("less -FRX");
  g_autofree char *more = g_find_program_in_path("more");
  return more != NULL ? g_strdup("more") : NULL;
}

/* Starts the pager. It reads from the pipe `ends`. Returns the process id of the pager, or -1. */
static pid_t start_pager(const char *command, const int ends[2]) {
  const pid_t child = fork();
  if (child != 0) return child;
  dup2(ends[0], STDIN_FILENO);
  close(ends[0]);
  close(ends[1]);
  setenv("LESS", "FRX", 0); /* if $PAGER is `less` without options, it would show colours as odd characters */
  execl("/bin/sh", "sh", "-c", command, (char *)NULL);
  _exit(NOT_RUN);
}

bool session_pager_show(const char *text) {
  struct winsize size;
  int ends[2];
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_row == 0 || !is_long(text, &size)) return false;
  g_autofree char *command = choose_pager();
  if (command == NULL || strcmp(command, "cat") == 0 || pipe(ends) != 0) return false;
  const pid_t child = start_pager(command, ends);
  close(ends[0]);
  if (child > 0) {
    /* The pager handles Ctrl-C, and can stop reading at any time. */
    size_t left = strlen(text);
    while (left > 0) {
      const ssize_t written = write(ends[1], text, MIN(left, BLOCK));
      if (written < 0 && errno != EINTR) break;
      text += MAX(written, 0);
      left -= (size_t)MAX(written, 0);
    }
  }
  close(ends[1]);
  int status = NOT_RUN << 8;
  if (child > 0) (void)TEMP_FAILURE_RETRY(waitpid(child, &status, 0));
  session_pager_take_interrupt();
  return !WIFEXITED(status) || WEXITSTATUS(status) < NOT_RUN;
}
