/* SPDX-License-Identifier: GPL-2.0-or-later
 * samples_by_address.h: ranges of addresses in a GTree, by their first address. The functions of GTree add and remove
 * ranges. A key is a pointer to the first address (guint64), which the value usually contains. */
#pragma once

#include <glib.h>

/* Returns an empty tree. `free_value` frees a value that is removed or replaced; NULL: the tree does not own its values.
 * Free the tree with g_tree_unref(). */
GTree *samples_by_address_new(GDestroyNotify free_value);

/* Returns the value with the highest key up to `address`; NULL: none. Its range can end before `address`. */
gpointer samples_by_address_find(GTree *tree, guint64 address);
