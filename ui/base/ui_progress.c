/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/base/ui_progress.h"

#include <glib.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#include "ui/base/ui_text.h"

enum {
  PATIENCE = 1000, /* milliseconds before there is a bar */
  PERIOD = 100,    /* milliseconds from one change of it to the next */
  BAR = 30,        /* columns, where there is room */
  DEFAULT_WIDTH = 80
};

/* The work that is under way, if depth is not 0. */
static struct {
  unsigned depth; /* begun and not ended */
  bool terminal;
  bool shown;
  char *what;
  uint64_t whole;
  int64_t next; /* time at which to draw, in milliseconds */
} work;

static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC_COARSE, &time);
  return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

bool ui_progress_may_show(void) {
  const char *term = getenv("TERM");
  return isatty(STDERR_FILENO) && term != NULL && *term != '\0' && strcmp(term, "dumb") != 0;
}

static unsigned terminal_width(void) {
  struct winsize size;
  return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col != 0 ? size.ws_col : DEFAULT_WIDTH;
}

/* How much is done, in words or as a bar: at most `room` columns. */
static void append_amount(GString *out, uint64_t done, unsigned room) {
  if (work.whole == 0) {
    ui_text_append_bytes(out, done);
    return;
  }
  const double part = MIN(ui_text_ratio((double)done, (double)work.whole), 1);
  const unsigned width = room < 8 ? 0 : MIN(room - 8, BAR);
  if (width > 0) {
    g_string_append_c(out, '[');
    for (unsigned i = 0; i < width; i++) g_string_append_c(out, i + 1 <= part * width ? '#' : '.');
    g_string_append(out, "] ");
  }
  g_string_append_printf(out, "%3.0f%%", part * 100);
}

static void draw(uint64_t done) {
  const unsigned width = terminal_width();
  const unsigned title = MIN(ui_text_width(work.what), width / 2);
  GString *line = g_string_new("\r");
  ui_text_append_cut(line, work.what, title);
  g_string_append(line, ": ");
  append_amount(line, done, width - title - 3);
  g_string_append(line, "\033[K");
  fputs(line->str, stderr);
  fflush(stderr);
  g_string_free(line, TRUE);
  work.shown = true;
}

void ui_progress_begin(const char *what, uint64_t whole) {
  if (work.depth++ != 0) return;
  work.terminal = ui_progress_may_show();
  if (!work.terminal) return;
  work.what = ui_text_escaped(what);
  work.whole = whole;
  work.shown = false;
  work.next = now() + PATIENCE;
}

void ui_progress_at(uint64_t done) {
  if (!work.terminal || work.depth != 1) return;
  const int64_t time = now();
  if (time < work.next) return;
  work.next = time + PERIOD;
  draw(done);
}

void ui_progress_end(void) {
  if (--work.depth != 0 || !work.terminal) return;
  if (work.shown) {
    fputs("\r\033[K", stderr);
    fflush(stderr);
  }
  g_clear_pointer(&work.what, g_free);
}
