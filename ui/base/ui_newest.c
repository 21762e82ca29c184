/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/base/ui_newest.h"

#include <string.h>
#include <sys/stat.h>

#include "ui/base/ui_input.h"

static bool is_later(const struct timespec *time, const struct timespec *other) {
  return time->tv_sec != other->tv_sec ? time->tv_sec > other->tv_sec : time->tv_nsec > other->tv_nsec;
}

char *ui_newest_profile(void) {
  static const char first[] = "memspy-profile ", prefix[] = "memspy.out.";
  g_autoptr(GDir) entries = g_dir_open(".", 0, NULL);
  struct timespec latest = {0, 0};
  char *newest = NULL;
  for (const char *name; entries != NULL && (name = g_dir_read_name(entries)) != NULL;) {
    struct stat status;
    if (!g_str_has_prefix(name, prefix)) continue;
    if (stat(name, &status) != 0 || !S_ISREG(status.st_mode)) continue;
    const bool later = newest == NULL || is_later(&status.st_mtim, &latest) ||
                       (!is_later(&latest, &status.st_mtim) && strcmp(name, newest) > 0);
    if (!later || !ui_input_begins_with(name, first, strlen(first))) continue;
    latest = status.st_mtim;
    g_free(newest);
    newest = g_strdup(name);
  }
  return newest;
}
