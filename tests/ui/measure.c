/* measure.c: measures the time and memory that the analyser takes for a profile:
 *
 *   measure FILE
 *
 * prints seconds of wall time, and of processor time, for loading, for names without debug information, for the view,
 * for the first screen, and for DisplayAll on the hottest cell, and the peak of resident memory in KB, a line each.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <stdio.h>
#include <sys/resource.h>
#include <time.h>

#include "ui/names/name_table.h"
#include "ui/screens/screen_detail.h"
#include "ui/screens/screen_first.h"

static double last[2];

static double seconds(clockid_t clock) {
  struct timespec time;
  clock_gettime(clock, &time);
  return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

/* Prints the time since the last call. The first call, without a name, starts the measurement. */
static void print_time(const char *what) {
  const double now[] = {seconds(CLOCK_MONOTONIC), seconds(CLOCK_PROCESS_CPUTIME_ID)};
  if (what != NULL) printf("%s %.3f %.3f\n", what, now[0] - last[0], now[1] - last[1]);
  last[0] = now[0];
  last[1] = now[1];
}

static void show_hottest(const Screen *screen, const View *view, GString *out) {
  ViewSelection code, data;
  if (view_size(view, VIEW_CODE) == 0 || !view_select(view, VIEW_CODE, "0", &code, NULL)) return;
  if (view_select(view, VIEW_DATA, "0", &data, NULL)) {
    screen_detail(screen, view, &code, &data, out);
    view_selection_clear(&data);
  }
  view_selection_clear(&code);
}

int main(int n, char **args) {
  if (n != 2) {
    fputs("usage: measure FILE\n", stderr);
    return 2;
  }
  print_time(NULL);
  Profile *profile = profile_load(args[1], NULL);
  if (profile == NULL) return 1;
  print_time("load");
  NameTable *names = name_table_new(profile, false);
  print_time("names");
  View *view = view_new(profile, name_table_labels(names));
  print_time("view");
  const Screen screen = {.width = 80, .least = -1};
  GString *out = g_string_new(NULL);
  screen_first(&screen, view, names, NULL, out);
  print_time("screen");
  show_hottest(&screen, view, out);
  print_time("detail");
  g_string_free(out, TRUE);
  view_free(view);
  name_table_free(names);
  profile_free(profile);
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  printf("peak %ld\n", usage.ru_maxrss);
  return 0;
}
