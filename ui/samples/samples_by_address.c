/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/samples/samples_by_address.h"

static gint compare(gconstpointer a, gconstpointer b, gpointer closure) {
  const guint64 x = *(const guint64 *)a, y = *(const guint64 *)b;
  (void)closure;
  return x < y ? -1 : x > y;
}

GTree *samples_by_address_new(GDestroyNotify free_value) { return g_tree_new_full(compare, NULL, NULL, free_value); }

gpointer samples_by_address_find(GTree *tree, guint64 address) {
  GTreeNode *after = g_tree_upper_bound(tree, &address);
  GTreeNode *node = after != NULL ? g_tree_node_previous(after) : g_tree_node_last(tree);
  return node != NULL ? g_tree_node_value(node) : NULL;
}
