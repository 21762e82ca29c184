/* SPDX-License-Identifier: GPL-2.0-or-later
 * cluster_share.h: a share of some work, which is divided among processes. */
#pragma once

#include <glib.h>
#include <stdbool.h>

enum { CLUSTER_SHARES_MOST = 1 << 20 };

typedef struct {
  unsigned number; /* from 1 */
  unsigned of;     /* number of shares; 1: the share is the whole work */
} ClusterShare;

/* Parses "3/8"; NULL is the whole. Returns false and sets *error if the text is invalid. */
bool cluster_share_parse(const char *text, ClusterShare *share, GError **error);

/* Divides n things of equal work among the shares; each thing is divided further if there are more shares than things.
 * *own becomes the part of `thing` that belongs to the share. Returns false if there is none. */
bool cluster_share_within(ClusterShare share, unsigned thing, unsigned n, ClusterShare *own);

/* Divides n things into consecutive ranges, one for each share. Returns the index of the first thing of the share's
 * range, which ends before the first thing of the next share. */
unsigned cluster_share_begin(ClusterShare share, unsigned n);
