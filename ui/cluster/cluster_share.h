/* SPDX-License-Identifier: GPL-2.0-or-later
 * cluster_share.h: a share of work that is divided among processes. */
#pragma once

#include <glib.h>
#include <stdbool.h>

enum { CLUSTER_SHARES_MOST = 1 << 20 };

typedef struct {
  unsigned number; /* number of the share, from 1 */
  unsigned of;     /* number of shares; 1: the share is the whole work */
} ClusterShare;

/* Parses a text such as "3/8"; NULL means the whole work. Returns false and sets *error if the text is invalid. */
bool cluster_share_parse(const char *text, ClusterShare *share, GError **error);

/* Divides n things of equal work among the shares. If there are more shares than things, each thing is divided further.
 * Sets *own to the part of `thing` that belongs to the share. Returns false if no part of it does. */
bool cluster_share_within(ClusterShare share, unsigned thing, unsigned n, ClusterShare *own);

/* Divides n things into consecutive ranges, one for each share. Returns the index of the first thing in the share's
 * range. The range ends before the first thing of the next share. */
unsigned cluster_share_begin(ClusterShare share, unsigned n);
