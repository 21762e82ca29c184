/* ui_tried_file.h: what memspy what-if --try --json found out, read from its file.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_UI_TRIED_FILE_H
#define UI_UI_TRIED_FILE_H

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

/* The version of the file. */
enum { UI_TRIED_VERSION = 1 };

/* A change of the data, or several at once. */
typedef struct {
  char *changes, *about, *why;
  char *refused;          /* why it cannot be tried; NULL: it was */
  uint64_t stall, misses; /* with it: cycles, misses */
} UiTriedChange;

typedef struct {
  uint64_t stall, misses; /* as it was */
  uint64_t untried;       /* changes that were too many */
  GArray *changes;        /* UiTriedChange, in the order of the file */
} UiTried;

/* Reads a file. NULL: *error says why it is none. Free with ui_tried_free(), which takes NULL. */
UiTried *ui_tried_load(const char *path, GError **error);
void ui_tried_free(UiTried *tried);

#endif
