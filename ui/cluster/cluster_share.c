/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/cluster/cluster_share.h"

#include <stdint.h>
#include <string.h>

#include "ui/base/ui_error.h"

bool cluster_share_parse(const char *text, ClusterShare *share, GError **error) {
  *share = (ClusterShare){1, 1};
  if (text == NULL) return true;
  g_auto(GStrv) numbers = g_strsplit(text, "/", 2);
  guint64 number, of;
  if (g_strv_length(numbers) == 2 && g_ascii_string_to_unsigned(numbers[1], 10, 1, CLUSTER_SHARES_MOST, &of, NULL) &&
      g_ascii_string_to_unsigned(numbers[0], 10, 1, of, &number, NULL)) {
    *share = (ClusterShare){(unsigned)number, (unsigned)of};
    return true;
  }
  return ui_error_option(error, "--share=%s: expected NUMBER/SHARES, as in 1/8 to 8/8, with at most %d shares", text,
                         CLUSTER_SHARES_MOST);
}

bool cluster_share_within(ClusterShare share, unsigned thing, unsigned n, ClusterShare *own) {
  const unsigned number = share.number - 1;
  *own = (ClusterShare){1, 1};
  if (n >= share.of) return thing % share.of == number;
  *own = (ClusterShare){number / n + 1, (share.of - thing + n - 1) / n};
  return number % n == thing;
}

unsigned cluster_share_begin(ClusterShare share, unsigned n) {
  return (unsigned)((uint64_t)(share.number - 1) * n / share.of);
}
