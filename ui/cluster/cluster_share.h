/* SPDX-License-Identifier: GPL-2.0-or-later
 * cluster_share.h: one share of work that is divided among several processes. */
#pragma once

#include <glib.h>
#include <stdbool.h>

enum { CLUSTER_SHARES_MOST = 1 << 20 };

typedef struct {
  unsigned number; /* number of the share, from 1 */
  unsigned of;     /* total number of shares; 1: this share is the whole work */
} ClusterShare;

/* Parses a share in a form such as "3/8"; NULL means the whole work. Returns false and sets *error if the text is
 * invalid. */
bool cluster_share_parse(const char *text, ClusterShare *share, GError **error);

/* Divides n things of equal work among all shares. If there are more shares than things, divides each thing further.
 * Returns whether a part of thing number `thing` belongs to `share`, and sets *own to this part. */
bool cluster_share_within(ClusterShare share, unsigned thing, unsigned n, ClusterShare *own);

/* Divides n things into consecutive ranges, one for each share. Returns the index of the first thing in the range of
 * `share`. The range ends before the first thing of the next share. */
unsigned cluster_share_begin(ClusterShare share, unsigned n);
