/* SPDX-License-Identifier: GPL-2.0-or-later
 * samples_perf_text.h: a part of a line of `perf script`. */
#pragma once

#include <glib.h>
#include <stdbool.h>

/* Points into the line, and is not null-terminated. */
typedef struct {
  const char *bytes;
  gsize n;
} SamplesPerfText;
