/* ui_share.h: one of the shares that work is cut into, each for a process of its own.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_CLUSTER_SHARE_H
#define UI_CLUSTER_SHARE_H

#include <glib.h>
#include <stdbool.h>

enum { UI_SHARES_MOST = 1 << 20 };

typedef struct {
  unsigned number; /* from 1 */
  unsigned of;     /* how many there are; 1: the only share is the whole */
} UiShare;

/* Reads "3/8"; NULL is the whole. False: *error. */
bool ui_share_parse(const char *text, UiShare *share, GError **error);

/* Whether the share is to do piece `i` of many that take about as long as each other, from 0. */
bool ui_share_has(UiShare share, unsigned i);

/* The share's own share of one of n things: things are spread over the shares, or shares over the things if there are
 * more of these. Returns false if it has none of it. */
bool ui_share_within(UiShare share, unsigned thing, unsigned n, UiShare *own);

/* Where the share begins in a row of n things; it ends where the next one begins. */
unsigned ui_share_begin(UiShare share, unsigned n);

#endif
