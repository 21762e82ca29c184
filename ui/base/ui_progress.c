/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/base/ui_progress.h"

#include <glib.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "ui/base/ui_text.h"

enum {
  PATIENCE = 1000, /* milliseconds before the progress bar appears */
  PERIOD = 100,    /* milliseconds between updates of the progress bar */
  BAR = 30         /* width of the progress bar in columns, on a wide terminal */
};

/* The work in progress, if `depth` is not 0. */
static struct {
  unsigned depth; /* number of nested ui_progress_begin() calls that have not ended yet */
  bool terminal;
  bool shown;
  char *what;
  uint64_t whole;
  int64_t next; /* time of the next update of the bar, in milliseconds */
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

/* Appends the amount done, as a number of bytes or as a bar, in at most `room` columns. */
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
  const unsigned width = ui_text_columns(STDERR_FILENO), title = MIN(ui_text_width(work.what), width / 2);
  g_autoptr(GString) line = g_string_new("\r");
  ui_text_append_cut(line, work.what, title);
  g_string_append(line, ": ");
  append_amount(line, done, width - title - 3);
  g_string_append(line, "\033[K");
  fputs(line->str, stderr);
  fflush(stderr);
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
